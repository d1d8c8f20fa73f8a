internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine
internal import StoreModel

/// Removes what other code left in a folder, whatever that is: folders deeper than any path is long,
/// and those that nobody may read.
enum FolderContent {
  /// Nothing but this process may write to the folder any more.
  static func remove(in top: String) {
    var isChanged = true
    while isChanged {
      isChanged = false
      for folder in foldersLeft(in: top) {
        // What is in it moves up one after the other, so that no path gets long.
        for inner in foldersLeft(in: folder) {
          let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
          if rename(inner, top.appending(component: name)) == 0 { isChanged = true }
        }
        if rmdir(folder) == 0 { isChanged = true }
      }
    }
  }

  /// Removes files, links and empty folders; what is left are folders, which may be changed now.
  private static func foldersLeft(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { folder.appending(component: $0) }.filter { path in
      if unlink(path) == 0 || rmdir(path) == 0 { return false }
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
      return chmod(path, 0o700) == 0
    }
  }
}
