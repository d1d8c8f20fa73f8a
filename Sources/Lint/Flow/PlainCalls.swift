internal import SwiftSyntax

/// Calls of functions that fetch whatever they are told to: `store.fetch(Note.self, sort: byDate)`.
extension FunctionCallExprSyntax {
  /// Whether the call says no more than what is fetched, in which order, and by which context.
  var isPlainQuery: Bool {
    trailingClosure == nil && arguments.allSatisfy { $0.expression.isPlainArgument }
  }

  /// The same where a parameter of the function around says what is fetched: `fetch(entity)`.
  var isPlainOrHanded: Bool {
    trailingClosure == nil
      && arguments.allSatisfy { argument in
        argument.expression.isPlainArgument
          || argument.expression.isParameter
            && !["predicate", "filter", "matching", "where", "condition"].contains(
              argument.label?.text)
      }
  }

  /// The class that such a call names; nil for any other.
  func plainlyAsked(_ types: TypeReader) -> String? {
    guard isPlainQuery else { return nil }
    if let model = ExprSyntax(self).genericModel(types) { return model }
    return arguments.lazy.compactMap { $0.expression.literalText }.first { types.isStored($0) }
  }
}

extension FetchedObjects {
  /// Whether nothing but a parameter of the function gives the fetch its condition.
  var isWholeUnlessGiven: Bool {
    guard let descriptor, isCoreData, !isBounded, givesObjects,
      ExprSyntax(descriptor).requestedEntity != nil
    else { return false }
    let conditions = source.assigned("predicate")
    return !conditions.isEmpty && conditions.allSatisfy(\.isParameter)
  }
}

extension ExprSyntax {
  fileprivate var isPlainArgument: Bool {
    let value = unwrapped
    if value.is(NilLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self) {
      return true
    }
    if value.metatypeName != nil || value.literalText != nil || value.isContextValue { return true }
    if let list = value.as(ArrayExprSyntax.self) {
      return list.elements.allSatisfy {
        $0.expression.call?.name.hasSuffix("SortDescriptor") ?? false
      }
    }
    return value.call?.name.hasSuffix("SortDescriptor") ?? false
  }

  fileprivate var isParameter: Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .parameter? = name.nameOrigin
    else { return false }
    return true
  }
}
