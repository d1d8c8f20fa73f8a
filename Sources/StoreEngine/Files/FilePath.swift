internal import PlatformFoundation
internal import PlatformLibc

/// What stands at a path. Links are followed; FIFOs and devices are neither files nor folders.
package enum FilePath {
  package static func exists(_ path: String) -> Bool { kind(path) != nil }
  package static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }
  package static func isRegularFile(_ path: String) -> Bool { kind(path) == S_IFREG }

  /// In bytes; 0 where there is none to be told.
  package static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Why nobody can tell what is at a path, or that a link there leads nowhere; nil where something is,
  /// and where nothing is.
  package static func obstacle(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) != 0 else { return nil }
    let code = errno
    // Nothing can have a name that is too long.
    guard [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code) else {
      return String(cString: strerror(code)).lowercased()
    }
    return lstat(path, &status) == 0 ? "it is a link to a file that does not exist" : nil
  }

  /// A path from the root, without `.` and `..`; links stay.
  package static func absolute(_ path: String) -> String {
    let full =
      path.hasPrefix("/")
      ? path : FileManager.default.currentDirectoryPath.appending(component: path)
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

/// The parts of paths, as text.
extension String {
  package var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }

  /// What stands before the last path component; empty when there is nothing.
  package var deletingLastPathComponent: String {
    var rest = self[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  package func appending(component: String) -> String {
    isEmpty ? component : hasSuffix("/") ? self + component : self + "/" + component
  }

  /// The part after the last dot of the last path component, in lower case.
  package var suffixName: String {
    let name = lastPathComponent
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}

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

  /// Makes a folder of ours, with those above it that are missing.
  ///
  /// - Returns: why that cannot be done; nil when it is there.
  package static func make(_ path: String) -> String? {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return nil }
    let above = path.deletingLastPathComponent
    if errno == ENOENT, !above.isEmpty, above != path {
      if let reason = make(above) { return reason }
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return nil }
    }
    return String(cString: strerror(errno)).lowercased()
  }

  /// Splits a path into its folder, with the slash, and the last component.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }
}

/// Room on the disk that a file lies on.
package enum DiskSpace {
  /// Bytes that this user can still write; nil when the system does not say.
  package static func free(besides path: String) -> Int64? {
    let folder = Folder.split(path).folder
    var status = statvfs()
    guard statvfs(folder.isEmpty ? "." : folder, &status) == 0 else { return nil }
    let (bytes, isHuge) = Int64(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return isHuge ? .max : bytes
  }
}
