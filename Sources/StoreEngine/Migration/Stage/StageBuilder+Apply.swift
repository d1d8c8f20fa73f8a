internal import StoreModel

extension StageBuilder {
  /// Decides which tables stay, and under which names the old ones are read.
  mutating func moveTables(_ changes: [TableChange], _ joins: [JoinMove]) {
    for change in changes where change.isAltered {
      guard let name = change.move.source else { continue }
      var table = AlteredTable(
        name: change.move.table.name,
        isRenamed: name != change.move.table.name || !change.renames.isEmpty)
      table.changedColumns = Set(
        change.columns.filter { !$0.value.fixes.isEmpty }.compactMap(\.value.keeps))
      altered[name] = table
    }
    for join in joins where isAltered(join) {
      guard let name = join.reused?.table else { continue }
      altered[name] = AlteredTable(
        name: join.join.name, isRenamed: name != join.join.name || !renames(join).isEmpty)
    }
    let olds = source.tables.map(\.name) + source.joinTables.map(\.name)
    let wanted = Set(target.tables.map(\.name) + target.joinTables.map(\.name))
    let taken = Set(olds)
    for name in olds {
      if let table = altered[name] {
        currentNames[name] = table.name
        guard table.name != name else { continue }
        let reason = "the table has another name in the new model"
        // Tables may trade names, so those that do get there by way of a name of their own.
        let isBusy =
          taken.contains(table.name) || wanted.contains(name) || schema.tables[table.name] != nil
        if isBusy { rename(name, to: "Z_OLD_\(name)", in: .moveAway, reason: reason) }
        rename(isBusy ? "Z_OLD_\(name)" : name, to: table.name, in: .rename, reason: reason)
      } else if wanted.contains(name) {
        currentNames[name] = "Z_OLD_\(name)"
        rename(name, to: "Z_OLD_\(name)", in: .moveAway, reason: "the table is written anew")
        drop("Z_OLD_\(name)", changes)
      } else {
        currentNames[name] = name
        drop(name, changes)
      }
    }
    for links in linkTables.values.sorted() {
      add(.dropTables, .dropTable, "DROP TABLE temp.\(links)", reason: "its links have moved")
    }
  }

  private mutating func rename(_ old: String, to new: String, in phase: Phase, reason: String) {
    add(phase, .renameTable, "ALTER TABLE \(old.sqlName) RENAME TO \(new.sqlName)", reason: reason)
  }

  private mutating func drop(_ name: String, _ changes: [TableChange]) {
    let isCopied = changes.contains { change in
      change.move.source.map { currentNames[$0] == name } ?? false
    }
    add(
      .dropTables, .dropTable, "DROP TABLE \(name.sqlName)",
      reason: isCopied ? "its rows were copied" : "nothing of the new model is kept there")
  }

  mutating func apply(_ change: TableChange) {
    if change.isAltered {
      alter(change)
    } else {
      rebuild(change)
    }
    for (column, value) in change.columns where value.isLater {
      complete(column, in: change.move.table.name, reason: reason(for: column))
    }
  }

  private mutating func rebuild(_ change: TableChange) {
    let table = change.move.table
    add(.create, .createTable, table.sql, reason: change.reason)
    guard let source = change.move.source, let current = currentNames[source] else { return }
    let filled = change.columns.filter { $0.value.sql != "NULL" }
    let limit = change.move.isSplit ? " WHERE Z_ENT IN (\(Self.list(change.move.pairs)))" : ""
    add(
      .copy, .copyRows,
      "INSERT INTO \(table.name.sqlName) (\(filled.map(\.column.name.sqlName).joined(separator: ", "))"
        + ") SELECT \(filled.map(\.value.sql).joined(separator: ", ")) FROM \(current.sqlName)"
        + limit, filled.flatMap(\.value.values), reason: change.reason)
  }

  private mutating func alter(_ change: TableChange) {
    let table = change.move.table.name.sqlName
    var updates: [(filter: String?, sets: [String], values: [SQLiteValue], reasons: [String])] = []
    func set(_ name: String, _ fix: ColumnValue.Fix, _ reason: String) {
      let text = "\(name.sqlName) = \(fix.sql)"
      if let place = updates.firstIndex(where: { $0.filter == fix.filter }) {
        updates[place].sets.append(text)
        updates[place].values += fix.values
        if !updates[place].reasons.contains(reason) { updates[place].reasons.append(reason) }
      } else {
        updates.append((fix.filter, [text], fix.values, [reason]))
      }
    }
    for (column, value) in change.additions {
      add(
        .addColumns, .addColumn,
        "ALTER TABLE \(table) ADD COLUMN \(column.name.sqlName) \(column.sqlType)",
        reason: reason(for: column))
      guard value.sql != "NULL" else { continue }
      set(
        column.name,
        ColumnValue.Fix(
          sql: value.sql, values: value.values, filter: value.filter, reads: value.reads),
        reason(for: column))
    }
    for (column, value) in change.columns where column.role != .entity {
      guard let kept = value.keeps else { continue }
      for fix in value.fixes { set(kept, fix, reason(for: column)) }
    }
    // The entity comes last: the other filters speak of the old numbers.
    let numbers = change.columns.first { $0.column.role == .entity }?.value.fixes.first
    if let numbers {
      let last = updates.lastIndex { $0.filter == numbers.filter }
      if let last { updates.append(updates.remove(at: last)) }
      set("Z_ENT", numbers, "entities have other numbers")
    }
    for update in updates {
      let limit = update.filter.map { " WHERE \($0)" } ?? ""
      add(
        .setValues, .setValues,
        "UPDATE \(table) SET \(update.sets.joined(separator: ", "))\(limit)", update.values,
        reason: update.reasons.joined(separator: "; "))
    }
    for (from, to) in change.renames {
      add(
        .renameColumns, .renameColumn,
        "ALTER TABLE \(table) RENAME COLUMN \(from.sqlName) TO \(to.sqlName)",
        reason: "the column has another name in the new model")
    }
  }

  /// `'Note.level' is new`.
  private func reason(for column: StoreColumn) -> String {
    switch column.role {
    case .key, .entity, .lock: return "entities have other numbers"
    case .attribute(let entity, let path):
      let name = "'\(entity).\(path.joined(separator: "."))'"
      let isNew = pair(to: entity).flatMap { attribute(path, in: $0) }.map { $0.old == nil }
      return isNew ?? true ? "\(name) is new" : "\(name) changes"
    case .toOne(let entity, let name), .destinationEntity(let entity, let name),
      .inverseless(let entity, let name), .order(let entity, let name):
      let isNew = pair(to: entity).map { oldRelationship(name, in: $0) == nil } ?? true
      return isNew ? "'\(entity).\(name)' is new" : "'\(entity).\(name)' changes"
    }
  }
}
