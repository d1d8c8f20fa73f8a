internal import StoreDoctor
internal import StoreEngine

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A store that is written under a name of its own and takes its final name when it is complete, so
/// that a kill at any point leaves either the old store or the new one.
struct NewStore {
  let path: String
  let workPath: String
  private let replaces: Bool

  init(path: String, replaces: Bool) throws {
    let name = VisibleText(path).text
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw Failure.usage("'\(name)' is not the name of a file")
    }
    guard replaces || access(path, F_OK) != 0 else {
      throw Failure.usage("'\(name)' exists already", help: "choose another name, or add --force")
    }
    self.path = path
    self.replaces = replaces
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard folder.isEmpty || access(folder, W_OK) == 0 else {
      throw Failure.unreadable("the folder '\(VisibleText(folder).text)' cannot be written to")
    }
    // The process id keeps two runs apart; the folder of external data is named after the file.
    workPath = "\(folder).partial-\(getpid())-\(file)"
  }

  func moveIntoPlace() throws {
    if replaces {
      // A -wal of the old store would be applied to the new one.
      for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
    try move(Self.support(workPath), Self.support(path), isOptional: true)
    try move(workPath, path, isOptional: false)
  }

  private static func support(_ path: String) -> String {
    let folder = ExternalStorage(storePath: path).folder
    return String(folder.dropLast("/_EXTERNAL_DATA".count))
  }

  private func move(_ from: String, _ to: String, isOptional: Bool) throws {
    if isOptional && access(from, F_OK) != 0 { return }
    guard rename(from, to) == 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      throw Failure.unreadable("cannot write '\(VisibleText(to).text)': \(reason)")
    }
  }
}
