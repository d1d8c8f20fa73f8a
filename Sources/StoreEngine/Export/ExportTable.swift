internal import StoreModel

/// What is exported under one name: the rows of an entity, or the links of a relationship.
package struct ExportTable {
  /// For files and tables: free of what file systems refuse, and of no other's name in any case.
  package let name: String
  package let content: Content

  package enum Content {
    /// Rows of exactly this entity, so that a row of a subentity stands in one place, with all it has.
    case entity(StoreEntity)
    /// Links of a many-to-many or an ordered relationship, which no column of a row holds.
    case links(StoreEntity, StoreProperty, ToManyPath)
  }

  /// The entity whose rows, or whose links, these are.
  package var entity: StoreEntity {
    switch content {
    case .entity(let entity), .links(let entity, _, _): entity
    }
  }
}

extension ExportTable {
  /// A name of a model as a part of a file's name: nothing in it leads to another folder, whatever a
  /// store calls its properties.
  package static func plain(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar -> Character in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "_-.".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
      })
  }
}

extension Store {
  /// Everything that is to be exported: entities by name, then links.
  ///
  /// - Parameter chosen: entities whose rows and links are wanted, with their subentities; nil for all.
  /// - Throws: `StoreError.unknownEntity`.
  package func exportTables(of chosen: [String]?, withLinks: Bool) throws -> [ExportTable] {
    let wanted = try chosen.map { names in
      try names.reduce(into: Set<Int64>()) { $0.formUnion(try entity(named: $1).numbers) }
    }
    var names = FileNames()
    let entities = entities.filter {
      !$0.isAbstract && !$0.isTableMissing && wanted?.contains($0.number) != false
    }
    var tables = entities.map { ExportTable(name: names.take($0.name), content: .entity($0)) }
    guard withLinks else { return tables }
    var seen: Set<[String]> = []
    for entity in self.entities where wanted?.isDisjoint(with: entity.numbers) != true {
      for property in entity.properties where property.declaringEntity == entity.name {
        guard case .toMany(_, let path?) = property.kind,
          path.isJoin || path.order != nil,
          // Both ends of a pair lie in one table.
          seen.insert([path.table] + [path.source, path.destination].sorted()).inserted
        else { continue }
        tables.append(
          ExportTable(
            name: names.take("\(entity.name)_\(property.name)"),
            content: .links(entity, property, path)))
      }
    }
    return tables
  }

  /// The links of a relationship: the key of the object that has it, of the object in it, and, when it
  /// is ordered, the place; in the order of the keys.
  package func links(_ path: ToManyPath) throws -> Statement {
    let columns = [path.source, path.destination] + (path.order.map { [$0] } ?? [])
    let present = path.isJoin ? "" : " WHERE \(path.source.sqlQuoted) IS NOT NULL"
    return try connection.prepare(
      "SELECT \(columns.map(\.sqlQuoted).joined(separator: ", ")) FROM main.\(path.table.sqlQuoted)"
        + present + " ORDER BY 1, 2")
  }
}

/// Names of files that differ on every file system.
private struct FileNames {
  private var taken: Set<String> = ["data", "manifest"]

  mutating func take(_ name: String) -> String {
    let plain = ExportTable.plain(name)
    let base = plain.isEmpty || plain.hasPrefix(".") ? "_" + plain : plain
    var free = base
    var number = 2
    while !taken.insert(free.lowercased()).inserted {
      free = "\(base)_\(number)"
      number += 1
    }
    return free
  }
}
