internal import PlatformLibc

/// A path that somebody else's configuration names.
package enum ConfinedPath {
  /// Checks that a relative path stays below a folder, without `..` and without any link on its way.
  package static func check(_ path: String, below root: String) throws(StoreOutputError) {
    let parts = path.split(separator: "/")
    guard !path.hasPrefix("/"), !parts.isEmpty, !parts.contains("..") else {
      throw .outside(path, root)
    }
    var way = root
    for part in parts where part != "." {
      way += "/" + part
      var status = stat()
      // What does not exist leads nowhere.
      guard lstat(way, &status) == 0 else { return }
      guard status.st_mode & S_IFMT != S_IFLNK else { throw .outside(path, root) }
    }
  }
}
