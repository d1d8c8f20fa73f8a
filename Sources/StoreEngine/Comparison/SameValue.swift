internal import StoreModel

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
  func hasSameCell(as other: Statement, at index: Int) -> Bool {
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
  func isSame(as other: PropertyValue, _ storages: (ExternalStorage, ExternalStorage))
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
