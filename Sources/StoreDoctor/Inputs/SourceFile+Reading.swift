internal import ModelSource
internal import StoreEngine

extension SourceFile {
  /// Reads a Swift file; a larger one than any that was written by hand is refused.
  init(reading path: String) throws(InputFile.Refusal) {
    self.init(path: path, bytes: try InputFile.bytes(of: path, limit: Self.largestBytes))
  }
}
