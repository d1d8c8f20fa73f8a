internal import Diagnostics
internal import SwiftSyntax

extension FetchedObjects {
  /// `descriptor.fetchLimit = 1` behind the descriptor that this fetch alone uses, which a line before
  /// the fetch makes where it stood in the call.
  func limitEdits(in file: LintFile) -> [TextEdit] {
    guard let descriptor, descriptor.root.id == fetch.root.id else { return [] }
    guard let name = descriptorName else { return namedEdits(descriptor, in: file) }
    guard let body = fetch.enclosingBody,
      let variable = descriptor.enclosing(VariableDeclSyntax.self), variable.bindings.count == 1,
      variable.bindings.first?.initializer?.value.call?.id == descriptor.id,
      let item = variable.parent?.as(CodeBlockItemSyntax.self), item.isAloneOnItsLine,
      body.contains(Syntax(item))
    else { return [] }
    var uses = 0
    body.forEachDescendant { node in
      if node.as(DeclReferenceExprSyntax.self)?.baseName.text == name { uses += 1 }
      return true
    }
    guard uses == 1 else { return [] }
    var edits: [TextEdit] = []
    if variable.isConstant {
      let start = variable.bindingSpecifier.positionAfterSkippingLeadingTrivia.utf8Offset
      edits.append(TextEdit(path: file.path, range: start..<start + 3, replacement: "var"))
    }
    let end = item.endPositionBeforeTrailingTrivia.utf8Offset
    return edits + [
      TextEdit(
        path: file.path, range: end..<end,
        replacement: "\n\(item.indentation)\(name).fetchLimit = 1")
    ]
  }

  /// The same for a descriptor that is made in the call, as far as it can be made a line before.
  private func namedEdits(_ descriptor: FunctionCallExprSyntax, in file: LintFile) -> [TextEdit] {
    let name = "descriptor"
    guard descriptor.name == "FetchDescriptor", descriptor.tellsItsType,
      fetch.contains(Syntax(descriptor)),
      let body = fetch.enclosingBody,
      !body.mentions([name]), body.firstFetch()?.id == fetch.id,
      let item = fetch.enclosing(CodeBlockItemSyntax.self),
      item.isAloneOnItsLine, body.contains(Syntax(item)), !item.item.is(WhileStmtSyntax.self),
      // A closure or a getter of one expression returns it, and what is bound beside the fetch may be
      // part of its condition.
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count > 1,
      !item.bindsBefore(fetch)
    else { return [] }
    let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
    let text = descriptor.trimmedDescription
    return [
      TextEdit(
        path: file.path, range: start..<start,
        replacement: "var \(name) = \(text)\n\(item.indentation)\(name).fetchLimit = 1\n"
          + item.indentation),
      descriptor.edit(in: file, to: name),
    ]
  }
}

extension Syntax {
  /// The first fetch whose descriptor is made in the call: of several, only one can have its name.
  fileprivate func firstFetch() -> FunctionCallExprSyntax? {
    var first: FunctionCallExprSyntax?
    forEachDescendant { node in
      if first == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
        call.arguments.first?.expression.call?.name == "FetchDescriptor"
      {
        first = call
      }
      return first == nil
    }
    return first
  }
}

extension FunctionCallExprSyntax {
  /// Whether a descriptor has its type by itself: what it is given to, or what the result is set to,
  /// gives none to a variable on a line of its own.
  fileprivate var tellsItsType: Bool {
    if calledExpression.is(GenericSpecializationExprSyntax.self) { return true }
    guard let predicate = argument("predicate") else { return false }
    let macro = predicate.as(MacroExpansionExprSyntax.self)
    return macro.map { $0.genericArgumentClause != nil } ?? !predicate.is(NilLiteralExprSyntax.self)
  }
}

extension CodeBlockItemSyntax {
  /// Whether nothing but white space stands before it on its line.
  fileprivate var isAloneOnItsLine: Bool {
    leadingTrivia.contains { if case .newlines = $0 { true } else { false } }
      && item.endPositionBeforeTrailingTrivia == endPositionBeforeTrailingTrivia
  }

  fileprivate var indentation: String {
    var text = ""
    for piece in leadingTrivia.reversed() {
      switch piece {
      case .spaces(let count): text = String(repeating: " ", count: count) + text
      case .tabs(let count): text = String(repeating: "\t", count: count) + text
      default: return text
      }
    }
    return text
  }

  /// Whether a condition before the call gives names their meaning, or the call is in a closure.
  fileprivate func bindsBefore(_ call: FunctionCallExprSyntax) -> Bool {
    if let closure = call.enclosing(ClosureExprSyntax.self), contains(Syntax(closure)) {
      return true
    }
    return hasDescendant { node in
      node.is(OptionalBindingConditionSyntax.self) && node.endPosition < call.position
    }
  }
}
