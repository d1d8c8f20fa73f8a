import Foundation
import StoreEngine
import TestSupport

/// Reading the real models, and the models of real stores.
enum ArchiveCorpus {
  static func files(in part: String, where isWanted: (URL) -> Bool) -> [URL] {
    let root = RealFiles.folder.appending(path: part)
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter(isWanted).sorted { $0.path < $1.path }
  }

  static func path(_ url: URL) -> String {
    url.path.replacingOccurrences(of: RealFiles.folder.path + "/", with: "")
  }

  static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// The Core Data stores, each read through a copy with its write-ahead log.
  static func stores() throws -> [(path: String, metadata: StoreMetadata, cache: [UInt8]?)] {
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "archive-corpus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let files = files(in: "stores") { file in
      !file.hasDirectoryPath && !["-wal", "-shm", ".xml"].contains { file.path.hasSuffix($0) }
    }
    return try files.compactMap { file in
      let copy = temporary.appending(path: UUID().uuidString)
      try Data(contentsOf: file).write(to: copy)
      if let log = try? Data(contentsOf: URL(filePath: file.path + "-wal")) {
        try log.write(to: URL(filePath: copy.path + "-wal"))
      }
      let connection = try Connection(path: copy.path, mode: .readWrite)
      guard let metadata = try? StoreMetadata(connection: connection) else { return nil }
      let cache = try? connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE")
      return (path(file), metadata, cache?.blob)
    }
  }
}
