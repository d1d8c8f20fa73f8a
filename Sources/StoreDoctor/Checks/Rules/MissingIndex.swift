internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds indexes that a store of this model has, and this one has not.
struct MissingIndex: StoreRule {
  static let info = RuleInfo(
    id: "missing-index", severity: .warning,
    summary: "an index of the store's model is missing",
    why:
      "fetches and to-many faults read whole tables; without a unique index the constraint is not "
      + "enforced",
    fix: "make the index in a copy, or force a migration with a hash modifier")

  static let examples: [StoreExample] = [
    .flagged("DROP INDEX Z_Author_UNIQUE_name"), .flagged("DROP INDEX ZLOAN_ZREADER_INDEX"),
    .flagged("DROP INDEX Z_Media_byTitle"), .flagged("DROP INDEX Z_1BOOKS_Z_4BOOKS_INDEX"),
    .flagged("DROP INDEX ZMEDIA_Z_ENT_INDEX"),
    .clean(
      "DROP INDEX ZLOAN_ZREADER_INDEX", "CREATE INDEX other_name ON ZLOAN (ZREADER)"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.hasModel, let expected = inspection.expected, let actual = inspection.actual
    else { return }
    // An index changes no hash, so a model that was given may have fetch indexes the store's own
    // version never had.
    let isOwn = inspection.store.model.source == .storeCache
    for (index, name) in expected.indexes.sorted(by: { $0.value < $1.value }) {
      guard isOwn || index.isUnique, let columns = actual.tables[index.table],
        !actual.serves(index),
        // A missing column is a finding of its own.
        index.columns.allSatisfy({ columns.contains(Self.column(of: $0)) })
      else { continue }
      report(
        "\(index.isUnique ? "the unique index" : "index") '\(name)' on '\(index.table)' is missing")
    }
  }

  private static func column(of part: String) -> String {
    part.hasSuffix(" DESC") ? String(part.dropLast(" DESC".count)) : part
  }
}
