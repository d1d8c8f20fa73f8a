public import StoreEngine
internal import StoreModel

/// Asks a store how it would run the statements of a trace, for filters and sorts without an index.
public struct QueryPlans {
  private let rows: (String) -> [[SQLiteValue]]?
  /// Tables smaller than this are not reported: reading all of one is no loss.
  private static let smallestTable = 100
  /// From this size on a scan costs; below it is worth a remark, since the user's own data may be
  /// more than what is on the developer's device.
  private static let largeTable = 1000
  /// At most this many statements are asked about, costliest first.
  private static let mostStatements = 500

  /// - Parameter rows: the rows that the store answers a question with; nil when it cannot.
  public init(rows: @escaping (_ sql: String) -> [[SQLiteValue]]?) { self.rows = rows }

  /// The `detail` lines of the plan.
  private func explain(_ sql: String) -> [String]? {
    rows("EXPLAIN QUERY PLAN " + sql)?.map { $0.last?.text ?? "" }
  }

  /// At least the rows of a table: the highest key is found at once.
  private func rowCount(_ table: String) -> Int? {
    rows("SELECT max(rowid) FROM main.\(table.sqlQuoted)")?.first?.first.map { highest in
      highest.integer.map { Int(clamping: $0) } ?? 0
    }
  }

  func patterns(
    _ profiles: [TemplateProfile], _ tables: TraceTables, _ names: SchemaNames
  ) -> [AccessPattern] {
    let shapes = Dictionary(
      tables.templates.map { ($0.text, $0.shape) }, uniquingKeysWith: { first, _ in first })
    var patterns: [AccessPattern] = []
    for profile in profiles.prefix(Self.mostStatements) {
      guard let shape = shapes[profile.sql], shape.bookkeeping == nil, !shape.table.isEmpty,
        shape.hasCondition || shape.hasOrder, !profile.sql.contains("_Z_intarray")
      else { continue }
      let rows = rowCount(shape.table)
      guard rows.map({ $0 >= Self.smallestTable }) ?? true, let plan = explain(profile.sql) else {
        continue
      }
      let isLarge = rows.map { $0 >= Self.largeTable } ?? true
      // A search for text inside text can use no index; it has its own pattern.
      if shape.hasCondition, !shape.usesStringSearch, plan.contains(where: isScan) {
        var found = pattern(.unindexedFilter, profile, names, shape)
        if let rows, !isLarge {
          found.certainty = .inferred("the table has only \(rows) rows in this store")
        }
        patterns.append(found)
      }
      // Without a limit all rows are read anyway, and sorting a few hundred costs little.
      if shape.hasOrder, shape.hasLimit || isLarge,
        plan.contains(where: { $0.contains("TEMP B-TREE FOR ORDER BY") })
      {
        patterns.append(pattern(.unindexedSort, profile, names, shape))
      }
    }
    return patterns
  }

  /// `SCAN t0`, `SCAN TABLE ZITEM AS t0`; not `SCAN t0 USING INDEX …`, and not a subquery.
  private func isScan(_ detail: String) -> Bool {
    detail.hasPrefix("SCAN ") && !detail.contains("USING") && !detail.contains("SUBQUERY")
  }

  private func pattern(
    _ kind: AccessPattern.Kind, _ profile: TemplateProfile, _ names: SchemaNames,
    _ shape: StatementShape
  ) -> AccessPattern {
    var pattern = AccessPattern(
      kind: kind, sql: profile.sql, sample: AccessPattern.Sample(line: profile.firstLine))
    pattern.entity = profile.entity
    pattern.namesAreDerived = profile.entityIsDerived
    pattern.statements = profile.count
    pattern.rows = profile.rows
    pattern.nanoseconds = profile.nanoseconds > 0 ? profile.nanoseconds : nil
    let columns = kind == .unindexedSort ? shape.orderColumns : shape.conditionColumns
    pattern.candidates = columns.map { column in
      let property = names.property(column, of: shape.table).name
      return profile.entity.map { "\($0).\(property)" } ?? property
    }
    return pattern
  }
}
