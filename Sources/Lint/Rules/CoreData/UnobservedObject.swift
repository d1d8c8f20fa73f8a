internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds views that change an object of Core Data's which they do not observe.
struct UnobservedObject: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "unobserved-object", group: .dataAccess, severity: .warning,
    summary: "a view shows an object of Core Data's that is changed, and does not observe it",
    why:
      "a view is drawn anew when something it observes changes; the object in a plain property is the same one before "
      + "and after, so the old values stay on the screen",
    fix: "declare the property with '@ObservedObject'",
    limits:
      "views that read a property of the object in 'body' where they, or other code that did not make the object, set "
      + "one of those, and that hold nothing else which would draw them anew: no state, no binding, no closure, no "
      + "other list",
    examples: elsewhere
      + .texts(
        in: { CoreDataText.code("import SwiftUI\n" + $0) },
        flagged: """
          struct NoteRow: View {
            let ↓note: CDNote
            @Environment(\\.managedObjectContext) private var context
            var body: some View {
              Button(note.title ?? "") { rename() }
            }
            private func rename() {
              note.title = "Done"
              do { try context.save() } catch { context.rollback() }
            }
          }
          ---
          struct NoteRow: View {
            var ↓note: CDNote
            var body: some View {
              Text(note.createdAt ?? .now, style: .date)
                .onTapGesture { self.note.createdAt = .now }
            }
          }
          ---
          struct FolderHeader: View {
            let ↓folder: CDFolder
            let isLarge: Bool
            var body: some View {
              HStack {
                Text(folder.name ?? "")
                Button("Clear", action: clear)
              }
            }
            private func clear() { folder.name = nil }
          }
          """,
        clean: """
          struct NoteRow: View {
            @ObservedObject var note: CDNote
            var body: some View {
              Text(note.createdAt ?? .now, style: .date).onTapGesture { note.createdAt = .now }
            }
          }
          ---
          struct NoteRow: View {
            let note: CDNote
            var body: some View { Text(note.title ?? "") }
          }
          ---
          struct NoteRow: View {
            let note: CDNote
            @State private var isDone = false
            var body: some View {
              Toggle(note.title ?? "", isOn: $isDone).onTapGesture { note.title = "Done" }
            }
          }
          """))

  static let nodes: [SyntaxKind] = [.structDecl]

  /// What draws the view anew, or may.
  private static let wrappers: Set = [
    "AppStorage", "Binding", "FetchRequest", "FocusState", "GestureState", "ObservedObject",
    "SceneStorage", "SectionedFetchRequest", "State", "StateObject", "EnvironmentObject",
    "Bindable",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    for held in Self.held(by: node, in: file) where held.isSet {
      report(
        "the view sets a property of '\(held.name.text)' and does not observe it, so it goes on showing the old value",
        at: file.location(held.name),
        certainty: .inferred("something else may make the view anew"))
    }
  }

  /// An object in a plain property of a view.
  struct Held {
    let name: TokenSyntax
    let type: String
    /// What 'body' reads of it.
    let keys: [String]
    /// Whether the view sets any property of it.
    let isSet: Bool
  }

  /// The objects that a view shows and does not observe, where nothing else draws it anew.
  static func held(by node: Syntax, in file: LintFile) -> [Held] {
    guard !file.isTest, file.imports.contains("SwiftUI"), let view = node.as(StructDeclSyntax.self),
      view.inheritanceClause?.inheritedTypes.contains(where: {
        $0.type.trimmedDescription == "View"
      }) ?? false,
      view.memberBlock.isReadable
    else { return [] }
    let parts = view.memberBlock.shownParts
    let types = TypeReader(file: file)
    var held: [(TokenSyntax, String)] = []
    for member in view.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      for wrapper in wrappers where variable.attribute(wrapper) != nil { return [] }
      guard let binding = variable.bindings.onlyElement, binding.isStored, variable.isInstance
      else {
        continue
      }
      guard variable.attributes.isEmpty else { continue }
      guard let type = binding.typeAnnotation?.type else { continue }
      // Closures are never equal, so the view is drawn anew with its parent.
      if type.hasDescendant(where: { $0.is(FunctionTypeSyntax.self) })
        || type.is(FunctionTypeSyntax.self)
      {
        return []
      }
      if let written = WrittenType(type), !written.isList, types.isManaged(written.name),
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      {
        held.append((name, written.name))
      }
    }
    return held.compactMap { name, type in
      let keys = Set(file.ask(.coreDataKeys(of: type)))
      let shown = keys.filter { key in parts.contains { $0.touches(name.text, [key], isSet: false) }
      }
      guard !shown.isEmpty else { return nil }
      return Held(
        name: name, type: type, keys: shown.sorted(),
        isSet: view.memberBlock.touches(name.text, keys, isSet: true))
    }
  }
}

extension SyntaxProtocol {
  /// Whether the code reads, or sets, a stored property of the object of that name.
  fileprivate func touches(_ name: String, _ keys: Set<String>, isSet: Bool) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        keys.contains(access.declName.baseName.text), let base = access.base?.unwrapped,
        base.lastName == name,
        base.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? true
      else { return false }
      if let call = access.parent?.as(MemberAccessExprSyntax.self),
        call.declName.baseName.text == "toggle"
      {
        return isSet
      }
      let terms = access.parent?.as(ExprListSyntax.self).map(Array.init) ?? []
      let isTarget =
        terms.count > 2 && terms[0].id == ExprSyntax(access).id
        && (terms[1].is(AssignmentExprSyntax.self)
          || ["+=", "-="].contains(terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text))
      return isTarget == isSet
    }
  }
}
