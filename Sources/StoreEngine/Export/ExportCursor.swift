internal import StoreModel

/// Rows of an entity as they leave the store: decoded, with nothing left out. What a decoded form could
/// not hold stays as it is stored.
package final class ExportCursor {
  package let columns: [String]
  private let cursor: RowCursor
  private let places: [Int]
  private let external: ExternalStorage

  /// What a cell is.
  package enum Cell {
    case null
    case integer(Int64)
    case bool(Bool)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case string(String)
    /// A list or a dictionary, as JSON.
    case json(String)
    case blob(UnsafeRawBufferPointer)
    case bytes([UInt8])
    /// Data in a file of its own; the path is nil when there is none that can be read.
    case file(name: String, path: String?)
  }

  /// - Parameters:
  ///   - condition: as for `Store.rows`.
  ///   - chosen: properties to keep, beside the key, which is always there; nil keeps all.
  /// - Throws: `StoreError`, `SQLiteError`.
  package init(
    _ store: Store, _ entity: StoreEntity, where condition: String? = nil,
    columns chosen: [String]? = nil
  ) throws {
    cursor = try store.rows(of: entity.name, where: condition, ownOnly: true)
    external = store.externalStorage
    let names = cursor.columns.map(\.name)
    if let stray = chosen?.first(where: { !names.contains($0) }) {
      throw StoreError.unknownProperty(stray, entity: entity.name, known: names)
    }
    places = names.indices.filter { $0 == 0 || chosen?.contains(names[$0]) != false }
    columns = places.map { names[$0] }
  }

  package func next() throws -> Bool { try cursor.next() }

  /// The key of the current row.
  package var key: Int64 { cursor.statement.integer(at: 0) }

  package func cell(at index: Int) -> Cell {
    let place = places[index]
    switch cursor.cell(at: place) {
    case .null: return .null
    case .integer(let value): return .integer(value)
    case .bool(let value): return .bool(value)
    case .real(let value): return .real(value)
    case .text(let bytes), .formatted(let bytes): return .text(bytes)
    case .data(let bytes): return .blob(bytes)
    case .value(let value): return cell(value, place)
    }
  }

  private func cell(_ value: PropertyValue, _ place: Int) -> Cell {
    switch value {
    case .null: .null
    case .integer(let value), .toOne(let value, _), .toManyCount(let value): .integer(value)
    case .double(let value): .real(value)
    case .bool(let value): .bool(value)
    case .data(let bytes): .bytes(bytes)
    case .external(let name, _):
      .file(
        name: name, path: external.isReadable(name) ? external.path(of: name) : nil)
    case .archived(let archive, _) where archive.isShownWhole:
      archive.isCollection ? .json(value.description) : .string(value.description)
    case .archived, .unexpected: stored(place)
    default: .string(value.description)
    }
  }

  private func stored(_ place: Int) -> Cell {
    switch cursor.statement.cell(at: place) {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let bytes): .text(bytes)
    case .blob(let bytes): .blob(bytes)
    }
  }
}

extension PlistValue {
  /// Whether it is a list or a dictionary.
  package var isCollection: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  /// Whether its text tells all of it: data and objects are only named there.
  fileprivate var isShownWhole: Bool {
    switch self {
    case .null, .bool, .integer, .real, .date, .string: true
    case .array(let values): values.allSatisfy(\.isShownWhole)
    case .dictionary(let values): values.values.allSatisfy(\.isShownWhole)
    default: false
    }
  }
}
