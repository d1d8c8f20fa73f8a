internal import Diagnostics
internal import SwiftSyntax

/// How much is lost where a save fails and nobody learns of it.
extension SwallowedStoreError {
  static let save = "when this save fails, nobody learns of it"
  private static let new = "when this save fails, the new '"

  /// Whether a message speaks of a fetch: another cause than a save that fails.
  static func isOfFetch(_ message: String) -> Bool {
    message.hasPrefix("when this fetch fails") || message.hasPrefix("when the fetch of")
  }

  /// Whether a message says that something new is lost.
  static func losesNew(_ message: String) -> Bool { message.hasPrefix(new) }

  /// Whether a finding says that something new is lost which another one does not speak of.
  static func losesMore(_ finding: Finding, _ other: Finding) -> Bool {
    (losesNew(finding.message) || isPrinted(finding.message)) && finding.message != other.message
  }

  /// Whether a message speaks of a save that prints its error.
  static func isPrinted(_ message: String) -> Bool {
    message.hasPrefix(printed) || message.contains("fails, that is only printed")
  }

  /// What is said of other saves behind one that loses more.
  static let others = "; other saves fail unnoticed, too: "

  /// What is said of a save: with what it was to keep, where the code before it adds an object.
  static func message(of save: FunctionCallExprSyntax, in file: LintFile) -> String {
    guard let added = save.addedBefore(TypeReader(file: file)) else { return Self.save }
    return "\(new)\(added)' is lost, and nobody learns of it"
  }

  /// How much is lost by what code does although a save failed: what it deletes elsewhere is gone for good.
  static func loss(in text: String) -> Int {
    // What a cache holds can be had again.
    if isPrinted(text) { return text.contains(": the new '") ? 2 : text.contains(": ") ? 1 : 0 }
    if losesNew(text) { return text.dropFirst(new.count).lowercased().contains("cache") ? 1 : 2 }
    if [
      "removeItem", "removeObject", "removeAll", "removeFirst", "dequeue", "finish", "= []",
      "= nil",
    ]
    .contains(
      where: text.contains)
    {
      return 3
    }
    return text.contains("dismiss") || text.isEmpty || text == save ? 1 : 2
  }
}

extension FunctionCallExprSyntax {
  /// The class of an object that the same code adds to the context before it saves.
  fileprivate func addedBefore(_ types: TypeReader) -> String? {
    guard
      let body = enclosing(ClosureExprSyntax.self).map({ Syntax($0.statements) }) ?? enclosingBody,
      body.isHandwritten
    else { return nil }
    var added: String?
    body.forEachDescendant { node in
      guard added == nil, node.position < position else { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else {
        return !node.is(ClosureExprSyntax.self) && !node.is(FunctionDeclSyntax.self)
      }
      if call.name == "insert", call.isOnContext, let object = call.arguments.onlyElement {
        added = types.object(of: object.expression)
      } else if call.makesManaged {
        added = ExprSyntax(call).madeClass
      }
      return true
    }
    return added == "NSManagedObject" ? nil : added?.lastPart
  }
}
