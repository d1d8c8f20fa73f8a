internal import PlatformLibc
internal import StoreModel

/// Writes files of external data for those of a store: under the names that the new store's values
/// have, and as large.
struct ExternalFileRedaction {
  let from: ExternalStorage
  let to: ExternalStorage
  let redactor: ValueRedactor

  /// Larger files are replaced by bytes that nobody looks into.
  private static let limit: Int64 = 32 << 20
  private static let chunk = 1 << 18

  /// - Throws: `StoreOutputError`, `StoreFileError` for a file that may not be read.
  func run(progress: (String) -> Void) throws {
    let names = from.fileNames
    guard !names.isEmpty else { return }
    try FileTree.make(to.supportFolder, like: from.supportFolder)
    try FileTree.make(to.folder, like: from.folder)
    for name in names {
      progress(name)
      let file: RawFile
      do throws(RawFile.Failure) {
        file = try RawFile(path: from.folder + "/" + name)
      } catch {
        throw StoreFileError(path: from.folder + "/" + name, reason: .init(error))
      }
      try write(file, named: name)
      redactor.countFile()
    }
  }

  private func write(_ file: RawFile, named name: String) throws {
    let path = to.folder + "/" + redactor.fileName(name)
    let mode = FileTree.mode(of: from.folder + "/" + name) ?? 0o600
    guard file.size > Self.limit else {
      let bytes = try read(file, at: 0, count: Int(file.size), name)
      try FileOutput.create(redactor.fileContent(bytes), at: path)
      chmod(path, mode)
      return
    }
    let head = try read(file, at: 0, count: 16, name)
    var stream = redactor.stream(for: name)
    var kept = DataKind.headSize(of: head)
    var rest = file.size
    try FileOutput.create(at: path) {
      guard rest > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: Int(min(Int64(Self.chunk), rest)))
      bytes.replaceSubrange(0..<kept, with: head.prefix(kept))
      stream.fill(&bytes, from: kept)
      kept = 0
      rest -= Int64(bytes.count)
      return bytes[...]
    }
    chmod(path, mode)
  }

  private func read(_ file: RawFile, at offset: Int64, count: Int, _ name: String) throws -> [UInt8]
  {
    do throws(RawFile.Failure) {
      return try file.bytes(at: offset, count: count)
    } catch {
      throw StoreFileError(path: from.folder + "/" + name, reason: .init(error))
    }
  }
}
