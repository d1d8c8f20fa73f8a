internal import Diagnostics
internal import SwiftSyntax

/// Finds days that are taken for 86,400 seconds where a condition selects the objects of a day.
struct DayOfSeconds: SourceRule {
  static let info = RuleInfo(
    id: "day-of-seconds", group: .dataAccess, severity: .note,
    summary: "objects of a day are selected by a start of the day and 86400 seconds",
    why:
      "when clocks change, a day has 23 or 25 hours: the objects of one hour are missing, or belong to two days",
    fix: "ask the calendar: 'Calendar.current.date(byAdding: .day, value: 1, to: start)'",
    limits:
      "only where the seconds are added to what 'startOfDay(for:)' gives, and a predicate or a filter of objects "
      + "uses the result; tests are left alone",
    examples: .texts(
      in: { AccessText.models("@Model final class Walk { var begin = Date(); init() {} }\n" + $0) },
      flagged: """
        func walks(of day: Date, _ context: ModelContext) throws -> [Walk] {
          let start = Calendar.current.startOfDay(for: day)
          let end = start.↓addingTimeInterval(86_400)
          let found = #Predicate<Walk> { $0.begin >= start && $0.begin < end }
          return try context.fetch(FetchDescriptor<Walk>(predicate: found))
        }
        ---
        func walks(of week: Date, _ context: ModelContext) throws -> [Walk] {
          let start = Calendar.current.startOfDay(for: week)
          let end = ↓start + 7 * 24 * 60 * 60
          return try context.fetch(
            FetchDescriptor<Walk>(predicate: #Predicate { $0.begin >= start && $0.begin < end }))
        }
        ---
        struct DayView: View {
          @Query private var walks: [Walk]
          let day: Date
          private var shown: [Walk] {
            let start = Calendar.current.startOfDay(for: day)
            let end = start.↓addingTimeInterval(60 * 60 * 24)
            return walks.filter { $0.begin >= start && $0.begin < end }
          }
          var body: some View { List(shown) { Text($0.begin, style: .time) } }
        }
        """,
      clean: """
        func walks(of day: Date, _ context: ModelContext) throws -> [Walk] {
          let start = Calendar.current.startOfDay(for: day)
          let end = Calendar.current.date(byAdding: .day, value: 1, to: start) ?? day
          let noon = start.addingTimeInterval(43_200)
          print(noon)
          return try context.fetch(
            FetchDescriptor<Walk>(predicate: #Predicate { $0.begin >= start && $0.begin < end }))
        }
        ---
        func recent(_ context: ModelContext) throws -> [Walk] {
          let limit = Date.now.addingTimeInterval(-86_400)
          return try context.fetch(
            FetchDescriptor<Walk>(predicate: #Predicate { $0.begin >= limit }))
        }
        ---
        func reminder(_ day: Date) -> Date {
          let start = Calendar.current.startOfDay(for: day)
          let next = start.addingTimeInterval(86_400)
          return next
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr, .sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let place = node.addedDays,
      let name = node.enclosing(PatternBindingSyntax.self)?.name, let body = node.enclosingBody,
      body.isHandwritten, body.selects(by: name, TypeReader(file: file))
    else { return }
    report(
      "'\(name)' ends an hour early or late on the days when clocks change, and objects are selected by it",
      at: file.location(place))
  }
}

extension Syntax {
  /// Where whole days in seconds are added to the start of a day.
  fileprivate var addedDays: Syntax? {
    if let call = self.as(FunctionCallExprSyntax.self) {
      guard call.name == "addingTimeInterval", let start = call.receiver, start.isStartOfDay,
        let seconds = call.arguments.onlyElement?.expression, seconds.isDaysInSeconds
      else { return nil }
      return call.nameNode
    }
    guard let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count >= 3, ["+", "-"].contains(terms[1].trimmedDescription), terms[0].isStartOfDay,
      terms.dropFirst(2).product.map({ $0 > 0 && $0 % 86_400 == 0 }) ?? false
    else { return nil }
    return self
  }

  /// Whether a predicate mentions a name, or a closure that chooses among objects.
  fileprivate func selects(by name: String, _ types: TypeReader) -> Bool {
    hasDescendant { node in
      if let macro = node.as(MacroExpansionExprSyntax.self), macro.macroName.text == "Predicate" {
        return macro.mentions([name])
      }
      guard let call = node.as(FunctionCallExprSyntax.self),
        ["contains", "filter", "first"].contains(call.name), let closure = call.lastClosure,
        closure.mentions([name]), let list = call.receiver.flatMap({ types.type(of: $0) })
      else { return false }
      return list.isList && types.isModel(list)
    }
  }
}

extension ExprSyntax {
  /// `calendar.startOfDay(for: day)`, here or in the constant that is named.
  fileprivate var isStartOfDay: Bool { resolved.call?.name == "startOfDay" }

  /// `86_400`, `7 * 24 * 60 * 60`, `-86400`
  fileprivate var isDaysInSeconds: Bool {
    let value = resolved.unwrapped
    let terms = value.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [value]
    return terms[...].product.map { $0 > 0 && $0 % 86_400 == 0 } ?? false
  }
}

extension ArraySlice<ExprSyntax> {
  /// What the numbers of a product come to; nil for anything else.
  fileprivate var product: Int? {
    var result = 1
    for term in self {
      if let sign = term.as(BinaryOperatorExprSyntax.self) {
        guard sign.operator.text == "*" else { return nil }
        continue
      }
      let number = term.as(PrefixOperatorExprSyntax.self)?.expression ?? term
      let text =
        number.as(IntegerLiteralExprSyntax.self)?.literal.text
        ?? number.as(FloatLiteralExprSyntax.self)?.literal.text
      guard let text, let value = Double(text.replacing("_", with: "")), value == value.rounded(),
        abs(value) < 1_000_000
      else { return nil }
      result *= Int(value)
      guard result < 1_000_000_000 else { return nil }
    }
    return result
  }
}
