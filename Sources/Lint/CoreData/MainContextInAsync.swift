internal import SwiftSyntax

extension ContextAcrossTasks {
  /// An async function of no actor that uses the main thread's context outside of its `perform`: such a
  /// function never runs on the main thread, whoever waits for it.
  func checkAsync(_ function: FunctionDeclSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, function.signature.effectSpecifiers?.asyncSpecifier != nil,
      let body = function.body, body.isHandwritten, !file.ask(.usesCoreData).isEmpty,
      !function.modifiers.contains(where: { $0.detail?.detail.text == "nonsending" }),
      function.isOnNoActor(file), let use = body.mainContextUse(file)
    else { return }
    let owner = function.ownerName
    report(
      (owner.map { "'\($0)' is bound to no actor: its async function '\(function.name.text)'" }
        ?? "'\(function.name.text)' is bound to no actor, and as an async function")
        + " uses the main thread's context on other threads",
      at: file.location(use),
      help: "work inside 'await \(file.text(use)).perform { … }', or put '@MainActor' before "
        + "'\(owner ?? function.name.text)'")
  }
}

extension CodeBlockSyntax {
  /// The first context of the main thread that is used here, where nothing leads back there.
  fileprivate func mainContextUse(_ file: LintFile) -> ExprSyntax? {
    var found: ExprSyntax?
    statements.forEachDescendant { node in
      guard found == nil, !node.returnsToMain, !node.is(FunctionDeclSyntax.self) else {
        return false
      }
      // What a closure does, it may do on any queue, but for what lists are given.
      if let user = node.as(ClosureExprSyntax.self)?.userCall,
        !ClosureExprSyntax.listMethods.contains(user.name)
      {
        return false
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      if let context = call.queueBoundContext(file), file.queue(of: context) == .main {
        found = context
      }
      return found == nil
    }
    return found
  }
}
