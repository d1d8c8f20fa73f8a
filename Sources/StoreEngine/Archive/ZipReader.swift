/// A zip archive by its list of members, which stands at the end. Large ones (zip64) are read, those
/// of several files are not.
struct ZipReader {
  private let file: RawFile

  init(_ file: RawFile) { self.file = file }

  private static let longestList: Int64 = 256 << 20

  private struct Entry {
    var name: String
    var method: Int
    var isEncrypted: Bool
    var packed: Int64
    var size: Int64
    var offset: Int64
    var isRegular: Bool
  }

  func visit(_ body: (Archive.Member, Archive.Pieces) throws -> Void) throws {
    var index = 0
    var packed: Int64 = 0
    try forEachEntry { entry in
      guard entry.isRegular else { return }
      defer { index += 1 }
      // What lies over each other unpacks to any size.
      packed += min(entry.packed, file.size)
      guard packed <= file.size else { throw ArchiveError("its members lie over each other") }
      var member = Archive.Member(index: index, name: entry.name, size: entry.size)
      let pieces: Archive.Pieces
      do throws(ArchiveError) {
        pieces = try self.pieces(of: entry)
      } catch {
        member.problem = error.reason
        pieces = { nil }
      }
      try body(member, pieces)
    }
  }

  private func pieces(of entry: Entry) throws(ArchiveError) -> Archive.Pieces {
    if entry.isEncrypted { throw ArchiveError("it is encrypted") }
    let header = try bytes(entry.offset, 30)
    guard header.starts(with: [0x50, 0x4B, 3, 4]) else {
      throw ArchiveError("it is not where the archive's list says")
    }
    let start = entry.offset + 30 + Int64(header.little(26, 2)) + Int64(header.little(28, 2))
    guard entry.packed <= file.size - start else { throw .truncated }
    let source = FilePieces(file, from: start, to: start + entry.packed)
    switch entry.method {
    case 0: return source.next
    case 8: return try InflateStream(source.next, .raw).next
    default: throw ArchiveError("it is packed by the method \(entry.method), which is not read")
    }
  }

  private func forEachEntry(_ body: (Entry) throws -> Void) throws {
    let (start, count) = try list()
    guard start.count <= Self.longestList, start.offset >= 0,
      start.offset <= file.size - start.count
    else { throw ArchiveError("its list of members is damaged") }
    let list = try bytes(start.offset, Int(start.count))
    var place = 0
    for _ in 0..<count {
      guard place + 46 <= list.count, list[place...].starts(with: [0x50, 0x4B, 1, 2]) else {
        throw ArchiveError("its list of members is damaged")
      }
      func field(_ offset: Int, _ size: Int) -> Int { list.little(place + offset, size) }
      let (nameSize, extraSize) = (field(28, 2), field(30, 2))
      let end = place + 46 + nameSize + extraSize + field(32, 2)
      guard end <= list.count else { throw ArchiveError("its list of members is damaged") }
      let name = list[(place + 46)..<(place + 46 + nameSize)]
      // Above: the type of file, where a Unix system has packed it.
      let type = field(4, 2) >> 8 == 3 ? field(38, 4) >> 28 : 8
      var entry = Entry(
        name: String(decoding: name, as: UTF8.self), method: field(10, 2),
        isEncrypted: field(8, 2) & 1 != 0, packed: Int64(field(20, 4)), size: Int64(field(24, 4)),
        offset: Int64(field(42, 4)),
        isRegular: (type == 8 || type == 0) && name.last != UInt8(ascii: "/"))
      Self.widen(&entry, list[(place + 46 + nameSize)..<(place + 46 + nameSize + extraSize)])
      place = end
      try body(entry)
    }
  }

  /// What does not fit into 32 bits stands in an extra field, in this order.
  private static func widen(_ entry: inout Entry, _ extra: ArraySlice<UInt8>) {
    let extra = Array(extra)
    var place = 0
    while place + 4 <= extra.count {
      let (id, size) = (extra.little(place, 2), extra.little(place + 2, 2))
      let end = place + 4 + size
      guard end <= extra.count else { return }
      if id == 1 {
        var next = place + 4
        func take(_ value: inout Int64) {
          guard value == 0xFFFF_FFFF, next + 8 <= end else { return }
          value = max(0, Int64(extra.little(next, 8)))
          next += 8
        }
        take(&entry.size)
        take(&entry.packed)
        take(&entry.offset)
      }
      place = end
    }
  }

  /// Where the list of members is, and how many there are.
  private func list() throws(ArchiveError) -> (place: (offset: Int64, count: Int64), members: Int) {
    let tailSize = Int(min(file.size, 65_557))
    let tailStart = file.size - Int64(tailSize)
    let tail = try bytes(tailStart, tailSize)
    guard tail.count >= 22,
      let end = (0...(tail.count - 22)).last(where: {
        tail[$0...].starts(with: [0x50, 0x4B, 5, 6])
      })
    else { throw .truncated }
    var members = tail.little(end + 10, 2)
    var (count, offset) = (Int64(tail.little(end + 12, 4)), Int64(tail.little(end + 16, 4)))
    if members == 0xFFFF || offset == 0xFFFF_FFFF, end >= 20,
      tail[(end - 20)...].starts(with: [0x50, 0x4B, 6, 7])
    {
      let large = try bytes(max(0, Int64(tail.little(end - 12, 8))), 56)
      guard large.starts(with: [0x50, 0x4B, 6, 6]) else {
        throw ArchiveError("its list of members is damaged")
      }
      members = max(0, large.little(32, 8))
      (count, offset) = (Int64(large.little(40, 8)), Int64(large.little(48, 8)))
    }
    guard count >= 0, offset >= 0 else { throw ArchiveError("its list of members is damaged") }
    return ((offset, count), members)
  }

  private func bytes(_ offset: Int64, _ count: Int) throws(ArchiveError) -> [UInt8] {
    guard offset >= 0, let bytes = try? file.bytes(at: offset, count: count), bytes.count == count
    else { throw .truncated }
    return bytes
  }
}

extension [UInt8] {
  /// The little-endian number at a position that the caller has checked.
  fileprivate func little(_ offset: Int, _ size: Int) -> Int {
    (0..<size).reversed().reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }
}
