public import Foundation

/// A folder with files, which goes when the test ends.
public final class ScratchFolder {
  public let url = FileManager.default.temporaryDirectory
    .appending(path: "storedoctor-\(UUID().uuidString)")

  /// - Parameter files: texts by their paths below the folder.
  public init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  /// A copy of one of the samples.
  public init(sample: String) throws {
    try FileManager.default.copyItem(at: Folders.samples.appending(path: sample), to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ name: String) -> String { url.appending(path: name).path }

  public func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  public func write(_ name: String, _ text: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
