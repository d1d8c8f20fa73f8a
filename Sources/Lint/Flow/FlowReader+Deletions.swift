internal import SwiftSyntax

extension FlowReader {
  /// Objects that a block deletes, saves, and then hands to somebody.
  mutating func noteDeletions(_ items: CodeBlockItemListSyntax) {
    guard !file.isTest, items.isHandwritten else { return }
    for (name, item) in items.afterDeletions {
      var found: (ObjectFlows.Pass, String)?
      item.forEachDescendant { node in
        guard found == nil, let use = node.as(DeclReferenceExprSyntax.self),
          use.baseName.text == name, let model = types.object(of: ExprSyntax(use)),
          let pass = pass(Syntax(use))
        else { return found == nil }
        found = (pass, model)
        return false
      }
      if let (pass, model) = found {
        flows.deletions.append(
          .init(name: name, entity: model, pass: pass, isInTask: item.isPlainTask))
      }
    }
  }
}

extension FlowReader {
  /// Calls that may save, with what is said or done after them as if they had.
  mutating func noteTrust(_ items: CodeBlockItemListSyntax) {
    guard !file.isTest, items.isHandwritten else { return }
    let saves = items.trustedSaves { item in
      guard case .expr(let value) = item.item, let call = value.as(FunctionCallExprSyntax.self),
        call.mayKeepItsError
      else { return nil }
      return call
    }
    for (call, claim) in saves {
      guard let meant = callee(of: call) else { continue }
      flows.trusted.append(
        .init(call: meant, claim: file.location(claim), text: file.claimText(claim)))
    }
    for (call, claim) in items.trustedSaves(\.swallowedCall) {
      guard let meant = callee(of: call) else { continue }
      flows.trusted.append(
        .init(
          call: meant, claim: file.location(claim), text: file.claimText(claim), isCaught: true))
    }
  }
}

extension CodeBlockItemSyntax {
  /// The call of another function that may save, whose error is thrown away here, or only printed.
  fileprivate var swallowedCall: FunctionCallExprSyntax? {
    quietAttempts.lazy.compactMap { attempt in
      guard let call = attempt.expression.call, call.mayKeepItsError,
        !(call.isContextMethod && call.isOnContext)
      else { return nil }
      return call
    }.first
  }
}

extension FunctionCallExprSyntax {
  private static let changes = [
    "add", "clear", "complete", "create", "delete", "finish", "import", "insert", "log", "mark",
    "move", "record", "remove", "rename", "set", "submit", "toggle", "update",
  ]

  /// Whether the name is one of functions that save.
  fileprivate var mayKeepItsError: Bool {
    let small = name.lowercased()
    return ["save", "persist", "commit", "store", "sync", "write"].contains(where: small.contains)
      || Self.changes.contains(where: small.hasPrefix)
  }
}

extension LintFile {
  /// A short way to name what code does in spite of a failure.
  func claimText(_ claim: Syntax) -> String {
    if claim.is(ReturnStmtSyntax.self) { return "" }
    let text = text(claim)
    return text.count > 50 || text.contains("\n") ? "" : text
  }
}
