import Foundation

/// A folder for model files that goes away with the last reference.
final class TemporaryModelFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "model-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders it needs, and gives its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}
