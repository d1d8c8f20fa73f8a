internal import ModelSource

/// Suppressions in Objective-C: a comment speaks of its own line, or of the next one where it stands
/// alone.
extension SuppressionReader {
  static func read(objectiveC files: [SourceFile], into found: inout Found) {
    for file in files where isMarked(file) {
      let source = SourceText(file)
      for comment in ObjCScanner.scan(file.bytes).comments {
        let before = file.bytes[..<comment.offset].reversed().prefix { $0 != UInt8(ascii: "\n") }
        let isAlone = before.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        read(comment.text, at: comment.offset, in: source, into: &found) {
          isAlone ? $0...($0 + 1) : $0...$0
        }
      }
    }
  }
}
