internal import PlatformLibc
internal import StoreModel

/// The hidden folder beside a store that holds large binary data
/// (Documentation/Format/StoreFormat.md, 3.1).
package struct ExternalStorage: Sendable, Hashable {
  let storePath: String
  /// `.<store name>_SUPPORT/_EXTERNAL_DATA` beside the store, which need not exist.
  package let folder: String

  /// A value's first byte: the bytes follow.
  package static let inline: UInt8 = 1
  /// A value's first byte: the name of a file follows.
  package static let file: UInt8 = 2

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
    guard let names = Self.names(in: folder) else { return nil }
    return Set(names.lazy.compactMap { FileKey(name: $0) })
  }

  /// - Parameter path: the store's.
  package init(storePath path: String) {
    let (parent, name) = Folder.split(path)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let base = dot == name.startIndex ? name[...] : name[..<dot]
    storePath = path
    folder = "\(parent).\(base)_SUPPORT\(Self.folderName)"
  }

  /// `.<store name>_SUPPORT`, which holds ``folder``.
  package var supportFolder: String { String(folder.dropLast(Self.folderName.utf8.count)) }

  private static let folderName = "/_EXTERNAL_DATA"

  /// The file's path; nil unless the name is a UUID, so that no name leads out of the folder.
  package func path(of name: String) -> String? {
    UUIDText.bytes(name) == nil ? nil : folder + "/" + name
  }

  /// Size in bytes of a regular file; a link is not followed and counts as missing.
  package func size(of name: String) -> Int64? {
    guard let path = path(of: name) else { return nil }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Whether there is a regular file of this name that can be read; nothing is opened.
  package func isReadable(_ name: String) -> Bool {
    guard let path = path(of: name), size(of: name) != nil else { return false }
    return access(path, R_OK) == 0
  }

  /// Whether it has any bytes besides, as each file has that Core Data writes.
  package func hasContent(_ name: String) -> Bool { isReadable(name) && size(of: name) != 0 }

  /// The file name in a value that refers to a file: `0x02`, a UUID in ASCII, `0x00`.
  package static func name(in value: some Collection<UInt8>) -> String? {
    guard value.first == file, value.count <= 64 else { return nil }
    let text = value.dropFirst().prefix { $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }
}

extension ExternalStorage {
  /// Another file that ``supportFolder`` may belong to, or something in it that no store puts there,
  /// as a path; nil when there is nothing of the kind. Links count as foreign, so that nothing behind
  /// one is ever reached.
  package func foreignEntry() -> String? {
    guard RawFile.isEntry(supportFolder) else { return nil }
    guard let entries = Self.entries(of: supportFolder) else { return supportFolder }
    for name in entries where "\(supportFolder)/\(name)" != folder {
      return "\(supportFolder)/\(name)"
    }
    if let sibling { return sibling }
    guard !entries.isEmpty else { return nil }
    guard let files = Self.entries(of: folder) else { return folder }
    return files.first { size(of: $0) == nil }.map { "\(folder)/\($0)" }
  }

  /// A file beside the store whose name differs in its extension only: it has the same folder.
  private var sibling: String? {
    let parent = Folder.split(storePath).folder
    for name in Self.entries(of: parent.isEmpty ? "." : parent) ?? [] {
      let path = parent + name
      let isOwn = ["", "-wal", "-shm", "-journal"].contains { path == storePath + $0 }
      if !isOwn, ExternalStorage(storePath: path).folder == folder { return path }
    }
    return nil
  }

  /// Names of the files that a value can refer to, sorted.
  var fileNames: [String] {
    (Self.entries(of: folder) ?? []).filter { size(of: $0) != nil }
  }

  /// Removes the store's own files and folders, and leaves anything else where it is.
  package func remove() { remove(Self.entries(of: folder) ?? []) }

  /// Removes these files of the store, and the folders if nothing else is left in them.
  package func remove(_ names: some Sequence<String>) {
    for name in names where size(of: name) != nil {
      if let path = path(of: name) { unlink(path) }
    }
    rmdir(folder)
    rmdir(supportFolder)
  }

  /// Names in a folder, sorted.
  private static func entries(of folder: String) -> [String]? {
    names(in: folder)?.sorted { $0.codePointsPrecede($1) }
  }

  /// Names in a folder; nil when it is none (a link to one counts as none).
  private static func names(in folder: String) -> [String]? {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    var names: [String] = []
    return Folder.forEachName(in: folder, { names.append($0) }) ? names : nil
  }
}
