#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A folder of this process's own, which is removed with everything in it.
final class TemporaryFolder {
  let path: String

  /// - Throws: what the file system says.
  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("storedoctor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
