internal import SwiftSyntax

/// What operators, members and methods make of a value that stands for "nothing there".
extension FailureReader.Outcome {
  var value: FailureReader.Value? {
    if case .value(let value, _) = self { value } else { nil }
  }

  var negated: Self? {
    switch self {
    case .thrown: self
    case .value(.yes, let fetch): .value(.no, fetch)
    case .value(.no, let fetch): .value(.yes, fetch)
    default: nil
    }
  }

  /// The call or name of this file that leads to a fetch which another file holds.
  func at(_ node: some SyntaxProtocol, in place: some SyntaxProtocol) -> Self {
    guard fetch.place.root.id != node.root.id else { return self }
    let name = node.as(FunctionCallExprSyntax.self).map { $0.nameNode } ?? Syntax(node)
    return at(name)
  }

  func of(_ entity: String, _ descriptor: FunctionCallExprSyntax) -> Self {
    var fetch = fetch
    fetch.entity = entity
    fetch.isOfAll = descriptor.argument("predicate") == nil
    switch self {
    case .thrown: return .thrown(fetch)
    case .value(let value, _): return .value(value, fetch)
    }
  }

  /// What a member gives.
  func member(_ name: String) -> Self? {
    guard case .value(let value, let fetch) = self else { return self }
    switch value {
    case .absent: return self
    case .empty:
      switch name {
      case "first", "last": return .value(.absent, fetch)
      case "isEmpty": return .value(.yes, fetch)
      case "count": return .value(.zero, fetch)
      case "indices", "keys", "lazy", "values": return self
      default: return nil
      }
    default: return nil
    }
  }

  /// What a method gives.
  func called(_ call: FunctionCallExprSyntax) -> Self? {
    guard case .value(let value, let fetch) = self else { return self }
    switch value {
    case .absent: return self
    case .failure: return call.name == "get" ? .thrown(fetch) : nil
    case .empty: break
    case .zero, .yes, .no: return nil
    }
    switch call.name {
    case "first", "firstIndex", "last", "max", "min", "randomElement": return .value(.absent, fetch)
    case "contains": return .value(.no, fetch)
    case "allSatisfy": return .value(.yes, fetch)
    case "compactMap", "dropFirst", "dropLast", "enumerated", "filter", "flatMap", "map",
      "mapValues", "prefix", "reversed", "shuffled", "sorted", "suffix":
      return self
    case "reduce":
      let start = (call.argument("into") ?? call.arguments.first?.expression)?.constantValue
      return start.map { .value($0, fetch) }
    default: return nil
    }
  }

  /// What a comparison with another value gives.
  func compared(_ sign: String, _ other: ExprSyntax) -> Self? {
    guard case .value(let value, let fetch) = self else { return self }
    func says(_ holds: Bool) -> Self { .value(holds ? .yes : .no, fetch) }
    let constant = other.constantValue
    switch value {
    case .zero:
      guard let number = other.as(IntegerLiteralExprSyntax.self).flatMap({ Int($0.literal.text) })
      else { return nil }
      switch sign {
      case "==": return says(number == 0)
      case "!=": return says(number != 0)
      case ">": return says(false)
      case "<": return says(number > 0)
      case ">=": return says(number <= 0)
      case "<=": return says(true)
      default: return nil
      }
    case .absent, .empty, .yes, .no:
      guard sign == "==" || sign == "!=" else { return value == .absent ? says(false) : nil }
      if constant == value { return says(sign == "==") }
      // `note?.code == code`
      guard value == .absent || constant != nil else { return nil }
      return says(sign != "==")
    case .failure: return nil
    }
  }
}

extension ExprSyntax {
  /// What stands for nothing, or for an answer.
  var constantValue: FailureReader.Value? {
    switch self.as(ExprSyntaxEnum.self) {
    case .nilLiteralExpr: return .absent
    case .arrayExpr(let list): return list.elements.isEmpty ? .empty : nil
    case .dictionaryExpr(let list):
      if case .colon = list.content { return .empty }
      return nil
    case .booleanLiteralExpr(let value): return value.literal.text == "true" ? .yes : .no
    case .integerLiteralExpr(let value): return value.literal.text == "0" ? .zero : nil
    case .functionCallExpr(let call):
      let isList =
        ["Array", "Dictionary", "Set"].contains(call.name)
        || call.calledExpression.is(ArrayExprSyntax.self)
        || call.calledExpression.is(DictionaryExprSyntax.self)
      return isList && call.arguments.isEmpty && call.trailingClosure == nil ? .empty : nil
    case .memberAccessExpr(let access):
      return access.base == nil && access.declName.baseName.text == "none"
        ? FailureReader.Value.absent : nil
    default: return nil
    }
  }
}
