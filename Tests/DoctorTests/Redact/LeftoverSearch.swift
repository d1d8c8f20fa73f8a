import Foundation
import StoreEngine
import StoreModel

/// Looks for values in the bytes of files: as they lie there, and in what SQLite would put together
/// from pages that follow each other anywhere in the file.
struct LeftoverSearch {
  private var haystacks: [[UInt8]] = []

  /// - Parameter path: a store; its side files and files of external data are searched, too.
  init(_ path: String) throws {
    for suffix in ["", "-wal", "-journal", "-shm"] {
      if let data = FileManager.default.contents(atPath: path + suffix) {
        haystacks.append(Array(data))
      }
    }
    haystacks += Payloads.all(in: haystacks[0])
    let folder = ExternalStorage(storePath: path).folder
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      haystacks.append(Array(name.utf8))
      haystacks.append(Array(FileManager.default.contents(atPath: folder + "/" + name) ?? Data()))
    }
  }

  /// The values of which a form is somewhere.
  func found(_ values: some Sequence<SQLiteValue>) -> Set<SQLiteValue> {
    var needles: [UInt32: [(bytes: [UInt8], value: SQLiteValue)]] = [:]
    for value in values {
      for bytes in Self.forms(of: value) {
        needles[Self.start(bytes, 0), default: []].append((bytes, value))
      }
    }
    var found: Set<SQLiteValue> = []
    for haystack in haystacks where haystack.count >= 4 {
      haystack.withUnsafeBufferPointer { bytes in
        var window = UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
        for index in 0..<bytes.count - 3 {
          window = window << 8 | UInt32(bytes[index + 3])
          guard let all = needles[window] else { continue }
          for (needle, value) in all where index + needle.count <= bytes.count {
            var same = 4
            while same < needle.count, needle[same] == bytes[index + same] { same += 1 }
            if same == needle.count { found.insert(value) }
          }
        }
      }
    }
    return found
  }

  private static func start(_ bytes: [UInt8], _ index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[index + $1]) }
  }

  /// How a value of four characters or more may lie in a file; nothing for numbers of so few bytes that
  /// they are everywhere.
  static func forms(of value: SQLiteValue) -> [[UInt8]] {
    switch value {
    case .text(let text) where text.count >= 4 && text.contains(where: { !$0.isWhitespace }):
      let units = Array(text.utf16)
      return [
        Array(text.utf8), units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
        units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
      ]
    case .blob(let bytes) where bytes.count >= 8 && Set(bytes).count > 4: return [bytes]
    case .real(let real) where real != real.rounded():
      return [big(real.bitPattern, 8), big(real.bitPattern.byteSwapped, 8)]
    case .real(let real): return forms(of: .integer(Int64(exactly: real) ?? 0))
    case .integer(let number) where number.magnitude >= 1 << 31:
      let word = UInt64(bitPattern: number)
      let width = number.magnitude < 1 << 47 ? 6 : 8
      return [big(word, width), Array(big(word, 8).reversed()), Array("\(number)".utf8)]
    default: return []
    }
  }

  private static func big(_ word: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
  }
}

/// The records of a SQLite file that go on on other pages, each as one piece.
private enum Payloads {
  static func all(in file: [UInt8]) -> [[UInt8]] {
    guard file.count > 100 else { return [] }
    let stated = Int(file[16]) << 8 | Int(file[17])
    let size = stated == 1 ? 65536 : stated
    let usable = size - Int(file[20])
    return (0..<file.count / size).flatMap { page in
      cells(on: page, size: size, usable: usable, file)
    }
  }

  /// Pages that are none of a tree are read as one, too, which gives nothing or nonsense.
  private static func cells(on page: Int, size: Int, usable: Int, _ file: [UInt8]) -> [[UInt8]] {
    let start = page * size
    let head = start + (page == 0 ? 100 : 0)
    let kind = file[head]
    guard [2, 10, 13].contains(kind) else { return [] }
    let count = Int(file[head + 3]) << 8 | Int(file[head + 4])
    let list = head + (kind == 2 ? 12 : 8)
    return (0..<count).compactMap { index -> [UInt8]? in
      guard list + index * 2 + 1 < file.count else { return nil }
      var place = start + (Int(file[list + index * 2]) << 8 | Int(file[list + index * 2 + 1]))
      if kind == 2 { place += 4 }
      guard let total = number(&place, file), kind != 13 || number(&place, file) != nil else {
        return nil
      }
      let most = kind == 13 ? usable - 35 : (usable - 12) * 64 / 255 - 23
      guard total > most, total < file.count else { return nil }
      let least = (usable - 12) * 32 / 255 - 23
      let rest = least + (total - least) % (usable - 4)
      let local = rest <= most ? rest : least
      guard place + local + 4 <= file.count else { return nil }
      var bytes = Array(file[place..<place + local])
      var next = word(at: place + local, file)
      while bytes.count < total, next > 0, next * size <= file.count {
        let begin = (next - 1) * size
        bytes += file[begin + 4..<begin + 4 + min(usable - 4, total - bytes.count)]
        next = word(at: begin, file)
      }
      return bytes
    }
  }

  private static func word(at place: Int, _ file: [UInt8]) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(file[place + $1]) }
  }

  private static func number(_ place: inout Int, _ file: [UInt8]) -> Int? {
    var value: UInt64 = 0
    for count in 0..<9 {
      guard place < file.count else { return nil }
      let byte = file[place]
      place += 1
      if count == 8 { return Int(exactly: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int(exactly: value) }
    }
    return nil
  }
}

extension LeftoverSearch {
  /// The columns with values that belong to somebody: all but the schema's own, and the masks of
  /// changed properties.
  static func columns(of path: String) throws -> [(table: String, columns: [String])] {
    let connection = try StoreFile.open(path: path).connection
    let kept = ["Z_PRIMARYKEY", "Z_MODELCACHE"]
    return try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'").compactMap {
      guard let table = $0[0].text, !kept.contains(table), !table.hasPrefix("sqlite_") else {
        return nil
      }
      let names = try connection.rows("PRAGMA table_info(\(table.sqlQuoted))").compactMap {
        $0[1].text
      }
      return (table, names.filter { !["ZCOLUMNS", "Z_PLIST"].contains($0) })
    }
  }

  static func values(of path: String) throws -> Set<SQLiteValue> {
    let connection = try StoreFile.open(path: path).connection
    var values: Set<SQLiteValue> = []
    for (table, columns) in try columns(of: path) {
      let list = columns.map(\.sqlQuoted).joined(separator: ", ")
      let statement = try connection.prepare("SELECT \(list) FROM \(table.sqlQuoted)")
      while try statement.step() { values.formUnion(statement.row) }
    }
    return values
  }

  /// What stands in the schema anyway: in its texts, and in the model with its default values.
  static func schema(of path: String) throws -> [UInt8] {
    let connection = try StoreFile.open(path: path).connection
    var bytes = try connection.rows("SELECT sql FROM sqlite_master").flatMap {
      Array(($0[0].text ?? "").utf8)
    }
    let names = (try? connection.rows("SELECT Z_NAME FROM Z_PRIMARYKEY")) ?? []
    bytes += names.flatMap { Array(($0[0].text ?? "").utf8) + [0] }
    if let store = try? Store(connection: connection, path: path) {
      bytes += Array("\(store.model)".utf8)
    }
    return bytes
  }
}
