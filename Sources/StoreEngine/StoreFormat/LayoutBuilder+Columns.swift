internal import StoreModel

extension LayoutBuilder {
  /// Column groups of a table in their order (Documentation/Format/StoreFormat.md, 1.5).
  private enum Group: Int, CaseIterable {
    case integers, orders, floats, decimals, strings, uris, uuids, transformables, binaries
  }

  /// Gives out column names of one table; a later one of the same name gets 1, 2, … appended.
  struct Names {
    var used: Set<String>
    var counts: [String: Int] = [:]

    mutating func take(_ base: String) -> String {
      guard !used.insert(base).inserted else { return base }
      var number = counts[base] ?? 1
      while !used.insert(base + String(number)).inserted { number += 1 }
      counts[base] = number + 1
      return base + String(number)
    }
  }

  private struct TableColumns {
    var names = Names(used: ["Z_PK", "Z_ENT", "Z_OPT"])
    var groups = [[StoreColumn]](repeating: [], count: Group.allCases.count)

    @discardableResult
    mutating func add(
      _ name: String, _ role: StoreColumn.Role, sqlType: String = "INTEGER", to group: Group
    ) -> StoreColumn {
      let column = StoreColumn(name: names.take(name), sqlType: sqlType, role: role)
      groups[group.rawValue].append(column)
      return column
    }
  }

  mutating func addTable(root: NumberedEntity) {
    var table = TableColumns()
    let family = (root.number - 1)...(root.last - 1)
    for index in family {
      // Attributes are named before relationships of the same entity.
      for attribute in properties[index].attributes {
        addAttribute(attribute, path: [attribute.name], of: index, depth: 0, to: &table)
      }
      for relationship in properties[index].relationships where !relationship.relationship.isToMany
      { addToOne(relationship, to: &table) }
      for relationship in inverseless[index] ?? [] { addInverseless(relationship, to: &table) }
    }
    sortOrders(of: root, in: &table.groups[Group.orders.rawValue])
    let leading = [
      StoreColumn(name: "Z_PK", sqlType: "INTEGER PRIMARY KEY", role: .key),
      StoreColumn(name: "Z_ENT", sqlType: "INTEGER", role: .entity),
      StoreColumn(name: "Z_OPT", sqlType: "INTEGER", role: .lock),
    ]
    if !era.sortsColumnsByName {
      note("the order of columns in '\(root.table)' before framework 407 is not known")
    }
    tables.append(
      EntityTable(
        name: root.table, root: root.name, columns: leading + table.groups.flatMap { $0 },
        constraints: era.hasUniqueIndexes ? [] : uniqueColumns(in: family)))
  }

  /// Composites give the columns of their elements, in declared order, without a prefix
  /// (Documentation/Format/StoreFormat.md, 3.4).
  private mutating func addAttribute(
    _ attribute: Attribute, path: [String], of index: Int, depth: Int, to table: inout TableColumns
  ) {
    let entity = numbering.entities[index].name
    if attribute.type == .composite {
      guard depth < 32 else {
        return omit("composite '\(entity).\(path[0])' nests too deeply and is left out")
      }
      for element in attribute.elements {
        addAttribute(element, path: path + [element.name], of: index, depth: depth + 1, to: &table)
      }
      return
    }
    guard let (group, sqlType) = Self.storage(of: attribute.type) else {
      omit(
        "no column is known for '\(entity).\(path.joined(separator: "."))' of type "
          + attribute.type.name)
      return
    }
    columns[PropertyKey(entity, path)] = table.add(
      "Z" + attribute.name.uppercased(), .attribute(entity: entity, path: path), sqlType: sqlType,
      to: group)
  }

  private static func storage(of type: AttributeType) -> (Group, String)? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: (.integers, "INTEGER")
    case .double, .float: (.floats, "FLOAT")
    case .date: (.floats, "TIMESTAMP")
    case .decimal: (.decimals, "DECIMAL")
    case .string: (.strings, "VARCHAR")
    case .uri: (.uris, "VARCHAR")
    case .uuid: (.uuids, "BLOB")
    case .transformable: (.transformables, "BLOB")
    case .binary: (.binaries, "BLOB")
    default: nil
    }
  }

  private mutating func addToOne(_ resolved: ResolvedRelationship, to table: inout TableColumns) {
    let entity = numbering.entities[resolved.source].name
    let name = resolved.relationship.name
    let column = table.add(
      "Z" + name.uppercased(), .toOne(entity: entity, relationship: name), to: .integers)
    columns[PropertyKey(entity, [name])] = column
    let bare = column.name.dropFirst()
    if let destination = resolved.destination.map({ numbering.numbered[$0] }),
      destination.hasSubentities
    {
      table.add(
        "Z\(destination.number)_\(bare)", .destinationEntity(entity: entity, relationship: name),
        to: .integers)
    }
    if resolved.inverse.map({ $0.relationship.isToMany && $0.relationship.isOrdered }) == true {
      table.add("Z_FOK_\(bare)", .order(entity: entity, relationship: name), to: .orders)
    }
  }

  private mutating func addInverseless(
    _ resolved: ResolvedRelationship, to table: inout TableColumns
  ) {
    let source = numbering.numbered[resolved.source]
    let name = resolved.relationship.name
    let column = table.add(
      "Z\(source.number)\(name.uppercased())",
      .inverseless(entity: source.name, relationship: name), to: .integers)
    columns[PropertyKey(source.name, [name])] = column
    if resolved.relationship.isOrdered {
      note("the order column of '\(source.name).\(name)' (ordered, no inverse) was never seen")
      table.add(
        "Z_FOK_\(column.name.dropFirst())", .order(entity: source.name, relationship: name),
        to: .orders)
    }
  }

  /// The order among several order columns is not by name; a store that exists settles it.
  private mutating func sortOrders(of root: NumberedEntity, in orders: inout [StoreColumn]) {
    guard orders.count > 1 else { return }
    let known = existing.columns[root.table] ?? []
    let places = orders.map { known.firstIndex(of: $0.name) }
    let list = orders.map(\.name).joined(separator: ", ")
    note("the order among the columns \(list) of '\(root.table)' is not known")
    guard places.allSatisfy({ $0 != nil }) else { return }
    orders = zip(orders, places).sorted { ($0.1 ?? 0) < ($1.1 ?? 0) }.map(\.0)
  }

  private func uniqueColumns(in family: ClosedRange<Int>) -> [[String]] {
    family.flatMap { index in
      numbering.entities[index].uniquenessConstraints.compactMap { names in
        let found = names.compactMap { column(at: index, $0)?.name }
        return found.count == names.count && !found.isEmpty ? found : nil
      }
    }
  }

  /// The column of an own or inherited property; `author.id` names an element of a composite.
  func column(at index: Int, _ property: String) -> StoreColumn? {
    let path = property.split(separator: ".").map(String.init)
    for level in numbering.lineage(of: index) {
      let entity = numbering.entities[level]
      if let column = columns[PropertyKey(entity.name, path)] { return column }
      // A raw-value enum is a composite of one element: its property stands for that element.
      if let attribute = entity.attribute(named: property), attribute.type == .composite,
        let leaf = attribute.elements.first, attribute.elements.count == 1,
        let column = columns[PropertyKey(entity.name, [property, leaf.name])]
      {
        return column
      }
    }
    return nil
  }
}
