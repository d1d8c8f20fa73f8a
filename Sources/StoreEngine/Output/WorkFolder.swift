internal import PlatformLibc
internal import StoreModel

/// A private folder for what is not complete, beside the place where it will stand.
///
/// Its name cannot be guessed, it is made exclusively, and nobody else may look into it. A lock on
/// it says that its owner lives: it goes when it is released or the process is told to end, and
/// what a killed process left is removed by the next one that makes a folder there.
package final class WorkFolder: Sendable {
  package let path: String
  private let descriptor: Int32
  private let token: Termination.Token

  /// - Parameters:
  ///   - folder: what the new one is made in.
  ///   - name: of what will be made, as a help for whoever finds the folder.
  /// - Throws: `StoreOutputError` when nothing can be made there.
  package init(in folder: String, for name: String = "work") throws(StoreOutputError) {
    let parent = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    Self.sweep(parent)
    while true {
      let path = parent + Self.newName(name)
      var code = ECANCELED
      func make() -> Bool {
        let isMade = mkdir(path, 0o700) == 0
        if !isMade { code = errno }
        return isMade
      }
      let token = Termination.add(making: make) { Self.removeInUse(path, in: parent) }
      guard let token else {
        if code == EEXIST { continue }
        throw StoreOutputError(writing: folder.isEmpty ? "." : folder, code: code)
      }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else {
        let code = errno
        rmdir(path)
        Termination.remove(token)
        // Whoever cleans up takes a folder for that of a dead process until it is locked.
        if code == ENOENT { continue }
        throw StoreOutputError(writing: path, code: code)
      }
      // Another process that cleans up may have been quicker; file systems without such locks are
      // never cleaned.
      let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      guard !isTaken, Self.isEntry(path, of: descriptor) else {
        Termination.remove(token)
        close(descriptor)
        continue
      }
      self.path = path
      self.descriptor = descriptor
      self.token = token
      return
    }
  }

  deinit {
    remove()
    close(descriptor)
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Removes it with everything in it, at once.
  package func remove() {
    Self.removeTree(path)
    Termination.remove(token)
  }

  /// Where files go that nobody shall keep: `$TMPDIR`, or else `/tmp`.
  package static var temporary: String {
    RawFile.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Whether a path is that folder's or of something in it, where the environment names it.
  static func isTemporary(_ path: String) -> Bool {
    guard let folder = RawFile.environment("TMPDIR"), !folder.isEmpty else { return false }
    return path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  // MARK: Names

  private static let prefix = ".partial-"
  private static let digits = 32

  /// `.partial-<32 hex digits>-<name>`; the name is left out where it would be too long.
  private static func newName(_ name: String) -> String {
    let number = (0..<digits / 2).map { _ in UInt8.random(in: 0...UInt8.max) }.hexText
    let tail = "-" + name
    return prefix + number + (tail.utf8.count + prefix.utf8.count + digits > 255 ? "" : tail)
  }

  /// Whether a name is that of a work folder, of something called `target` if one is given.
  package static func isName(_ name: String, of target: String? = nil) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let rest = name.utf8.dropFirst(prefix.utf8.count)
    guard rest.count >= digits, rest.prefix(digits).allSatisfy(isHexDigit) else { return false }
    let tail = rest.dropFirst(digits)
    guard let target else { return tail.isEmpty || tail.first == UInt8(ascii: "-") }
    return tail.elementsEqual("-\(target)".utf8)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  // MARK: What dead processes left

  /// Removes the folders of this user whose owner has died.
  static func sweep(_ parent: String) {
    var names: [String] = []
    Folder.forEachName(in: parent) { if isName($0) { names.append($0) } }
    for name in names { removeIfDead(parent + name, in: parent) }
  }

  /// Whether a folder is one of this user's that no living process holds.
  private static func removeIfDead(_ path: String, in parent: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      status.st_mode & 0o777 == 0o700, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      isEntry(path, of: descriptor)
    else { return }
    takeBack(from: path, in: parent)
    removeTree(path)
  }

  private static func isEntry(_ path: String, of descriptor: Int32) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  /// Removes a folder while another thread of this process may still write into it: under another
  /// name, where nothing more can be made by its path.
  private static func removeInUse(_ path: String, in parent: String) {
    let removed = parent + newName("removed")
    let left = rename(path, removed) == 0 ? removed : path
    takeBack(from: left, in: parent)
    removeTree(left)
  }

  /// Nobody else can put anything into the folder, so names stay; links are removed, not followed.
  private static func removeTree(_ path: String) {
    // Whoever reached into it before it was renamed may still make a file.
    for _ in 0..<3 {
      var names: [String] = []
      Folder.forEachName(in: path) { names.append($0) }
      for name in names {
        let entry = path + "/" + name
        var status = stat()
        guard lstat(entry, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { removeTree(entry) } else { unlink(entry) }
      }
      if rmdir(path) == 0 || errno == ENOENT { return }
    }
  }
}

/// Files of external data have to lie beside a store before it gets its name. They are written down
/// first, so that whoever removes the folder of a dead process takes back what has no store.
extension WorkFolder {
  /// The store's name and those of the files, with a zero byte behind each.
  private static let list = ".placed-external-data"
  private static let listLimit = 256 << 20

  /// - Parameter names: files of external data that are not there yet.
  func willPlace(_ names: [String], of store: String) throws(StoreOutputError) {
    let path = file(Self.list)
    try FileOutput.create(([store] + names).flatMap { Array($0.utf8) + [0] }, at: path)
    try OutputTarget.synchronize(path)
  }

  /// - Parameter parent: the folder's, with its slash.
  static func takeBack(from path: String, in parent: String) {
    guard let bytes = try? InputFile.bytes(of: path + "/" + list, limit: listLimit) else { return }
    let names = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    // A list that the kill cut off names no more than was to be placed.
    guard let store = names.first, !store.contains("/"), !RawFile.isEntry(parent + store) else {
      return
    }
    let storage = ExternalStorage(storePath: parent + store)
    // Not from a folder that is another store's as well.
    guard storage.foreignEntry() == nil else { return }
    storage.remove(names.dropFirst())
  }
}
