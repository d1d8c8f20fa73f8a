internal import Diagnostics
internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// `context.fetchCount(…)` for `context.fetch(…).count`; `context.count(for: …)` with Core Data.
  func countEdits(in file: LintFile, ofCoreData: Bool) -> [TextEdit] {
    var node = Syntax(self)
    // `(try? context.fetch(…))?.count`
    while let parent = node.parent,
      parent.is(TryExprSyntax.self) || parent.is(TupleExprSyntax.self)
        || parent.is(LabeledExprSyntax.self) || parent.is(LabeledExprListSyntax.self)
        || parent.is(OptionalChainingExprSyntax.self)
    {
      if parent.as(LabeledExprListSyntax.self)?.parent?.is(TupleExprSyntax.self) == false { break }
      node = parent
    }
    guard let access = node.parent?.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "count", let base = access.base, base.id == node.id,
      let name = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName,
      let given = arguments.first, arguments.count == 1,
      given.expression.withoutCast == given.expression
    else { return [] }
    // `?` goes with what follows it.
    let chained = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    let start = name.positionAfterSkippingLeadingTrivia.utf8Offset
    let label = given.positionAfterSkippingLeadingTrivia.utf8Offset
    return [
      TextEdit(
        path: file.path, range: start..<start + name.text.utf8.count,
        replacement: ofCoreData ? "count" : "fetchCount")
    ]
      + (ofCoreData
        ? [TextEdit(path: file.path, range: label..<label, replacement: "for: ")] : [])
      + [
        TextEdit(
          path: file.path,
          range: chained.endPositionBeforeTrailingTrivia
            .utf8Offset..<access
            .endPositionBeforeTrailingTrivia.utf8Offset, replacement: "")
      ]
  }
}

extension FunctionCallExprSyntax {
  /// `let notes = try context.fetchCount(…)` with `notes` for `notes.count`, where nothing else is asked
  /// of a result that a constant keeps.
  func keptCountEdits(_ uses: [String], in file: LintFile) -> [TextEdit] {
    guard uses.allSatisfy({ $0 == "count" }), let body = enclosingBody,
      let name = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName,
      let (binding, fallback) = keptBinding, let kept = binding.name,
      binding.typeAnnotation == nil
    else { return [] }
    let start = name.positionAfterSkippingLeadingTrivia.utf8Offset
    var edits = [
      TextEdit(
        path: file.path, range: start..<start + name.text.utf8.count, replacement: "fetchCount")
    ]
    if let fallback { edits.append(fallback.edit(in: file, to: "0")) }
    body.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == kept, use.isValue,
        // A closure or a loop may have something of its own by that name.
        case .local(_, let value?)? = use.nameOrigin, value.id == binding.initializer?.value.id
      else { return true }
      let whole = Syntax(use).unwrapping
      guard let access = whole.parent?.as(MemberAccessExprSyntax.self) else { return true }
      // `notes!.count` stays `notes!`, and `notes?.count` becomes `notes`.
      let end =
        whole.is(ForceUnwrapExprSyntax.self)
        ? whole.endPositionBeforeTrailingTrivia : use.endPositionBeforeTrailingTrivia
      edits.append(
        TextEdit(
          path: file.path,
          range: end.utf8Offset..<access.endPositionBeforeTrailingTrivia.utf8Offset, replacement: ""
        ))
      return true
    }
    return edits
  }

  /// The constant that is set to the result, and the empty list that stands in for none. With anything
  /// else beside the call, such as a cast, the number would not be of its type.
  private var keptBinding: (PatternBindingSyntax, ArrayExprSyntax?)? {
    var node = Syntax(self)
    var fallback: ArrayExprSyntax?
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if let terms = parent.as(SequenceExprSyntax.self)?.elements {
        guard let last = terms.last?.as(ArrayExprSyntax.self), last.elements.isEmpty else {
          return nil
        }
        fallback = last
      }
      if let value = parent.as(InitializerClauseSyntax.self) {
        return value.parent?.as(PatternBindingSyntax.self).map { ($0, fallback) }
      }
      guard !parent.is(CodeBlockItemSyntax.self), !parent.is(MemberAccessExprSyntax.self) else {
        return nil
      }
      node = parent
    }
    return nil
  }
}

extension ExprSyntaxProtocol {
  /// What puts another text in an expression's place.
  func edit(in file: LintFile, to text: String) -> TextEdit {
    let range =
      positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    return TextEdit(path: file.path, range: range, replacement: text)
  }
}
