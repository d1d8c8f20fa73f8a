internal import PlatformLibc
internal import StoreEngine

/// Completes file names as a Unix shell does.
enum FileNames {
  /// Paths that start with `word`; folders end in `/`. Hidden files only when asked for.
  static func completing(_ word: String) -> [String] {
    let (folder, typed) = Folder.split(word)
    var found: [String] = []
    Folder.forEachName(in: folder) { name in
      guard name.hasPrefix(typed), typed.hasPrefix(".") || !name.hasPrefix(".") else { return }
      var status = stat()
      let path = folder + name
      let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      found.append(isFolder ? path + "/" : path)
    }
    // Nobody names a store by its side files.
    let stores = Set(found)
    return found.filter { path in
      !["-wal", "-shm", "-journal"].contains {
        path.hasSuffix($0) && stores.contains(String(path.dropLast($0.count)))
      }
    }.sorted()
  }
}
