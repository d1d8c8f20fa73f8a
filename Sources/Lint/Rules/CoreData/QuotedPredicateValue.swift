internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds formats of predicates with quotes around a value.
struct QuotedPredicateValue: SourceRule {
  static let info = RuleInfo(
    id: "quoted-predicate-value", group: .dataAccess, severity: .warning,
    summary: "the format of a predicate has quotes around a value, or is given one without any",
    why:
      "between quotes '%@' is two characters and no value, so that the fetch finds nothing; and a text that "
      + "becomes a part of the format ends at the first quote in it: the app crashes with 'Unable to "
      + "parse the format string' as soon as somebody is called O'Brien",
    fix: "write '%@' without quotes, and hand the value over as an argument",
    limits:
      "formats that are written where the predicate is made; numbers, raw values, identifiers and "
      + "constants hold no quotes and are left alone, as are tests",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func notes(_ title: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"title == '%@'", title)
          return try context.fetch(request)
        }
        ---
        func notes(_ title: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"folder != nil AND title == '\\(title)'")
          return try context.fetch(request)
        }
        ---
        func search(_ text: String) -> NSPredicate {
          NSPredicate(format: ↓"title LIKE[cd] \\"*%@*\\"", text)
        }
        ---
        func notes(since date: Date, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"createdAt > \\(date)")
          return try context.fetch(request)
        }
        """,
      clean: """
        func notes(_ title: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title == %@ AND title != 'none'", title)
          return try context.fetch(request)
        }
        ---
        enum Kind: String { case short, long }
        func notes(_ kind: Kind, _ id: UUID, _ rank: Int) -> [NSPredicate] {
          [
            NSPredicate(format: "title == '\\(kind.rawValue)'"),
            NSPredicate(format: "title == '\\(id.uuidString)' OR title == '\\(rank)'"),
          ]
        }
        ---
        private let draft = "draft"
        final class Finder {
          private static let kind = "short"
          private let owner = "me"
          func all() -> [NSPredicate] {
            let title = "none"
            return [
              NSPredicate(format: "title == '\\(title)' OR title == '\\(Self.kind)'"),
              NSPredicate(format: "title == '\\(draft)' OR title == '\\(owner)'"),
            ]
          }
        }
        ---
        func search(_ key: String, _ text: String) -> NSPredicate {
          NSPredicate(format: "\\(key) CONTAINS[cd] %@", text)
        }
        ---
        protocol Host { var key: UUID? { get } }
        func keys(_ host: Host) -> NSPredicate {
          NSPredicate(format: "title != '' AND keyID == \\"\\(host.key!)\\"")
        }
        """) + CoreDataText.quotesOfObjectiveC)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// What is no value of a predicate as it is written out: `2024-03-01 08:00:00 +0000`.
  private static let bare: Set = ["Date", "NSDate", "NSUUID", "URL", "UUID"]

  static let literal = "'%@' stands between quotes here, where it is two characters and no value"
  static let inserted = "a quote in the value ends this text too early, and the app crashes"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSPredicate", let format = call.argument("format"),
      let literal = format.unwrapped.as(StringLiteralExprSyntax.self)
    else { return }
    let types = TypeReader(file: file)
    var quotes = PredicateQuotes()
    var before = ""
    for segment in literal.segments {
      if case .stringSegment(let text) = segment {
        quotes.read(text.content.text.filter { $0 != "\\" })
        before = text.content.text
      } else if case .expressionSegment(let value) = segment, quotes.quote != nil,
        let inner = value.expressions.onlyElement?.expression, inner.mayHoldQuotes(types),
        !before.comparesIdentifier
      {
        return report(
          Self.inserted, at: file.location(format),
          certainty: .inferred("no value may ever have a quote in it"))
      } else if case .expressionSegment(let value) = segment, quotes.quote == nil,
        before.endsInComparison, let inner = value.expressions.onlyElement?.expression,
        let type = types.type(of: inner), !type.isList, Self.bare.contains(type.name),
        !inner.isWrittenCondition
      {
        return report(
          "a '\(type.name)' is written into the format without quotes, which is then no predicate: the app ends here",
          at: file.location(format),
          help: "write '%@' there, and hand the value over as an argument")
      }
    }
    if quotes.holdMark, call.arguments.count > 1 {
      report(Self.literal, at: file.location(format))
    }
  }
}

/// Reads the format of a predicate from its beginning.
struct PredicateQuotes {
  /// The quote that is not closed yet.
  private(set) var quote: Character?
  /// Whether each of the places for values is a `%@` between quotes.
  private(set) var marks: [Bool] = []
  var holdMark: Bool { marks.contains(true) }

  mutating func read(_ text: String) {
    var last: Character?
    for character in text {
      if let quote {
        if character == quote { self.quote = nil }
      } else if character == "'" || character == "\"" {
        self.quote = character
      }
      // `%%` is no place for a value.
      let isPlace = last == "%" && character != "%"
      if isPlace { marks.append(character == "@" && quote != nil) }
      last = character == "%" && last == "%" ? nil : character
    }
  }
}

extension String {
  /// `noteId == '`: identifiers are made by programs, and hold no quotes.
  fileprivate var comparesIdentifier: Bool {
    let words = split { " ()".contains($0) }
    guard words.count > 2, words[words.count - 2].allSatisfy({ "=!<>".contains($0) }) else {
      return false
    }
    let key = words[words.count - 3].lowercased()
    return key.hasSuffix("id") || key.hasSuffix("identifier")
  }

  /// Whether a value is to follow: `createdAt > `.
  fileprivate var endsInComparison: Bool {
    let last = split(separator: " ").last.map { $0.uppercased() } ?? ""
    return ["<", "<=", "=", "==", "!=", "<>", ">", ">=", "IN"].contains(last)
  }
}

extension ExprSyntax {
  /// Whether a member makes something else of the value: `date.timeIntervalSinceReferenceDate` has another type.
  fileprivate var isWrittenCondition: Bool { unwrapped.is(StringLiteralExprSyntax.self) }

  private static let safe: Set = [
    "count", "hashValue", "hexString", "objectID", "rawValue", "uuid", "uuidString",
  ]
  private static let plain: Set = [
    "Bool", "Date", "Double", "Float", "Int", "Int16", "Int32", "Int64", "UInt", "UUID",
  ]

  /// Whether a value may be a text that somebody has written.
  fileprivate func mayHoldQuotes(_ types: TypeReader) -> Bool {
    let value = unwrapped
    if value.is(IntegerLiteralExprSyntax.self) || value.is(MacroExpansionExprSyntax.self) {
      return false
    }
    let name = value.lastName ?? value.call?.name ?? ""
    if Self.safe.contains(name) || name.lowercased().hasSuffix("id") { return false }
    // `Kind.note`, `Self.defaultName`
    if value.dottedName?.first?.isUppercase ?? false { return false }
    if value.isWrittenText { return false }
    if let type = types.type(of: value) { return !Self.plain.contains(type.name) }
    return true
  }

  /// Whether it is a constant of the file with a text that is written there.
  private var isWrittenText: Bool {
    if resolved.literalText != nil { return true }
    guard let name = self.as(DeclReferenceExprSyntax.self) else { return false }
    switch name.nameOrigin {
    case nil: break
    case .local(_, let value?) where value.literalText != nil: break
    default: return false
    }
    return sourceFile?.statements.contains { item in
      guard let variable = item.item.as(VariableDeclSyntax.self), variable.isConstant else {
        return false
      }
      return variable.bindings.contains {
        $0.name == name.baseName.text && $0.initializer?.value.literalText != nil
      }
    } ?? false
  }
}
