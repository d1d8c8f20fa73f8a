internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds objects that have fewer or more others than the newer version allows.
struct CountViolated: MigrationRule {
  static let info = RuleInfo(
    id: "count-violated", severity: .warning,
    summary: "to-many relationships violate a new minimum or maximum count",
    why:
      "the migration succeeds, but the first save that touches such an object fails (1570, 1580, "
      + "1590)",
    fix: "add or remove objects in didMigrate, or leave the counts as they were",
    explanation: "cocoa-1580")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.changedRows.flatMap { pair, rows in
      pair.properties.compactMap { condition($0, rows) }
    }
  }

  private func condition(
    _ pair: ModelPairing.PropertyPair, _ rows: Projection.Rows
  ) -> StageCondition? {
    guard case .relationship(let old) = pair.source.kind,
      case .relationship(let new) = pair.destination.kind, old.isToMany, new.isToMany,
      case .toMany(let path)? = rows.links[old.name]
    else { return nil }
    let count = WrongCount.count(path)
    var faults: [String] = []
    if new.minCount > max(0, old.minCount) { faults.append("\(count) < \(new.minCount)") }
    if new.maxCount > 1, old.maxCount < 1 || new.maxCount < old.maxCount {
      faults.append("\(count) > \(new.maxCount)")
    }
    guard !faults.isEmpty else { return nil }
    let most = new.maxCount > 1 ? "\(new.maxCount)" : "any number"
    return StageCondition(
      rule: Self.info, entity: pair.destination.declaredBy, property: new.name, rows: rows,
      sql: faults.joined(separator: " OR "), value: count,
      text: "'\(pair.destination.declaredBy).\(new.name)' must now have \(max(0, new.minCount)) to "
        + "\(most) objects, and has not")
  }
}
