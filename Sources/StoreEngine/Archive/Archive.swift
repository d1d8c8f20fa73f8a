internal import PlatformLibc
package import StoreModel

/// A file that holds others: zip, tar, and either a tar or a single file in gzip or Zstandard.
///
/// Its members are visited one after the other, and what is in them is given piece by piece, so that no
/// size of any of them matters. Nothing is written under a name that an archive gives.
package struct Archive {
  /// What holds the members.
  package enum Format: Sendable, Hashable { case zip, tar, gzip, zstd }

  /// One regular file in it; links, devices and folders are none.
  package struct Member: Sendable, Hashable {
    /// Its place among the members.
    package var index: Int
    package var name: String
    /// In bytes, as the archive says; nil where it says nothing.
    package var size: Int64?
    /// Why it cannot be read; nil for what seems to be whole.
    package var problem: String?
  }

  /// Gives what is in a member, and nil at its end.
  package typealias Pieces = () throws(ArchiveError) -> ArraySlice<UInt8>?

  package let path: String
  package let format: Format
  let file: RawFile

  /// Nil for a file of no such format, and for one that cannot be opened.
  package init?(_ path: String) {
    guard let file = try? RawFile(path: path), let start = try? file.bytes(at: 0, count: 512),
      let format = Self.format(of: start)
    else { return nil }
    (self.path, self.format, self.file) = (path, format, file)
  }

  /// Nil for the beginning of a file of no such format.
  package static func format(of start: [UInt8]) -> Format? {
    if start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6]) {
      return .zip
    }
    if start.starts(with: [0x1F, 0x8B, 8]) { return .gzip }
    if start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .zstd }
    return start.count == 512 && start[257..<262].elementsEqual("ustar".utf8) ? .tar : nil
  }

  /// Visits all members in the order in which they are in the archive.
  ///
  /// - Parameter body: need not read the pieces; they are worth nothing after it has returned.
  /// - Throws: `ArchiveError` where the archive cannot be read on; what `body` throws.
  package func visit(_ body: (Member, Pieces) throws -> Void) throws {
    switch format {
    case .zip: try ZipReader(file).visit(body)
    case .tar: try TarReader(FilePieces(file).next).visit(body)
    case .gzip:
      try visit(InflateStream(FilePieces(file).next, .gzip).next, ending: ["gz", "tgz"], body)
    case .zstd:
      try visit(ZstdStream(FilePieces(file).next).next, ending: ["zst", "tzst"], body)
    }
  }

  /// Visits a tar that was unpacked, or else all of it as one file.
  ///
  /// - Parameter names: what the packed file's name may end with, and the other's does not.
  private func visit(
    _ unpacked: @escaping Pieces, ending names: Set<String>,
    _ body: (Member, Pieces) throws -> Void
  ) throws {
    var first = try unpacked() ?? []
    while first.count < 512, let more = try unpacked() { first += more }
    var held: ArraySlice<UInt8>? = first
    func next() throws(ArchiveError) -> ArraySlice<UInt8>? {
      if let piece = held {
        held = nil
        return piece.isEmpty ? try unpacked() : piece
      }
      return try unpacked()
    }
    if Self.format(of: Array(first.prefix(512))) == .tar {
      return try TarReader(next).visit(body)
    }
    let name = path.lastPathComponent
    let suffix = name.suffixName
    let inner = names.contains(suffix) ? String(name.dropLast(suffix.count + 1)) : name
    try body(Member(index: 0, name: inner), next)
  }
}

/// What is wrong with an archive, or with a member of it.
package struct ArchiveError: ReportableError, Sendable, Hashable {
  /// Follows "cannot be read: ".
  package var reason: String

  package init(_ reason: String) { self.reason = reason }

  package var status: ExitStatus { .unreadable }
  package var description: String { reason }

  static let truncated = ArchiveError("it ends too early")
}

/// A file piece by piece, from a place on.
final class FilePieces {
  private let file: RawFile
  private var offset: Int64
  private let end: Int64

  init(_ file: RawFile, from offset: Int64 = 0, to end: Int64? = nil) {
    self.file = file
    self.offset = offset
    self.end = end ?? file.size
  }

  func next() throws(ArchiveError) -> ArraySlice<UInt8>? {
    guard offset < end else { return nil }
    do throws(RawFile.Failure) {
      let bytes = try file.bytes(at: offset, count: Int(min(1 << 18, end - offset)))
      guard !bytes.isEmpty else { throw RawFile.Failure.missing }
      offset += Int64(bytes.count)
      return bytes[...]
    } catch {
      throw .truncated
    }
  }
}
