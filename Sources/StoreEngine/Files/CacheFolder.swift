internal import PlatformFoundation
internal import PlatformLibc

/// A folder of things that can be made again. What is half-made has a name that begins with a dot.
package struct CacheFolder {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Marks a member as used now.
  package static func touch(_ path: String) { utimes(path, nil) }

  /// Removes what has not been used for longest, and what a killed process left half-made.
  package func prune(keeping most: Int) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var dated: [(name: String, age: Int)] = []
    for name in names {
      var status = stat()
      guard stat(path.appending(component: name), &status) == 0 else { continue }
      let age = time(nil) - status.modified.tv_sec
      if name.hasPrefix(".") {
        if age > 3600 { remove(name) }
      } else {
        dated.append((name, age))
      }
    }
    for old in dated.sorted(by: { ($0.age, $0.name) < ($1.age, $1.name) }).dropFirst(most) {
      remove(old.name)
    }
  }

  /// What all files in it take, in bytes.
  package var bytes: Int64 {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.reduce(0) { sum, name in
      var status = stat()
      let isFile =
        lstat(path.appending(component: name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return isFile ? sum + Int64(status.st_size) : sum
    }
  }

  /// Removes it with everything in it. False when some of it is still there.
  package func clear() -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return true }
    return (try? FileManager.default.removeItem(atPath: path)) != nil
  }

  private func remove(_ name: String) {
    try? FileManager.default.removeItem(atPath: path.appending(component: name))
  }
}
