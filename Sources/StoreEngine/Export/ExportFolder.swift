internal import PlatformLibc
internal import StoreModel

/// The folder that an export fills. A file appears in it only when it is complete, so that a run that
/// was stopped can be taken up again.
package struct ExportFolder: Sendable {
  package let path: String
  private let stores: [String]

  /// Makes the folder unless there is one.
  ///
  /// - Parameter stores: stores in use, which are never written over.
  /// - Throws: `StoreOutputError`.
  package init(_ path: String, stores: [String]) throws(StoreOutputError) {
    var plain = path
    while plain.count > 1, plain.hasSuffix("/") { plain.removeLast() }
    guard !plain.isEmpty else { throw .notAFile(path) }
    self.path = plain
    self.stores = stores
    if mkdir(plain, 0o777) != 0 {
      let code = errno
      var status = stat()
      guard code == EEXIST, stat(plain, &status) == 0 else {
        throw StoreOutputError(writing: plain, code: code)
      }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .exists(plain) }
    }
    WorkFolder.sweep(plain + "/")
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Whether nothing is in it.
  package var isEmpty: Bool {
    var found = false
    Folder.forEachName(in: path) { _ in found = true }
    return !found
  }

  /// The content of a small file; nil without one.
  package func text(of name: String) -> String? {
    guard let file = try? RawFile(path: file(name)), file.size < 256 << 20,
      let bytes = try? file.bytes(at: 0, count: Int(file.size))
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a file is there, complete and as it was written.
  package func holds(_ name: String, size: Int64, digest: String) -> Bool {
    guard let found = try? RawFile(path: file(name)), found.size == size else { return false }
    return ContentName.of(file: file(name)) == digest
  }

  /// Writes one file; what an earlier run left under its name is replaced.
  ///
  /// - Returns: its size in bytes and its SHA-256.
  package func write(
    _ name: String, _ body: (FileOutput) throws -> Void
  ) throws -> (size: Int64, digest: String) {
    let output = try output(name)
    try body(output)
    try output.finish()
    return try measured(name)
  }

  /// A new SQLite file, which is built in a private folder and takes its name when it is complete.
  package func writeDatabase(
    _ name: String, _ body: (Connection) throws -> Void
  ) throws -> (size: Int64, digest: String) {
    let output = try StoreOutput(path: file(name), replaces: false, stores: stores)
    do {
      let connection = try Connection(path: output.workPath, mode: .create)
      try connection.run("PRAGMA journal_mode = OFF")
      try connection.run("BEGIN")
      try body(connection)
      try connection.run("COMMIT")
    }
    try output.moveIntoPlace()
    return try measured(name)
  }

  /// A file of the folder that is written beside others.
  package func output(_ name: String) throws -> FileOutput {
    try makeFolders(for: name)
    return try FileOutput(path: file(name), replaces: .anyFile, stores: stores)
  }

  private func makeFolders(for name: String) throws(StoreOutputError) {
    var parent = path
    for part in name.split(separator: "/").dropLast() {
      parent += "/" + part
      if mkdir(parent, 0o777) != 0, errno != EEXIST {
        throw StoreOutputError(writing: parent, code: errno)
      }
    }
  }

  /// Copies a file of external data; one that is there with the same content stays.
  ///
  /// - Returns: its size in bytes and its SHA-256.
  package func copy(_ source: String, to name: String) throws -> (size: Int64, digest: String) {
    try makeFolders(for: name)
    let target = file(name)
    if !RawFile.isEntry(target) {
      try FileTree.copy(source, target)
    } else if !FileTree.isSame(source, target) {
      throw StoreOutputError.exists(target)
    }
    return try measured(name)
  }

  /// The size in bytes and the SHA-256 of a file that is complete.
  package func measured(_ name: String) throws(StoreOutputError) -> (size: Int64, digest: String) {
    guard let found = try? RawFile(path: file(name)), let digest = ContentName.of(file: file(name))
    else { throw .notWritable(file(name)) }
    return (found.size, digest)
  }
}
