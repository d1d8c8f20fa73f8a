#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The hidden folder beside a store that holds large binary data (coredata-format.md §3.1).
public struct ExternalStorage: Sendable, Hashable {
  /// `.<store name>_SUPPORT/_EXTERNAL_DATA` beside the store, which need not exist.
  public let folder: String

  /// A value's first byte: the bytes follow, or the name of a file.
  public static let inline: UInt8 = 1
  public static let file: UInt8 = 2

  /// - Parameter path: the store's.
  public init(storePath path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
    let parent = path.dropLast((name ?? "").utf8.count)
    let base = name.map { name in
      name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    }
    folder = "\(parent).\(base ?? "")_SUPPORT/_EXTERNAL_DATA"
  }

  /// The file's path; nil unless the name is a UUID, so that no name leads out of the folder.
  public func path(of name: String) -> String? {
    UUIDText.bytes(name) == nil ? nil : folder + "/" + name
  }

  /// Size in bytes of a regular file; a link is not followed and counts as missing.
  public func size(of name: String) -> Int64? {
    guard let path = path(of: name) else { return nil }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// The file name in a value that refers to a file: `0x02`, a UUID in ASCII, `0x00`.
  public static func name(in value: some Collection<UInt8>) -> String? {
    guard value.first == file, value.count <= 64 else { return nil }
    let text = value.dropFirst().prefix { $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }
}
