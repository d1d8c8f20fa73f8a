package import ModelSource
package import StoreEngine

/// Reads the Swift files of one run: no larger one than any that was written by hand, and together no
/// more than the memory should hold.
package struct SourceReader {
  private let limit: Int
  private var rest: Int

  package init(limit: Int = SourceFile.mostBytes) {
    self.limit = limit
    rest = limit
  }

  package mutating func read(_ path: String) throws(InputFile.Refusal) -> SourceFile {
    let bytes = try InputFile.bytes(of: path, limit: SourceFile.largestBytes)
    guard bytes.count <= rest else { throw .tooMany(limit: limit) }
    rest -= bytes.count
    return SourceFile(path: path, bytes: bytes)
  }
}
