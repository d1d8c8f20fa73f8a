internal import SwiftSyntax

extension ClosureExprSyntax {
  /// Whether it runs what it was given under a name, or hands it on, and does not take it to the main thread.
  func handsOn(_ work: String) -> Bool {
    var found = false
    statements.forEachDescendant { node in
      if found || node.returnsToMain { return false }
      found = node.as(DeclReferenceExprSyntax.self)?.baseName.text == work
      return !found
    }
    return found
  }
}
