import Foundation

/// The public logs beside the package, when they are there.
enum TraceCorpus {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/corpus/logs")

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static var names: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted()
  }
}
