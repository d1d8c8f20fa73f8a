internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that ask for objects of exactly one moment where those of a day are meant.
struct MomentCompared: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "moment-compared", group: .dataAccess, severity: .warning,
    summary: "a predicate asks for a date that is equal to a moment",
    why:
      "a 'Date' is a moment with fractions of a second: no stored date is equal to the present one, nor to another "
      + "moment of the same day, so nothing is found",
    fix:
      "ask for what lies between the start of the day and that of the next one: 'day >= %@ AND day < %@'",
    limits:
      "moments that are now, and days that are handed over as they are and compared with a property that the app sets "
      + "to the present moment",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func today() -> NSPredicate { NSPredicate(format: "createdAt == %@", ↓Date() as NSDate) }
        ---
        struct Diary {
          func notes(_ context: NSManagedObjectContext) throws -> [CDNote] {
            let now = Date.now
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSPredicate(format: "folder != nil AND createdAt = %@", ↓now as CVarArg)
            return try context.fetch(request)
          }
        }
        ---
        extension CDNote {
          static func add(_ context: NSManagedObjectContext) { CDNote(context: context).createdAt = Date() }
          static func count(on date: Date, _ context: NSManagedObjectContext) throws -> Int {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSPredicate(format: "createdAt == %@", ↓date as NSDate)
            return try context.count(for: request)
          }
        }
        ---
        func add(_ context: NSManagedObjectContext) { CDNote(context: context).createdAt = .now }
        final class Calendar {
          var selectedDay = Date()
          var predicate: NSPredicate { NSPredicate(format: "%K == %@", #keyPath(CDNote.createdAt), ↓selectedDay as CVarArg) }
        }
        """,
      clean: """
        func today() -> NSPredicate {
          let start = Calendar.current.startOfDay(for: Date())
          return NSPredicate(format: "createdAt >= %@ AND day == %@", start as NSDate, start as NSDate)
        }
        ---
        extension CDNote {
          static func add(_ context: NSManagedObjectContext) {
            CDNote(context: context).createdAt = Calendar.current.startOfDay(for: .now)
          }
          static func predicate(on day: Date) -> NSPredicate { NSPredicate(format: "createdAt == %@", day as NSDate) }
        }
        ---
        func add(_ context: NSManagedObjectContext) { CDNote(context: context).createdAt = .now }
        func note(createdAt: Date) -> NSPredicate { NSPredicate(format: "createdAt == %@", createdAt as NSDate) }
        func note(on day: Date) -> NSPredicate {
          let day = Calendar.current.startOfDay(for: day)
          return NSPredicate(format: "createdAt == %@", day as NSDate)
        }
        ---
        func old() -> NSPredicate { NSPredicate(format: "createdAt < %@", Date() as NSDate) }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)choose:(NSFetchRequest *)request {
            request.predicate = [NSPredicate predicateWithFormat:@"createdAt == %@", ↓[NSDate date]];
          }
          """,
        clean: """
          - (void)choose:(NSFetchRequest *)request {
            request.predicate = [NSPredicate predicateWithFormat:@"createdAt < %@", [NSDate date]];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let message = "no stored date is equal to the present moment: this finds nothing"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self) else { return }
    for (_, value) in call.comparedDates where value.resolved.isNow {
      report(Self.message, at: file.location(value))
    }
  }

  /// Days that are handed over, where the property is set to the present moment.
  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let stamped = code.stamped.subtracting(code.startedDays)
    for found in code.comparedDays where stamped.contains(found.key) {
      report(
        "the app sets '\(found.key)' to the present moment, and no other moment of the day is equal to it: this finds "
          + "nothing", at: found.location)
    }
  }
}

extension CoreDataCode {
  /// Notes properties that are set to the present moment, and days that predicates compare with.
  mutating func noteMoments(_ node: Syntax, in file: LintFile) {
    guard !file.isTest else { return }
    if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.unwrapped.as(MemberAccessExprSyntax.self), let value = terms.last
    {
      let key = target.declName.baseName.text
      if value.resolved.isNow { stamped.insert(key) }
      if value.mentions(["startOfDay"]) || value.resolved.mentions(["startOfDay"]) {
        startedDays.insert(key)
      }
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return }
    for (key, value) in call.comparedDates where value.isHandedDay {
      comparedDays.append(.init(key: key, location: file.location(value)))
    }
  }
}

extension FunctionCallExprSyntax {
  /// The keys that the format of a predicate compares with `=`, and the values.
  fileprivate var comparedDates: [(key: String, value: ExprSyntax)] {
    guard name == "NSPredicate", let format = argument("format")?.literalText else { return [] }
    let values = arguments.dropFirst().map(\.expression)
    let keys = PredicateKey.all(in: format)
    guard values.count == keys.count else { return [] }
    return zip(keys, values).enumerated().compactMap { place, pair in
      let (key, value) = pair
      guard key?.isEqual ?? format.comparesArgument(place) else { return nil }
      let named = place > 0 ? values[place - 1].keyName : nil
      return (key?.path.last ?? named).map { ($0, value) }
    }
  }
}

extension String {
  /// Whether the value at a place stands behind `%K ==`.
  fileprivate func comparesArgument(_ place: Int) -> Bool {
    let parts = split(separator: "%", omittingEmptySubsequences: false).dropFirst()
    guard place > 0, parts.count > place, case let before = parts[parts.startIndex + place - 1],
      before.first == "K"
    else { return false }
    return ["=", "=="].contains(before.dropFirst().filter { $0 != " " })
  }
}

extension ExprSyntax {
  /// `createdAt` of `#keyPath(Note.createdAt)`, `\Note.createdAt` and `"createdAt"`.
  fileprivate var keyName: String? {
    if let text = literalText { return text.keyPath.last }
    guard let macro = self.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath"
    else { return nil }
    return macro.arguments.first?.expression.lastName
  }

  /// A day as a function or an object is given it: `on day: Date`, `selectedDay`.
  fileprivate var isHandedDay: Bool {
    let value = unwrapped.withoutCast.unwrapped
    guard let name = value.as(DeclReferenceExprSyntax.self) else { return false }
    let words = name.baseName.text.camelWords
    let speaksOfDay = words.contains("day") || words.contains("today") || words.first == "selected"
    switch name.nameOrigin {
    case .parameter(let type, _):
      guard WrittenType(type)?.name == "Date" else { return false }
      return speaksOfDay || name.parameterLabel == "on"
    case .property(let binding, _):
      // One with code of its own may give the start of the day.
      return speaksOfDay && binding.accessorBlock == nil
        && (binding.typeAnnotation.map { WrittenType($0.type)?.name == "Date" }
          ?? binding.initializer?.value.isNow ?? false)
        && !(enclosing(MemberBlockSyntax.self)?.mentions(["startOfDay"]) ?? true)
    default: return false
    }
  }
}

extension DeclReferenceExprSyntax {
  /// What callers write before the parameter of that name.
  fileprivate var parameterLabel: String? {
    enclosing(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
      .first { ($0.secondName ?? $0.firstName).text == baseName.text }?.firstName.text
  }
}

extension MomentCompared: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard let given = message.argument("predicateWithFormat"), case let parts = given.parts,
        let text = parts.first?.onlyElement, text.kind == .leaf, text.token.kind == .text
      else { return }
      let keys = PredicateKey.all(in: text.token.text)
      guard keys.count == parts.count - 1 else { return }
      for (key, value) in zip(keys, parts.dropFirst()) where key?.isEqual ?? false {
        guard let made = body.value(value).message, made.receiver.name == "NSDate",
          ["date", "now"].contains(made.selector)
        else { continue }
        report(Self.message, at: body.file.location(value[0].token.offset))
      }
    }
  }
}
