internal import SwiftSyntax

/// Where a closure runs, and what is at home there.
struct ForeignWork {
  /// In words, for messages.
  var place: String
  /// The context whose queue it is; nil for a thread of no context.
  var context: ExprSyntax?
  /// Whether the context was made for the closure, or for the function around it, alone.
  var leavesWithResults = false
  /// Whether only the context's name says that its queue is another one.
  var isGuess = false
}

extension FunctionCallExprSyntax {
  /// What certainly runs on another queue than the code around it.
  var foreignWork: ForeignWork? {
    if let place = otherThread { return ForeignWork(place: place) }
    guard isPerform else { return nil }
    if name == "performBackgroundTask" {
      return ForeignWork(place: "in a background task", leavesWithResults: true)
    }
    guard let receiver, let name = receiver.lastName else { return nil }
    let place = "on the queue of '\(name)'"
    guard receiver.contextQueue == .own else {
      let isNamed = ["background", "worker"].contains { name.lowercased().hasPrefix($0) }
      guard isNamed, receiver.contextQueue == nil else { return nil }
      return ForeignWork(place: place, context: receiver, isGuess: true)
    }
    return ForeignWork(
      place: place, context: receiver,
      leavesWithResults: receiver.unwrapped.as(DeclReferenceExprSyntax.self)?.isMadeHere ?? false)
  }

  /// The same, also where another file says what queue the context belongs to.
  func foreignWork(in file: LintFile) -> ForeignWork? {
    let own = foreignWork
    if own == nil, let place = placeOfTask(in: file) { return ForeignWork(place: place) }
    guard own?.isGuess ?? true, isPerform, let receiver, let name = receiver.lastName,
      file.queue(of: receiver) == .own
    else { return own }
    return ForeignWork(
      place: "on the queue of '\(name)'", context: receiver,
      leavesWithResults: receiver.unwrapped.as(DeclReferenceExprSyntax.self)?.isMadeByHelper
        ?? false)
  }

  /// Where the closure of a `Task` runs that a function of no actor starts: never on the main thread, and on
  /// no context's queue.
  private func placeOfTask(in file: LintFile) -> String? {
    guard calledExpression.dottedName == "Task", let closure = lastClosure, !closure.isOnMainActor,
      let function = enclosing(FunctionDeclSyntax.self), function.contains(Syntax(self)),
      enclosing(ClosureExprSyntax.self).map({ !function.contains(Syntax($0)) }) ?? true,
      !file.ask(.usesCoreData).isEmpty, function.isOnNoActor(file)
    else { return nil }
    return "in the task of '\(function.name.text)', which is bound to no actor"
  }

  /// The closure around the call that certainly runs in the background.
  var backgroundScope: Syntax? {
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent else { return nil }
      if let closure = next.as(ClosureExprSyntax.self), let user = closure.userCall {
        if closure.isOnMainActor || Syntax(user).returnsToMain { return nil }
        if user.foreignWork != nil { return next }
      }
      if next.is(FunctionDeclSyntax.self) || next.is(MemberBlockItemSyntax.self) { return nil }
      node = next
    }
    return nil
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the function around the name makes the context, which then goes with it.
  fileprivate var isMadeHere: Bool {
    guard case .local(_, let value?)? = nameOrigin, let body = enclosingBody, body.isHandwritten,
      value.contextQueue == .own, let text = value.call?.name,
      FunctionCallExprSyntax.makers.contains(text) || text == "NSManagedObjectContext"
    else { return false }
    return !isPutAway(in: body)
  }

  /// The same where a function of the app makes it, which says so by its name: `stack.makeWriter()`.
  fileprivate var isMadeByHelper: Bool {
    guard let call = localValue?.call, call.mayMakeContext, let body = enclosingBody,
      body.isHandwritten,
      call.name.camelWords.contains(where: ["create", "make", "new"].contains)
    else { return false }
    return !isPutAway(in: body)
  }

  /// Whether the context is kept in a property, and stays.
  private func isPutAway(in body: Syntax) -> Bool {
    let name = baseName.text
    return body.hasDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      return terms.last?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }
  }
}
