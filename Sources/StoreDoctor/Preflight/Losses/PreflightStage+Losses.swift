internal import StoreEngine
internal import StoreModel

extension PreflightStage {
  /// What the stage drops, each with what to count for it.
  ///
  /// - Parameter mayGrow: whether code that runs before may put something where there is nothing today.
  /// - Throws: `SQLiteError` for anything but damage and missing columns, which leave the number open.
  func losses(
    _ connection: Connection, mayGrow: (SchemaLoss) -> Bool
  ) throws -> [StageLoss] {
    try SchemaLoss.all(of: step, comparison).map { loss in
      let tallies = followsMapping ? nil : tallies(of: loss)
      let isKnown = try tallies?.allSatisfy { try $0.isAnswerable(by: connection) } == true
      return StageLoss(
        loss: loss, tallies: isKnown ? tallies : nil,
        mayGrow: !closures.isEmpty && mayGrow(loss))
    }
  }

  /// What a path drops of a store, without counting it: what the store has none of is no loss.
  static func losses(
    of path: MigrationPath, _ store: Store, _ policy: LossPolicy
  ) throws -> [SchemaLoss] {
    try all(of: path, store, path: store.path).flatMap { stage in
      try stage.losses(store.connection) { policy.mayGrow($0, along: path.steps) }
        .map { $0.looked(store.connection) }
    }
  }

  /// Nil where it is not known what the rows will have.
  private func tallies(of loss: SchemaLoss) -> [RowTally]? {
    var tallies: [RowTally] = []
    for member in loss.members {
      for rows in before.entities[member] ?? [] {
        switch tests(of: loss, member, rows) {
        case nil: return nil
        case .any([])?: continue
        case .any(let conditions)?:
          let all = [rows.condition, TableScan.any(conditions[...])].compactMap { $0 }
          tallies.append(
            RowTally(table: rows.table, condition: "(\(all.joined(separator: " AND ")))"))
        case .sum(let count)?:
          tallies.append(
            RowTally(
              table: rows.table, condition: "(\(rows.condition ?? "TRUE"))", amount: count))
        }
      }
    }
    return tallies
  }

  private enum Tests {
    /// Rows that meet any of the conditions.
    case any([String])
    /// The sum of an expression.
    case sum(String)
  }

  private func tests(of loss: SchemaLoss, _ member: String, _ rows: Projection.Rows) -> Tests? {
    if let filters = loss.filters {
      let taken = try? filters.map { text in
        try RowFilter(text) { column($0, of: member, rows) }.taken
      }
      return taken.map { .any(["NOT (" + $0.joined(separator: " OR ") + ")"]) }
    }
    guard let property = loss.property else { return .any(["TRUE"]) }
    if loss.kind == .links {
      switch rows.links[property] {
      case .toOne(let column)?: return .any(["\(column) IS NOT NULL"])
      case .toMany(let path)?: return .sum(WrongCount.count(path))
      case Projection.Link.none?: return .any([])
      default: return nil
      }
    }
    var conditions: [String] = []
    let paths = rows.values.keys.filter { $0 == property || $0.hasPrefix(property + ".") }
    guard !paths.isEmpty else { return nil }
    for path in paths.sorted() {
      switch rows.values[path] {
      case .sql(let sql)?:
        if loss.kind == .conversion {
          conditions += loss.newType.flatMap { NumericFit.fault(in: $0, sql) }.map { [$0] } ?? []
        } else {
          conditions.append(attribute(path, of: member)?.isSet(sql) ?? "\(sql) IS NOT NULL")
        }
      case .null?: continue
      default: return nil
      }
    }
    return .any(conditions)
  }

  /// A value of the row itself; what relationships lead to is not looked at here.
  private func column(
    _ names: [String], of entity: String, _ rows: Projection.Rows
  ) -> RowFilter.Column? {
    let path = names.joined(separator: ".")
    if case .sql(let sql)? = rows.values[path], let attribute = attribute(path, of: entity) {
      return RowFilter.Column(sql: sql, type: attribute.type)
    }
    if case .toOne(let column)? = rows.links[path] {
      return RowFilter.Column(sql: column, type: nil)
    }
    return nil
  }

  private func attribute(_ path: String, of entity: String) -> Attribute? {
    var names = path.split(separator: ".").map(String.init)
    guard let owner = step.from.entity(named: entity), !names.isEmpty else { return nil }
    let first = names.removeFirst()
    guard
      let property = step.from.storedProperties(of: owner).first(where: { $0.name == first }),
      case .attribute(var attribute) = property.kind
    else { return nil }
    for name in names {
      guard let element = attribute.elements.first(where: { $0.name == name }) else { return nil }
      attribute = element
    }
    return attribute
  }
}

/// What a stage drops, and what to count for it in which tables.
struct StageLoss {
  var loss: SchemaLoss
  /// Nil where the number stays open.
  let tallies: [RowTally]?
  /// Whether code that runs before may put something where there is nothing today.
  let mayGrow: Bool

  /// No question may take longer, however large the table is.
  private static let patience = Duration.milliseconds(500)

  /// Zero where the first look finds nothing that would go; else the number stays open.
  func looked(_ connection: Connection) -> SchemaLoss {
    let isNothing = tallies?.allSatisfy { tally in
      let question =
        "SELECT 1 FROM main.\(tally.table.sqlQuoted) AS t WHERE (\(tally.sql)) <> 0 LIMIT 1"
      guard
        let rows = try? connection.limited(to: Self.patience, { try connection.rows(question) })
      else { return false }
      return rows.isEmpty
    }
    return isNothing == true ? counted(0) : loss
  }

  /// - Parameter sum: of all tallies; nil when a table could not be read.
  func counted(_ sum: Int64?) -> SchemaLoss {
    var loss = loss
    loss.count = sum == 0 && mayGrow ? nil : sum
    return loss
  }
}
