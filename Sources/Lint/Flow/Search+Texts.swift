internal import SwiftSyntax

/// Searches for a part of a text, which a predicate can make as well: `$0.title.localizedStandardContains(words)`.
extension FunctionCallExprSyntax {
  private static let searching: Set = [
    "contains", "hasPrefix", "localizedCaseInsensitiveContains", "localizedStandardContains",
    "starts",
  ]

  /// The property of an element in whose text something from outside is looked for, `folder.name` for one of an
  /// object that it leads to.
  func searchedText(of element: String) -> String? {
    guard Self.searching.contains(name), trailingClosure == nil,
      let wanted = arguments.onlyElement, wanted.label?.text ?? "with" == "with",
      !wanted.expression.is(ClosureExprSyntax.self), !wanted.mentions([element]),
      var text = receiver?.unwrapped
    else { return nil }
    // `$0.title.lowercased().contains(words.lowercased())`
    if let folded = text.call, ["lowercased", "localizedLowercase"].contains(folded.name),
      let inner = folded.receiver
    {
      text = inner.unwrapped
    }
    var names: [String] = []
    while let access = text.as(MemberAccessExprSyntax.self), let base = access.base {
      names.insert(access.declName.baseName.text, at: 0)
      text = base.unwrapped
    }
    guard !names.isEmpty, text.as(DeclReferenceExprSyntax.self)?.baseName.text == element else {
      return nil
    }
    return names.joined(separator: ".")
  }
}

extension ClosureExprSyntax {
  /// Whether it looks for a part of a text of the element.
  var searchesText: Bool {
    statements.hasDescendant { node in
      node.as(FunctionCallExprSyntax.self)?.searchedText(of: firstParameter) != nil
    }
  }
}

extension BinaryOperatorExprSyntax {
  /// Whether it says what counts for an object without a value: `$0.date ?? .distantPast`.
  func isOrValue(without name: String) -> Bool {
    guard self.operator.text == "??",
      let terms = parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let place = terms.firstIndex(where: { $0.id == ExprSyntax(self).id }), place > 0,
      place + 1 < terms.count
    else { return false }
    return terms[place - 1].mentions([name]) && !terms[place + 1].mentions([name])
  }

  /// `$0.subtitle?.contains(words) ?? false`
  var isOrFalse: Bool {
    guard self.operator.text == "??",
      let terms = parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let place = terms.firstIndex(where: { $0.id == ExprSyntax(self).id }),
      place + 1 < terms.count
    else { return false }
    return terms[place + 1].trimmedDescription == "false"
  }
}
