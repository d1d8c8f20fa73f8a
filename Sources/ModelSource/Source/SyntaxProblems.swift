internal import StoreModel
package import SwiftSyntax

/// Finds the place from which on a file may be misread.
package enum SyntaxProblems {
  /// A token that cannot be one, or has something before it that is no Swift: marks of a merge.
  private static func unreadable(_ token: TokenSyntax) -> (offset: Int, text: String) {
    var offset = token.position.utf8Offset
    for piece in token.leadingTrivia {
      if case .unexpectedText(let text) = piece {
        return (offset, "'\(text.prefix { !$0.isNewline }.prefix(40))' is not expected here")
      }
      offset += piece.sourceLength.utf8Length
    }
    return (offset, "'\(token.text.prefix(40))' cannot be read")
  }

  /// Where the parser first had to make something up or to skip something; one missing brace makes
  /// many such places.
  package static func first(in tree: Syntax) -> (offset: Int, text: String)? {
    var waiting = [tree]
    var end = 0
    while let node = waiting.popLast() {
      guard node.hasError || node.is(UnexpectedNodesSyntax.self) || node.is(TokenSyntax.self) else {
        if node.totalLength.utf8Length > 0 {
          end = node.endPositionBeforeTrailingTrivia.utf8Offset
        }
        continue
      }
      if node.is(UnexpectedNodesSyntax.self), node.totalLength.utf8Length > 0 {
        let line = node.trimmedDescription.prefix { !$0.isNewline }.prefix(40)
        return (
          node.positionAfterSkippingLeadingTrivia.utf8Offset, "'\(line)' is not expected here"
        )
      }
      if let token = node.as(TokenSyntax.self) {
        if token.presence == .missing {
          if token.tokenKind == .rightBrace, let brace = unclosedBrace(in: tree) {
            return (brace, "the '}' of this '{' is missing, judging by the indentation")
          }
          let name = token.text.isEmpty ? "a name or value" : "'\(token.text)'"
          return (end, "\(name) is missing after this")
        }
        // `@objc (Note)`, which Swift 5 takes as well.
        let isSpaced =
          token.tokenKind == .leftParen && token.parent?.is(AttributeSyntax.self) ?? false
        if token.hasError, !isSpaced { return unreadable(token) }
        end = token.endPositionBeforeTrailingTrivia.utf8Offset
      }
      waiting += node.children(viewMode: .all).reversed()
    }
    return nil
  }

  /// What is said of it, as a sentence without a full stop.
  package static func message(_ what: String) -> String {
    "syntax error: \(what); what follows may be misread"
  }
}

extension [ModelProblem] {
  mutating func add(
    _ message: String, topic: ModelProblem.Topic? = nil, entity: String? = nil,
    property: String? = nil, meant: String? = nil, location: Location?
  ) {
    append(
      ModelProblem(
        message, topic: topic, entity: entity, property: property, meant: meant,
        location: location))
  }
}
