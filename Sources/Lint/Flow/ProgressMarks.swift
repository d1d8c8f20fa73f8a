internal import SwiftSyntax

/// What code keeps to know from where to ask the next time: after a save that failed, what lay before it is
/// never asked for again.
extension String {
  private static let marks: Set = ["anchor", "cursor", "token"]

  /// Unlike `lastSyncError`.
  private static let ends: Set = [
    "at", "date", "id", "import", "imported", "pull", "pulled", "stamp", "sync", "synced", "time",
    "timestamp", "version",
  ]

  private static let subjects: Set = [
    "change", "changes", "delta", "feed", "health", "history", "import", "page", "pull", "query",
    "server", "sync",
  ]

  /// `serverChangeToken`, `"sync_cursor"`, `checkpoint`, `lastSyncDate`
  var marksProgress: Bool {
    let names = camelWords
    let words = Set(names)
    if !words.isDisjoint(with: ["checkpoint", "watermark"]) { return true }
    if !words.isDisjoint(with: Self.marks) { return !words.isDisjoint(with: Self.subjects) }
    return words.contains("last") && Self.ends.contains(names.last ?? "")
      && words.contains { word in ["import", "pull", "sync"].contains(where: word.hasPrefix) }
  }
}

extension FunctionCallExprSyntax {
  /// `defaults.set(token, forKey: "changeToken")`, `saveChangeToken(token)`
  var keepsProgress: Bool {
    guard let value = arguments.first?.expression, !value.isNothing else { return false }
    if name == "set", let key = argument("forKey") {
      let text = key.as(StringLiteralExprSyntax.self)?.trimmedDescription ?? key.lastName
      return text?.marksProgress ?? false
    }
    return arguments.count == 1
      && ["keep", "persist", "save", "set", "store", "update", "write"]
        .contains(name.camelWords.first)
      && name.marksProgress
  }
}

extension SequenceExprSyntax {
  /// `changeToken = answer.token`
  var keepsProgress: Bool {
    let terms = Array(elements)
    guard terms.count == 3, terms[1].is(AssignmentExprSyntax.self), !terms[2].isNothing,
      terms[0].is(DeclReferenceExprSyntax.self)
        || terms[0].as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
    else { return false }
    return terms[0].lastName?.marksProgress ?? false
  }
}

extension ExprSyntax {
  /// Whether the next time everything is asked for again.
  fileprivate var isNothing: Bool {
    self.is(NilLiteralExprSyntax.self) || lastName == "distantPast"
  }
}
