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
  private let compared: [ComparedProperty]
  /// Of each compared property, the place of its first cell in a row.
  private let places: [Int]
  private let removed: [ValueDecoder]
  private let added: [ValueDecoder]
  /// Where the cells of properties begin that only one has.
  private let ends: Int
  private let storages: (ExternalStorage, ExternalStorage)
  /// Whether `shown` is filled.
  package var shows = false
  /// By the place of a property that differs in the last row of both: `: 'before' → 'after'`.
  package private(set) var shown: [Int: String] = [:]
  /// Places in the properties that only one has, where the last row has a value.
  package private(set) var removedValues: [Int] = []
  package private(set) var addedValues: [Int] = []
  /// As `shown`: `: 'value'`.
  package private(set) var removedShown: [Int: String] = [:]
  package private(set) var addedShown: [Int: String] = [:]
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
    let isByKey = entity.keys.isEmpty
    func side(
      _ store: Store, _ stored: StoreEntity, keys: [String], cells: [String], alone: [StoreProperty]
    ) throws -> Side {
      let order = isByKey ? ["t.Z_PK"] : keys
      let columns = order + cells + alone.map(\.expression)
      let condition = stored.ownRows.map { " WHERE t.\($0)" } ?? ""
      let statement = try store.connection.prepare(
        "SELECT t.Z_PK, \(columns.joined(separator: ", ")) FROM "
          + "main.\(stored.table.sqlQuoted) AS t\(condition) ORDER BY \(order.joined(separator: ", "))"
      )
      return Side(statement, keys: order.count)
    }
    let cells = entity.properties.flatMap(\.cells)
    old = try side(
      stores.old, entity.old, keys: entity.keys.map(\.old.expression), cells: cells.map(\.old),
      alone: entity.removed)
    new = try side(
      stores.new, entity.new, keys: entity.keys.map(\.new.expression), cells: cells.map(\.new),
      alone: entity.added)
    compared = entity.properties
    var next = 1 + old.keys
    var places: [Int] = []
    for property in compared {
      places.append(next)
      next += property.cells.count
    }
    (self.places, ends) = (places, next)
    removed = entity.removed.map(ValueDecoder.init(property:))
    added = entity.added.map(ValueDecoder.init(property:))
    storages = (stores.old.externalStorage, stores.new.externalStorage)
    _ = try old.advance()
    _ = try new.advance()
  }

  /// The next row of either store; nil at the end.
  package mutating func next() throws -> Step? {
    if old.isAtEnd && new.isAtEnd { return nil }
    let order = old.isAtEnd ? 1 : new.isAtEnd ? -1 : SQLiteValue.order(old.key, new.key)
    let step: Step
    noteAlone(order)
    switch order {
    case ..<0: step = .onlyOld(key: old.row)
    case 1...: step = .onlyNew(key: new.row)
    default:
      let differing = compared.indices.filter(differs)
      step = .both(old: old.row, new: new.row, differing: differing)
      if shows {
        shown = Dictionary(keepingFirst: differing.map { ($0, ": " + change(at: $0)) })
      }
    }
    if order <= 0, try old.advance() { ambiguous = true }
    if order >= 0, try new.advance() { ambiguous = true }
    return step
  }

  private mutating func noteAlone(_ order: Int) {
    func values(_ side: Side, _ decoders: [ValueDecoder]) -> [Int] {
      decoders.indices.filter {
        if case .null = side.statement.cell(at: ends + $0) { false } else { true }
      }
    }
    removedValues = order > 0 ? [] : values(old, removed)
    addedValues = order < 0 ? [] : values(new, added)
    guard shows else { return }
    func texts(
      _ side: Side, _ decoders: [ValueDecoder], _ indices: [Int], _ storage: ExternalStorage
    ) -> [Int: String] {
      Dictionary(
        keepingFirst: indices.map { index in
          let raw = side.statement.value(at: ends + index)
          return (index, ": \(decoders[index].value(raw, external: storage))")
        })
    }
    removedShown = texts(old, removed, removedValues, storages.0)
    addedShown = texts(new, added, addedValues, storages.1)
  }

  private func differs(_ index: Int) -> Bool {
    for (offset, cell) in compared[index].cells.enumerated() {
      let place = places[index] + offset
      if cell.isPlain, old.statement.hasSameCell(as: new.statement, at: place) { continue }
      let before = cell.decoders.old.value(old.statement.value(at: place), external: storages.0)
      let after = cell.decoders.new.value(new.statement.value(at: place), external: storages.1)
      if !before.isSame(as: after, storages) { return true }
    }
    return false
  }

  private func change(at index: Int) -> String {
    func text(_ side: Side, _ storage: ExternalStorage, _ isNew: Bool) -> String {
      let cells = compared[index].cells.enumerated().filter { !$0.element.isPresence }
      return cells.map { offset, cell in
        let decoder = isNew ? cell.decoders.new : cell.decoders.old
        let raw = side.statement.value(at: places[index] + offset)
        return "\(decoder.value(raw, external: storage))"
      }.joined(separator: ", ")
    }
    return "\(text(old, storages.0, false)) → \(text(new, storages.1, true))"
  }
}
