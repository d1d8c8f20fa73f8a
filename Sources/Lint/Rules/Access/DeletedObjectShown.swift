internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds screens that delete the object they show and stay open.
struct DeletedObjectShown: SourceRule {
  static let info = RuleInfo(
    id: "deleted-object-shown", group: .dataAccess, severity: .warning,
    summary: "a screen deletes the object it shows, and stays open",
    why:
      "the view is drawn again with an object that is gone: its values are no longer there, and reading one of them, or "
      + "a relationship, crashes the app",
    fix:
      "close the screen in the same action: call 'dismiss()', or take the object off the navigation path or the selection",
    limits:
      "only views with a title, a toolbar, a form or a list of their own, and actions that do nothing but delete, save "
      + "and report; a view that looks whether the object is deleted is left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteScreen: View {
          @Environment(\\.modelContext) private var context
          let note: Note
          var body: some View {
            Text(note.title)
              .navigationTitle("Note")
              .toolbar { Button("Delete", role: .destructive) { context.↓delete(note) } }
          }
        }
        ---
        struct NoteScreen: View {
          @Environment(\\.modelContext) private var context
          @Environment(\\.dismiss) private var dismiss
          @Bindable var note: Note
          @State private var isAsked = false
          var body: some View {
            Form {
              TextField("Title", text: $note.title)
              Button("Delete") { isAsked = true }
              Button("Close") { dismiss() }
            }
            .confirmationDialog("Delete?", isPresented: $isAsked) {
              Button("Delete", role: .destructive) { remove() }
            }
          }
          private func remove() {
            context.↓delete(note)
            do { try context.save() } catch { print(error) }
          }
        }
        ---
        struct NoteScreen: View {
          @Environment(\\.modelContext) private var modelContext
          var note: Note
          var body: some View {
            List { Text(note.title) }
              .toolbar { Button(action: delete) { Text("Delete") } }
          }
          func delete() {
            withAnimation { modelContext.↓delete(note) }
          }
        }
        """,
      clean: """
        struct NoteScreen: View {
          @Environment(\\.modelContext) private var context
          @Environment(\\.dismiss) private var dismiss
          let note: Note
          var body: some View {
            Form { Text(note.title) }
              .toolbar {
                Button("Delete") {
                  context.delete(note)
                  dismiss()
                }
              }
          }
        }
        ---
        struct NoteScreen: View {
          @Environment(\\.modelContext) private var context
          @Binding var path: [Note]
          let note: Note
          var body: some View {
            Form { Text(note.title) }
              .toolbar { Button("Delete") { remove(); path.removeLast() } }
          }
          private func remove() { context.delete(note) }
        }
        ---
        struct NoteRow: View {
          @Environment(\\.modelContext) private var context
          let note: Note
          var body: some View {
            Text(note.title).swipeActions { Button("Delete") { context.delete(note) } }
          }
        }
        ---
        struct NoteScreen: View {
          @Environment(\\.modelContext) private var context
          let note: Note
          let onDelete: () -> Void
          var body: some View {
            Form { Text(note.title) }
              .toolbar { Button("Delete") { context.delete(note); onDelete() } }
          }
        }
        ---
        struct NoteScreen: View {
          @Environment(\\.modelContext) private var context
          let note: Note
          var body: some View {
            Form { if note.isDeleted { Text("gone") } else { Text(note.title) } }
              .toolbar { Button("Delete") { context.delete(note) } }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.structDecl]

  /// What a row of a list has none of.
  private static let ofScreens: Set = [
    "Form", "List", "ScrollView", "navigationBarTitle", "navigationTitle", "toolbar",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let view = node.as(StructDeclSyntax.self),
      view.inheritanceClause?.mentions(["View"]) ?? false, view.memberBlock.isReadable,
      view.memberBlock.mentions(Self.ofScreens), !view.memberBlock.mentions(["isDeleted"])
    else { return }
    for (name, entity) in view.shownObjects(TypeReader(file: file)) {
      for deletion in view.deletions(of: name) where view.staysOpen(after: deletion) {
        report(
          "'\(name)' is deleted here, and this screen stays open and shows it: what it reads of '\(name)' then may "
            + "crash the app", at: file.location(deletion.nameNode), entity: entity,
          certainty: .inferred("the view that opens this one may close it"))
      }
    }
  }
}

extension StructDeclSyntax {
  /// The objects that the view is given, which it shows as long as it is open.
  fileprivate func shownObjects(_ types: TypeReader) -> [(name: String, entity: String)] {
    memberBlock.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        variable.attributes.isEmpty || variable.attribute("Bindable") != nil,
        let binding = variable.bindings.onlyElement, binding.isStored, !binding.isOptional,
        binding.initializer == nil, let name = binding.name,
        let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), !type.isList,
        types.isModel(type), memberBlock.reads(name)
      else { return nil }
      return (name, type.name)
    }
  }

  /// Where a context deletes the object of a property.
  fileprivate func deletions(of property: String) -> [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    memberBlock.forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "delete",
        call.isOnContext, let object = call.arguments.onlyElement?.expression
      else { return true }
      let name =
        object.as(DeclReferenceExprSyntax.self)
        ?? object.as(MemberAccessExprSyntax.self).flatMap {
          $0.base?.isSelfName ?? false ? $0.declName : nil
        }
      guard let name, name.baseName.text == property else { return true }
      if object.is(MemberAccessExprSyntax.self) || name.nameOrigin.isMemberOrNothing {
        found.append(call)
      }
      return true
    }
    return found
  }

  /// Whether an action that leads to a deletion does nothing that could close the view.
  fileprivate func staysOpen(after deletion: FunctionCallExprSyntax) -> Bool {
    let actions = actions(around: Syntax(deletion), 3)
    return !actions.isEmpty
      && actions.contains { parts in
        let own = Set(parts.compactMap { $0.parent?.as(FunctionDeclSyntax.self)?.name.text })
        return parts.allSatisfy { $0.onlyDeletes(own) }
      }
  }

  /// The pieces of code that each action runs which leads to a place: the closure of a button, and the bodies of the
  /// view's functions between it and the place.
  private func actions(around place: Syntax, _ steps: Int) -> [[Syntax]] {
    guard steps > 0 else { return [] }
    var node = place
    for _ in 0..<128 {
      guard let next = node.parent else { return [] }
      if let closure = next.as(ClosureExprSyntax.self), let user = closure.userCall,
        !Self.transparent.contains(user.name)
      {
        return user.name == "Button" ? [[Syntax(closure.statements)]] : []
      }
      if let function = next.as(FunctionDeclSyntax.self), let body = function.body {
        let own = Syntax(body)
        return uses(of: function.name.text).flatMap { use in
          let isCalled =
            use.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(use).id
          return isCalled
            ? actions(around: Syntax(use), steps - 1).map { $0 + [own] } : [[own]]
        }
      }
      if next.is(MemberBlockSyntax.self) { return [] }
      node = next
    }
    return []
  }

  /// What runs its closure as a part of the action around it.
  private static let transparent: Set = [
    "MainActor", "Task", "async", "asyncAfter", "run", "withAnimation",
  ]

  private func uses(of function: String) -> [DeclReferenceExprSyntax] {
    var found: [DeclReferenceExprSyntax] = []
    memberBlock.forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == function,
        name.parent?.as(MemberAccessExprSyntax.self)?.declName.id != name.id
      {
        found.append(name)
      }
      return true
    }
    return found
  }
}

extension MemberBlockSyntax {
  /// Whether what the view shows is read of an object.
  fileprivate func reads(_ object: String) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self), let base = access.base?.unwrapped
      else { return false }
      let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text
      return name == object || name == "$\(object)"
    }
  }
}

extension Syntax {
  private static let harmless: Set = [
    "Log", "Logger", "String", "Task", "async", "asyncAfter", "debug", "debugPrint", "delete",
    "error", "fault", "impactOccurred", "info", "log", "notice", "notificationOccurred", "print",
    "processPendingChanges", "reloadAllTimelines", "reloadTimelines", "rollback", "run", "save",
    "warning", "withAnimation",
  ]

  /// Whether the code does nothing but delete, save and report; closing a view is a call of something else, or sets
  /// what the view is shown by.
  ///
  /// - Parameter own: the functions of the view whose code is looked at as well.
  fileprivate func onlyDeletes(_ own: Set<String>) -> Bool {
    !hasDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) {
        return !Self.harmless.contains(call.name) && !own.contains(call.name)
          && !call.name.hasSuffix("FeedbackGenerator")
      }
      guard let terms = node.as(ExprListSyntax.self).map(Array.init), terms.count > 2,
        terms[1].is(AssignmentExprSyntax.self)
      else { return false }
      let target = (terms[0].lastName ?? "").lowercased()
      return !terms[0].is(DiscardAssignmentExprSyntax.self)
        && !["alert", "error", "failure", "message"].contains(where: target.contains)
    }
  }
}
