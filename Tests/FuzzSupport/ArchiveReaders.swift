import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import TestSupport

extension FuzzReader {
  /// Files that hold others. Their members are read to the end, and the stores in them looked at; no
  /// name in them may lead anywhere, and nothing of them may stay.
  static let archives: [FuzzReader] = [
    archive("zip") {
      try [
        ArchiveSample.zip(members(), isPacked: true), ArchiveSample.zip(members(), isPacked: false),
      ]
    },
    archive("tar") {
      try [ArchiveSample.tar(members()), ArchiveSample.tar(members(), isPOSIX: true)]
    },
    archive("gzip") {
      try [
        ArchiveSample.gzip(ArchiveSample.tar(members())), ArchiveSample.gzip(Array("text".utf8)),
      ]
    },
    archive("zstd") { try [ArchiveSample.zstd(ArchiveSample.tar(members()))] },
  ]

  private static func archive(
    _ name: String, _ samples: @escaping @Sendable () throws -> [[UInt8]]
  ) -> FuzzReader {
    FuzzReader(
      name, isText: false, words: ["../", "/", "-wal", "path=", "PK", "ustar"],
      samples: { _ in try samples() },
      read: { bytes, _, random in
        // A sum that is wrong ends everything; half of the inputs shall get past it.
        try read(random.below(2) == 0 ? ArchiveSample.withSums(bytes) : bytes)
      })
  }

  /// A small store with what lies beside it, and other files.
  @Sendable private static func members() throws -> [(name: String, bytes: [UInt8])] {
    let folder = try FuzzFolder()
    let writer = try StoreWriter(path: folder.path + "/s.store", model: model)
    _ = try RowGenerator().fill(writer, rows: 3)
    try writer.finish()
    let store = Array(try Data(contentsOf: URL(filePath: folder.path + "/s.store")))
    return [
      ("a/readme.txt", Array("text".utf8)), ("a/s.store", store), ("a/s.store-wal", [1, 2, 3]),
      ("a/.s_SUPPORT/_EXTERNAL_DATA/8F1A9C53-0B0E-4C8A-9A55-000000000001", [4]),
    ]
  }

  private static func read(_ bytes: [UInt8]) throws {
    let folder = try FuzzFolder()
    let path = try folder.write(bytes, as: "input")
    try readMembers(path)
    let start = ScannedStore(path: path, checks: .quick)
    var lines: [ScannedStore] = []
    StoreScanner(.quick).scan(file: path, from: start) { news in
      if case .line(let line) = news { lines.append(line) }
    }
    guard !lines.isEmpty else { throw FuzzFailure("a file without a line") }
    for line in lines {
      if (line.failure == nil) == (line.verdict == nil) {
        throw FuzzFailure("neither a verdict nor a failure, or both")
      }
      let text = try line.text
      if text.contains(".partial-") { throw FuzzFailure("a folder of ours is named") }
      if line.member?.hasPrefix("/") == true || line.member?.contains("../") == true {
        throw FuzzFailure("a name that leads out")
      }
    }
    guard try folder.content() == ["input": Data(bytes)] else {
      throw FuzzFailure("a file changed, or came")
    }
  }

  /// A refusal is the reader's answer.
  private static func readMembers(_ path: String) throws {
    guard let archive = Archive(path) else { return }
    var (members, last) = (0, -1)
    try archive.visit { member, pieces in
      if member.index <= last { throw FuzzFailure("members out of order") }
      (members, last) = (members + 1, member.index)
      var size: Int64 = 0
      // What is in a member may be anything, but not without end.
      while size < 4 << 20, let piece = try? pieces() {
        if piece.isEmpty { throw FuzzFailure("an empty piece") }
        size += Int64(piece.count)
      }
      if members > 20_000 { throw FuzzFailure("more members than such a file can have") }
    }
  }
}

/// Archives as programs make them, byte by byte.
enum ArchiveSample {
  static func tar(_ members: [(name: String, bytes: [UInt8])], isPOSIX: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, content) in members {
      if isPOSIX {
        let record = "path=\(name)\n"
        let length = record.utf8.count + 3
        add("PaxHeader", Array("\(length) \(record)".utf8), kind: "x", to: &bytes)
      }
      add(isPOSIX ? "short" : name, content, kind: "0", to: &bytes)
    }
    return bytes + [UInt8](repeating: 0, count: 1024)
  }

  private static func add(
    _ name: String, _ content: [UInt8], kind: String, to bytes: inout [UInt8]
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      header.replaceSubrange(place..<place + text.utf8.count, with: Array(text.utf8))
    }
    put(String(name.prefix(100)), at: 0)
    put("0000644", at: 100)
    let size = String(content.count, radix: 8)
    put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
    put(kind, at: 156)
    put("ustar\0" + "00", at: 257)
    bytes += withSums(header) + content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// With the sums of all headers put right.
  static func withSums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, through: bytes.count - 512, by: 512)
    where bytes[(start + 257)..<(start + 262)].elementsEqual("ustar".utf8) {
      bytes.replaceSubrange((start + 148)..<(start + 156), with: [UInt8](repeating: 0x20, count: 8))
      let sum = String(bytes[start..<start + 512].reduce(0) { $0 + Int($1) }, radix: 8)
      let text = String(repeating: "0", count: max(0, 6 - sum.count)) + sum + "\0 "
      bytes.replaceSubrange((start + 148)..<(start + 156), with: Array(text.utf8))
    }
    return bytes
  }

  static func zip(_ members: [(name: String, bytes: [UInt8])], isPacked: Bool) -> [UInt8] {
    var (bytes, list): ([UInt8], [UInt8]) = ([], [])
    for (name, content) in members {
      let packed = isPacked ? RawDeflate.deflate(content) : content
      let common =
        little(20, 2) + little(0, 2) + little(isPacked ? 8 : 0, 2) + little(0, 4) + little(0, 4)
        + little(packed.count, 4) + little(content.count, 4) + little(name.utf8.count, 2)
        + little(0, 2)
      list +=
        little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 10)
        + little(bytes.count, 4) + Array(name.utf8)
      bytes += little(0x0403_4B50, 4) + common + Array(name.utf8) + packed
    }
    let start = bytes.count
    return bytes + list + little(0x0605_4B50, 4) + little(0, 4) + little(members.count, 2)
      + little(members.count, 2) + little(list.count, 4) + little(start, 4) + little(0, 2)
  }

  /// One part, with the sum that nobody of ours looks at.
  static func gzip(_ content: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + RawDeflate.deflate(content) + sum(content)
      + little(content.count, 4)
  }

  /// CRC-32, bit by bit.
  private static func sum(_ content: [UInt8]) -> [UInt8] {
    var sum: UInt32 = .max
    for byte in content {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return little(Int(~sum), 4)
  }

  /// One frame of blocks that are not packed.
  static func zstd(_ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x58]
    var rest = content[...]
    repeat {
      let block = rest.prefix(100_000)
      rest = rest.dropFirst(block.count)
      bytes += little(block.count << 3 | (rest.isEmpty ? 1 : 0), 3) + block
    } while !rest.isEmpty
    return bytes
  }

  private static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
  }
}
