internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension FilteredInMemory {
  /// Fetches whose limit is counted before the rows that fit are picked out of them.
  ///
  /// - Returns: whether it is one.
  func checkLimit(
    _ call: FunctionCallExprSyntax, _ fetched: FetchedObjects, _ entity: String,
    in file: LintFile, _ report: RuleReport
  ) -> Bool {
    guard !fetched.isCoreData, let limit = fetched.source.assigned("fetchLimit").onlyElement,
      // Who reckons with rows that do not fit, takes more of them.
      limit.is(IntegerLiteralExprSyntax.self) || limit.is(DeclReferenceExprSyntax.self),
      limit.parent?.as(ExprListSyntax.self)?.count ?? 3 == 3,
      limit.trimmedDescription != "1", fetched.source.assigned("fetchOffset").isEmpty,
      let search = Search(of: call), search.isPredicate(of: entity, ask: file.ask),
      Set(search.members).isDisjoint(with: fetched.sortKeys)
    else { return false }
    report(
      "the limit is counted first: '\(search.method)' looks at \(limit.trimmedDescription) of the "
        + "'\(entity)' objects alone, and those that fit behind them are missing",
      at: file.location(call.nameNode), entity: entity,
      help:
        "give the descriptor a predicate with the condition, so that the limit counts what fits",
      severity: .warning)
    return true
  }

  /// Those of 'checkLimit'.
  static let limits: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func search(_ title: String, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = 50
        let notes = try context.↓fetch(recent)
        return notes.filter { $0.title == title }
      }
      """,
    clean: """
      func high(_ least: Int, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = 50
        return try context.fetch(recent).filter { $0.rank >= least }
      }
      ---
      func search(_ title: String, _ limit: Int, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = limit * 10
        return Array(try context.fetch(recent).filter { $0.title == title }.prefix(limit))
      }
      """)
}

extension FetchedObjects {
  /// The attributes that the descriptor sorts by, as far as they are written in it.
  var sortKeys: Set<String> {
    let lists = [descriptor?.argument("sortBy")].compactMap(\.self) + source.assigned("sortBy")
    var keys: Set<String> = []
    for list in lists {
      list.forEachDescendant { node in
        if let path = node.as(KeyPathExprSyntax.self) {
          keys.formUnion(path.components.map { $0.component.trimmedDescription })
        }
        return true
      }
    }
    return keys
  }
}
