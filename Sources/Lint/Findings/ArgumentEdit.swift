internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// An argument that the macro of a property lacks: `originalName: "title"` of `@Attribute`.
struct ArgumentEdit: Sendable {
  var macro: String
  var label: String
  var value: String

  /// The labels that stand behind that of the argument, where there are any.
  private static let later: [String: Set<String>] = [
    "originalName": ["inverse", "hashModifier"], "inverse": ["hashModifier"],
  ]

  /// The edit that writes the argument; none where the macro has it, or several properties are declared
  /// at once.
  func edits(at place: Location?, in lint: LintContext) -> [TextEdit] {
    guard let place, let file = lint.source(place.path) else { return [] }
    return ParsePool.map([file]) { source, tree in
      var found: [TextEdit] = []
      tree.forEachDescendant { node in
        guard found.isEmpty, let variable = node.as(VariableDeclSyntax.self) else { return true }
        if variable.bindings.count == 1, let binding = variable.bindings.first,
          source.location(binding.pattern) == place, let (offset, text) = insertion(into: variable)
        {
          found = [TextEdit(path: place.path, range: offset..<offset, replacement: text)]
        }
        return true
      }
      return found
    }.first ?? []
  }

  private func insertion(into variable: VariableDeclSyntax) -> (Int, String)? {
    let text = "\(label): \(value)"
    guard let attribute = variable.attribute(macro) else {
      return (variable.positionAfterSkippingLeadingTrivia.utf8Offset, "@\(macro)(\(text)) ")
    }
    guard let left = attribute.leftParen else {
      return (attribute.attributeName.endPositionBeforeTrailingTrivia.utf8Offset, "(\(text))")
    }
    let arguments = attribute.argumentList.map(Array.init) ?? []
    guard !arguments.contains(where: { $0.label?.text == label }) else { return nil }
    let later = Self.later[label] ?? []
    if let next = arguments.first(where: { later.contains($0.label?.text ?? "") }) {
      return (next.positionAfterSkippingLeadingTrivia.utf8Offset, "\(text), ")
    }
    guard let last = arguments.last else {
      return (left.endPositionBeforeTrailingTrivia.utf8Offset, text)
    }
    return (last.expression.endPositionBeforeTrailingTrivia.utf8Offset, ", \(text)")
  }
}

extension LintContext {
  /// Whether a property is declared so that code at another place cannot name it.
  func hides(_ property: Location?, from place: Location?) -> Bool {
    guard let property, let file = source(property.path) else { return false }
    return ParsePool.map([file]) { source, tree in
      var modifiers: [String] = []
      tree.forEachDescendant { node in
        if let variable = node.as(VariableDeclSyntax.self),
          variable.bindings.contains(where: { source.location($0.pattern) == property })
        {
          modifiers = variable.modifiers.filter { $0.detail == nil }.map(\.name.text)
        }
        return modifiers.isEmpty
      }
      return modifiers.contains("private")
        || modifiers.contains("fileprivate") && property.path != place?.path
    }.first ?? false
  }
}

extension ExprSyntax {
  /// The edit that replaces what stands between the quotes of a text.
  func textEdit(in file: LintFile, to text: String) -> [TextEdit] {
    guard literalText != nil, let literal = unwrapped.as(StringLiteralExprSyntax.self),
      let content = literal.segments.first
    else { return [] }
    let range = content.position.utf8Offset..<content.endPosition.utf8Offset
    return [TextEdit(path: file.path, range: range, replacement: text)]
  }
}
