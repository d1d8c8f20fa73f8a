/// A tar archive from beginning to end: the old form, ustar, and the long names of GNU and of POSIX.
struct TarReader {
  private let source: Source

  init(_ next: @escaping Archive.Pieces) { source = Source(next) }

  /// A name or a header of POSIX that is longer says nothing of use.
  private static let longest = 1 << 16

  func visit(_ body: (Archive.Member, Archive.Pieces) throws -> Void) throws {
    var (longName, longSize): (String?, Int64?) = (nil, nil)
    var index = 0
    while let header = try source.block(), header.contains(where: { $0 != 0 }) {
      guard Self.isHeader(header) else { throw ArchiveError("a header of it is damaged") }
      guard let size = longSize ?? Self.number(header[124..<136]), size >= 0 else {
        throw ArchiveError("a size in it is damaged")
      }
      let kind = header[156]
      switch kind {
      case UInt8(ascii: "L"):
        longName = Self.text(try source.bytes(size, atMost: Self.longest)[...])
      case UInt8(ascii: "x"):
        let records = Self.records(try source.bytes(size, atMost: Self.longest))
        longName = records["path"] ?? longName
        longSize = records["size"].flatMap { Int64($0) }
        continue
      case UInt8(ascii: "0"), 0, UInt8(ascii: "7"):
        let name = longName ?? Self.name(header)
        var left = size
        let source = source
        let member = Archive.Member(index: index, name: name, size: size)
        try body(member) { () throws(ArchiveError) -> ArraySlice<UInt8>? in
          guard left > 0 else { return nil }
          let piece = try source.piece(atMost: left)
          left -= Int64(piece.count)
          return piece
        }
        index += 1
        try source.skip(left)
        try source.skip(Self.filling(size))
        (longName, longSize) = (nil, nil)
      default:
        try source.skip(size)
        try source.skip(Self.filling(size))
        // What comes before a member and is about it stands; after a link or a folder it is used up.
        if kind != UInt8(ascii: "K"), kind != UInt8(ascii: "g") {
          (longName, longSize) = (nil, nil)
        }
      }
    }
  }

  private static func filling(_ size: Int64) -> Int64 { (512 - size % 512) % 512 }

  /// The sum of its bytes, with blanks for the sum itself.
  private static func isHeader(_ header: [UInt8]) -> Bool {
    var sum = 8 * 0x20
    for (index, byte) in header.enumerated() where !(148..<156).contains(index) { sum += Int(byte) }
    return number(header[148..<156]) == Int64(sum)
  }

  /// Octal digits, or with the first bit set a number in bytes.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 {
      guard field.dropFirst().dropLast(7).allSatisfy({ $0 == 0 }), first == 0x80 else { return nil }
      let value = field.suffix(7).reduce(0) { $0 << 8 | Int64($1) }
      return value
    }
    var value: Int64 = 0
    for byte in field where byte != 0 && byte != 0x20 {
      guard (0x30...0x37).contains(byte) else { return nil }
      value = value << 3 | Int64(byte - 0x30)
    }
    return value
  }

  private static func name(_ header: [UInt8]) -> String {
    let name = text(header[0..<100])
    let prefix =
      header[257..<262].elementsEqual("ustar".utf8) && header[263] == 0x30
      ? text(header[345..<500]) : ""
    return prefix.isEmpty ? name : prefix + "/" + name
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// `30 path=some/where\n`, one behind the other.
  private static func records(_ bytes: [UInt8]) -> [String: String] {
    var records: [String: String] = [:]
    var rest = bytes[...]
    while let blank = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      length > blank - rest.startIndex + 2, length <= rest.count
    {
      let end = rest.startIndex + length
      let record = rest[(blank + 1)..<(end - 1)]
      if let equals = record.firstIndex(of: UInt8(ascii: "=")) {
        let key = String(decoding: record[..<equals], as: UTF8.self)
        records[key] = String(decoding: record[(equals + 1)...], as: UTF8.self)
      }
      rest = rest[end...]
    }
    return records
  }
}

extension TarReader {
  /// Bytes in portions of any size.
  fileprivate final class Source {
    private let next: Archive.Pieces
    private var held: ArraySlice<UInt8> = []

    init(_ next: @escaping Archive.Pieces) { self.next = next }

    /// At least one byte.
    func piece(atMost count: Int64) throws(ArchiveError) -> ArraySlice<UInt8> {
      while held.isEmpty {
        guard let piece = try next() else { throw .truncated }
        held = piece
      }
      let taken = held.prefix(Int(min(count, Int64(held.count))))
      held = held.dropFirst(taken.count)
      return taken
    }

    /// 512 bytes; nil at the end.
    func block() throws(ArchiveError) -> [UInt8]? {
      while held.isEmpty {
        guard let piece = try next() else { return nil }
        held = piece
      }
      var block: [UInt8] = []
      while block.count < 512 { block += try piece(atMost: Int64(512 - block.count)) }
      return block
    }

    /// What follows a header, with its filling.
    func bytes(_ size: Int64, atMost limit: Int) throws(ArchiveError) -> [UInt8] {
      guard size <= limit else { throw ArchiveError("a header of it is too long") }
      var bytes: [UInt8] = []
      while bytes.count < size { bytes += try piece(atMost: size - Int64(bytes.count)) }
      try skip(TarReader.filling(size))
      return bytes
    }

    func skip(_ count: Int64) throws(ArchiveError) {
      var left = count
      while left > 0 { left -= Int64(try piece(atMost: left).count) }
    }
  }
}
