internal import StoreModel

/// Indexes, triggers and the values that triggers keep.
extension StageBuilder {
  /// Values of derived attributes that are new or derived in another way.
  mutating func addDerivedValues(_ changes: [TableChange]) {
    for change in changes where change.move.source != nil {
      for (column, value) in change.columns where value.isLater {
        guard case .attribute(let entity, let path) = column.role,
          let attribute = target.attribute(of: entity, path), let derivation = attribute.derivation
        else { continue }
        let statement = derivedValue(
          attribute, of: entity, column: column.name, table: change.move.table.name)
        if let statement {
          add(
            .complete, .setValues, statement,
            reason: "'\(entity).\(path.joined(separator: "."))' is derived: \(derivation)")
        }
      }
    }
  }

  /// Other derivations than `count` have no value before the next save, or were refused before.
  private func derivedValue(
    _ attribute: Attribute, of entity: String, column: String, table: String
  ) -> String? {
    guard let counted = attribute.countedRelationship,
      let relationship = target.relationship(of: entity, counted),
      let inverse = relationship.inverse, let numbered = target.entity(named: entity),
      let child = target.entity(named: relationship.destination),
      let key = target.column(of: child.name, [inverse])?.name
    else { return nil }
    let limit =
      target.entities.contains { $0.table == table && $0.name != entity }
      ? " WHERE Z_ENT BETWEEN \(numbered.number) AND \(numbered.last)" : ""
    return "UPDATE \(table.sqlName) SET \(column.sqlName) = (SELECT COUNT(*) FROM "
      + "\(child.table.sqlName) AS c WHERE c.\(key.sqlName) = \(table.sqlName).Z_PK)\(limit)"
  }

  /// Drops the indexes that go, and those that would slow the changes down; makes what is missing.
  mutating func addIndexes() {
    let wanted = target.statements.filter {
      $0.hasPrefix("CREATE INDEX") || $0.hasPrefix("CREATE UNIQUE INDEX")
    }
    let texts = Dictionary(keepingFirst: wanted.map { ($0.normalizedSQL, $0) })
    var present: Set<String> = []
    for index in schema.indexes {
      guard let table = altered[index.table] else {
        // Indexes of history tables stay; those of other old tables go with them.
        if currentNames[index.table] == nil { present.insert(index.sql.normalizedSQL) }
        continue
      }
      // Core Data's own all begin with Z; what somebody else made is left alone.
      guard index.name.hasPrefix("Z") else { continue }
      let text = index.sql.normalizedSQL
      let isKept =
        texts[text] != nil && !table.isRenamed
        && !table.changedColumns.contains { Self.mentions(text, $0) }
      if isKept {
        present.insert(text)
      } else {
        let goes = texts[text] == nil
        add(
          .dropIndexes, .dropIndex, "DROP INDEX \(index.name.sqlName)",
          reason: goes ? "the new model has no such index" : "it is made again after the changes")
      }
    }
    for statement in wanted where !present.contains(statement.normalizedSQL) {
      add(
        .indexes, .createIndex, statement, reason: "an index of the new model",
        failure: uniqueness(of: statement))
    }
  }

  private static func mentions(_ text: String, _ column: String) -> Bool {
    guard let open = text.firstIndex(of: "(") else { return false }
    return text[text.index(after: open)...].split { " ,()".contains($0) }
      .contains { $0 == column }
  }

  /// Which constraint a unique index is for.
  func uniqueness(of statement: String) -> MigrationError? {
    guard statement.hasPrefix("CREATE UNIQUE INDEX ") else { return nil }
    let name = statement.dropFirst("CREATE UNIQUE INDEX ".count).prefix { $0 != " " }
    for entity in target.model.entities {
      for constraint in entity.uniquenessConstraints
      where "Z_\(entity.name)_UNIQUE_\(constraint.joined(separator: "_"))".sqlName == name {
        return .duplicates(entity: entity.name, properties: constraint)
      }
    }
    return nil
  }

  /// No trigger is there while rows are moved: derived values are copied or computed once.
  mutating func addTriggers() {
    let wanted = target.statements.filter { $0.hasPrefix("CREATE TRIGGER") }
    let present = schema.triggers
    if wanted.map(\.normalizedSQL) == present.map(\.sql.normalizedSQL), !touchesTriggers { return }
    for trigger in present {
      add(
        .dropTriggers, .dropTrigger, "DROP TRIGGER \(trigger.name.sqlName)",
        reason: "it must not see the changes of the stage")
    }
    for statement in wanted {
      add(.triggers, .createTrigger, statement, reason: "it keeps a derived attribute up to date")
    }
  }

  /// Whether a statement of the stage could meet a trigger.
  private var touchesTriggers: Bool {
    let changing: [Phase] = [
      .delete, .moveAway, .rename, .create, .copy, .addColumns, .setValues, .renameColumns,
      .complete, .dropTables,
    ]
    return changing.contains { !statements[$0.rawValue].isEmpty }
  }
}
