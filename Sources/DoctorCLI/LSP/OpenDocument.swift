internal import Diagnostics

/// A text as the editor has it.
struct OpenDocument {
  /// As the editor writes it.
  let address: String
  /// As the project names it; nil for what is no file.
  let path: String?
  private(set) var version: Int?
  private(set) var bytes: [UInt8]
  private(set) var positions: TextPositions

  init(address: String, path: String?, version: Int?, text: String) {
    (self.address, self.path, self.version) = (address, path, version)
    bytes = Array(text.utf8)
    positions = TextPositions(bytes)
  }

  /// Makes the changes in their order, each in the text that the one before it has left.
  ///
  /// - Returns: false for one that is none; those before it are made.
  mutating func change(_ changes: [JSONValue], version: Int?) -> Bool {
    self.version = version ?? self.version
    for change in changes {
      guard let text = change["text"]?.string else { return false }
      guard let range = change["range"] else {
        bytes = Array(text.utf8)
        positions = TextPositions(bytes)
        continue
      }
      guard let start = Self.position(range["start"]), let end = Self.position(range["end"]) else {
        return false
      }
      let (first, last) = (positions.offset(of: start), positions.offset(of: end))
      bytes.replaceSubrange(min(first, last)..<max(first, last), with: text.utf8)
      positions = TextPositions(bytes)
    }
    return true
  }

  static func position(_ value: JSONValue?) -> TextPositions.Position? {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer else {
      return nil
    }
    return .init(line: line, character: max(character, 0))
  }
}
