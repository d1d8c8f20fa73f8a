internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds contexts and objects that are used on another thread than their own.
struct ContextAcrossTasks: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "context-across-tasks", group: .dataAccess, severity: .warning,
    summary: "a context or a model object is used by code that runs on another thread",
    why:
      "neither may be touched by two threads: objects lose changes, saves fail, and the app crashes "
      + "now and then with unrelated errors",
    fix:
      "make a context of its own there with 'ModelContext(container)' or a @ModelActor, and hand "
      + "over 'persistentModelID' instead of the object",
    limits:
      "only work that certainly leaves its thread: 'Task.detached', queues other than the main "
      + "one, task groups, tasks of types that are bound to no actor, and async functions of such types "
      + "where something gives them the main context, unless the project binds its code to the main actor "
      + "or to its callers by itself; what is made inside is "
      + "left alone, and so is what a closure is given where all callers make plain values of it at once",
    examples: AccessText.acrossTasks + AccessText.acrossTaskHelpers + ownTasks + given + isolated
      + hops + lentWorkers + sharedOwn
      + CoreDataText.threads + CoreDataText.importers + CoreDataText.castReceivers
      + CoreDataText.threadsElsewhere + CoreDataText.twoContexts + CoreDataText.defaultContexts
      + CoreDataText.handed + CoreDataText.askedElsewhere + CoreDataText.answers
      + leaving + CoreDataText.tasksOfNoActor + CoreDataText.records
      + CoreDataText.contextsOfObjects + CoreDataText.sessions + CoreDataText.indirect)

  static let nodes: [SyntaxKind] = [
    .functionCallExpr, .memberAccessExpr, .functionDecl, .sequenceExpr,
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let call = node.as(FunctionCallExprSyntax.self) {
      checkManaged(call, file, report)
      checkForeign(call, file, report)
      checkRecords(call, file, report)
      checkHops(call, file, report)
    }
    if let sequence = node.as(SequenceExprSyntax.self) {
      checkFallback(sequence, file, report)
      return checkLink(sequence, file, report)
    }
    if let access = node.as(MemberAccessExprSyntax.self) {
      if access.declName.baseName.text == "viewContext" {
        return checkViewContext(access, file, report)
      }
      guard access.declName.baseName.text == "mainContext", access.base != nil,
        let actor = access.ownActor
      else { return }
      report(
        "the main actor's context is used by the actor '\(actor)'",
        at: file.location(access.declName))
      return
    }
    if let function = node.as(FunctionDeclSyntax.self) {
      checkAsync(function, file, report)
      checkIsolation(function, file, report)
      checkShared(function, file, report)
      checkLeaving(function, file, report)
      checkHops(function, file, report)
      guard function.attribute("concurrent") != nil, let body = function.body, body.isHandwritten
      else { return }
      checkUses(Syntax(body), of: node, "in a function that is '@concurrent'", file, report)
      return
    }
    guard file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      let closure = call.handedClosure, closure.isHandwritten, MigrationClosures.around(call) == nil
    else { return }
    if Syntax(call).returnsToMain {
      checkTaken(call, closure, file, report)
      return checkReturn(call, closure, file, report)
    }
    checkOwnTask(call, closure, file, report)
    guard let place = call.otherThread, !closure.isOnMainActor else { return }
    checkUses(Syntax(closure.statements), of: Syntax(closure), place, file, report)
    checkHelpers(of: closure, place, file, report)
    checkResult(call, closure, file, report)
  }

  func check(_ lint: LintContext, report: RuleReport) {
    checkCalls(lint, report)
    checkHanded(lint, report)
    checkGivenContexts(lint, report)
  }

  /// What code on another thread uses of what it was given.
  private func checkUses(
    _ body: Syntax, of code: Syntax, _ place: String, _ file: LintFile, _ report: RuleReport
  ) {
    let types = TypeReader(file: file)
    var said: Set<String> = []
    body.forEachDescendant { node in
      if node.returnsToMain { return false }
      if let access = node.as(MemberAccessExprSyntax.self), access.base?.lastName == "self",
        let what = access.ownState(types, isCertain: !place.isOwnQueue),
        said.insert(access.declName.baseName.text).inserted
      {
        report(
          "\(what) is used \(place), away from its own thread", at: file.location(access.declName))
      }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        !said.contains(name.baseName.text), name.comesFromOutside(of: code)
      else { return true }
      let what: String
      if name.isContext(types) {
        // The container may go anywhere.
        let member = name.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        guard member != "container", !name.isHandedToOwnActor(file) else { return true }
        what = "the context '\(name.baseName.text)'"
      } else if let model = types.type(of: ExprSyntax(name)), types.isModel(model.name),
        !name.isSelf
      {
        // What is handed to another actor is said where that happens.
        guard name.touches(model), !name.isHandedToActor(file) else { return true }
        what = name.described(model)
      } else {
        return true
      }
      said.insert(name.baseName.text)
      report("\(what) is used \(place), away from its own thread", at: file.location(name))
      return true
    }
  }
}
