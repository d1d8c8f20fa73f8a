internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds contexts and objects that are used on another thread than their own.
struct ContextAcrossTasks: SourceRule {
  static let info = RuleInfo(
    id: "context-across-tasks", group: .dataAccess, severity: .warning,
    summary: "a context or a model object is used by code that runs on another thread",
    why:
      "neither may be touched by two threads: objects lose changes, saves fail, and the app stops "
      + "now and then with errors that name something else",
    fix:
      "make a context of its own there with 'ModelContext(container)' or a @ModelActor, and hand "
      + "over 'persistentModelID' instead of the object",
    limits:
      "only work that certainly leaves its thread: 'Task.detached', queues other than the main "
      + "one, task groups, and tasks of types that are bound to no actor; what is made inside is "
      + "left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct ImportButton: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            Button("Import") {
              Task.detached { ↓modelContext.insert(Note()) }
            }
          }
        }
        ---
        func rename(_ note: Note) {
          DispatchQueue.global().async { ↓note.title = "new" }
        }
        ---
        func export(_ notes: [Note], container: ModelContainer) async {
          let context = ModelContext(container)
          await withTaskGroup(of: Void.self) { group in
            for note in notes {
              group.addTask { print(↓note.title, try? ↓context.fetchCount(FetchDescriptor<Note>()) as Any) }
            }
          }
        }
        ---
        actor Exporter {
          let container: ModelContainer
          init(container: ModelContainer) { self.container = container }
          func titles() async throws -> [String] {
            try await container.↓mainContext.fetch(FetchDescriptor<Note>()).map(\\.title)
          }
        }
        """,
      clean: """
        struct ImportButton: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            Button("Import") {
              Task { modelContext.insert(Note()) }
              let container = modelContext.container
              Task.detached {
                let context = ModelContext(container)
                context.insert(Note())
                try context.save()
              }
            }
          }
        }
        ---
        func rename(_ note: Note, in container: ModelContainer) {
          let id = note.persistentModelID
          DispatchQueue.global().async {
            let modelContext = ModelContext(container)
            (modelContext.model(for: id) as? Note)?.title = "new"
            try? modelContext.save()
          }
        }
        ---
        func count(_ modelContext: ModelContext) {
          Task.detached { _ = ModelContext(modelContext.container) }
        }
        ---
        func rename(_ note: Note) {
          DispatchQueue.main.async { note.title = "new" }
          Task.detached { await MainActor.run { note.title = "newer" } }
          Task.detached { @MainActor in note.title = "newest" }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr, .memberAccessExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let access = node.as(MemberAccessExprSyntax.self) {
      guard access.declName.baseName.text == "mainContext", access.base != nil,
        let actor = access.ownActor
      else { return }
      report(
        "the main actor's context is used by the actor '\(actor)'",
        at: file.location(access.declName))
      return
    }
    guard file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      let closure = call.trailingClosure
        ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
      let place = call.otherThread, !closure.isOnMainActor, closure.isHandwritten,
      MigrationClosures.around(call) == nil
    else { return }
    let types = TypeReader(file: file)
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      if node.returnsToMain { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        !said.contains(name.baseName.text), name.comesFromOutside(of: closure)
      else { return true }
      let what: String
      if name.isContext(types) {
        // The container may go anywhere.
        let member = name.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        guard member != "container" else { return true }
        what = "the context '\(name.baseName.text)'"
      } else if let model = types.model(of: ExprSyntax(name)), !name.isSelf {
        // Only its members are touched here; handing it on is said where that happens.
        guard name.parent?.is(MemberAccessExprSyntax.self) ?? false else { return true }
        what = "'\(name.baseName.text)', a '\(model)' object,"
      } else {
        return true
      }
      said.insert(name.baseName.text)
      report("\(what) is used \(place), away from its own thread", at: file.location(name))
      return true
    }
  }
}

extension MemberAccessExprSyntax {
  /// The actor whose code this is, as far as nothing takes it to the main one.
  fileprivate var ownActor: String? {
    guard let actor = enclosing(ActorDeclSyntax.self), enclosing(ClosureExprSyntax.self) == nil,
      actor.attribute("MainActor") == nil,
      enclosing(FunctionDeclSyntax.self)?.attribute("MainActor") == nil
    else { return nil }
    return actor.name.text
  }
}

extension FunctionCallExprSyntax {
  /// Where the closure of the call runs, when that is certainly another thread.
  fileprivate var otherThread: String? {
    let text = calledExpression.dottedName
    if text == "Task.detached" { return "in a detached task" }
    if text == "Thread.detachNewThread" { return "on a thread of its own" }
    guard let receiver else {
      guard text == "Task", isOffMainActor else { return nil }
      return "in a task that runs on any thread"
    }
    switch name {
    case "async", "asyncAfter", "sync":
      guard let queue = receiver.queueName, name != "sync" else { return nil }
      return "on \(queue)"
    case "addTask", "addTaskUnlessCancelled": return "in a task group"
    case "concurrentPerform": return "on several threads"
    case "addOperation": return "in an operation"
    default: return nil
    }
  }

  /// A plain `Task` runs where the code around it does, which for a struct or class that is bound to
  /// no actor is anywhere. A view is bound to the main actor.
  private var isOffMainActor: Bool {
    guard !(trailingClosure?.isOnMainActor ?? true), let type = enclosingType,
      let group = type.asProtocol((any DeclGroupSyntax).self),
      type.is(ActorDeclSyntax.self) || hasEnvironmentContext(group)
    else { return false }
    if type.is(ActorDeclSyntax.self) { return false }
    if let function = enclosing(FunctionDeclSyntax.self), function.attribute("MainActor") != nil {
      return false
    }
    return group.inheritanceClause == nil
      && type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") == nil
      && !group.memberBlock.members.contains { member in
        member.decl.as(VariableDeclSyntax.self)?.bindings.first?.name == "body"
      }
  }

  private func hasEnvironmentContext(_ group: some DeclGroupSyntax) -> Bool {
    group.memberBlock.members.contains { member in
      member.decl.as(VariableDeclSyntax.self)?.attribute("Environment")?.argumentList?
        .mentions(["modelContext"]) ?? false
    }
  }
}

extension ExprSyntax {
  /// What a queue is called; nil for the main one and for what may be one.
  fileprivate var queueName: String? {
    if let call = self.call, call.calledExpression.dottedName == "DispatchQueue.global" {
      return "a global queue"
    }
    if let call = self.call, call.name == "DispatchQueue" { return "a queue of its own" }
    guard let name = lastName, name.lowercased().hasSuffix("queue"), !mentions(["main"]),
      !name.lowercased().contains("main")
    else { return nil }
    return "'\(name)'"
  }
}

extension ClosureExprSyntax {
  fileprivate var isOnMainActor: Bool {
    signature?.attributes.contains { element in
      if case .attribute(let attribute) = element {
        attribute.simpleName == "MainActor"
      } else {
        false
      }
    } ?? false
  }
}

extension Syntax {
  /// `MainActor.run { }`, `DispatchQueue.main.async { }`, `Task { @MainActor in }`.
  fileprivate var returnsToMain: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    if let closure = call.trailingClosure, closure.isOnMainActor { return true }
    return ["MainActor.run", "DispatchQueue.main.async", "DispatchQueue.main.sync"]
      .contains(call.calledExpression.dottedName ?? "")
  }
}

extension DeclReferenceExprSyntax {
  fileprivate var isSelf: Bool { baseName.text == "self" }

  fileprivate func isContext(_ types: TypeReader) -> Bool {
    if let type = types.type(of: ExprSyntax(self)) { return type.name == "ModelContext" }
    guard case .property(let binding, _)? = nameOrigin,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    else { return false }
    return variable.attribute("Environment")?.argumentList?.mentions(["modelContext"]) ?? false
  }

  /// Whether the name gets its meaning outside of a closure.
  fileprivate func comesFromOutside(of closure: ClosureExprSyntax) -> Bool {
    switch nameOrigin {
    case .local(let type, let value):
      guard let place = type.map({ Syntax($0) }) ?? value.map({ Syntax($0) }) else { return false }
      return !closure.contains(place)
    case .element(let list), .content(let list): return !closure.contains(Syntax(list))
    case .parameter(_, let function): return !closure.contains(function)
    case .property: return true
    case .unknown, nil: return false
    }
  }
}

extension ClosureExprSyntax {
  fileprivate func contains(_ node: Syntax) -> Bool {
    (position..<endPosition).contains(node.position)
  }
}
