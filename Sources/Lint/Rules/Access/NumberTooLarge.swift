internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds numbers that are made smaller than they may be, which ends the app.
struct NumberTooLarge: SourceRule {
  static let info = RuleInfo(
    id: "number-too-large", group: .dataAccess, severity: .warning,
    summary: "a number is made an 'Int16' or 'Int32' that may not hold it",
    why:
      "'Int16' ends at 32767 and 'Int32' at 2147483647, and the initializer does not cut a greater number off: the app "
      + "ends there, as with a number that somebody types or a time in seconds",
    fix:
      "make the attribute an 'Integer 64', or write 'Int16(clamping: number)'; 'Int16(text) ?? 0' of a text gives nil "
      + "where it is too great",
    limits:
      "products with a written factor of a thousand and more, times in seconds, and what was typed; in files that work "
      + "with a store",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func remind(_ note: CDNote, days: Int) { note.setValue(↓Int16(days * 86_400), forKey: "interval") }
        ---
        extension CDNote {
          var milliseconds: Int32 { ↓Int32((createdAt ?? Date()).timeIntervalSince1970 * 1000) }
        }
        ---
        func count(_ text: String, _ note: CDNote) { note.setValue(↓Int16(Int(text) ?? 0), forKey: "count") }
        ---
        func length(from start: Date, to end: Date) -> Int16 {
          _ = CDNote.fetchRequest()
          return ↓Int16(end.timeIntervalSince(start))
        }
        ---
        import SwiftUI
        struct PagesForm: View {
          @ObservedObject var note: CDNote
          @State private var pages = 0
          var body: some View {
            TextField("Pages", value: $pages, format: .number)
            Button("Save") { note.setValue(↓Int16(pages), forKey: "pages") }
          }
        }
        """,
      clean: """
        func remind(_ note: CDNote, days: Int) {
          note.setValue(Int64(days * 86_400), forKey: "interval")
          note.setValue(Int16(clamping: days * 86_400), forKey: "interval")
          note.setValue(Int32(days * 86_400), forKey: "interval")
        }
        ---
        func count(_ text: String, _ note: CDNote) {
          note.setValue(Int16(text) ?? 0, forKey: "count")
          note.setValue(Int16(min(Int(text) ?? 0, 100)), forKey: "count")
        }
        ---
        func share(_ progress: Double, _ note: CDNote) {
          note.setValue(Int16(progress * 1000), forKey: "share")
          note.setValue(Int16(progress * 100), forKey: "percent")
        }
        ---
        import SwiftUI
        struct PagesForm: View {
          @ObservedObject var note: CDNote
          @State private var pages = 0
          var body: some View {
            Stepper("Pages", value: $pages, in: 0...500)
            Button("Save") { note.setValue(Int16(pages), forKey: "pages") }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let most: [String: Int] = ["Int16": 32767, "Int32": 2_147_483_647]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let made = node.as(FunctionCallExprSyntax.self),
      let type = made.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let most = Self.most[type], made.trailingClosure == nil,
      let argument = made.arguments.onlyElement, argument.label == nil, file.usesStores,
      let reason = Self.reason(argument.expression.unwrapped, most)
    else { return }
    report("'\(type)' ends at \(most): \(reason)", at: file.location(made))
  }

  /// Why a value may be greater than the type can be.
  private static func reason(_ value: ExprSyntax, _ most: Int) -> String? {
    let terms = value.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [value]
    guard
      !value.mentions(["min", "clamped", "clamping"]),
      terms.enumerated().allSatisfy({ index, term in
        index.isMultiple(of: 2)
          || ["*", "??"].contains(term.as(BinaryOperatorExprSyntax.self)?.operator.text)
      })
    else { return nil }
    let factor = terms.compactMap(\.writtenNumber).reduce(1) {
      $0.multipliedReportingOverflow(by: $1).partialValue
    }
    if value.mentions(["timeIntervalSince1970"]) {
      // Seconds since 1970 fit an 'Int32' until 2038.
      guard most < 100_000 || factor >= 1000 else { return nil }
      return "the time since 1970 is beyond that, so the app ends here"
    }
    if value.mentions(["timeIntervalSince"]), most < 100_000, factor >= 1 {
      return factor > 1
        ? "the app ends here where more than \(most / factor) seconds lie between the two"
        : "the app ends here where more than nine hours lie between the two"
    }
    if terms.contains(where: \.isOfTypedText) {
      return "the app ends here when somebody types a greater number"
    }
    if terms.count == 1, let name = value.as(DeclReferenceExprSyntax.self), name.isTyped {
      return "the app ends here when somebody types a greater number"
    }
    guard factor >= 1000, most < 100_000, terms.count > 1,
      let other = terms.first(where: { $0.lastName != nil && $0.writtenNumber == nil }),
      !other.isShare
    else { return nil }
    return factor > most
      ? "the app ends here as soon as '\(other.trimmedDescription)' is 1"
      : "the app ends here when '\(other.trimmedDescription)' is above \(most / factor)"
  }
}

extension ExprSyntax {
  /// The number that is written, without its fraction.
  fileprivate var writtenNumber: Int? {
    let text =
      self.as(IntegerLiteralExprSyntax.self)?.literal.text
      ?? self.as(FloatLiteralExprSyntax.self)?.literal.text
    return text.flatMap { Double($0.filter { $0 != "_" }) }.flatMap { number in
      number >= 1 && number < 1_000_000_000 ? Int(number) : nil
    }
  }

  /// `Int(text)` that may be nil: of a text.
  fileprivate var isOfTypedText: Bool {
    let value = self.as(ForceUnwrapExprSyntax.self)?.expression ?? self
    guard let call = value.as(FunctionCallExprSyntax.self), call.arguments.onlyElement != nil,
      call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Int",
      call.arguments.first?.label == nil
    else { return false }
    if self.is(ForceUnwrapExprSyntax.self) { return true }
    return call.parent?.as(ExprListSyntax.self)?.contains { term in
      term.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    } ?? false
  }

  /// A part of a whole, which no factor makes great.
  fileprivate var isShare: Bool {
    let words = (lastName ?? "").lowercased()
    return ["fraction", "opacity", "percent", "progress", "ratio", "share", "volume", "level"]
      .contains(where: words.contains)
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a field for numbers sets the property: `TextField("Pages", value: $pages, format: .number)`.
  fileprivate var isTyped: Bool {
    guard case .property? = nameOrigin, let owner = ownerName, let file = sourceFile else {
      return false
    }
    return file.memberBlocks(of: owner).contains { block in
      block.isReadable
        && block.hasDescendant { node in
          guard let field = node.as(FunctionCallExprSyntax.self), field.name == "TextField" else {
            return false
          }
          return field.argument("value")?.trimmedDescription == "$\(baseName.text)"
        }
    }
  }
}
