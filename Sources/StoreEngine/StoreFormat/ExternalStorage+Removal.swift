internal import PlatformLibc
internal import StoreModel

extension ExternalStorage {
  /// Another file that ``supportFolder`` may belong to, or something in it that no store puts there,
  /// as a path; nil when there is nothing of the kind. Links count as foreign, so that nothing behind
  /// one is ever reached.
  public func foreignEntry() -> String? {
    guard FileRemoval.exists(supportFolder) else { return nil }
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
  public func remove() { remove(Self.entries(of: folder) ?? []) }

  /// Removes these files of the store, and the folders if nothing else is left in them.
  func remove(_ names: some Sequence<String>) {
    for name in names where size(of: name) != nil {
      if let path = path(of: name) { unlink(path) }
    }
    rmdir(folder)
    rmdir(supportFolder)
  }

  /// Names in a folder, sorted; nil when it is none (a link to one counts as none).
  private static func entries(of folder: String) -> [String]? {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    var names: [String] = []
    guard Folder.forEachName(in: folder, { names.append($0) }) else { return nil }
    return names.sorted { $0.codePointsPrecede($1) }
  }
}
