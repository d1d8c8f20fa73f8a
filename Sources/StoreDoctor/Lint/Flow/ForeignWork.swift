internal import SwiftSyntax

/// Where a closure runs, and what is at home there.
struct ForeignWork {
  /// In words, for messages.
  var place: String
  /// The context whose queue it is; nil for a thread of no context.
  var context: ExprSyntax?
  /// Whether the context was made for the closure alone.
  var leavesWithResults = false
}

extension FunctionCallExprSyntax {
  /// What certainly runs on another queue than the code around it.
  var foreignWork: ForeignWork? {
    if let place = otherThread { return ForeignWork(place: place) }
    guard isPerform else { return nil }
    if name == "performBackgroundTask" {
      return ForeignWork(place: "in a background task", leavesWithResults: true)
    }
    guard let receiver, receiver.contextQueue == .own else { return nil }
    return ForeignWork(
      place: "on the queue of '\(receiver.lastName ?? "another context")'", context: receiver)
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
