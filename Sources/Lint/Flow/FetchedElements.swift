internal import SwiftSyntax

/// The objects of a fetch as the body of a loop names them: `note` of `for note in notes`, of
/// `for (index, note) in notes.enumerated()`, and `notes[index]` where the loop runs over indices.
struct FetchedElements {
  let objects: FetchedObjects
  private var names: Set<String> = []
  private var list: String?
  private var index: String?

  init?(_ loop: Loop) {
    if let name = loop.name, let objects = FetchedObjects(loop.sequence) {
      self.objects = objects
      names = [name]
      return
    }
    let sequence = loop.sequence.unwrapped
    if let call = sequence.call, call.name == "enumerated", let base = call.receiver,
      let objects = FetchedObjects(base), let name = loop.secondName
    {
      self.objects = objects
      names = [name]
      return
    }
    guard let name = loop.name, let list = sequence.indexedList, let objects = FetchedObjects(list),
      let listName = list.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return nil }
    self.objects = objects
    self.list = listName
    index = name
    var names: Set<String> = []
    loop.body.forEachDescendant { node in
      if let binding = node.as(PatternBindingSyntax.self), let name = binding.name,
        isElement(binding.initializer?.value)
      {
        names.insert(name)
      }
      return true
    }
    self.names = names
  }

  /// Whether an expression is one of the objects.
  func contains(_ expression: ExprSyntax?) -> Bool {
    if let name = expression?.as(DeclReferenceExprSyntax.self) {
      return names.contains(name.baseName.text)
    }
    return isElement(expression)
  }

  /// `notes[index]`
  private func isElement(_ expression: ExprSyntax?) -> Bool {
    guard let element = expression?.as(SubscriptCallExprSyntax.self), let list, let index else {
      return false
    }
    return element.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == list
      && element.arguments.count == 1
      && element.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == index
  }
}

extension ExprSyntax {
  /// The list whose indices a loop runs over: `notes` of `notes.indices` and `0..<notes.count`.
  var indexedList: ExprSyntax? {
    if let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "indices"
    {
      return member.base
    }
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
      let operation = terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text,
      let last = terms.dropFirst(2).first?.as(MemberAccessExprSyntax.self),
      last.declName.baseName.text == "count"
    else { return nil }
    // `0...notes.count - 1`
    return operation == "..<" && terms.count == 3 || operation == "..." && terms.count == 5
      ? last.base : nil
  }
}
