internal import PlatformLibc

/// A folder of the file system, read name by name, because it may hold a million.
package enum Folder {
  /// Calls `body` with each name but `.` and `..`, in no order. False when there is no such folder.
  @discardableResult
  package static func forEachName(in path: String, _ body: (String) -> Void) -> Bool {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var descriptor = open(path.isEmpty ? "." : path, flags | RawFile.noAccessTime)
    // Only the owner may leave the access time alone.
    if descriptor < 0, errno == EPERM { descriptor = open(path.isEmpty ? "." : path, flags) }
    guard descriptor >= 0 else { return false }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return false
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee))
        { String(cString: $0) }
      }
      if name != "." && name != ".." { body(name) }
    }
    return true
  }

  /// Splits a path into its folder, with the slash, and the last component.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }
}
