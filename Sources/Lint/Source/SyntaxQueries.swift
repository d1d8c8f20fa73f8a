internal import StoreModel
package import SwiftSyntax

extension LintFile {
  /// Whether `@Model` and `#Predicate` mean Apple's macros, also in a snippet that imports nothing and in
  /// a file that sees the classes of others.
  var meansSwiftData: Bool {
    imports.isEmpty || imports.contains("SwiftData")
      || !imports.contains("CoreData") && !ask(.hasModels).isEmpty
  }
}

extension SyntaxProtocol {
  /// The nearest node of that kind around this one. Looking further than the bound only happens in
  /// source nobody wrote by hand.
  func enclosing<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return nil }
      if let found = next.as(kind) { return found }
      node = next.parent
    }
    return nil
  }

  /// Visits the nodes below this one in the order of the text, without recursion, since expressions
  /// have no depth limit. Nodes below one for which `visit` gives false are left out.
  package func forEachDescendant(_ visit: (Syntax) -> Bool) {
    var waiting: [Syntax] = []
    waiting.appendChildren(of: Syntax(self))
    while let node = waiting.popLast() {
      if visit(node) { waiting.appendChildren(of: node) }
    }
  }

  /// Whether any node below satisfies a condition.
  func hasDescendant(where condition: (Syntax) -> Bool) -> Bool {
    var waiting: [Syntax] = []
    waiting.appendChildren(of: Syntax(self))
    while let node = waiting.popLast() {
      if condition(node) { return true }
      waiting.appendChildren(of: node)
    }
    return false
  }

  /// The names that closures and patterns within it give a meaning.
  var declaredNames: Set<String> {
    var names: Set<String> = []
    forEachDescendant { node in
      if let closure = node.as(ClosureExprSyntax.self) { names.formUnion(closure.parameterNames) }
      if let pattern = node.as(IdentifierPatternSyntax.self) {
        names.insert(pattern.identifier.text)
      }
      return true
    }
    return names
  }

  /// Whether a name is written anywhere in the node.
  func mentions(_ names: Set<String>) -> Bool {
    // What the whole file does not say, no part of it does.
    if let memo = FileMemo.current, memo.words.isDisjoint(with: names),
      root.id == memo.file.tree.id
    {
      return false
    }
    return hasDescendant { node in
      node.as(TokenSyntax.self).map { names.contains($0.text) } ?? false
    }
  }
}

extension [Syntax] {
  /// The next to be taken is the first child.
  fileprivate mutating func appendChildren(of node: Syntax) {
    guard node.kind != .token else { return }
    let end = count
    append(contentsOf: node.children(viewMode: .sourceAccurate))
    self[end...].reverse()
  }
}

extension WithAttributesSyntax {
  /// One of Apple's macros on the declaration, with or without its module's name.
  func attribute(_ name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in attributes where attribute.simpleName == name {
      return attribute
    }
    return nil
  }
}

extension AttributeSyntax {
  /// `Model` of `@Model` and `@SwiftData.Model`.
  var simpleName: String {
    if let member = attributeName.as(MemberTypeSyntax.self),
      member.baseType.as(IdentifierTypeSyntax.self)?.name.text == "SwiftData"
    {
      return member.name.text
    }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? ""
  }

  var argumentList: LabeledExprListSyntax? {
    if case .argumentList(let list) = arguments { list } else { nil }
  }
}

extension VariableDeclSyntax {
  /// The model class that declares the property; nil for anything else and inside `#if`.
  var model: ClassDeclSyntax? {
    guard let block = parent?.parent?.parent?.as(MemberBlockSyntax.self),
      let owner = block.parent?.as(ClassDeclSyntax.self), owner.attribute("Model") != nil
    else { return nil }
    return owner
  }

  /// Belongs to the objects of a class, not to the class.
  var isInstance: Bool {
    !modifiers.contains { ["static", "class"].contains($0.name.text) }
  }

  var isLazy: Bool { modifiers.contains { $0.name.text == "lazy" } }
  var isConstant: Bool { bindingSpecifier.text == "let" }
}

extension PatternBindingSyntax {
  /// Keeps a value of its own; `willSet` and `didSet` leave a property stored.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let list):
      list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  var name: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.text }

  /// Declared with a type that has `nil` as its value when none is given.
  var isOptional: Bool {
    guard let type = typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }
}

extension ExprSyntax {
  /// The last name of `context`, `self.context`, `model.context!` and `(context)`.
  var lastName: String? {
    var node = self
    for _ in 0..<16 {
      if let name = node.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
      if let member = node.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
      guard let inner = node.wrapped else { return nil }
      node = inner
    }
    return nil
  }

  /// The expression inside `try`, `await`, `?`, `!` and a pair of brackets.
  var wrapped: ExprSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .tryExpr(let node): node.expression
    case .awaitExpr(let node): node.expression
    case .optionalChainingExpr(let node): node.expression
    case .forceUnwrapExpr(let node): node.expression
    case .tupleExpr(let node): node.elements.count == 1 ? node.elements.first?.expression : nil
    default: nil
    }
  }

  /// The expression without `try`, `await` and brackets around it.
  var unwrapped: ExprSyntax {
    var node = self
    for _ in 0..<16 {
      guard let inner = node.wrapped else { break }
      node = inner
    }
    return node
  }

  /// The call behind `try await (…)`.
  var call: FunctionCallExprSyntax? { unwrapped.as(FunctionCallExprSyntax.self) }

  /// `Note` of `Note.self`; `SchemaV1.Note` of `SchemaV1.Note.self`.
  var metatypeName: String? {
    guard let member = self.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "self"
    else { return nil }
    return member.base?.dottedName
  }

  /// `SchemaV1.Note`; nil for anything but names joined by dots.
  var dottedName: String? {
    var parts: [String] = []
    var node = self
    for _ in 0..<16 {
      if let name = node.as(DeclReferenceExprSyntax.self) {
        parts.append(name.baseName.text)
        return parts.reversed().joined(separator: ".")
      }
      guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base else {
        return nil
      }
      parts.append(member.declName.baseName.text)
      node = base
    }
    return nil
  }
}

extension TypeSyntax {
  /// `SchemaV1.Note`; nil for anything but names joined by dots.
  var dottedName: String? {
    var parts: [String] = []
    var node = self
    for _ in 0..<16 {
      if let name = node.as(IdentifierTypeSyntax.self) {
        parts.append(name.name.text)
        return parts.reversed().joined(separator: ".")
      }
      guard let member = node.as(MemberTypeSyntax.self) else { return nil }
      parts.append(member.name.text)
      node = member.baseType
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// `fetch` of `context.fetch(…)`, and of `context.executeFetchRequest(…)`, as Swift 2 called it;
  /// `FetchDescriptor` of `FetchDescriptor<Note>(…)`.
  var name: String {
    if let generic = calledExpression.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.lastName ?? ""
    }
    let name = calledExpression.lastName?.sinceSwift3 ?? ""
    return name == "init" ? impliedContainer ?? name : name
  }

  /// `ModelContainer` of `.init(for: Note.self, migrationPlan: Plan.self)`, which no other type takes.
  private var impliedContainer: String? {
    let labels = arguments.compactMap { $0.label?.text }
    guard labels.first == "for",
      labels.contains(where: ["configurations", "migrationPlan"].contains),
      calledExpression.isBareMember
    else { return nil }
    return "ModelContainer"
  }

  /// What stands before the dot: `context` of `context.fetch(…)` and of `context.fetch<Note>(…)`.
  var receiver: ExprSyntax? {
    let called =
      calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? calledExpression
    return called.as(MemberAccessExprSyntax.self)?.base
  }

  func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }

  /// The generic argument written after the name: `Note` of `FetchDescriptor<Note>()`.
  var genericArgument: String? {
    calledExpression.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause.onlyName
  }
}

extension String {
  /// What a method of contexts is called since Swift 3: the rules know these names only.
  fileprivate var sinceSwift3: String {
    // Every call is asked: most names differ in their length already.
    switch utf8.count {
    case 12: self == "deleteObject" ? "delete" : self == "performBlock" ? "perform" : self
    case 13: self == "entityForName" ? "entity" : self
    case 19:
      self == "executeFetchRequest"
        ? "fetch" : self == "performBlockAndWait" ? "performAndWait" : self
    case 20:
      self == "countForFetchRequest"
        ? "count" : self == "existingObjectWithID" ? "existingObject" : self
    case 31: self == "insertNewObjectForEntityForName" ? "insertNewObject" : self
    default: self
    }
  }
}

extension GenericArgumentClauseSyntax {
  /// The dotted name of the only argument.
  var onlyName: String? {
    guard arguments.count == 1,
      let type = arguments.first.flatMap({ Syntax($0.argument).as(TypeSyntax.self) })
    else {
      return nil
    }
    return type.dottedName
  }
}

extension String {
  /// `Note` of `SchemaV1.Note`.
  package var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}

extension Syntax {
  /// A value with the `?` and `!` behind it.
  var unwrapping: Syntax {
    var whole = self
    while let parent = whole.parent,
      parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    {
      whole = parent
    }
    return whole
  }
}

extension DeclModifierListSyntax {
  /// Whether only the file, or the type, sees what is declared.
  var isPrivate: Bool { contains { ["private", "fileprivate"].contains($0.name.text) } }
}
