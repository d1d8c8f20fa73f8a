package import ModelSource
package import StoreModel
internal import SwiftSyntax

/// Finds the suppressions of an input.
package enum SuppressionReader {
  package struct Found: Sendable {
    package var suppressions: [Suppression] = []
    /// Comments that look like suppressions and are none.
    var malformed: [(location: Location, text: String)] = []
  }

  /// - Parameter files: those that are safe to parse.
  package static func read(_ files: [SourceFile], models: [SchemaHistory]) -> Found {
    let marked = files.filter(isMarked)
    var result = Found()
    for part in ParsePool.map(marked, { read(tree: $1, $0) }) {
      result.suppressions += part.suppressions
      result.malformed += part.malformed
    }
    for model in models.flatMap(\.versions) where model.source != .swift { read(model, &result) }
    return result
  }

  private static let marker = Array(Suppression.marker.utf8)

  static func isMarked(_ file: SourceFile) -> Bool { file.bytes.contains(marker) }

  private static func read(tree: SourceFileSyntax, _ source: SourceText) -> Found {
    var result = Found()
    for token in tree.tokens(viewMode: .sourceAccurate) {
      var offset = token.position.utf8Offset
      for piece in token.leadingTrivia {
        let length = piece.sourceLength.utf8Length
        if case .lineComment(let text) = piece {
          read(text, at: offset, in: source, into: &result) { _ in
            let extent = extent(of: token)
            let first = source.location(offset: extent.lowerBound).line ?? 0
            let last =
              source.location(offset: max(extent.lowerBound, extent.upperBound - 1)).line ?? 0
            return first...max(first, last)
          }
        }
        offset += length
      }
      offset = token.endPositionBeforeTrailingTrivia.utf8Offset
      for piece in token.trailingTrivia {
        if case .lineComment(let text) = piece {
          read(text, at: offset, in: source, into: &result) { $0...$0 }
        }
        offset += piece.sourceLength.utf8Length
      }
    }
    return result
  }

  /// - Parameter lines: those that a comment on a line speaks of, unless it speaks of the file.
  static func read(
    _ comment: String, at offset: Int, in source: SourceText, into result: inout Found,
    lines: (Int) -> ClosedRange<Int>
  ) {
    var text = comment[...].drop { $0 == "/" || $0 == " " }
    guard text.hasPrefix(Suppression.marker) else { return }
    text = text.dropFirst(Suppression.marker.count)
    let location = source.location(offset: offset)
    let isFile = text.hasPrefix("-file")
    if isFile { text = text.dropFirst("-file".count) }
    guard let (rules, reason) = Suppression.parse(text), !rules.isEmpty else {
      result.malformed.append((location, comment))
      return
    }
    result.suppressions.append(
      Suppression(
        rules: rules, reason: reason, scope: isFile ? .file : .lines(lines(location.line ?? 0)),
        location: location,
        range: whole(offset..<(offset + comment.utf8.count), in: source.bytes)))
  }

  /// The comment with the line it stands alone on, or with the spaces before it.
  private static func whole(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let isAlone = start == 0 || bytes[start - 1] == 0x0a
    let end = range.upperBound
    return start..<(isAlone && end < bytes.count && bytes[end] == 0x0a ? end + 1 : end)
  }

  /// The bytes of the declaration, statement or list element that begins with a token.
  private static func extent(of token: TokenSyntax) -> Range<Int> {
    let start = token.positionAfterSkippingLeadingTrivia
    var node = Syntax(token)
    while let parent = node.parent, parent.positionAfterSkippingLeadingTrivia == start,
      !lists.contains(parent.kind)
    {
      node = parent
    }
    return start.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  private static let lists: Set<SyntaxKind> = [
    .sourceFile, .codeBlockItemList, .memberBlockItemList, .arrayElementList, .labeledExprList,
    .switchCaseList,
  ]

  private static func read(_ model: DataModel, _ result: inout Found) {
    func add(_ userInfo: [String: String], _ place: Location?, _ scope: Suppression.Scope) {
      guard let text = userInfo[Suppression.marker], let place else { return }
      if let (rules, reason) = Suppression.parse(text[...]), !rules.isEmpty {
        result.suppressions.append(
          Suppression(rules: rules, reason: reason, scope: scope, location: place))
      } else {
        result.malformed.append((place, text))
      }
    }
    for entity in model.entities {
      add(entity.userInfo, entity.location, .element(entity: entity.name, property: nil))
      for attribute in entity.attributes {
        add(
          attribute.userInfo, attribute.location,
          .element(entity: entity.name, property: attribute.name))
      }
      for relationship in entity.relationships {
        add(
          relationship.userInfo, relationship.location,
          .element(entity: entity.name, property: relationship.name))
      }
    }
  }
}

extension [UInt8] {
  /// Whether the bytes hold a text.
  fileprivate func contains(_ text: [UInt8]) -> Bool {
    guard let first = text.first, count >= text.count else { return false }
    return withUnsafeBufferPointer { bytes in
      var start = 0
      let last = bytes.count - text.count
      while start <= last {
        if bytes[start] == first, bytes[start..<(start + text.count)].elementsEqual(text) {
          return true
        }
        start += 1
      }
      return false
    }
  }
}
