internal import SwiftSyntax

/// Closures that are kept under a name: called, they are as good as functions.
extension FlowReader {
  /// `private let flush = { … }` of a type, and `let flush = { … }` of a function.
  mutating func noteClosure(_ binding: PatternBindingSyntax) {
    guard !file.isTest, let name = binding.name,
      let closure = binding.initializer?.value.unwrapped.as(ClosureExprSyntax.self)
    else { return }
    note(closure, name, binding.typeAnnotation?.type, at: Syntax(binding))
  }

  /// `flush = { … }` and `self.flush = { … }` of a property that is declared to be a closure.
  mutating func noteClosure(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    guard terms.count == 3, terms[1].is(AssignmentExprSyntax.self), !file.isTest,
      let closure = terms[2].unwrapped.as(ClosureExprSyntax.self),
      let name = terms[0].plainTarget, let owner = terms[0].ownerName,
      let type = file.tree.binding(name, of: owner)?.typeAnnotation?.type
    else { return }
    note(closure, name, type, at: Syntax(sequence))
  }

  private mutating func note(
    _ closure: ClosureExprSyntax, _ name: String, _ type: TypeSyntax?, at node: Syntax
  ) {
    let body = closure.statements
    guard body.isHandwritten else { return }
    let effects = body.effects
    let calls = calls(in: body)
    guard !effects.isEmpty || !calls.isEmpty else { return }
    let owner = node.ownerName
    let count = type?.parameterCount ?? closure.parameterCount
    flows.functions.append(
      .init(
        name: owner.map { "\($0).\(name)" } ?? name,
        labels: Array(repeating: "_", count: count), effects: effects, calls: calls,
        waits: waits(in: body), isPrivate: true, owner: owner, location: file.location(node)))
  }
}

extension ClosureExprSyntax {
  fileprivate var parameterCount: Int {
    guard signature?.parameterClause == nil else { return parameterNames.count }
    return statements.mentions(["$1"]) ? 2 : statements.mentions(["$0"]) ? 1 : 0
  }
}

extension TypeSyntax {
  /// How many parameters a type of closures has: nil for any other type, and for the name of one.
  fileprivate var parameterCount: Int? {
    var type = self
    for _ in 0..<6 {
      if let function = type.as(FunctionTypeSyntax.self) { return function.parameters.count }
      if let attributed = type.as(AttributedTypeSyntax.self) {
        type = attributed.baseType
      } else if let optional = type.as(OptionalTypeSyntax.self) {
        type = optional.wrappedType
      } else if let only = type.as(TupleTypeSyntax.self)?.elements.onlyElement {
        type = only.type
      } else {
        return nil
      }
    }
    return nil
  }
}
