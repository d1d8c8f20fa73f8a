internal import StoreModel

/// Walks over the rows of an entity in two stores at once, each sorted by what tells them apart, so that
/// a million rows take no memory.
package struct RowMerge {
  /// What became of a row.
  package enum Step {
    case onlyOld(key: Int64)
    case onlyNew(key: Int64)
    /// Places in the compared properties whose values differ; empty for an unchanged row.
    case both(old: Int64, new: Int64, differing: [Int])
  }

  private let old: Side
  private let new: Side
  private let width: Int
  private let keys: Int
  private let compared: [(ValueDecoder, ValueDecoder, isSame: Bool)]
  private let storages: (ExternalStorage, ExternalStorage)
  /// Whether `shown` is filled.
  package var shows = false
  /// By the place of a property that differs in the last row of both: ` 'before' → 'after'`.
  package private(set) var shown: [Int: String] = [:]
  /// Set when one side has two rows that cannot be told apart.
  package private(set) var ambiguous = false

  private final class Side {
    let statement: Statement
    var isAtEnd = false
    var key: [SQLiteValue] = []
    let keys: Int

    init(_ statement: Statement, keys: Int) {
      self.statement = statement
      self.keys = keys
    }

    /// Moves on; true when the row has the key of the one before.
    func advance() throws -> Bool {
      isAtEnd = try !statement.step()
      guard !isAtEnd else { return false }
      let before = key
      key = (0..<keys).map { statement.value(at: $0 + 1) }
      return key == before
    }

    var row: Int64 { statement.integer(at: 0) }
  }

  package init(_ entity: ComparedEntity, in stores: ComparedStores) throws {
    let names: [String] =
      switch entity.match {
      case .key: []
      case .values(let names): names
      }
    func side(
      _ store: Store, _ stored: StoreEntity, _ property: (ComparedEntity.Pair) -> StoreProperty
    )
      throws -> Side
    {
      let keys = names.compactMap { name in
        entity.properties.first { $0.name == name }.flatMap { property($0).columns.first }
      }
      let order = keys.isEmpty ? ["Z_PK"] : keys.map(\.sqlQuoted)
      let columns = entity.properties.map { Self.expression(property($0)) }
      let condition = stored.sharesTable ? " WHERE Z_ENT = \(stored.number)" : ""
      let statement = try store.connection.prepare(
        "SELECT Z_PK, \((order + columns).joined(separator: ", ")) FROM "
          + "main.\(stored.table.sqlQuoted)\(condition) ORDER BY \(order.joined(separator: ", "))")
      return Side(statement, keys: order.count)
    }
    old = try side(stores.old, entity.old) { $0.old }
    new = try side(stores.new, entity.new) { $0.new }
    keys = old.keys
    width = entity.properties.count
    compared = entity.properties.map { pair in
      let (first, second) = (Self.decoder(pair.old), Self.decoder(pair.new))
      return (first, second, first == second && first != .externalData)
    }
    storages = (stores.old.externalStorage, stores.new.externalStorage)
    _ = try old.advance()
    _ = try new.advance()
  }

  private static func expression(_ property: StoreProperty) -> String {
    let columns = property.columns.map(\.sqlQuoted).joined(separator: ", ")
    return property.columns.count > 1 ? "coalesce(\(columns))" : columns
  }

  private static func decoder(_ property: StoreProperty) -> ValueDecoder {
    switch property.kind {
    case .attribute(let attribute, _): ValueDecoder(attribute)
    case .enumeration: .enumCase
    case .toOne: .toOne
    case .toMany: .toManyCount
    }
  }

  /// The next row of either store; nil at the end.
  package mutating func next() throws -> Step? {
    if old.isAtEnd && new.isAtEnd { return nil }
    let order = old.isAtEnd ? 1 : new.isAtEnd ? -1 : SQLiteValue.order(old.key, new.key)
    switch order {
    case ..<0:
      let step = Step.onlyOld(key: old.row)
      if try old.advance() { ambiguous = true }
      return step
    case 1...:
      let step = Step.onlyNew(key: new.row)
      if try new.advance() { ambiguous = true }
      return step
    default:
      let differing = (0..<width).filter(differs)
      let step = Step.both(old: old.row, new: new.row, differing: differing)
      if shows {
        shown = Dictionary(
          keepingFirst: differing.map { ($0, ": \(values(at: $0).old) → \(values(at: $0).new)") })
      }
      if try old.advance() { ambiguous = true }
      if try new.advance() { ambiguous = true }
      return step
    }
  }

  private func differs(_ index: Int) -> Bool {
    let place = 1 + keys + index
    let (first, second, isSame) = compared[index]
    if isSame, old.statement.hasSameCell(as: new.statement, at: place) { return false }
    let before = first.value(old.statement.value(at: place), external: storages.0)
    let after = second.value(new.statement.value(at: place), external: storages.1)
    return !before.isSame(as: after, storages)
  }

  private func values(at index: Int) -> (old: PropertyValue, new: PropertyValue) {
    let place = 1 + keys + index
    return (
      compared[index].0.value(old.statement.value(at: place), external: storages.0),
      compared[index].1.value(new.statement.value(at: place), external: storages.1)
    )
  }
}

extension SQLiteValue {
  /// The order in which SQLite sorts: NULL, numbers, texts by their bytes, blobs.
  static func order(_ first: [SQLiteValue], _ second: [SQLiteValue]) -> Int {
    for (a, b) in zip(first, second) {
      let order = a.order(b)
      if order != 0 { return order }
    }
    return 0
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private func order(_ other: SQLiteValue) -> Int {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return a < b ? -1 : a > b ? 1 : 0
    case (.integer, .real), (.real, .integer), (.real, .real):
      let (a, b) = (double ?? 0, other.double ?? 0)
      return a < b ? -1 : a > b ? 1 : 0
    case (.text(let a), .text(let b)):
      return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : a.utf8.elementsEqual(b.utf8) ? 0 : 1
    case (.blob(let a), .blob(let b)):
      return a.lexicographicallyPrecedes(b) ? -1 : a == b ? 0 : 1
    default: return rank < other.rank ? -1 : rank > other.rank ? 1 : 0
    }
  }
}

extension Statement {
  /// Whether both hold the same value, byte for byte, without copying it.
  fileprivate func hasSameCell(as other: Statement, at index: Int) -> Bool {
    switch (cell(at: index), other.cell(at: index)) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)), (.blob(let a), .blob(let b)): a.elementsEqual(b)
    default: false
    }
  }
}

extension PropertyValue {
  /// Whether an app would see the same: a number is one in whatever type it is kept, and data is one
  /// whether it lies in the row or in a file.
  fileprivate func isSame(as other: PropertyValue, _ storages: (ExternalStorage, ExternalStorage))
    -> Bool
  {
    if case .external(let name, _) = self, case .external(let second, _) = other {
      guard let path = storages.0.path(of: name), let copy = storages.1.path(of: second) else {
        return false
      }
      return FileTree.isSame(path, copy)
    }
    if let a = number, let b = other.number { return a == b }
    if case .external(let name, _) = self { return other.data == storages.0.content(of: name) }
    if case .external(let name, _) = other { return data == storages.1.content(of: name) }
    return self == other
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value), .date(let value): value
    case .bool(let value): value ? 1 : 0
    case .decimal(let text): Double(text)
    default: nil
    }
  }

  private var data: [UInt8]? {
    if case .data(let bytes) = self { bytes } else { nil }
  }
}

extension ExternalStorage {
  /// Nil without a file of the name.
  fileprivate func content(of name: String) -> [UInt8]? {
    guard let path = path(of: name), let file = try? RawFile(path: path) else { return nil }
    return try? file.bytes(at: 0, count: Int(clamping: file.size))
  }
}
