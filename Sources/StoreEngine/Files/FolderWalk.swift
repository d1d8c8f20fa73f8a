internal import PlatformLibc

/// The regular files below a folder, one after the other, in the order of their names.
///
/// Links are not followed, so that nothing is met twice and no cycle is walked; FIFOs, sockets and
/// devices are passed by. Only the names of the folders on the way are kept.
package struct FolderWalk: Sequence, IteratorProtocol {
  package enum Entry: Sendable, Hashable {
    case file(String)
    /// A link, which is not followed.
    case link(String)
    /// What cannot be looked into, and why.
    case unreadable(String, reason: String)
  }

  /// The folders on the way, each with the names that are still to come, the next one last.
  private var way: [(folder: String, names: [String])] = []
  private var problem: Entry?
  private let isPassedBy: @Sendable (String) -> Bool

  /// - Parameter isPassedBy: says of a name whether the folder of that name is left out.
  package init(_ folder: String, passingBy isPassedBy: @escaping @Sendable (String) -> Bool) {
    self.isPassedBy = isPassedBy
    enter(folder)
  }

  package mutating func next() -> Entry? {
    while true {
      if let problem {
        self.problem = nil
        return problem
      }
      guard let last = way.indices.last else { return nil }
      guard let name = way[last].names.popLast() else {
        way.removeLast()
        continue
      }
      let path = way[last].folder.appending(component: name)
      var status = stat()
      guard lstat(path, &status) == 0 else {
        let code = errno
        // What is gone by now was no store of anybody's; a name that is no text never comes back.
        if code != ENOENT || name.contains("\u{FFFD}") {
          return .unreadable(path, reason: Self.reason(code, name))
        }
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return .file(path)
      case S_IFLNK: return .link(path)
      case S_IFDIR where !isPassedBy(name): enter(path)
      default: continue
      }
    }
  }

  private mutating func enter(_ folder: String) {
    var names: [String] = []
    errno = 0
    guard Folder.forEachName(in: folder, { names.append($0) }) else {
      problem = .unreadable(folder, reason: Self.reason(errno, folder))
      return
    }
    // By bytes, as every system sorts them alike.
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    way.append((folder, names.reversed()))
  }

  private static func reason(_ code: Int32, _ name: String) -> String {
    code == ENOENT && name.contains("\u{FFFD}")
      ? "its name is not valid UTF-8" : String(cString: strerror(code)).lowercased()
  }
}
