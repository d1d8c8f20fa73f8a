internal import Diagnostics
internal import ModelSource
internal import SwiftSyntax

/// Keys of predicates that stand where a value is taken.
extension UnknownKey {
  static let valueMessage =
    "'%@' stands for a value and not for a property, so this compares a value with a value"
  static let valueHelp = "write '%K' for the name of the property"

  /// `NSPredicate(format: "%@ == %d", key, rank)`
  func checkValues(_ call: FunctionCallExprSyntax, in file: LintFile, report: RuleReport) {
    guard call.name == "NSPredicate", let format = call.argument("format"),
      let text = format.literalText, text.contains("%@"),
      case let places = PredicateFormat.comparedValues(in: text), !places.isEmpty
    else { return }
    let values = Array(call.arguments.dropFirst())
    let types = TypeReader(file: file)
    // What is evaluated by itself may well hold one text against another.
    let isEvaluated = file.source.bytes.has("evaluate")
    for sides in places where sides.allSatisfy(values.indices.contains) {
      let isKey = sides.contains { values[$0].expression.isNamedLikeKey }
      guard isKey || !isEvaluated && values[sides[0]].expression.isText(types) else { continue }
      report(
        Self.valueMessage, at: file.location(format), help: Self.valueHelp, severity: .warning)
      return
    }
  }
}

extension ExprSyntax {
  /// Whether a value is the name of a property: `key`, `#keyPath(Note.rank)`, `sortField`.
  fileprivate var isNamedLikeKey: Bool {
    let value = unwrapped.withoutCast.unwrapped
    if value.as(MacroExpansionExprSyntax.self)?.macroName.text == "keyPath" { return true }
    return value.lastName?.isNameOfKey ?? false
  }

  /// Whether a value is a text for certain: what no key is, holds no list and no object either.
  fileprivate func isText(_ types: TypeReader) -> Bool {
    let value = unwrapped.withoutCast.unwrapped
    return value.is(StringLiteralExprSyntax.self) || types.type(of: value)?.name == "String"
  }
}

extension String {
  /// Whether a variable of that name holds the name of a property.
  var isNameOfKey: Bool {
    let words = camelWords
    return ["attribute", "column", "field", "key", "path", "property"].contains(words.last ?? "")
      && !words.contains("file")
  }
}
