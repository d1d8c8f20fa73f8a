internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds entities that Z_PRIMARYKEY lacks or numbers differently than the model.
struct PrimaryKeyMismatch: StoreRule {
  static let info = RuleInfo(
    id: "primary-key-mismatch", severity: .error,
    summary: "Z_PRIMARYKEY does not number the entities of the model",
    why:
      "every row carries the number of its entity; Core Data reads rows as another entity, or finds "
      + "none",
    fix: "restore a backup, or migrate a copy with the model the tables belong to")

  static let examples: [StoreExample] = [
    .flagged("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Disc'"),
    .flagged("DROP TABLE Z_PRIMARYKEY"),
    .flagged(
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'was' WHERE Z_ENT = 6",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Reader' WHERE Z_ENT = 7",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Review' WHERE Z_ENT = 6"),
    .flagged("UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'Book'"),
    .flagged("INSERT INTO Z_PRIMARYKEY VALUES (9, 'Review', 0, 2)"),
    // Core Data keeps the old name of a renamed entity.
    .clean("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Rack' WHERE Z_NAME = 'Shelf'"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    guard inspection.store.hasPrimaryKeys else {
      report("the table 'Z_PRIMARYKEY' is missing")
      return
    }
    guard inspection.hasModel else { return }
    let rows = try inspection.store.connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY LIMIT 100000")
    var byNumber: [Int64: (name: String, parent: Int64)] = [:]
    for row in rows {
      if let number = row[0].integer { byNumber[number] = (row[1].text ?? "", row[2].integer ?? 0) }
    }
    let entities = inspection.store.layout.entities
    let names = Set(entities.map(\.name))
    for entity in entities {
      let message: String
      switch byNumber[Int64(entity.number)] {
      case nil: message = "Z_PRIMARYKEY has no row for '\(entity.name)', number \(entity.number)"
      case let found? where found.name != entity.name && names.contains(found.name):
        message =
          "number \(entity.number) is '\(entity.name)' in the model, '\(found.name)' in Z_PRIMARYKEY"
      case let found? where found.parent != entity.parent:
        message =
          "Z_PRIMARYKEY says that '\(entity.name)' has the superentity number \(found.parent), the "
          + "model \(entity.parent)"
      default: continue
      }
      report(message, entity: entity.name)
    }
    let numbers = Set(entities.map { Int64($0.number) })
    for (number, row) in byNumber.sorted(by: { $0.key < $1.key })
    where !numbers.contains(number) && names.contains(row.name) {
      report(
        "Z_PRIMARYKEY lists '\(row.name)' a second time, as number \(number)",
        entity: row.name)
    }
  }
}
