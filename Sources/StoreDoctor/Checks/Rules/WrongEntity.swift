internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows with the number of an entity that cannot be theirs.
struct WrongEntity: StoreRule {
  static let info = RuleInfo(
    id: "wrong-entity", severity: .error,
    summary: "rows carry the number of an abstract entity, or of none in their table",
    why: "no fetch finds them, and a fault on one of them traps",
    fix: "set Z_ENT to the number of the row's entity (Z_PRIMARYKEY) in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZAUTHOR SET Z_ENT = 2 WHERE Z_PK = 1"),
    .flagged("UPDATE ZMEDIA SET Z_ENT = 3 WHERE Z_PK = 1"),
    .flagged("UPDATE ZSHELF SET Z_ENT = NULL"),
    .clean("UPDATE ZMEDIA SET Z_ENT = 5, ZMINUTES = 3 WHERE Z_PK = 2", "DELETE FROM Z_1BOOKS"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    inspection.roots.map { root in
      // Of a guessed model nobody knows which entities are abstract.
      let concrete = inspection.entities.filter { $0.table == root.table && !$0.isAbstract }
      let isNone = RowCondition.isNone(of: concrete.map { Int64($0.number) }, "t.Z_ENT")
      return inspection.condition(
        Self.info, on: root, nil, "t.Z_ENT IS NULL OR \(isNone)", value: "t.Z_ENT"
      ) { "'\(root.table)' has a wrong entity number in \($0.text)" }
    }
  }
}
