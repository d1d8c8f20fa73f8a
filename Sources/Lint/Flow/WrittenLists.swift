internal import SwiftSyntax

/// Lists that somebody has written down, and the first few of others: a handful, whatever is done for each.
extension ExprSyntax {
  /// The methods that give no more elements than the list has that they are called on.
  private static let noLonger: Set = [
    "components", "compactMap", "drop", "dropFirst", "dropLast", "enumerated", "filter", "map",
    "prefix", "reversed", "shuffled", "sorted", "split", "suffix",
  ]
  /// More turns than that are no handful: the days of a month.
  private static let most = 31

  /// Whether all elements stand in the file, or a number there says that they are few: `["a", "b"]`, a
  /// constant that is written so, `Kind.allCases`, `names.prefix(3)`, `0..<7`, and what is made of these one
  /// by one.
  var isWrittenOut: Bool { isWrittenOut(8) }

  private func isWrittenOut(_ steps: Int) -> Bool {
    guard steps > 0 else { return false }
    let node = unwrapped.withoutCast.unwrapped
    switch node.as(ExprSyntaxEnum.self) {
    case .arrayExpr, .dictionaryExpr, .stringLiteralExpr: return true
    case .sequenceExpr(let sequence):
      let choices = node.choices
      guard choices.count == 1 else { return choices.allSatisfy { $0.isWrittenOut(steps - 1) } }
      return Array(sequence.elements).areWrittenOut { $0.isWrittenOut(steps - 1) }
    case .functionCallExpr(let call):
      if node.isFirstFew { return true }
      if let list = call.receiver, Self.noLonger.contains(call.name) {
        return list.isWrittenOut(steps - 1)
      }
      if ["Array", "Set", "ContiguousArray"].contains(call.name), let first = call.arguments.first {
        return first.label == nil && first.expression.isWrittenOut(steps - 1)
      }
      if call.name == "zip", call.receiver == nil {
        return call.arguments.contains { $0.expression.isWrittenOut(steps - 1) }
      }
      if call.name == "stride" { return call.turns.map { $0 <= Self.most } ?? false }
      return call.receiver.map { ["self", "Self"].contains($0.dottedName ?? "") } ?? true
        && node.nextValue?.isWrittenOut(steps - 1) ?? false
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.text
      // `Kind.allTypes` is named after what Swift makes for an enum.
      if name == "allCases"
        || name.isOfAllCases && access.base?.lastName?.first?.isUppercase ?? false
      {
        return true
      }
      if ["keys", "lazy", "utf8", "values"].contains(name), let base = access.base {
        return base.isWrittenOut(steps - 1)
      }
      return node.nextValue?.isWrittenOut(steps - 1) ?? false
    case .declReferenceExpr(let name):
      // A parameter of the same name as something that is written is another thing.
      if case .parameter? = name.nameOrigin { return false }
      guard let value = name.listValue, !value.isEmptyList, value.isWrittenOut(steps - 1) else {
        return false
      }
      return !name.isFilledLater
    default: return false
    }
  }
}

extension String {
  /// `allTypes`, `allKinds`
  fileprivate var isOfAllCases: Bool {
    ["allCases", "allKinds", "allTypes", "allValues"].contains(self)
  }
}

extension [ExprSyntax] {
  /// Whether terms with operators between them are a list that is written: `first + second`,
  /// `given ?? standard`, `1...5`.
  fileprivate func areWrittenOut(_ isWrittenOut: (ExprSyntax) -> Bool) -> Bool {
    guard count > 2, count % 2 == 1, let last else { return false }
    let signs = stride(from: 1, to: count, by: 2).map {
      self[$0].as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    }
    let values = stride(from: 0, to: count, by: 2).map { self[$0] }
    if signs.allSatisfy({ $0 == "+" }) { return values.allSatisfy(isWrittenOut) }
    if signs.allSatisfy({ $0 == "??" }) { return values.allSatisfy(isWrittenOut) }
    // A range is many where it goes up to a list's count, or to what is called one.
    guard signs.contains(where: { ["..<", "..."].contains($0) }) else { return false }
    guard !last.isCountedUp else { return false }
    return last.lastName?.hasSuffix("ount") != true
      || last.resolved.is(IntegerLiteralExprSyntax.self)
  }
}

extension ExprSyntax {
  /// Whether it is a variable that a loop around counts up to the number of a list's elements:
  /// `while index < points.count { … index += 1 }`.
  fileprivate var isCountedUp: Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let loop = enclosing(WhileStmtSyntax.self), loop.conditions.mentions([name]),
      loop.conditions.mentions(["count"])
    else { return false }
    return loop.body.hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }) else {
        return false
      }
      return terms.count == 3 && terms[0].trimmedDescription == name
        && terms[1].trimmedDescription == "+="
    }
  }

  /// `[]`, which is filled elsewhere.
  fileprivate var isEmptyList: Bool {
    unwrapped.as(ArrayExprSyntax.self)?.elements.isEmpty
      ?? (unwrapped.as(FunctionCallExprSyntax.self)?.calledExpression.is(ArrayExprSyntax.self)
        ?? false)
  }
}

extension DeclReferenceExprSyntax {
  /// The list that a name was given where it was declared, in the function, the type or the file.
  fileprivate var listValue: ExprSyntax? {
    switch nameOrigin {
    case .local(_, let value?): value
    case .property: ExprSyntax(self).nextValue
    default: nil
    }
  }

  /// Whether a loop adds to a variable, or something that is not written is added to it.
  fileprivate var isFilledLater: Bool {
    guard let body = enclosingBody, body.isHandwritten else { return false }
    let name = baseName.text
    return body.hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        use.position != position
      else { return false }
      if use.parent?.is(InOutExprSyntax.self) ?? false { return true }
      if let call = use.parent?.as(MemberAccessExprSyntax.self)?.parent?
        .as(FunctionCallExprSyntax.self),
        ["append", "insert", "formUnion"].contains(call.name),
        call.receiver?.id == ExprSyntax(use).id
      {
        let given = call.arguments.first
        return given?.label != nil && given?.label?.text != "at"
          || call.name == "formUnion" || call.isInLoop(within: body)
      }
      guard let terms = use.parent?.as(ExprListSyntax.self), terms.count > 2,
        terms.first?.id == ExprSyntax(use).id, let last = terms.last
      else { return false }
      let sign = terms.dropFirst().first
      if sign?.as(BinaryOperatorExprSyntax.self)?.operator.text == "+=" {
        return !last.is(ArrayExprSyntax.self) || use.isInLoop(within: body)
      }
      return sign?.is(AssignmentExprSyntax.self) ?? false && !last.is(ArrayExprSyntax.self)
    }
  }
}

extension SyntaxProtocol {
  /// Whether a loop or closure of the body is around it.
  fileprivate func isInLoop(within body: Syntax) -> Bool {
    var node = parent
    for _ in 0..<64 {
      guard let next = node, next.id != body.id else { return false }
      if next.is(ForStmtSyntax.self) || next.is(WhileStmtSyntax.self)
        || next.is(RepeatStmtSyntax.self) || next.is(ClosureExprSyntax.self)
      {
        return true
      }
      node = next.parent
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// How often `stride(from: 0, to: 7, by: 1)` gives a number, where all three are written.
  fileprivate var turns: Int? {
    func number(_ label: String) -> Int? {
      argument(label).flatMap { Int($0.resolved.trimmedDescription) }
    }
    guard let start = number("from"), let end = number("to") ?? number("through"),
      let step = number("by"), step != 0
    else { return nil }
    return abs(end - start) / abs(step) + 1
  }
}
