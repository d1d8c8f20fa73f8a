#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Completes file names as a Unix shell does.
enum FileNames {
  /// Paths that start with `word`; folders end in `/`. Hidden files only when asked for.
  static func completing(_ word: String) -> [String] {
    let slash = word.lastIndex(of: "/")
    let folder = slash.map { String(word[...$0]) } ?? ""
    let typed = slash.map { String(word[word.index(after: $0)...]) } ?? word
    guard let handle = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(typed), name != ".", name != ".." else { continue }
      guard typed.hasPrefix(".") || !name.hasPrefix(".") else { continue }
      var status = stat()
      let path = folder + name
      let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      found.append(isFolder ? path + "/" : path)
    }
    return found.sorted()
  }
}
