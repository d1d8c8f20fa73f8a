/// The first 100 bytes of a SQLite file (fileformat2.html §1.3).
package struct StoreHeader {
  static let size = 100

  /// Whether bytes are the beginning of a SQLite file.
  package static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: "SQLite format 3\0".utf8)
  }

  /// Whether a path names a SQLite file, or an empty one whose content is in its `-wal` file.
  package static func isSQLiteFile(_ path: String) -> Bool {
    guard let file = try? RawFile(path: path) else { return false }
    if file.size > 0 { return (try? file.bytes(at: 0, count: 16)).map(begins) ?? false }
    return (try? RawFile(path: path + "-wal").bytes(at: 0, count: 4)).map(beginsLog) ?? false
  }

  /// Whether bytes are the beginning of a write-ahead log, of either byte order.
  static func beginsLog(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x37, 0x7F, 0x06])
  }

  let isSQLite: Bool
  /// 1 for a rollback journal, 2 for a write-ahead log; 0 if the header is missing.
  let writeVersion: UInt8
  let readVersion: UInt8
  /// In bytes; nil if the field holds no valid size.
  let pageSize: Int?
  let pageCount: UInt32
  /// False after a write by a SQLite older than 3.7, which did not keep `pageCount`.
  let hasValidPageCount: Bool

  /// Fewer than 100 bytes make no header.
  init(_ bytes: [UInt8]) {
    guard bytes.count >= Self.size else {
      isSQLite = false
      (writeVersion, readVersion, pageSize, pageCount) = (0, 0, nil, 0)
      hasValidPageCount = false
      return
    }
    isSQLite = Self.begins(bytes)
    writeVersion = bytes[18]
    readVersion = bytes[19]
    let field = Int(bytes[16]) << 8 | Int(bytes[17])
    let size = field == 1 ? 65536 : field
    pageSize = size >= 512 && size & (size - 1) == 0 ? size : nil
    pageCount = bytes.bigEndian32(at: 28)
    hasValidPageCount = pageCount != 0 && bytes.bigEndian32(at: 24) == bytes.bigEndian32(at: 92)
  }

  var isLogged: Bool { readVersion == 2 }
}
