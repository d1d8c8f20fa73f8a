import SwiftSyntax

extension SyntaxProblems {
  /// The '{' that has no '}' of its own, told by the indentation: the parser misses one only at the
  /// end of the file, where every later brace has closed something it was not meant for.
  ///
  /// - Returns: its offset; nil where every '}' stands below the beginning of what it closes.
  static func unclosedBrace(in tree: Syntax) -> Int? {
    let bytes = Array(tree.description.utf8)
    var opened: [Int] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
      switch token.tokenKind {
      case .leftBrace: opened.append(offset)
      case .rightBrace:
        guard let start = opened.popLast() else { return nil }
        let (line, end) = (indentation(before: start, bytes), indentation(before: offset, bytes))
        if end.isFirst, end.width < line.width { return start }
      default: break
      }
    }
    return nil
  }

  /// How far the line of an offset is indented, and whether nothing stands before the offset in it.
  private static func indentation(
    before offset: Int, _ bytes: [UInt8]
  ) -> (width: Int, isFirst: Bool) {
    let start = bytes[..<offset].lastIndex { $0 == UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
    let width = bytes[start...].prefix { [UInt8(ascii: " "), UInt8(ascii: "\t")].contains($0) }
      .count
    return (width, start + width == offset)
  }
}
