internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds files that are no Swift, so that what they say is not known.
struct SyntaxErrorInFile: SourceRule {
  static let info = RuleInfo(
    id: "syntax-error", group: .lint, severity: .error,
    summary: "a file with models or code around a store has a syntax error",
    why: "what stands around the error is read wrongly or not at all, so that nothing found there "
      + "means nothing",
    fix: "mend the file; left-over marks of a merge are the usual cause",
    limits: "the first error of each file is named; files that hold nothing for the rules are not "
      + "parsed",
    examples: .texts(
      flagged: """
        @Model class Trip {
          var name = ""
          init() {}↓
        ---
        @Model class Trip {
        ↓<<<<<<< HEAD
          var name = ""
        =======
          var title = ""
        >>>>>>> main
          init() {}
        }
        ---
        import SwiftData
        func save(_ context: ModelContext) throws {
          try context.save(↓
        }
        """,
      clean: """
        @Model class Trip {
          var name = ""
          init() {}
        }
        ---
        import SwiftData
        func save(_ context: ModelContext) throws { try context.save() }
        ---
        import SwiftData
        #if os(macOS)
        func save(_ context: ModelContext) throws { try context.save() }
        #endif
        """))

  static let nodes = [SyntaxKind.sourceFile]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard node.hasError, let (offset, text) = Self.firstError(in: node) else { return }
    report("the file has a syntax error: \(text)", at: file.source.location(offset: offset))
  }

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

  /// Where the parser had to make something up or to skip something.
  private static func firstError(in tree: Syntax) -> (offset: Int, text: String)? {
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
          let name = token.text.isEmpty ? "a name or value" : "'\(token.text)'"
          return (end, "\(name) is missing after this")
        }
        if token.hasError { return unreadable(token) }
        end = token.endPositionBeforeTrailingTrivia.utf8Offset
      }
      waiting += node.children(viewMode: .all).reversed()
    }
    return nil
  }
}
