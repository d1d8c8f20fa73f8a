internal import StoreModel
internal import SwiftSyntax

/// What is done with one object.
extension FlowReader {
  /// What a name's object is asked for in a body, as far as it happens when the body runs.
  func uses(of name: String, in body: Syntax, aliases: Int = 2) -> ObjectFlows.Uses {
    var uses = ObjectFlows.Uses()
    var others: Set<String> = []
    body.forEachDescendant { node in
      if node.isLater || node.endsItsLoop { return false }
      if node.as(CodeBlockItemSyntax.self)?.isForSeenOnes ?? false { return false }
      guard let reference = node.as(DeclReferenceExprSyntax.self) else {
        return node.as(ClosureExprSyntax.self)
          .map { !$0.parameterNames.contains(name) && !($0.signature == nil && name == "$0") }
          ?? true
      }
      if reference.isOnlyOtherwise { return true }
      let text = reference.baseName.text
      let isOwn = text == "self"
      guard text == name || text == "$" + name || isOwn else { return true }
      var whole = Syntax(reference)
      if isOwn {
        guard let access = reference.parent?.as(MemberAccessExprSyntax.self),
          access.declName.baseName.text == name
        else { return true }
        whole = Syntax(access)
      }
      if !note(whole.unwrapping, in: &uses), aliases > 0,
        let value = whole.parent?.as(InitializerClauseSyntax.self),
        let other = value.parent?.as(PatternBindingSyntax.self)?.name, other != name
      {
        others.insert(other)
      }
      return true
    }
    // `let first = note`
    for other in others.sorted() {
      uses.formUnion(self.uses(of: other, in: body, aliases: aliases - 1))
    }
    return uses
  }

  /// What is read of an object at a place, or whom it is handed to there.
  ///
  /// - Returns: whether it is one of both.
  @discardableResult
  func note(_ object: Syntax, in uses: inout ObjectFlows.Uses) -> Bool {
    if let access = object.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == object.as(ExprSyntax.self)?.id
    {
      uses.reads.append(
        read(access.declName.baseName.text, Syntax(access), Syntax(access.declName)))
    } else if let pass = pass(object) {
      uses.passes.append(pass)
    } else {
      return false
    }
    return true
  }

  func read(_ member: String, _ node: Syntax, _ name: Syntax) -> ObjectFlows.Read {
    let needs = Needs(node, name)
    return ObjectFlows.Read(
      member: member, toOne: needs.toOne.map { file.location($0) },
      toMany: needs.toMany.map { file.location($0) }, location: file.location(name),
      isOfID: needs.isOfID, isCalled: node.isCallee)
  }

  /// The argument that an object is handed over as.
  func pass(_ node: Syntax) -> ObjectFlows.Pass? {
    guard let argument = node.parent?.as(LabeledExprSyntax.self),
      let list = argument.parent?.as(LabeledExprListSyntax.self),
      let call = list.parent?.as(FunctionCallExprSyntax.self), !call.name.isEmpty
    else { return nil }
    let position = list.firstIndex { $0.id == argument.id }.map {
      list.distance(from: list.startIndex, to: $0)
    }
    let label = argument.label?.text ?? "#\(position ?? 0)"
    return (calledParameter(call) ?? calleeName(of: call)).map {
      ObjectFlows.Pass(callee: $0, label: label, location: file.location(call.nameNode))
    }
  }

  /// What a function is given that a list hands each element to.
  func pass(to function: FunctionReference) -> ObjectFlows.Pass? {
    let name = function.name.baseName.text
    let label = function.name.argumentNames?.arguments.first?.name.text ?? "_"
    let owner = function.made == nil ? owners(of: function.base, at: function.name)?.first : nil
    guard let callee = function.made ?? owner.map({ $0.isEmpty ? name : "\($0).\(name)" }) else {
      return nil
    }
    return .init(
      callee: callee, label: label == "_" ? "#0" : label, location: file.location(function.name))
  }

  /// `NoteRow`, or `NoteStore.add`: what a call calls, with the type whose function it is.
  func calleeName(of call: FunctionCallExprSyntax) -> String? {
    let name = call.name
    if name.first?.isUppercase ?? true { return name.isEmpty ? nil : name }
    guard let receiver = call.receiver, !["self", "Self"].contains(receiver.lastName) else {
      return call.ownerName.map { "\($0).\(name)" } ?? name
    }
    if let type = receiver.as(DeclReferenceExprSyntax.self)?.baseName.text,
      type.first?.isUppercase ?? false
    {
      return "\(type).\(name)"
    }
    guard let owner = types.type(of: receiver), !owner.isList else { return nil }
    return "\(owner.name).\(name)"
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it stands behind `??` of what the same object's own row says: `note.id ?? note.folder.id`.
  fileprivate var isOnlyOtherwise: Bool {
    var node = Syntax(self)
    for _ in 0..<12 {
      guard let next = node.parent, !next.is(CodeBlockItemSyntax.self) else { return false }
      if let terms = next.as(ExprListSyntax.self).map(Array.init),
        let place = terms.firstIndex(where: { Syntax($0).id == node.id }), place > 1,
        terms[..<place].contains(where: {
          $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
        })
      {
        return terms[0].mentions([baseName.text])
      }
      node = next
    }
    return false
  }
}

extension Syntax {
  /// Whether it is what a call calls: `note.title()`, `note.title { … }`.
  fileprivate var isCallee: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == self.as(ExprSyntax.self)?.id
  }

  /// Whether it is the body of an `if` behind which the loop ends: it runs for one element.
  fileprivate var endsItsLoop: Bool {
    guard let block = self.as(CodeBlockSyntax.self), parent?.is(IfExprSyntax.self) ?? false else {
      return false
    }
    return block.statements.last?.item.is(BreakStmtSyntax.self) ?? false
  }
}
