internal import SwiftSyntax

extension FlowReader {
  /// Functions of Apple's that wait for nothing but a store or what stands in their closures.
  private static let quick: Set = [
    "fetch", "fetchCount", "fetchIdentifiers", "save", "yield", "run", "next", "waitForAll",
    "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup",
    "withThrowingDiscardingTaskGroup", "perform", "checkCancellation",
  ]

  /// What code waits for each time it runs. Which functions ask stores alone, only all files tell.
  func waits(in body: some SyntaxProtocol) -> ObjectFlows.Waits {
    var found = ObjectFlows.Waits()
    body.forEachDescendant { node in
      // Nobody waits for these.
      if let call = node.as(FunctionCallExprSyntax.self), ["Task", "detached"].contains(call.name),
        !call.isWaitedTask
      {
        return false
      }
      // `group.enter()`: what is begun here ends elsewhere, as a request to a server.
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "enter",
        call.arguments.isEmpty, call.receiver?.lastName?.lowercased().hasSuffix("group") ?? false
      {
        found.isLong = true
      }
      if let call = node.as(FunctionCallExprSyntax.self), call.beginsRequest || call.worksOnFile {
        found.isLong = true
      }
      if let loop = node.as(ForStmtSyntax.self), loop.awaitKeyword != nil,
        !(loop.sequence.lastName?.lowercased().hasSuffix("group") ?? false)
      {
        found.isLong = true
      }
      guard !found.isLong, let wait = node.as(AwaitExprSyntax.self) else { return !found.isLong }
      if wait.isHop { return true }
      guard let call = wait.expression.call else {
        found.isLong = true
        return false
      }
      if Self.quick.contains(call.name) && !call.isOwnQuickOne
        || call.name.first?.isUppercase ?? false
      {
        return true
      }
      guard let meant = callee(of: call) else {
        found.isLong = true
        return false
      }
      found.calls.append(meant)
      return true
    }
    return found
  }
}

extension FunctionCallExprSyntax {
  private static let labelled: Set = ["batchSize", "offset"]

  /// `fetch(.get, path: "notes")`: what a context is asked has no such labels, so this is a function of the app.
  fileprivate var isOwnQuickOne: Bool {
    ["fetch", "fetchCount", "save"].contains(name)
      && arguments.contains { $0.label.map { !Self.labelled.contains($0.text) } ?? false }
  }
}
