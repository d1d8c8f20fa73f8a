/// A Swift source file in memory. It need not compile, and may hold any bytes.
public struct SourceFile: Sendable {
  /// The file, as the user named it; every location read from the file carries it.
  public var path: String
  /// The content, which need not be UTF-8.
  public var bytes: [UInt8]

  /// A file with any content.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A file with a text.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// Whether it is a program of its own, as its first line says: no app is built with it.
  package var isScript: Bool { bytes.starts(with: "#!".utf8) }

  /// Larger files are generated data, not models, and are named as a problem instead of read.
  package static let largestBytes = 16 << 20
  /// All files of a run together; the largest apps have a tenth of it.
  package static let mostBytes = 512 << 20
}
