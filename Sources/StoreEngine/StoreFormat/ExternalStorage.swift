internal import PlatformLibc

/// The hidden folder beside a store that holds large binary data
/// (Documentation/Format/StoreFormat.md, 3.1).
public struct ExternalStorage: Sendable, Hashable {
  let storePath: String
  /// `.<store name>_SUPPORT/_EXTERNAL_DATA` beside the store, which need not exist.
  public let folder: String

  /// A value's first byte: the bytes follow, or the name of a file.
  public static let inline: UInt8 = 1
  public static let file: UInt8 = 2

  /// The 16 bytes of a file's name, which is a UUID: two words, because a store may have a million.
  package struct FileKey: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init?(name: String) {
      guard let bytes = UUIDText.bytes(name) else { return nil }
      high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
      low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Capitals with dashes.
    package var name: String {
      UUIDText.text(
        [high, low].flatMap { word in
          stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        })
    }
  }

  /// The names in the folder that can be external data; nil without a folder, and a link is none.
  /// Whether one is a file that can be read, ``isReadable(_:)`` tells.
  package func files() -> Set<FileKey>? {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    var found: Set<FileKey> = []
    let exists = Folder.forEachName(in: folder) { name in
      if let key = FileKey(name: name) { found.insert(key) }
    }
    return exists ? found : nil
  }

  /// - Parameter path: the store's.
  public init(storePath path: String) {
    let (parent, name) = Folder.split(path)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let base = dot == name.startIndex ? name[...] : name[..<dot]
    storePath = path
    folder = "\(parent).\(base)_SUPPORT\(Self.folderName)"
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

  /// Whether there is a regular file of this name that can be read; nothing is opened.
  public func isReadable(_ name: String) -> Bool {
    guard let path = path(of: name), size(of: name) != nil else { return false }
    return access(path, R_OK) == 0
  }

  /// The file name in a value that refers to a file: `0x02`, a UUID in ASCII, `0x00`.
  public static func name(in value: some Collection<UInt8>) -> String? {
    guard value.first == file, value.count <= 64 else { return nil }
    let text = value.dropFirst().prefix { $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }
}
