internal import StoreModel

/// Rows that the code of a closure inserted and deleted itself, as whoever ran it saw.
public struct ClosureRows: Sendable, Hashable {
  /// By table.
  public var inserted: [String: Int64] = [:]
  /// By table.
  public var deleted: [String: Int64] = [:]
  /// Rows inserted, updated and deleted.
  public var changes: Int64 = 0

  /// Nothing yet.
  public init() {}
}

/// Rows or links that went although neither the schema nor the plan's code asked for it.
public struct UnaskedLoss: Sendable, Hashable {
  /// `Note`, or `Note.tags` for links.
  public var name: String
  /// Links rather than rows.
  public var isLinks: Bool
  /// What the schema and the code leave.
  public var expected: Int64
  /// What there is.
  public var found: Int64
  /// `willMigrate`, `didMigrate`; nil for the stage's own work.
  public var closure: String?
}

extension StageSummary {
  /// Rows that a closure deleted.
  public struct Deletion: Sendable, Hashable {
    /// `willMigrate` or `didMigrate`.
    public var closure: String
    /// The entity, or the root of its hierarchy, whose rows share a table.
    public var entity: String
    /// How many.
    public var rows: Int64
  }

  /// Settles what was counted around a closure against what its code did.
  ///
  /// - Parameter rows: nil when nobody knows what it did; then there is nothing to settle.
  mutating func settle(
    _ closure: String, _ before: StageCounts, _ after: StageCounts, _ layout: StoreLayout,
    _ rows: ClosureRows?
  ) {
    guard let rows else { return }
    for table in layout.tables {
      let family = layout.entities.filter { $0.table == table.name }.map(\.name)
      func sum(_ counts: StageCounts) -> Int64 { family.reduce(0) { $0 + (counts.rows[$1] ?? 0) } }
      let deleted = rows.deleted[table.name] ?? 0
      let expected = sum(before) + (rows.inserted[table.name] ?? 0) - deleted
      if deleted > 0 {
        deletions.append(Deletion(closure: closure, entity: table.root, rows: deleted))
      }
      note(table.root, expected, sum(after), isLinks: false, closure)
    }
    // Which links its code took out nobody reports; code that changed nothing took out none.
    guard rows.changes == 0 else { return }
    for (path, count) in before.links.sorted(by: { $0.key.codePointsPrecede($1.key) }) {
      note(path, count, after.links[path] ?? 0, isLinks: true, closure)
    }
  }

  private mutating func note(
    _ name: String, _ expected: Int64, _ found: Int64, isLinks: Bool, _ closure: String? = nil
  ) {
    guard found < expected else { return }
    unasked.append(
      UnaskedLoss(name: name, isLinks: isLinks, expected: expected, found: found, closure: closure))
  }

  /// Settles what was counted around the stage's own work against what the schema drops.
  mutating func settle(_ before: StageCounts, _ after: StageCounts, _ plan: StagePlan) {
    for (name, parts) in Dictionary(grouping: plan.mapped, by: \.new.name).sorted(by: {
      $0.key.codePointsPrecede($1.key)
    }) {
      // How many rows a filter leaves out is counted among what the stage drops.
      guard parts.allSatisfy({ $0.before == nil }) else { continue }
      let expected = parts.reduce(0) { $0 + (before.rows[$1.old.name] ?? 0) }
      note(name, expected, after.rows[name] ?? 0, isLinks: false)
    }
    var seen: Set<String> = []
    for pair in plan.pairing.entities {
      guard let count = before.rows[pair.source.name] else { continue }
      note(pair.destination.name, count, after.rows[pair.destination.name] ?? 0, isLinks: false)
    }
    for pair in plan.pairing.entities where !plan.losesRows(of: pair.source.name) {
      for property in pair.properties where property.source.declaredBy == pair.source.name {
        guard case .relationship(let old) = property.source.kind,
          case .relationship(let new) = property.destination.kind,
          // Links to rows that the schema drops go with them.
          !plan.losesRows(of: old.destination),
          let links = before.links(property.source, old, in: plan.step.from),
          let found = after.links(property.destination, new, in: plan.step.to),
          seen.insert(found.path).inserted
        else { continue }
        note(found.path, links.count, found.count, isLinks: true)
      }
    }
  }
}

extension StageCounts {
  /// The links of a relationship, at whichever end they are stored.
  fileprivate func links(
    _ property: ModelProperty, _ relationship: Relationship, in model: DataModel
  ) -> (path: String, count: Int64)? {
    let own = "\(property.declaredBy).\(property.name)"
    if let count = links[own] { return (own, count) }
    guard let inverse = relationship.inverse,
      let destination = model.entity(named: relationship.destination),
      let end = model.storedProperties(of: destination).first(where: { $0.name == inverse })
    else { return nil }
    let path = "\(end.declaredBy).\(inverse)"
    return links[path].map { (path, $0) }
  }
}
