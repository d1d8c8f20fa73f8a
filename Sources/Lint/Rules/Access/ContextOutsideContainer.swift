internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that use the context of an environment which has no container yet.
struct ContextOutsideContainer: SourceRule {
  static let info = RuleInfo(
    id: "context-outside-container", group: .dataAccess, severity: .warning,
    summary:
      "the app itself uses the context of the environment, which its container is not part of",
    why:
      "an app gives a container to what its scenes show, and is not shown by them: the context it reads "
      + "for itself belongs to no store of the app's, so what is inserted there is not kept and fetches "
      + "find nothing or fail",
    fix:
      "make the container in a property of the app, give that one to 'modelContainer(_:)', and use its "
      + "'mainContext'; or do the work in a view below the container",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesApp: App {
          ↓@Environment(\\.modelContext) private var context
          var body: some Scene {
            WindowGroup { Text("").onAppear { context.insert(Note()) } }.modelContainer(for: Note.self)
          }
        }
        ---
        import CoreData
        struct NotesApp: App {
          let controller: NSPersistentContainer
          ↓@Environment(\\.managedObjectContext) private var viewContext
          @Environment(\\.scenePhase) private var phase
          var body: some Scene {
            WindowGroup { Text("").environment(\\.managedObjectContext, controller.viewContext) }
              .onChange(of: phase) { save() }
          }
          private func save() {
            do { try self.viewContext.save() } catch { print(error) }
          }
        }
        ---
        struct NotesApp: App {
          ↓@Query private var notes: [Note]
          var body: some Scene {
            WindowGroup { Text("\\(notes.count)") }.modelContainer(for: Note.self)
          }
        }
        """,
      clean: """
        struct NotesApp: App {
          @Environment(\\.modelContext) private var context
          var body: some Scene { WindowGroup { NotesView() }.modelContainer(for: Note.self) }
        }
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          var body: some View { Button("Add") { context.insert(Note()) } }
        }
        ---
        struct NotesApp: App {
          let container: ModelContainer?
          @Environment(\\.scenePhase) private var phase
          var body: some Scene {
            WindowGroup { Text("") }.onChange(of: phase) {
              let context = container?.mainContext
              do { try context?.save() } catch { print(error) }
            }
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          var body: some View { Button("Add") { context.insert(Note()) } }
        }
        """))

  static let nodes: [SyntaxKind] = [.structDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let app = node.as(StructDeclSyntax.self),
      app.inheritanceClause?.mentions(["App"]) ?? false, app.memberBlock.isReadable
    else { return }
    for member in app.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let binding = variable.bindings.onlyElement, let name = binding.name,
        let attribute = variable.attribute("Environment") ?? variable.attribute("Query"),
        app.memberBlock.uses(name, of: binding)
      else { continue }
      if attribute.simpleName == "Query" {
        guard let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), type.isList,
          file.meansSwiftData, !file.ask(.isModel(type.name)).isEmpty
        else { continue }
        report(
          "'\(name)' is queried outside of the app's container, and so stays empty",
          at: file.location(attribute), entity: type.name)
      } else if attribute.argumentList?.mentions(["managedObjectContext", "modelContext"]) ?? false
      {
        report(
          "the app uses '\(name)' of an environment that its container is not part of",
          at: file.location(attribute))
      }
    }
  }
}

extension MemberBlockSyntax {
  /// Whether code of the type itself means the property where it says its name.
  fileprivate func uses(_ name: String, of property: PatternBindingSyntax) -> Bool {
    hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name else {
        return false
      }
      if let access = use.parent?.as(MemberAccessExprSyntax.self), access.declName.id == use.id {
        return access.base?.isSelfName ?? false
      }
      guard case .property(let binding, _)? = use.nameOrigin else { return false }
      return binding.id == property.id
    }
  }
}
