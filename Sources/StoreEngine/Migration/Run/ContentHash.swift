internal import StoreModel

/// A hash of rows that does not depend on their order: equal content gives equal hashes, and a
/// changed, lost or added value another one, with the certainty of 128 bits that nobody attacks.
package struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// 32 hexadecimal digits.
  package var description: String {
    [high, low].map { half in withUnsafeBytes(of: half.bigEndian) { $0.hexText } }.joined()
  }

  /// The same; nil where nothing was hashed, because no statement names a table that both versions have.
  package var text: String? { self == ContentHash() ? nil : description }

  /// Adds all rows of a question.
  mutating func add(_ statement: Statement, label: String) throws {
    let seed = RowHash(SplitMix.hash(label))
    let count = statement.columnCount
    while try statement.step() {
      var row = seed
      for index in 0..<count {
        switch statement.cell(at: index) {
        case .null: row.mix(0x11)
        case .integer(let value): row.mix(UInt64(bitPattern: value), 0x22)
        case .real(let value):
          // SQLite keeps a whole number in either class.
          if let whole = Int64(exactly: value) {
            row.mix(UInt64(bitPattern: whole), 0x22)
          } else {
            row.mix(value.bitPattern, 0x33)
          }
        case .text(let bytes): row.mix(bytes, 0x44)
        case .blob(let bytes): row.mix(bytes, 0x55)
        }
      }
      low &+= row.low
      high &+= row.high
    }
  }
}

/// Two independent 64-bit lanes over one row.
private struct RowHash {
  private(set) var low: UInt64
  private(set) var high: UInt64

  init(_ seed: UInt64) {
    low = seed
    high = ~seed
  }

  mutating func mix(_ word: UInt64, _ tag: UInt64 = 0) {
    low = (low ^ word ^ tag) &* 0x9E37_79B9_7F4A_7C15
    low ^= low >> 32
    high = (high &+ word &+ (tag << 56)) &* 0xC2B2_AE3D_27D4_EB4F
    high ^= high >> 29
  }

  mutating func mix(_ bytes: UnsafeRawBufferPointer, _ tag: UInt64) {
    mix(UInt64(bytes.count), tag)
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
    if offset < bytes.count { mix(rest) }
  }
}

/// What two versions share: attributes that keep their type, relationships to the same objects. Of
/// tables that no statement of the stage can change nothing is read.
struct SharedContent {
  private struct Part {
    let label: String
    /// Of the older version.
    let table: String
    let before: String
    let after: String
  }

  private var parts: [Part] = []

  init(_ plan: StagePlan, written: WrittenTables) {
    addMapped(plan)
    for pair in plan.pairing.entities {
      guard let old = plan.source.entity(named: pair.source.name),
        let new = plan.target.entity(named: pair.destination.name), !old.isAbstract, !new.isAbstract
      else { continue }
      addRows(pair, old, new, plan)
    }
    addJoins(plan)
    parts.removeAll { !written.mayContain($0.table) }
  }

  private mutating func addRows(
    _ pair: ModelPairing.EntityPair, _ old: NumberedEntity, _ new: NumberedEntity, _ plan: StagePlan
  ) {
    var before = ["Z_PK", "Z_OPT"]
    var after = before
    for property in pair.properties {
      for (first, second) in Self.columns(property, pair, plan) {
        before.append(first)
        after.append(second)
      }
    }
    func query(_ columns: [String], _ entity: NumberedEntity, _ layout: StoreLayout) -> String {
      let isShared = layout.entities.contains { $0.table == entity.table && $0.name != entity.name }
      return "SELECT \(columns.joined(separator: ", ")) FROM \(entity.table.sqlName)"
        + (isShared ? " WHERE Z_ENT = \(entity.number)" : "")
    }
    parts.append(
      Part(
        label: new.name, table: old.table, before: query(before, old, plan.source),
        after: query(after, new, plan.target)))
  }

  private static func columns(
    _ property: ModelPairing.PropertyPair, _ pair: ModelPairing.EntityPair, _ plan: StagePlan
  ) -> [(String, String)] {
    func column(_ layout: StoreLayout, _ entity: String, _ path: [String]) -> String? {
      layout.column(of: entity, path)?.name.sqlName
    }
    func pairOf(_ old: [String], _ new: [String]) -> [(String, String)] {
      guard let first = column(plan.source, pair.source.name, old),
        let second = column(plan.target, pair.destination.name, new)
      else { return [] }
      return [(first, second)]
    }
    switch (property.source.kind, property.destination.kind) {
    case (.attribute(let old), .attribute(let new)):
      guard old.type == new.type, old.derivation == nil, new.derivation == nil else { return [] }
      guard old.type == .composite else {
        return old.keepsValues(as: new) ? pairOf([old.name], [new.name]) : []
      }
      return ModelPairing.fields(from: old, to: new).pairs.flatMap { fields in
        fields.source.attribute.keepsValues(as: fields.destination.attribute)
          && fields.source.attribute.type == fields.destination.attribute.type
          ? pairOf(
            [old.name] + fields.source.path.split(separator: ".").map(String.init),
            [new.name] + fields.destination.path.split(separator: ".").map(String.init)) : []
      }
    case (.relationship(let old), .relationship(let new)) where !old.isToMany && !new.isToMany:
      return plan.losesRows(of: old.destination) ? [] : pairOf([old.name], [new.name])
    default: return []
    }
  }

  /// Keys are new where a mapping model made the objects; what it copied is not.
  private mutating func addMapped(_ plan: StagePlan) {
    for (name, group) in Dictionary(grouping: plan.mapped, by: \.new.name) where group.count == 1 {
      func query(
        _ columns: [String], _ entity: NumberedEntity, _ filter: RowFilter? = nil
      ) -> String {
        "SELECT \((["1"] + columns.map(\.sqlName)).joined(separator: ", ")) FROM "
          + "\(entity.table.sqlName) AS s WHERE Z_ENT = \(entity.number)"
          + (filter.map { " AND \($0.taken)" } ?? "")
      }
      parts.append(
        Part(
          label: name, table: group[0].old.table,
          before: query(group[0].copied.map(\.old), group[0].old, group[0].before),
          after: query(group[0].copied.map(\.new), group[0].new)))
    }
  }

  private mutating func addJoins(_ plan: StagePlan) {
    for pair in plan.pairing.entities {
      for property in pair.properties {
        guard case .relationship(let old) = property.source.kind,
          case .relationship(let new) = property.destination.kind, old.isToMany, new.isToMany,
          property.destination.declaredBy == pair.destination.name,
          !plan.losesRows(of: old.destination), !plan.losesRows(of: pair.source.name),
          let before = plan.source.join(of: pair.source.name, old.name),
          let after = plan.target.join(of: pair.destination.name, new.name)
        else { continue }
        func query(_ join: JoinTable, _ isOwner: Bool) -> String {
          let near = isOwner ? join.ownerColumn : join.otherColumn
          let far = isOwner ? join.otherColumn : join.ownerColumn
          return "SELECT \(near.sqlName), \(far.sqlName) FROM \(join.name.sqlName)"
        }
        parts.append(
          Part(
            label: "\(pair.destination.name).\(new.name)", table: before.table.name,
            before: query(before.table, before.isOwner), after: query(after.table, after.isOwner)))
      }
    }
  }

  func hash(_ connection: Connection, isAfter: Bool) throws -> ContentHash {
    var hash = ContentHash()
    for part in parts {
      try hash.add(connection.prepare(isAfter ? part.after : part.before), label: part.label)
    }
    return hash
  }
}

extension StagePlan {
  /// Whether the entity or one below it is removed: links to its rows go with them.
  func losesRows(of entity: String) -> Bool {
    source.model.family(of: entity).contains { pairing.pair(from: $0.name) == nil }
  }
}

extension Attribute {
  /// Whether every value stays as it is: no default fills it, and it does not change its form.
  fileprivate func keepsValues(as new: Attribute) -> Bool {
    allowsExternalStorage == new.allowsExternalStorage
      && !(isOptional && !new.isOptional && new.defaultValue != nil)
  }
}
