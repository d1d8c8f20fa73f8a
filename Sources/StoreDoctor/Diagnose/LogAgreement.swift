internal import Diagnostics
internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

/// Whether an error in a log and what is the matter with a store belong together.
public struct LogAgreement: Sendable, Hashable, Encodable {
  /// Nil where the log has no error that a store is the cause of.
  public var agrees: Bool?
  /// One sentence without a full stop.
  public var text: String
  /// The id of the error's explanation.
  public var error: String?

  /// Compares the first error of a log that tells of a store's state with the causes.
  init(
    _ log: ExplainResult, _ store: StoreSchema?, _ causes: [Diagnosis.Cause],
    _ histories: [SchemaHistory] = []
  ) {
    let verdicts = Set(causes.map(\.verdict))
    if let store, let other = Self.otherStore(log, store) {
      (agrees, text, error) = (false, other, nil)
      return
    }
    for answer in log.answers {
      guard let explanation = answer.explanation,
        let expected = Self.verdicts(of: explanation)
      else { continue }
      let place = answer.lines.first.map { " (line \($0))" } ?? ""
      let name = "'\(answer.code ?? explanation.symbol ?? explanation.id)'\(place)"
      error = explanation.id
      agrees = !verdicts.isDisjoint(with: expected)
      if agrees == false, let lacking = store.flatMap({ Self.lacking(answer, $0, histories) }) {
        agrees = true
        text = "\(name) in the log is of a store that had not been migrated yet: \(lacking)"
        return
      }
      text =
        agrees == true
        ? "\(name) in the log is what this causes"
        : "\(name) in the log does not come from the state of this store: they do not belong together, "
          + "or the store or the app changed since"
      return
    }
    agrees = nil
    error = log.answers.compactMap(\.explanation).first?.id
    text =
      log.answers.isEmpty
      ? "the log has no error that storedoctor knows"
      : "the errors in the log do not come from the state of the store"
  }

  /// Whose a table or column would be that the store does not have yet, and a version of the app has.
  private static func lacking(
    _ answer: ErrorAnswer, _ store: StoreSchema, _ histories: [SchemaHistory]
  ) -> String? {
    guard let id = answer.explanation?.id, schema.contains(id) else { return nil }
    let columns = store.tables.columns
    let facts = CaseFacts(
      store: CaseStore(name: "store", schema: store, columns: { columns[$0] }), histories: histories
    )
    return CaseCheck(facts).tableFindings(for: answer).first { finding in
      // A table that the store has is no owner's that it lacks.
      finding.entity != nil
        && (finding.property == nil
          ? !answer.captures.contains { columns[$0.value] != nil }
          : finding.text.hasSuffix("which the store lacks"))
    }?.text
  }

  /// That the log prints the metadata of another store; nil where it prints none, or this one's.
  private static func otherStore(_ log: ExplainResult, _ store: StoreSchema) -> String? {
    let dumps = log.metadata.filter { !$0.hashes.isEmpty }
    guard let first = dumps.first else { return nil }
    let fits = dumps.contains { dump in
      dump.hashes.count == store.entityHashes.count
        && dump.hashes.allSatisfy { name, hash in
          store.entityHashes[name].map { hash.fits($0) } ?? false
        }
    }
    return fits
      ? nil
      : "the log prints the hashes of another store (line \(first.line)): they do not belong together, "
        + "or the store changed since"
  }

  /// What a store is like that an error comes from; nil for errors that have other causes, too.
  private static func verdicts(of explanation: Explanation) -> Set<Verdict>? {
    let ids = Set(ExplanationCatalog.lineage(of: explanation).map(\.id))
    let versions: Set<Verdict> = [
      .anotherApp, .newerThanApp, .editedAfterShipping, .unknownVersion, .planIncomplete,
      .halfMigrated,
    ]
    if !ids.isDisjoint(with: Self.version) { return versions }
    if !ids.isDisjoint(with: Self.migration) {
      return [.dataBlocksMigration, .blockedHere, .halfMigrated, .planIncomplete, .damaged]
    }
    if !ids.isDisjoint(with: Self.schema) { return [.halfMigrated, .damaged, .anotherApp] }
    if !ids.isDisjoint(with: Self.damage) {
      return [.damaged, .encrypted, .notAStore, .otherFormat, .missingSideFiles]
    }
    return nil
  }

  /// Every explanation that this asks for.
  static var explanations: [String] {
    [version, migration, schema, damage].flatMap { $0.sorted() }
  }

  private static let version: Set = [
    "cocoa-134020", "cocoa-134100", "cocoa-134130", "cocoa-134140", "cocoa-134504", "cocoa-134505",
    "cocoa-134506", "staged-unknown-model-version", "swiftdata-backward-migration",
    "swiftdata-unknown-data-store-schema",
  ]
  private static let migration: Set = [
    "cocoa-134110", "cocoa-134111", "cocoa-134190", "migration-constraint-violation",
    "migration-mandatory-attribute", "migration-mandatory-relationship",
  ]
  private static let schema: Set = ["sqlite-no-such-column", "sqlite-no-such-table"]
  private static let damage: Set = [
    "cocoa-file-259", "sqlite-corrupt", "sqlite-io-short-read", "sqlite-notadb",
  ]
}
