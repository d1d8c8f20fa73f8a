internal import SwiftSyntax

/// Lists that are handed to functions and views, that computed properties give, and what extensions of
/// lists do with their elements.
extension FlowReader {
  /// `total(of: notes)`, `NoteList(notes: notes)`: from then on the parameter holds the objects.
  mutating func noteLists(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, !call.arguments.isEmpty, !ClosureExprSyntax.listViews.contains(call.name),
      !call.isContextMethod, call.name != "Array"
    else { return }
    var callee: String??
    for (position, argument) in call.arguments.enumerated() where argument.expression.mayBeList {
      let value = argument.expression
      guard let type = types.type(of: value), type.isList, types.isStored(type.name) else {
        continue
      }
      if callee == nil { callee = .some(calleeName(of: call)) }
      guard let callee, let callee else { return }
      if value.isQueryInAction { continue }
      let pass = ObjectFlows.Pass(
        callee: callee, label: argument.label?.text ?? "#\(position)",
        location: file.location(call.nameNode))
      noteFill(pass.list, with: value)
    }
  }

  /// `var recent: [Note] { … return notes.filter { … } }`
  mutating func noteComputedList(_ name: String, _ binding: PatternBindingSyntax, owner: String) {
    guard !file.isTest, let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }),
      type.isList, types.isStored(type.name), !types.isStored(owner),
      let body = binding.accessorBlock?.readCode, body.isHandwritten
    else { return }
    flows.computed.insert("\(owner).\(name)")
    if let value = binding.onlyResult { return noteFill("\(owner).\(name)", with: value) }
    body.forEachDescendant { node in
      if let value = node.as(ReturnStmtSyntax.self)?.expression {
        noteFill("\(owner).\(name)", with: value)
      }
      return !node.is(ClosureExprSyntax.self) && !node.is(FunctionDeclSyntax.self)
    }
  }

  /// What the members of `extension Array where Element == Note` do with each object.
  mutating func noteListMembers(_ declaration: ExtensionDeclSyntax) {
    guard !file.isTest, let element = declaration.listedElement, types.isStored(element),
      declaration.memberBlock.isReadable
    else { return }
    for member in declaration.memberBlock.members {
      let name: String?
      let body: Syntax?
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        (name, body) = (function.name.text, function.body.map { Syntax($0) })
      } else {
        let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.first
        (name, body) = (binding?.name, binding?.accessorBlock?.readCode)
      }
      guard let name, let body, body.isHandwritten else { continue }
      var uses = ObjectFlows.Uses()
      body.forEachDescendant { node in
        if let (own, turn) = node.turnOfOwnList { uses.formUnion(self.uses(of: own, in: turn)) }
        return true
      }
      flows.holders.append(
        .init(name: "[\(element)].\(name)", entity: element, isList: true, uses: uses))
    }
  }

  /// `notes.total`, which an extension of `[Note]` may declare.
  mutating func noteListMember(_ access: MemberAccessExprSyntax) {
    let name = access.declName.baseName.text
    guard !file.isTest, let base = access.base, base.mayBeList,
      !ClosureExprSyntax.listMethods.contains(name), !Self.ofLists.contains(name),
      let type = types.type(of: base), type.isList, types.isStored(type.name)
    else { return }
    noteFill("[\(type.name)].\(name)", with: base)
    noteCount(base, by: access)
  }

  /// Members of lists that no app declares.
  private static let ofLists: Set = [
    "append", "dropFirst", "dropLast", "endIndex", "enumerated", "firstIndex", "formUnion", "index",
    "indices", "insert", "isEmpty", "joined", "lazy", "popLast", "randomElement", "remove",
    "removeFirst", "removeLast", "reversed", "shuffled", "startIndex", "suffix", "swapAt",
    "wrappedValue",
  ]

  /// `typealias Model = Trip` in a type.
  mutating func noteBinding(_ alias: TypeAliasDeclSyntax) {
    guard let owner = alias.ownerName, let type = alias.initializer.value.dottedName else { return }
    noteBinding(alias.name.text, type.lastPart, in: owner)
  }

  mutating func noteBinding(_ parameter: String, _ type: String, in owner: String) {
    guard !file.isTest, types.isStored(type) else { return }
    flows.bindings.append(.init(owner: owner, parameter: parameter, type: type))
  }
}

extension ExprSyntax {
  /// The values of `isShort ? recent : notes`; of anything else the expression itself.
  var choices: [ExprSyntax] {
    guard let terms = unwrapped.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      let last = terms.lastIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      last + 2 == terms.count
    else { return [self] }
    return terms.compactMap { $0.as(UnresolvedTernaryExprSyntax.self)?.thenExpression }
      + [terms[last + 1]]
  }

  /// Whether it is written like something that holds objects, and not as a closure or a literal.
  fileprivate var mayBeList: Bool {
    let node = unwrapped
    if let call = node.as(FunctionCallExprSyntax.self) {
      // Chains of a view's modifiers are long, and none of them is a list.
      guard call.name.first?.isLowercase ?? false || call.name == "Array" else { return false }
      return call.passesOn || !(call.receiver?.is(FunctionCallExprSyntax.self) ?? false)
    }
    return node.is(DeclReferenceExprSyntax.self) || node.is(MemberAccessExprSyntax.self)
      || node.is(SequenceExprSyntax.self)
  }

  /// `self`, and what has the same objects as it; nil before a dot that is left out stands for it, too.
  fileprivate var isOwnList: Bool {
    var node = unwrapped
    for _ in 0..<8 {
      if node.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" { return true }
      guard let call = node.call, call.passesOn else { return false }
      guard let receiver = call.receiver else { return true }
      node = receiver.unwrapped
    }
    return false
  }
}

extension Syntax {
  /// In an extension of a list, the name of each element and the code of a turn: of `for note in self`,
  /// and of `map { $0.tags }` without anything before it.
  fileprivate var turnOfOwnList: (name: String, body: Syntax)? {
    if let loop = self.as(ForStmtSyntax.self) {
      guard loop.sequence.isOwnList, let name = loop.pattern.elementName else { return nil }
      return (name, Syntax(loop.body))
    }
    guard let call = self.as(FunctionCallExprSyntax.self),
      ClosureExprSyntax.listMethods.contains(call.name), call.receiver?.isOwnList ?? true,
      let closure = call.trailingClosure
        ?? call.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return nil }
    let names = closure.parameterNames
    let name = call.name == "reduce" ? names.last ?? "$1" : names.first ?? "$0"
    return (name, Syntax(closure.statements))
  }
}

extension ExtensionDeclSyntax {
  /// `Note` of `extension [Note]` and of `extension Collection where Element == Note`.
  fileprivate var listedElement: String? {
    if let list = extendedType.as(ArrayTypeSyntax.self) { return list.element.dottedName?.lastPart }
    guard let type = extendedType.as(IdentifierTypeSyntax.self),
      type.name.text == "Array" || type.name.text == "Set" || type.name.text == "Sequence"
        || type.name.text.hasSuffix("Collection")
    else { return nil }
    if let element = type.genericArgumentClause?.onlyName { return element.lastPart }
    for requirement in genericWhereClause?.requirements ?? [] {
      if let same = requirement.requirement.as(SameTypeRequirementSyntax.self),
        same.leftType.trimmedDescription == "Element"
      {
        return same.rightType.trimmedDescription.lastPart
      }
      if let inherits = requirement.requirement.as(ConformanceRequirementSyntax.self),
        inherits.leftType.trimmedDescription == "Element"
      {
        return inherits.rightType.dottedName?.lastPart
      }
    }
    return nil
  }
}
