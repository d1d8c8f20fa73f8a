internal import StoreModel

/// Indexes, each made where none has its name yet (Documentation/Format/StoreFormat.md, 2.6).
extension LayoutBuilder {
  /// Indexes of the "Indexed" checkbox, foreign keys and the family, in the order of the columns'
  /// entities; before iOS 11 compound indexes follow.
  mutating func entityIndexes(of table: EntityTable, family: ClosedRange<Int>) -> [String] {
    var texts: [String] = []
    let keys = keyColumns(of: table)
    for index in family {
      if !era.hasFetchIndexes {
        for attribute in properties[index].attributes where attribute.isIndexed {
          guard let column = column(at: index, attribute.name) else { continue }
          texts.append(Self.plainIndex(table.name, [column.name], suffix: "_INDEX"))
        }
      }
      for name in keys[index] ?? [] {
        texts.append(Self.plainIndex(table.name, [name], suffix: "_INDEX"))
      }
    }
    if family.count > 1 { texts.append(Self.plainIndex(table.name, ["Z_ENT"], suffix: "_INDEX")) }
    if era.groupsIndexesByTable { texts += compoundIndexes(of: table, family: family) }
    return texts
  }

  func joinIndexes(of join: JoinTable) -> [String] {
    let columns = [join.otherColumn, join.ownerColumn]
    if !join.isTyped {
      return columns.reversed().map { Self.plainIndex(join.name, [$0], suffix: "_INDEX") }
    }
    guard era.hasJoinIndex else { return [] }
    let name = "\(join.name)_\(join.otherColumn)_INDEX".sqlName
    let list = columns.map(\.sqlName).joined(separator: ", ")
    return ["CREATE INDEX \(name) ON \(join.name.sqlName) (\(list))"]
  }

  /// Named fetch indexes and unique indexes, or the compound indexes of older eras.
  mutating func fetchIndexes(of table: EntityTable, family: ClosedRange<Int>) -> [String] {
    guard era.hasFetchIndexes else { return compoundIndexes(of: table, family: family) }
    var texts: [String] = []
    for index in family {
      for fetchIndex in numbering.entities[index].fetchIndexes {
        if let text = text(of: fetchIndex, at: index, table: table.name) { texts.append(text) }
      }
      if era.hasUniqueIndexes { texts += uniqueIndexes(at: index, table: table.name) }
    }
    return texts
  }

  private mutating func text(of fetchIndex: FetchIndex, at index: Int, table: String) -> String? {
    let entity = numbering.entities[index].name
    let path = "\(entity).\(fetchIndex.name)"
    guard !fetchIndex.elements.contains(where: \.isRTree) else {
      omit("the triggers of the R-tree index '\(path)' are not known, so it is left out")
      return nil
    }
    if fetchIndex.partialPredicate != nil {
      omit("the text of the partial index '\(path)' is not known, so it is left out")
      return nil
    }
    var elements: [String] = []
    for element in fetchIndex.elements {
      guard let column = column(at: index, element.property) else {
        note("index '\(path)' names '\(element.property)', which has no column; it is left out")
        return nil
      }
      // The foreign key's own index serves.
      if fetchIndex.elements.count == 1, case .toOne = column.role { return nil }
      if fetchIndex.elements.count == 1, case .inverseless = column.role { return nil }
      let direction = element.isAscending ? "ASC" : "DESC"
      elements.append("\(column.name.sqlName) COLLATE BINARY \(direction)")
    }
    guard !elements.isEmpty else { return nil }
    let name = "Z_\(entity)_\(fetchIndex.name)".sqlName
    return "CREATE INDEX \(name) ON \(table.sqlName) (\(elements.joined(separator: ", ")))"
  }

  private mutating func uniqueIndexes(at index: Int, table: String) -> [String] {
    let entity = numbering.entities[index]
    var texts: [String] = []
    for constraint in entity.uniquenessConstraints where !constraint.isEmpty {
      let found = constraint.compactMap { column(at: index, $0)?.name }
      guard found.count == constraint.count else {
        note(
          "the constraint on '\(entity.name)' (\(constraint.joined(separator: ", "))) names a "
            + "property without column; it is left out")
        continue
      }
      let name = "Z_\(entity.name)_UNIQUE_\(constraint.joined(separator: "_"))".sqlName
      let list = found.map { "\($0.sqlName) COLLATE BINARY ASC" }.joined(separator: ", ")
      texts.append("CREATE UNIQUE INDEX \(name) ON \(table.sqlName) (\(list))")
    }
    return texts
  }

  private func compoundIndexes(of table: EntityTable, family: ClosedRange<Int>) -> [String] {
    family.flatMap { index in
      numbering.entities[index].compoundIndexes.compactMap { properties in
        let found = properties.compactMap { column(at: index, $0)?.name }
        guard found.count == properties.count, !found.isEmpty else { return nil }
        return Self.plainIndex(table.name, found, suffix: "")
      }
    }
  }

  private static func plainIndex(_ table: String, _ columns: [String], suffix: String) -> String {
    let name = ([table] + columns).joined(separator: "_") + suffix
    let list = columns.map(\.sqlName).joined(separator: ", ")
    return "CREATE INDEX \(name.sqlName) ON \(table.sqlName) (\(list))"
  }

  /// Columns that hold keys of other rows, by the entity they belong to.
  private func keyColumns(of table: EntityTable) -> [Int: [String]] {
    var found: [Int: [String]] = [:]
    for column in table.columns {
      let owner: Int? =
        switch column.role {
        case .toOne(let entity, _): numbering.index(of: entity)
        case .inverseless(let source, let relationship):
          numbering.index(of: source).flatMap { index in
            properties[index].relationships.first { $0.relationship.name == relationship }?
              .destination
          }
        default: nil
        }
      if let owner { found[owner, default: []].append(column.name) }
    }
    return found
  }
}
