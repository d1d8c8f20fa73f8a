internal import Diagnostics
internal import SwiftSyntax

/// Stores that are deleted to make room for a copy which is only made then.
extension StoreDeletedOnFailure {
  /// `removeItem(at: storeURL)`, and then `copyItem(at: backup, to: storeURL)`.
  func checkReplaced(_ items: CodeBlockItemListSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, items.isHandwritten, items.mentions(["copyItem", "moveItem"]),
      !file.source.path.isOfCache
    else { return }
    var deleted: [String: Syntax] = [:]
    var kept: Set<String> = []
    for item in items {
      for call in item.fileCalls {
        guard let first = call.arguments.first?.expression.trimmedDescription else { continue }
        if ["copyItem", "moveItem"].contains(call.name) {
          if let target = call.arguments.last, target.label?.text.hasPrefix("to") ?? false,
            let place = deleted[target.expression.trimmedDescription],
            call.arguments.first?.expression.mayBeBackup ?? false
          {
            report(
              "the store is deleted here before its replacement is there: where '\\(call.name)' fails, "
                + "both are gone", at: file.location(place),
              help: "copy the replacement beside it first, and then call 'replaceItemAt'")
            return
          }
          kept.insert(first)
        } else if !kept.contains(first), call.arguments.first?.expression.namesStore ?? false {
          deleted[first] = Syntax(call.nameNode)
        }
      }
    }
  }

  static let replaced: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func restore(_ backup: URL, to storeURL: URL) throws {
        let files = FileManager.default
        if files.fileExists(atPath: storeURL.path) { try files.↓removeItem(at: storeURL) }
        try files.copyItem(at: backup, to: storeURL)
      }
      """,
    clean: """
      func restore(_ backup: URL, to storeURL: URL, _ aside: URL) throws {
        let files = FileManager.default
        try files.copyItem(at: storeURL, to: aside)
        try files.removeItem(at: storeURL)
        try files.copyItem(at: backup, to: storeURL)
      }
      ---
      func seed(to storeURL: URL) throws {
        guard let seed = Bundle.main.url(forResource: "Seed", withExtension: "sqlite") else { return }
        try FileManager.default.removeItem(at: storeURL)
        try FileManager.default.copyItem(at: seed, to: storeURL)
      }
      ---
      func export(_ storeURL: URL, to target: URL) throws {
        try FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: storeURL, to: target)
      }
      """)
}

extension CodeBlockItemSyntax {
  /// The calls that delete, copy or move files here and now.
  fileprivate var fileCalls: [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    forEachDescendant { node in
      if node.is(ClosureExprSyntax.self) || node.is(CatchClauseSyntax.self)
        || node.is(FunctionDeclSyntax.self) || Loop(node) != nil
      {
        return false
      }
      if let call = node.as(FunctionCallExprSyntax.self),
        ["copyItem", "destroyPersistentStore", "moveItem", "removeItem"].contains(call.name)
      {
        found.append(call)
      }
      return true
    }
    return found
  }
}

extension ExprSyntax {
  /// As written, and as the variable was given it.
  private var texts: [String] {
    let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue
    return [self, value].compactMap { $0?.trimmedDescription.lowercased() }
  }

  fileprivate var namesStore: Bool {
    texts.contains { text in
      [".sqlite\"", "databaseurl", "persistentstore", "sqliteurl", "storepath", "storeurl"].contains
      {
        text.contains($0)
      } && !text.contains("backup") && !text.contains("temp")
    }
  }

  /// Whether it is no file of the app's own bundle, which can be copied again.
  fileprivate var mayBeBackup: Bool {
    !texts.contains { text in
      ["bundle", "default", "preload", "resource", "seed"].contains { text.contains($0) }
    } && enclosingBody.map { !$0.mentions(["Bundle", "NSBundle"]) } ?? false
  }
}
