internal import PlatformLibc

/// What stands at a path. Links are followed; FIFOs and devices are neither files nor folders.
package enum FilePath {
  package static func exists(_ path: String) -> Bool { kind(path) != nil }
  package static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }
  package static func isRegularFile(_ path: String) -> Bool { kind(path) == S_IFREG }

  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

/// The parts of paths, as text.
extension String {
  package var lastPathComponent: String {
    split(separator: "/").last.map(String.init) ?? self
  }

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
