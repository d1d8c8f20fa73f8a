internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Contexts and objects of Core Data on another queue than their own.
extension ContextAcrossTasks {
  private static let help =
    "look the object up there by its 'objectID', inside 'perform' of the context that is used; hand "
    + "over plain values to the main thread"

  /// What the closure of a call uses of other contexts.
  func checkManaged(_ call: FunctionCallExprSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, let closure = call.lastClosure, closure.isHandwritten else { return }
    if Syntax(call).returnsToMain { return checkManagedReturn(call, closure, file, report) }
    guard !closure.isOnMainActor, let work = call.foreignWork(in: file) else { return }
    let types = TypeReader(file: file)
    // What a task hands on may go back to the main thread: what it reads is another matter.
    let isTask = work.place.hasPrefix("in the task of ")
    var said: Set<String> = []
    var found: [(name: DeclReferenceExprSyntax, type: WrittenType, isGuess: Bool)] = []
    closure.statements.forEachDescendant { node in
      if node.returnsToMain { return false }
      if let inner = node.as(FunctionCallExprSyntax.self) {
        // What is around is looked at by itself.
        if inner.isPerform || inner.otherThread != nil { return false }
        if let context = inner.queueBoundContext(file), context.isForeign(to: work, closure, file),
          said.insert(file.text(context)).inserted
        {
          report(
            "the context '\(file.text(context))' is used \(work.place), not on its own queue",
            at: file.location(context),
            help: "work in a context of its own there, or inside 'perform' of this one")
          return true
        }
      }
      if work.context == nil, let (controller, objects) = node.controlled(types),
        objects.touchesManaged(.init(name: "", isList: true)), said.insert(controller).inserted
      {
        report(
          "objects of '\(controller)' are used \(work.place), away from their own context",
          at: file.location(objects.memberName), help: Self.help)
        return true
      }
      guard let (name, value) = node.outerName(of: closure), !said.contains(name.baseName.text),
        let type = types.managed(value), value.touchesManaged(type),
        !isTask
          || !type.isList
            && Syntax(value).unwrapping.parent?.is(MemberAccessExprSyntax.self) ?? false,
        !name.isHandedToActor(file),
        !name.isFetched(by: work.context), !closure.fills(name)
      else { return true }
      said.insert(name.baseName.text)
      found.append((name, type, work.isGuess || name.isOfProperty && work.context != nil))
      return true
    }
    if let first = found.first {
      // One place to mend, however many objects are used there.
      let others = found.dropFirst().map { "'\($0.name.baseName.text)'" }.joined(separator: ", ")
      report(
        "\(first.name.described(first.type)) is used \(work.place), away from its own context"
          + (others.isEmpty ? "" : "; so is \(others)"),
        at: file.location(first.name),
        help: types.isModel(first.type.name)
          ? "make plain values of the objects before, and hand over these; what changes objects there, takes "
            + "their 'persistentModelID' and a context of its own"
          : Self.help,
        certainty: found.allSatisfy(\.isGuess)
          ? .inferred("the object may belong to that context") : .certain)
    }
    if work.leavesWithResults { checkResult(call, closure, types, report) }
  }

  /// Objects of a background context in a closure that runs on the main thread.
  private func checkManagedReturn(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ file: LintFile,
    _ report: RuleReport
  ) {
    guard let scope = call.backgroundScope else {
      return checkLentWorker(call, closure, file, report)
    }
    let types = TypeReader(file: file)
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      if node.as(FunctionCallExprSyntax.self)?.isPerform ?? false { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue, !name.isSelf,
        name.comesFromOutside(of: Syntax(closure)), let origin = name.originInCode,
        scope.contains(origin), !said.contains(name.baseName.text),
        let type = types.managed(ExprSyntax(name)),
        ExprSyntax(name).touchesManaged(type) || name.isPutInProperty,
        !origin.isOfMainContext(file)
      else { return true }
      said.insert(name.baseName.text)
      report(
        "\(name.described(type)) is used on the main thread, away from its own context",
        at: file.location(name), help: Self.help)
      return true
    }
  }

  /// Objects that outlive the context which `performBackgroundTask` made: they are returned, kept in a
  /// property, or given to whoever waits.
  private func checkResult(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ types: TypeReader,
    _ report: RuleReport
  ) {
    let file = types.file
    if call.isKeptOnQueue { return }
    closure.statements.forEachDescendant { node in
      if let inner = node.as(ClosureExprSyntax.self), let user = inner.userCall {
        // Only what belongs to the same piece of work.
        return !(user.isPerform || user.otherThread != nil || Syntax(user).returnsToMain)
          && !ClosureExprSyntax.listMethods.contains(user.name)
      }
      if let result = node.as(ReturnStmtSyntax.self)?.expression
        ?? (closure.statements.count == 1
          ? closure.statements.first?.item.as(ExprSyntax.self) : nil),
        node.is(ReturnStmtSyntax.self) || node.id == closure.statements.first?.id,
        // `{ … return note }()` gives its value to the code around it.
        result.enclosing(ClosureExprSyntax.self)?.id == closure.id,
        call.awaiting != nil, let type = types.managed(result)
      {
        say(type, "is returned from a background task", result)
      } else if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let property = terms.first?.keptProperty,
        let value = terms.dropFirst(2).first, let type = types.managed(value),
        // What another function gives may be of any context.
        value.call == nil || call.receiver?.lastName.map({ value.mentions([$0]) }) ?? true
          || call.name == "performBackgroundTask"
      {
        say(type, "is kept in '\(property)' by a background task", value)
      } else if let inner = node.as(FunctionCallExprSyntax.self), inner.name == "resume",
        let value = inner.argument("returning"), let type = types.managed(value)
      {
        say(type, "is returned from a background task", value)
      } else if let inner = node.as(FunctionCallExprSyntax.self), inner.isOfClosureParameter,
        // Who gets the context as well works on its queue, before the block ends.
        !inner.arguments.contains(where: {
          $0.expression.trimmedDescription == closure.parameterNames.first ?? "$0"
        }),
        // What the block has made and not saved, only the one who takes it can save, while it is called.
        !closure.leavesSaving(makesObjectsOf: types)
      {
        for argument in inner.arguments {
          let value = argument.expression.successValue
          guard let type = types.managed(value) else { continue }
          say(
            type, "is given to '\(inner.name)' by a background task", value,
            .inferred("what takes it may read all it needs at once"))
        }
      }
      return true
    }
    func say(
      _ type: WrittenType, _ what: String, _ value: ExprSyntax, _ certainty: Certainty = .certain
    ) {
      report(
        "a \(type.isList ? "list of " : "")'\(type.name)' object\(type.isList ? "s" : "") \(what), "
          + "whose context is gone then", at: file.location(value), help: Self.help,
        certainty: certainty)
    }
  }

  /// The context of the main thread in an actor, which never runs there.
  func checkViewContext(
    _ access: MemberAccessExprSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    guard !file.isTest, access.base != nil, let actor = access.ownActor,
      let use = access.firstBoundUse(file)
    else { return }
    report(
      "the main thread's context is used by the actor '\(actor)'", at: file.location(use),
      help: "let the actor make a context with 'newBackgroundContext()' and work inside its "
        + "'perform'")
  }
}

extension ClosureExprSyntax {
  /// Whether a variable from outside gets an object of the closure's own before it is used there.
  fileprivate func fills(_ name: DeclReferenceExprSyntax) -> Bool {
    statements.hasDescendant { node in
      guard node.position < name.position, let terms = node.as(ExprListSyntax.self),
        terms.count > 2,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      let target = terms.first?.as(DeclReferenceExprSyntax.self)
      return target?.baseName.text == name.baseName.text
    }
  }

  /// Whether it makes objects in its context and saves nothing itself.
  fileprivate func leavesSaving(makesObjectsOf types: TypeReader) -> Bool {
    let context = parameterNames.first ?? "$0"
    return !statements.hasDescendant { $0.as(FunctionCallExprSyntax.self)?.name == "save" }
      && statements.hasDescendant { node in
        guard let call = node.as(FunctionCallExprSyntax.self), types.isManaged(call.name) else {
          return false
        }
        return call.arguments.contains { $0.expression.trimmedDescription == context }
      }
  }
}

extension FunctionCallExprSyntax {
  /// Whether nothing is done with its result: alone, or behind `return` and `try`.
  private var isWholeStatement: Bool {
    var node = Syntax(self).unwrapping.parent
    while let next = node, next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self) {
      node = next.parent
    }
    return node?.is(CodeBlockItemSyntax.self) ?? false || node?.is(ReturnStmtSyntax.self) ?? false
  }

  private static let reports = [
    "callback", "closure", "complet", "done", "finish", "handler", "reply", "result", "success",
    "then",
  ]

  /// `completion(…)` of a function's own parameter. What is asked for an answer, or is no report by its name, works
  /// with the object on the spot: `if let plugs = plugs(printer)`.
  fileprivate var isOfClosureParameter: Bool {
    guard isWholeStatement,
      let name = calledExpression.lastName?.lowercased(),
      Self.reports.contains(where: name.contains) || name.hasPrefix("on") || name == "block"
    else { return false }
    guard let callee = calledExpression.unwrapped.as(DeclReferenceExprSyntax.self),
      case .parameter(let type, _)? = callee.nameOrigin
    else { return false }
    return type.is(FunctionTypeSyntax.self) || type.hasDescendant { $0.is(FunctionTypeSyntax.self) }
      || callee.baseName.text.lowercased().contains("completion")
  }
}

extension ExprSyntax {
  /// Whether a context that a closure uses is certainly not the one whose queue it runs on.
  fileprivate func isForeign(
    to work: ForeignWork, _ closure: ClosureExprSyntax, _ file: LintFile
  ) -> Bool {
    let queue = file.queue(of: self)
    // The context of a task is at home in the closure that is given it, and nowhere else.
    if let task = unwrapped.as(DeclReferenceExprSyntax.self)?.givingTask {
      return task.id != closure.id && task.contains(Syntax(closure))
    }
    if let name = unwrapped.as(DeclReferenceExprSyntax.self),
      !name.comesFromOutside(of: Syntax(closure))
    {
      return queue == .main && name.localStart.map { closure.contains($0) } ?? false
    }
    // What is used outside of its 'perform' is said as that.
    if queue == .own { return false }
    if queue == .main { return true }
    if let own = work.context?.lastName, let name = lastName, closure.isParent(name, of: own) {
      return true
    }
    return work.context == nil && !work.leavesWithResults && isContextOfCoreData
  }

  /// `owners` of `.success(owners)`.
  fileprivate var successValue: ExprSyntax {
    guard let call, call.name == "success", call.arguments.count == 1,
      let value = call.arguments.first?.expression
    else { return self }
    return value
  }

  /// `notes` of `self.notes = …` and of `notes = …` where that is a property.
  var keptProperty: String? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.base?.unwrapped.isSelfName ?? false ? access.declName.baseName.text : nil
    }
    guard let name = self.as(DeclReferenceExprSyntax.self), case .property? = name.nameOrigin else {
      return nil
    }
    return name.baseName.text
  }
}

extension Syntax {
  /// Whether the value comes from the main thread's own context, wherever it was asked:
  /// `Note(context: container.viewContext)`.
  func isOfMainContext(_ file: LintFile) -> Bool {
    func isAskedOfMain(_ node: Syntax) -> Bool {
      guard let context = node.as(FunctionCallExprSyntax.self)?.queueBoundContext(file) else {
        return false
      }
      return file.queue(of: context) == .main || context.lastName == "viewContext"
    }
    return isAskedOfMain(self) || hasDescendant(where: isAskedOfMain)
  }
}
