internal import StoreModel

extension FileIdentifier {
  /// Names a file that is not SQLite by its first bytes, `sampleSize` of them if it has so many.
  static func kind(of start: [UInt8], size: Int64) -> FileKind {
    if start.isEmpty { return FileKind(.empty, "empty file", evidence: "it has no bytes") }
    if let kind = signature(start) ?? text(start) { return kind }
    // A picture looks as random as what is encrypted.
    if let data = DataKind(of: start), data != .json {
      return FileKind(
        .unknown, data.rawValue, evidence: "it is a file of the kind \(data.rawValue)")
    }
    // Pages of a fixed size full of noise: what SQLCipher and the like leave, salt first.
    if size >= 1024, size % 512 == 0, looksRandom(start) {
      return FileKind(
        .encrypted, "encrypted SQLite file",
        evidence: "it has no known header and looks random; it may be encrypted, e.g. by SQLCipher",
        certainty: .inferred("a guess from the even spread of its bytes"))
    }
    return FileKind(
      .unknown, "unknown file", evidence: "its first bytes belong to no known format",
      certainty: .unknown("no known signature"))
  }

  private static let signatures: [(bytes: [UInt8], id: FileKind.ID, name: String, is: String)] = [
    ([0x1F, 0x8B], .gzip, "gzip archive", "gzip data; unpack it first"),
    ([0x50, 0x4B, 3, 4], .zip, "zip archive", "a zip archive; unpack it first"),
    ([0x37, 0x7F, 0x06, 0x82], .sideFile, "SQLite write-ahead log", sideFile("write-ahead log")),
    ([0x37, 0x7F, 0x06, 0x83], .sideFile, "SQLite write-ahead log", sideFile("write-ahead log")),
    (RollbackJournal.magic, .sideFile, "SQLite rollback journal", sideFile("rollback journal")),
    ([0x18, 0xE2, 0x2D, 0x00], .sideFile, "SQLite shared-memory index", sideFile(index)),
    ([0x00, 0x2D, 0xE2, 0x18], .sideFile, "SQLite shared-memory index", sideFile(index)),
  ]
  private static let index = "shared-memory index"

  private static func sideFile(_ name: String) -> String {
    "the \(name) of a store; name the store itself"
  }

  private static func signature(_ start: [UInt8]) -> FileKind? {
    if start.starts(with: "bplist".utf8) { return binaryPropertyList(start) }
    // Two 64-bit file references, then the mnemonic.
    if start.count >= 24, start[16..<20].elementsEqual("T-DB".utf8) {
      return FileKind(.realm, "Realm", evidence: "it has Realm's mark 'T-DB' at byte 16")
    }
    return signatures.first { start.starts(with: $0.bytes) }.map {
      FileKind($0.id, $0.name, evidence: "it is \($0.is)")
    }
  }

  /// A binary Core Data store is a keyed archive with the metadata keys of every store in it.
  private static func binaryPropertyList(_ start: [UInt8]) -> FileKind {
    if contains(start, "NSKeyedArchiver") || contains(start, "$archiver"),
      contains(start, "NSStoreModelVersionHashes")
    {
      return FileKind(
        .coreDataBinary, "Core Data (binary store)",
        evidence: "it is a keyed archive with 'NSStoreModelVersionHashes'")
    }
    return FileKind(.plist, "binary property list", evidence: "it is a binary property list")
  }

  private static func text(_ start: [UInt8]) -> FileKind? {
    // UTF-8 or ASCII without control characters; the sample may end inside a character.
    guard !start.contains(where: { $0 < 0x20 && ![9, 10, 12, 13].contains($0) || $0 == 0x7F }),
      isUTF8(start)
    else { return nil }
    if contains(start, "<!DOCTYPE database"), contains(start, "<databaseInfo>") {
      return FileKind(
        .coreDataXML, "Core Data (XML store)",
        evidence: "it is XML with the document type 'database' and a 'databaseInfo' element")
    }
    if contains(start, "<!DOCTYPE plist") || contains(start, "<plist") {
      return FileKind(.plist, "property list", evidence: "it is an XML property list")
    }
    if start.drop(while: { [9, 10, 13, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }).first == 0x3C {
      return FileKind(.xml, "XML", evidence: "it is XML, but no Core Data store")
    }
    if contains(Array(start.prefix(200)), "git-lfs.github.com/spec/") {
      return FileKind(
        .text, "Git LFS pointer",
        evidence: "it is a text that stands for a file in Git LFS; get the file with 'git lfs pull'"
      )
    }
    return FileKind(.text, "text", evidence: "it is text")
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    (0...3).contains { cut in
      bytes.count > cut && String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
    }
  }

  /// True if byte values are spread as evenly as in random data (chi-squared, far from the edge).
  private static func looksRandom(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 1024 else { return false }
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    let expected = Double(bytes.count) / 256
    let deviation = counts.reduce(0.0) { sum, count in
      sum + (Double(count) - expected) * (Double(count) - expected) / expected
    }
    // 255 degrees of freedom: mean 255, standard deviation 22.6.
    return deviation < 255 + 6 * 22.6
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let pattern = Array(text.utf8)
    guard bytes.count >= pattern.count else { return false }
    return (0...bytes.count - pattern.count).contains { start in
      bytes[start] == pattern[0] && bytes[start..<start + pattern.count].elementsEqual(pattern)
    }
  }
}
