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
  /// The name the old store's folder of external data would follow from, while it is aside.
  private let replacedPath: String
  private let replaces: Bool

  init(path: String, replaces: Bool) throws {
    let name = VisibleText(path).text
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw Failure.usage("'\(name)' is not the name of a file")
    }
    try Self.checkReplaceable(path, name: name, replaces: replaces)
    self.path = path
    self.replaces = replaces
    let (folder, file) = Folder.split(path)
    guard folder.isEmpty || access(folder, W_OK) == 0 else {
      throw Failure.unreadable("the folder '\(VisibleText(folder).text)' cannot be written to")
    }
    // The process id keeps two runs apart; the folder of external data is named after the file.
    workPath = "\(folder).partial-\(getpid())-\(file)"
    replacedPath = "\(folder).replaced-\(getpid())-\(file)"
  }

  /// Only a file is replaced, and only a folder that holds nothing but a store's external data.
  private static func checkReplaceable(_ path: String, name: String, replaces: Bool) throws {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw Failure.usage("'\(name)' exists and is not a file", help: "choose another name")
      }
      guard replaces else {
        throw Failure.usage("'\(name)' exists already", help: "choose another name, or add --force")
      }
    }
    let storage = ExternalStorage(storePath: path)
    if let foreign = storage.foreignEntry() {
      throw Failure.usage(
        "'\(VisibleText(foreign).text)' is in the way of the store's external data",
        help: "move it away, or choose another name")
    }
    var folder = stat()
    if !replaces, lstat(storage.supportFolder, &folder) == 0 {
      throw Failure.usage(
        "'\(VisibleText(storage.supportFolder).text)' exists already, the external data of a store "
          + "of this name", help: "choose another name, or add --force")
    }
  }

  func moveIntoPlace() throws {
    let new = ExternalStorage(storePath: workPath)
    let final = ExternalStorage(storePath: path)
    // The old folder steps aside until the new store stands.
    let old = ExternalStorage(storePath: replacedPath)
    try move(final.supportFolder, old.supportFolder, isOptional: true)
    do {
      try move(new.supportFolder, final.supportFolder, isOptional: true)
      if replaces {
        // A -wal of the old store would be applied to the new one.
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
      }
      try move(workPath, path, isOptional: false)
    } catch {
      new.remove()
      unlink(workPath)
      try? move(old.supportFolder, final.supportFolder, isOptional: true)
      throw error
    }
    old.remove()
  }

  private func move(_ from: String, _ to: String, isOptional: Bool) throws {
    if isOptional && access(from, F_OK) != 0 { return }
    guard rename(from, to) == 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      throw Failure.unreadable("cannot write '\(VisibleText(to).text)': \(reason)")
    }
  }
}
