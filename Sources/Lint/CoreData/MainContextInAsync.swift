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
  func mainContextUse(_ file: LintFile) -> ExprSyntax? { statements.mainContextUse(file) }
}

extension CodeBlockItemListSyntax {
  /// The first context of the main thread that is used here, where nothing leads back there.
  func mainContextUse(_ file: LintFile) -> ExprSyntax? {
    var found: ExprSyntax?
    forEachDescendant { node in
      guard found == nil, !node.leavesThread else { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      if let context = call.queueBoundContext(file), file.queue(of: context) == .main {
        found = context
      } else if let context = call.mainContextForWork(file) {
        found = context
      }
      return found == nil
    }
    return found
  }
}

extension Syntax {
  /// Whether what stands below runs elsewhere: on the main thread again, when a function is called, or in a
  /// closure, which may run on any queue, but for those that lists are given.
  var leavesThread: Bool {
    returnsToMain || self.is(FunctionDeclSyntax.self)
      || self.as(ClosureExprSyntax.self)?.userCall.map {
        !ClosureExprSyntax.listMethods.contains($0.name)
      } ?? false
  }
}

extension FunctionCallExprSyntax {
  /// The main thread's context that a function is given which works with it at once:
  /// `try Note.all(in: container.viewContext)`.
  fileprivate func mainContextForWork(_ file: LintFile) -> ExprSyntax? {
    // What is waited for may go to the main actor by itself.
    guard !(parent?.is(AwaitExprSyntax.self) ?? false),
      let argument = arguments.first(where: { argument in
        argument.expression.isContextValue && file.queue(of: argument.expression) == .main
      }), let function = tracedFunction(as: nil), let body = function.body, body.isHandwritten,
      function.attribute("MainActor") == nil,
      function.enclosingType?.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor")
        == nil,
      let name = function.parameter(for: argument, of: arguments)
    else { return nil }
    let isUsed = body.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.isOnContext,
        let receiver = call.receiver?.unwrapped.as(DeclReferenceExprSyntax.self)
      else { return false }
      return receiver.baseName.text == name && call.queueBoundContext(file) != nil
        && call.performCall == nil
    }
    return isUsed ? argument.expression : nil
  }
}
