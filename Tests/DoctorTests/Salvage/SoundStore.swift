import Foundation
import StoreEngine
import StoreModel

/// A sound store: its rows, and the pages on which each lies, read without the code under test.
struct SoundStore: Sendable {
  typealias Rows = [String: [Int64: [String: SQLiteValue]]]

  let bytes: [UInt8]
  let pageSize: Int
  let model: DataModel
  let rows: Rows
  /// By table and key.
  private(set) var pages: [String: [Int64: [Int]]] = [:]

  /// The file with some pages, counted from 1, lost: nothing but zeros.
  func bytes(without lost: [Int]) -> [UInt8] {
    var bytes = bytes
    for page in lost {
      for index in (page - 1) * pageSize..<page * pageSize { bytes[index] = 0 }
    }
    return bytes
  }

  /// Whether a row of an entity lies on none of the lost pages.
  func hasWholeRows(without lost: Set<Int>) -> Bool {
    pages.contains { table, places in
      table.hasPrefix("Z") && !table.hasPrefix("Z_")
        && places.values.contains(where: lost.isDisjoint)
    }
  }

  /// Tables that a new store may have other values in.
  static let own: Set<String> = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]

  init(_ path: String) throws {
    bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65536 : size
    let file = try StoreFile.open(path: path)
    model = try Store(file: file).model
    rows = try Self.rows(file.connection)
    for row in try file.connection.rows(
      "SELECT name, rootpage FROM sqlite_master WHERE type = 'table'")
    {
      guard let table = row[0].text, let root = row[1].integer else { continue }
      pages[table] = rowPages(Int(root))
    }
    file.release()
    precondition(rows.allSatisfy { pages[$0]?.count == $1.count })
  }

  /// Every row of every table, by the names of its columns.
  static func rows(_ connection: Connection) throws -> Rows {
    var rows: Rows = [:]
    for table in try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") {
      guard let name = table[0].text, !name.hasPrefix("sqlite_") else { continue }
      let statement = try connection.prepare("SELECT _rowid_, * FROM \(name.sqlQuoted)")
      let columns = statement.columnNames
      var found: [Int64: [String: SQLiteValue]] = [:]
      while try statement.step() {
        let values = statement.row
        found[values[0].integer ?? 0] = Dictionary(
          zip(columns.dropFirst(), values.dropFirst()), uniquingKeysWith: { $1 })
      }
      rows[name] = found
    }
    return rows
  }

  private func number(_ place: Int, _ width: Int) -> Int {
    bytes[place..<place + width].reduce(0) { $0 << 8 | Int($1) }
  }

  private func varint(_ place: inout Int) -> Int64 {
    var value: UInt64 = 0
    for index in 0..<9 {
      let byte = bytes[place]
      place += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }

  private func rowPages(_ root: Int) -> [Int64: [Int]] {
    var found: [Int64: [Int]] = [:]
    var open = [root]
    while let page = open.popLast() {
      let start = (page - 1) * pageSize
      let header = start + (page == 1 ? 100 : 0)
      let isInterior = bytes[header] == 5
      if isInterior { open.append(number(header + 8, 4)) }
      for index in 0..<number(header + 3, 2) {
        var place = start + number(header + (isInterior ? 12 : 8) + 2 * index, 2)
        guard !isInterior else {
          open.append(number(place, 4))
          continue
        }
        let size = Int(varint(&place))
        let key = varint(&place)
        found[key] = [page] + overflow(size, place)
      }
    }
    return found
  }

  private func overflow(_ size: Int, _ place: Int) -> [Int] {
    guard size > pageSize - 35 else { return [] }
    let least = (pageSize - 12) * 32 / 255 - 23
    let fill = least + (size - least) % (pageSize - 4)
    var next = number(place + (fill <= pageSize - 35 ? fill : least), 4)
    var pages: [Int] = []
    while next != 0 {
      pages.append(next)
      next = number((next - 1) * pageSize, 4)
    }
    return pages
  }
}
