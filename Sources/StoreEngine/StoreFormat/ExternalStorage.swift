#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The hidden folder beside a store that holds large binary data (coredata-format.md §3.1).
public struct ExternalStorage: Sendable, Hashable {
  let storePath: String
  /// `.<store name>_SUPPORT/_EXTERNAL_DATA` beside the store, which need not exist.
  public let folder: String

  /// A value's first byte: the bytes follow, or the name of a file.
  static let inline: UInt8 = 1
  static let file: UInt8 = 2

  /// - Parameter path: the store's.
  public init(storePath path: String) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[start...]
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let base = dot == name.startIndex ? name : name[..<dot]
    storePath = path
    folder = "\(path[..<start]).\(base)_SUPPORT\(Self.folderName)"
  }

  /// `.<store name>_SUPPORT`, which holds ``folder``.
  public var supportFolder: String { String(folder.dropLast(Self.folderName.utf8.count)) }

  private static let folderName = "/_EXTERNAL_DATA"

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
  static func name(in value: some Collection<UInt8>) -> String? {
    guard value.first == file, value.count <= 64 else { return nil }
    let text = value.dropFirst().prefix { $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }
}
