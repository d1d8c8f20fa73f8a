internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds values of predicates that do not fit their places in the format.
struct PredicateArgument: SourceRule {
  static let info = RuleInfo(
    id: "predicate-argument", group: .dataAccess, severity: .error,
    summary: "the value for a place in a predicate's format is of another kind, or missing",
    why:
      "no compiler compares the two: '%@' reads a plain number as the address of an object and the app crashes, or "
      + "compares with nil where the number is 0; "
      + "'%d' compares the address of an object and the fetch finds nothing",
    fix:
      "write '%d' for whole numbers and Bool, '%f' for fractions and '%@' for objects, or give the number as an "
      + "'NSNumber'",
    limits:
      "formats that are written where the predicate is made, and values whose kind is written or declared; "
      + "lists of values, which hold objects, are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func notes(_ rank: Int) -> NSPredicate {
          NSPredicate(format: "title != %@ AND rank >= %@", "", ↓rank)
        }
        ---
        func notes(_ weight: Double, _ isDone: Bool, _ number: NSNumber) -> [NSPredicate] {
          [
            NSPredicate(format: "weight > %d", ↓weight), NSPredicate(format: "done == %@", ↓isDone),
            NSPredicate(format: "done == %@", ↓true), NSPredicate(format: "rank == %ld", ↓number),
            NSPredicate(format: "weight > %f", ↓3), NSPredicate(format: "weight != %@", ↓0.0),
          ]
        }
        ---
        func notes(_ rank: Int64) -> NSPredicate {
          NSPredicate(format: "rank > %@", ↓rank as CVarArg)
        }
        ---
        func notes(_ title: String, _ other: String) -> NSPredicate {
          ↓NSPredicate(format: "title == %@ OR title == %@", title)
        }
        """,
      clean: """
        func notes(_ rank: Int, _ weight: Double, _ title: String, _ date: Date) -> [NSPredicate] {
          [
            NSPredicate(format: "rank >= %d AND weight > %f AND title == %@", rank, weight, title),
            NSPredicate(format: "rank == %@ AND createdAt > %@", rank as NSNumber, date as NSDate),
            NSPredicate(format: "createdAt > %@ AND rank > %ld", date as CVarArg, rank as CVarArg),
            NSPredicate(format: "rank == %@ AND rank < %@", NSNumber(value: rank), NSNumber(value: 7)),
          ]
        }
        ---
        func notes(_ rank: Int, _ key: String, _ isDone: Bool) -> [NSPredicate] {
          [
            NSPredicate(format: "%K == %ld AND done == %d", key, rank, isDone),
            NSPredicate(format: "rank == %@", argumentArray: [rank]),
            NSPredicate(format: "title LIKE '100%@' OR title CONTAINS \\"%d\\""),
          ]
        }
        ---
        func notes(_ title: String, _ values: CVarArg...) -> [NSPredicate] {
          [
            NSPredicate(format: "title == %@ OR title == %@", argumentArray: [title, title]),
            withVaList(values) { NSPredicate(format: "title == %@ OR title == %@", arguments: $0) },
          ]
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSPredicate *)ranked:(NSInteger)rank above:(NSNumber *)number {
            NSPredicate *first = [NSPredicate predicateWithFormat:@"rank == %@", ↓rank];
            NSPredicate *second = [NSPredicate predicateWithFormat:@"rank > %d AND done == %@", ↓number, ↓YES];
            return [NSPredicate predicateWithFormat:↓@"title == %@ OR title == %@", self.title];
          }
          """,
        clean: """
          - (NSPredicate *)ranked:(NSInteger)rank above:(NSNumber *)number {
            NSPredicate *first = [NSPredicate predicateWithFormat:@"rank == %@ AND rank < %@", @(rank), @5];
            NSPredicate *second = [NSPredicate predicateWithFormat:@"rank > %d AND done == %d", number.intValue, YES];
            return [NSPredicate predicateWithFormat:@"rank == %ld AND number == %@", (long)rank, number];
          }
          """) + keyed)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), call.name == "NSPredicate",
      call.trailingClosure == nil, let format = call.argument("format")?.literalText,
      let marks = PredicateMark.all(in: format), case let values = call.arguments.dropFirst(),
      values.allSatisfy({ $0.label == nil })
    else { return }
    if values.count < marks.count {
      return report(Self.missing(values.count, of: marks.count), at: file.location(call.nameNode))
    }
    let types = TypeReader(file: file)
    for (key, value) in zip(PredicateKey.all(in: format), values) {
      guard let key else { continue }
      if let fault = Self.checkIdentifier(key, value.expression, file, types) {
        report(
          fault, at: file.location(value.expression), help: Self.identifierHelp, severity: .warning)
      } else if let fault = Self.checkWidth(key, value.expression, file, types) {
        report(
          fault, at: file.location(value.expression), help: Self.widthHelp, severity: .note)
      } else if let fault = Self.checkDefault(key, value.expression, file) {
        report(
          fault, at: file.location(value.expression), help: Self.defaultHelp, severity: .note)
      }
    }
    for (mark, value) in zip(marks, values) {
      guard let fault = value.expression.predicateKind(types)?.fault(in: mark) else { continue }
      report(fault, at: file.location(value.expression))
    }
  }

  fileprivate static func missing(_ given: Int, of wanted: Int) -> String {
    "the format has places for \(wanted) values and is given \(given): the app crashes here"
  }
}

extension ExprSyntax {
  /// `rank` of `rank as CVarArg`.
  var givenAsItIs: ExprSyntax {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      let cast = terms.dropFirst().first?.as(UnresolvedAsExprSyntax.self),
      cast.questionOrExclamationMark == nil,
      ["CVarArg", "any CVarArg"].contains(terms.last?.trimmedDescription)
    else { return self }
    return terms.first ?? self
  }

  private static let wholes: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "NSInteger", "NSUInteger", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64",
  ]
  private static let fractions: Set = ["CGFloat", "Double", "Float", "TimeInterval"]
  private static let objects: Set = [
    "NSDate", "NSDecimalNumber", "NSNumber", "NSString", "NSUUID", "String",
  ]

  fileprivate func predicateKind(_ types: TypeReader) -> PredicateValueKind? {
    // `rank as CVarArg` is given as it is.
    let value = unwrapped.givenAsItIs.unwrapped
    switch value.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr(let number): return number.literal.text == "0" ? .zero : .whole
    case .floatLiteralExpr(let number):
      return Double(number.literal.text) == 0 ? .zeroFraction : .fraction
    case .booleanLiteralExpr(let answer): return answer.literal.text == "true" ? .bool : .zero
    case .stringLiteralExpr: return .object
    case .functionCallExpr(let call):
      guard call.receiver == nil, call.calledExpression.is(DeclReferenceExprSyntax.self) else {
        return nil
      }
      return Self.kind(of: call.name)
    case .declReferenceExpr, .memberAccessExpr:
      if let local = value.as(DeclReferenceExprSyntax.self)?.localValue, local.id != value.id,
        local.is(IntegerLiteralExprSyntax.self) || local.is(BooleanLiteralExprSyntax.self),
        value.as(DeclReferenceExprSyntax.self).map({ !$0.isDeclaredOtherwise }) ?? false
      {
        return local.predicateKind(types)
      }
      guard let type = types.type(of: value), !type.isList, type.outer == nil else { return nil }
      return Self.kind(of: type.name)
    default: return nil
    }
  }

  private static func kind(of type: String) -> PredicateValueKind? {
    if wholes.contains(type) { return .whole }
    if fractions.contains(type) { return .fraction }
    if objects.contains(type) { return .object }
    return type == "Bool" ? .bool : nil
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a type is written for the variable: `let rank: NSNumber = 5`.
  fileprivate var isDeclaredOtherwise: Bool {
    if case .local(nil, _)? = nameOrigin { return false }
    return true
  }
}

/// Predicates of Objective-C whose values do not fit.
extension PredicateArgument: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard let given = message.argument("predicateWithFormat"), case let parts = given.parts,
        let first = parts.first, let text = first.onlyElement, text.token.kind == .text,
        text.kind == .leaf, let marks = PredicateMark.all(in: text.token.text)
      else { return }
      let values = parts.dropFirst()
      if values.count < marks.count {
        report(
          Self.missing(values.count, of: marks.count),
          at: body.file.location(first[0].token.offset))
        return
      }
      for (mark, value) in zip(marks, values) {
        guard let fault = body.predicateKind(value)?.fault(in: mark) else { continue }
        report(fault, at: body.file.location(value[0].token.offset))
      }
    }
  }
}

extension ObjCBody {
  private static let wholes: Set = [
    "NSInteger", "NSUInteger", "int", "int16_t", "int32_t", "int64_t", "long", "short", "uint16_t",
    "uint32_t", "uint64_t", "unsigned",
  ]
  private static let fractions: Set = ["CGFloat", "NSTimeInterval", "double", "float"]
  private static let objects: Set = [
    "NSDate", "NSDecimalNumber", "NSNumber", "NSString", "NSUUID",
  ]

  fileprivate func predicateKind(_ value: [ObjCNode]) -> PredicateValueKind? {
    if let only = value.onlyElement, only.kind == .leaf {
      if only.token.kind == .number {
        if Double(only.token.text) == 0 { return .zero }
        return only.token.text.contains(".") ? .fraction : .whole
      }
      if ["YES", "NO"].contains(only.text) { return only.text == "YES" ? .bool : .zero }
    }
    if value.first?.isMark("@") ?? false { return .object }
    // A cast says it all, and is left alone.
    guard value.first?.kind != .parens, let name = value.name, let type = type(of: name) else {
      return nil
    }
    if Self.wholes.contains(type) { return .whole }
    if Self.fractions.contains(type) { return .fraction }
    if ["BOOL", "Boolean", "bool"].contains(type) { return .bool }
    return Self.objects.contains(type) ? .object : nil
  }
}
