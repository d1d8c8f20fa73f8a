internal import Diagnostics
internal import SwiftSyntax

/// Stores that open without CloudKit where they did not open with it, and nobody learns why.
extension OtherStoreOnFailure {
  /// `if let synced = try? ModelContainer(…) { return synced }; return try ModelContainer(…)`
  func checkSync(_ node: Syntax, in file: LintFile, _ report: RuleReport) {
    guard let choice = node.as(IfExprSyntax.self), choice.elseBody == nil,
      choice.body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false,
      let first = choice.conditions.containerMade, first.isSynced == true,
      first.enclosing(TryExprSyntax.self)?.questionOrExclamationMark?.text == "?",
      let items = node.enclosing(CodeBlockItemListSyntax.self)
    else { return }
    let rest = items.filter { $0.position > node.position }
    guard rest.contains(where: { $0.containerMade?.isSynced == false }),
      !rest.contains(where: \.keepsInMemory),
      !rest.contains(where: { $0.hasDescendant(where: \.saysNoSync) })
    else { return }
    report(
      "when the store does not open with CloudKit, the error is thrown away, and the app goes on without sync",
      at: file.location(first),
      help: "catch the error, and show that nothing is synced and why")
  }

  static let sync: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func open() throws -> ModelContainer {
        let schema = Schema([Note.self])
        let cloud = ModelConfiguration(schema: schema, cloudKitDatabase: .private("iCloud.notes"))
        if let container = try? ↓ModelContainer(for: schema, configurations: [cloud]) { return container }
        let local = ModelConfiguration(schema: schema, cloudKitDatabase: .none)
        return try ModelContainer(for: schema, configurations: [local])
      }
      """,
    clean: """
      func open() throws -> ModelContainer {
        let local = ModelConfiguration(cloudKitDatabase: .none)
        if let container = try? ModelContainer(for: Note.self, configurations: local) { return container }
        return try ModelContainer(for: Note.self, configurations: local)
      }
      """)
}

extension FunctionCallExprSyntax {
  /// Whether a container syncs, as far as its configurations say; nil where they do not.
  fileprivate var isSynced: Bool? {
    guard let given = argument("configurations") else { return nil }
    let list = given.resolved.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [given]
    var found: Bool?
    for value in list {
      guard let made = value.resolved.call, made.name == "ModelConfiguration",
        let database = made.argument("cloudKitDatabase")
      else { continue }
      let name = database.call?.name ?? database.lastName ?? ""
      if ["automatic", "private"].contains(name) { return true }
      if name == "none" { found = false }
    }
    return found
  }
}

extension Syntax {
  /// Code that tells somebody of the missing sync: `isSynced = false`, `report("no iCloud")`.
  fileprivate var saysNoSync: Bool {
    let words: Set = ["cloud", "fallback", "icloud", "sync", "synced", "syncing"]
    func speaks(_ text: String) -> Bool { text.camelWords.contains(where: words.contains) }
    if let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }), terms.count > 2,
      terms[1].is(AssignmentExprSyntax.self)
    {
      return terms[0].lastName.map(speaks) ?? false
    }
    guard let call = self.as(FunctionCallExprSyntax.self),
      !["ModelConfiguration", "ModelContainer", "Schema"].contains(call.name), !call.onlyTellsLog
    else { return false }
    return call.arguments.contains { argument in
      argument.expression.as(StringLiteralExprSyntax.self).map {
        let text = $0.trimmedDescription.lowercased()
        return text.contains("cloud") || text.contains("sync")
      } ?? false
    }
  }
}
