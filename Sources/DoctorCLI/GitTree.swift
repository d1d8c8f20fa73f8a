internal import ModelInputs
internal import StoreDoctor

/// What git prints about the files of a revision.
enum GitTree {
  struct File: Hashable {
    var path: String
    /// The name of its content: hexadecimal digits.
    var blob: String
  }

  /// The regular files of `ls-tree -r -z` that `lint` reads when it is given the same paths.
  static func files(in listing: [UInt8], below paths: [String]) -> [File] {
    let files = regularFiles(in: listing)
    let bundles = ModelFiles.Bundles(files: files.map(\.path))
    return files.filter { file in paths.contains { bundles.isRead(file.path, below: $0) } }
  }

  private static func regularFiles(in listing: [UInt8]) -> [File] {
    listing.split(separator: 0).compactMap { entry in
      guard let tab = entry.firstIndex(of: 0x09) else { return nil }
      let words = String(decoding: entry[..<tab], as: UTF8.self).split(separator: " ")
      let path = String(decoding: entry[(tab + 1)...], as: UTF8.self)
      guard words.count == 3, words[0].hasPrefix("100"), words[2].allSatisfy(\.isHexDigit),
        isInside(path)
      else { return nil }
      return File(path: path, blob: String(words[2]))
    }
  }

  /// A tree may have been made by hand.
  private static func isInside(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// The next object of `cat-file --batch`: a line `<name> blob <size>`, the content, a line feed.
  static func takeBlob(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = bytes.firstIndex(of: 0x0a) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[1] == "blob", let size = Int(words[2]), size >= 0,
      size < bytes.endIndex - end - 1
    else { return nil }
    let content = bytes[(end + 1)..<(end + 1 + size)]
    bytes = bytes[(end + 2 + size)...]
    return content
  }
}
