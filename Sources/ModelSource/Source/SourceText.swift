package import StoreModel
package import SwiftSyntax

/// A file's bytes with its lines, for texts and places of syntax nodes.
///
/// Texts are cut from the bytes, not rebuilt from the tree: rebuilding recurses once per level of
/// nesting, which hostile source can make as deep as it likes.
package struct SourceText: Sendable {
  package let path: String
  package let bytes: [UInt8]
  private let lineStarts: [Int]

  package init(_ file: SourceFile) {
    path = file.path
    bytes = file.bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  package func location(_ node: some SyntaxProtocol) -> Location {
    location(offset: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  package func location(offset: Int) -> Location {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return Location(path: path, line: low + 1, column: offset - lineStarts[low] + 1)
  }

  /// The node as written, without the trivia around it; long texts end in `…`.
  package func text(_ node: some SyntaxProtocol) -> String {
    let start = min(node.positionAfterSkippingLeadingTrivia.utf8Offset, bytes.count)
    let end = min(max(start, node.endPositionBeforeTrailingTrivia.utf8Offset), bytes.count)
    let isCut = end - start > Self.longestText
    let text = String(decoding: bytes[start..<min(end, start + Self.longestText)], as: UTF8.self)
    return isCut ? text + "…" : text
  }

  private static let longestText = 400
}
