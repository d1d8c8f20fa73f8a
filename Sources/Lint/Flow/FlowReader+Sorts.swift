internal import SwiftSyntax

/// Sort descriptors that reach a fetch through a function or a view's initializer.
extension FlowReader {
  /// `store.all(sortedBy: [SortDescriptor(\.rank)])`, `NoteList(order: [SortDescriptor(\Note.rank)])`
  mutating func noteSort(_ path: KeyPathExprSyntax) {
    noteSortKey(path)
    guard !file.isTest, let (descriptor, argument, call) = path.sortedCall,
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName,
      !["id", "persistentModelID"].contains(name.baseName.text),
      let meant = function(of: call)
    else { return }
    flows.sorts.append(
      .init(
        call: meant, label: argument.label?.text ?? "_",
        entity: path.root?.dottedName?.lastPart ?? descriptor.genericArgument?.lastPart
          ?? ExprSyntax(call).genericModel(types) ?? "",
        property: name.baseName.text, location: file.location(name)))
  }

  /// `store.all(sortedBy: \.displayName)`: a key path that the function makes a descriptor of.
  private mutating func noteSortKey(_ path: KeyPathExprSyntax) {
    guard !file.isTest, path.components.count == 1,
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName,
      !["id", "objectID", "persistentModelID"].contains(name.baseName.text),
      let argument = path.parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.name.first?.isLowercase ?? false, !Self.ofLists.contains(call.name),
      let meant = callee(of: call)
    else { return }
    flows.sorts.append(
      .init(
        call: meant, label: argument.label?.text ?? "_",
        entity: path.root?.dottedName?.lastPart ?? ExprSyntax(call).genericModel(types) ?? "",
        property: name.baseName.text,
        location: file.location(name)))
  }

  private static let ofLists: Set = ["compactMap", "filter", "flatMap", "map", "sorted"]

  /// The class whose key paths a function sorts by, with the labels of the parameters.
  func sortedClasses(_ parameters: FunctionParameterListSyntax) -> [ObjectFlows.Parameter] {
    parameters.compactMap { parameter in
      guard let root = parameter.keyPathRoot, types.isStored(root) else { return nil }
      return .init(label: parameter.firstName.text, type: root)
    }
  }

  /// A function, or the initializer of a type.
  private func function(of call: FunctionCallExprSyntax) -> ObjectFlows.Call? {
    guard let type = call.calledExpression.dottedName?.lastPart, type.first?.isUppercase ?? false
    else { return callee(of: call) }
    return .init(
      owners: [type], name: "init", labels: call.arguments.map { $0.label?.text ?? "_" },
      location: file.location(call.nameNode))
  }

  /// An initializer: what it reads of the objects it is given, what it does to a store, and whether it sorts
  /// a query by what it is given.
  mutating func noteInitializer(_ initializer: InitializerDeclSyntax) {
    guard !file.isTest, let owner = initializer.ownerName, let body = initializer.body,
      body.isHandwritten, case let parameters = initializer.signature.parameterClause.parameters
    else { return }
    noteGiven(parameters, to: "\(owner).init", Syntax(body), generics: nil)
    let sorts = sorts(of: parameters, in: Syntax(body))
    let asks = file.mayAsk("\(owner).init")
    guard asks || !sorts.isEmpty else { return }
    flows.functions.append(
      .init(
        name: "\(owner).init", labels: parameters.labels,
        effects: asks ? body.statements.effects : [], calls: asks ? calls(in: body.statements) : [],
        isPrivate: true, owner: owner, location: file.location(initializer.initKeyword),
        sorts: sorts))
  }

  /// The labels of the parameters that a fetch of a body is sorted by.
  func sorts(of parameters: FunctionParameterListSyntax, in body: Syntax) -> [String] {
    let given = Array(parameters).filter {
      $0.type.mentions(["SortDescriptor", "NSSortDescriptor"]) || $0.type.namesKeyPath
    }
    guard !given.isEmpty, body.isHandwritten else { return [] }
    return given.filter { parameter in
      let name = (parameter.secondName ?? parameter.firstName).text
      let isKey = parameter.type.namesKeyPath
      return body.hasDescendant { isKey ? $0.makesSort(of: name) : $0.sorts(by: name) }
    }.map(\.firstName.text)
  }
}

extension FunctionParameterSyntax {
  /// `Note` of `KeyPath<Note, String>`.
  fileprivate var keyPathRoot: String? {
    guard let type = type.as(IdentifierTypeSyntax.self), type.name.text.hasSuffix("KeyPath"),
      let root = type.genericArgumentClause?.arguments.first
    else { return nil }
    return Syntax(root.argument).as(TypeSyntax.self)?.dottedName?.lastPart
  }
}

extension FunctionParameterListSyntax {
  /// Labels of the parameters, `_` without one; a `?` follows where there is a default value.
  var labels: [String] { map { $0.firstName.text + ($0.defaultValue == nil ? "" : "?") } }
}

extension TypeSyntax {
  /// `KeyPath<Member, Value>`
  fileprivate var namesKeyPath: Bool {
    self.as(IdentifierTypeSyntax.self)?.name.text.hasSuffix("KeyPath") ?? false
  }
}

extension Syntax {
  /// `NSSortDescriptor(keyPath: key, ascending: true)` of a request, `SortDescriptor(key)` of a descriptor.
  fileprivate func makesSort(of name: String) -> Bool {
    guard let call = self.as(FunctionCallExprSyntax.self),
      ["NSSortDescriptor", "SortDescriptor"].contains(call.name),
      let argument = call.argument("keyPath") ?? call.arguments.first?.expression,
      argument.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
      let body = enclosingBody
    else { return false }
    return body.mentions(["sortDescriptors", "sortBy"])
  }

  /// `FetchDescriptor(sortBy: order)`, `Query(sort: order)`, `descriptor.sortBy = order`.
  fileprivate func sorts(by name: String) -> Bool {
    if let argument = self.as(LabeledExprSyntax.self) {
      guard ["sortBy", "sort"].contains(argument.label?.text ?? ""),
        argument.expression.passes(name),
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      else { return false }
      return ["FetchDescriptor", "Query"].contains(call.name) || call.makesDescriptor
    }
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      terms.first?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "sortBy"
    else { return false }
    return terms.last?.passes(name) ?? false
  }
}

extension ExprSyntax {
  /// `order`, `[order]`, `order ?? []`.
  fileprivate func passes(_ name: String) -> Bool {
    if let own = self.as(DeclReferenceExprSyntax.self) { return own.baseName.text == name }
    if let list = self.as(ArrayExprSyntax.self) {
      return list.elements.contains { $0.expression.passes(name) }
    }
    // `SortDescriptor(key)`
    if let made = self.call, ["SortDescriptor", "init"].contains(made.name) {
      return made.arguments.first?.expression.passes(name) ?? false
    }
    return self.as(SequenceExprSyntax.self)?.elements.first?.passes(name) ?? false
  }
}

extension KeyPathExprSyntax {
  /// The sort descriptor that the key path is in, and the argument and call that it is handed over with.
  fileprivate var sortedCall:
    (
      descriptor: FunctionCallExprSyntax, argument: LabeledExprSyntax, call: FunctionCallExprSyntax
    )?
  {
    guard let descriptor = parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      descriptor.name == "SortDescriptor"
        || descriptor.name == "init" && descriptor.receiver == nil
    else { return nil }
    var node = descriptor.parent
    if node?.is(ArrayElementSyntax.self) ?? false {
      guard node?.parent?.parent?.is(ArrayExprSyntax.self) ?? false else { return nil }
      node = node?.parent?.parent?.parent
    }
    guard let argument = node?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      !["FetchDescriptor", "Query", "SortDescriptor", "sorted", "sort"].contains(call.name)
    else { return nil }
    return (descriptor, argument, call)
  }
}

/// Lists of sort descriptors under a name.
extension FlowReader {
  /// `var order: [SortDescriptor<Note>] { [SortDescriptor(\.rank)] }`
  mutating func noteSortList(_ path: KeyPathExprSyntax) {
    guard !file.isTest, let call = path.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.name == "SortDescriptor" || call.name == "init" && call.receiver == nil,
      path.components.count == 1,
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName,
      let (list, entity) = call.sortList,
      let entity = path.root?.dottedName?.lastPart ?? entity
    else { return }
    flows.sortLists.append(
      .init(
        list: list, entity: entity,
        property: name.baseName.text, location: file.location(name)))
  }

  /// What a fetch is sorted by, where that has a name: `Query(sort: order.descriptors)`.
  mutating func noteSortUse(_ argument: LabeledExprSyntax) {
    guard ["sort", "sortBy"].contains(argument.label?.text ?? "") else { return }
    let value = argument.expression.unwrapped
    let names = (value.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [value])
      .compactMap { $0.unwrapped.call?.name ?? $0.unwrapped.lastName }
    guard !names.isEmpty, let user = argument.parent?.parent else { return }
    let call = user.as(FunctionCallExprSyntax.self)
    guard
      call.map({ ["FetchDescriptor", "Query"].contains($0.name) || $0.makesDescriptor })
        ?? (user.as(AttributeSyntax.self)?.simpleName == "Query")
    else { return }
    flows.sortUses.formUnion(names)
  }
}

extension FunctionCallExprSyntax {
  /// The property or function whose descriptors these are, and the class that its type names, as far as
  /// a type is written.
  fileprivate var sortList: (name: String, entity: String?)? {
    var node = Syntax(self)
    for _ in 0..<32 {
      guard let next = node.parent else { return nil }
      if let call = next.as(FunctionCallExprSyntax.self), call.id != id { return nil }
      if let binding = next.as(PatternBindingSyntax.self) {
        guard let name = binding.name else { return nil }
        guard let type = binding.typeAnnotation?.type else {
          return binding.initializer == nil ? nil : (name, nil)
        }
        return type.sortedClass.map { (name, $0) }
      }
      if let function = next.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.sortedClass.map { (function.name.text, $0) }
      }
      node = next
    }
    return nil
  }
}

extension TypeSyntax {
  /// `Note` of `[SortDescriptor<Note>]` and `SortDescriptor<Note>`.
  fileprivate var sortedClass: String? {
    let element = self.as(ArrayTypeSyntax.self)?.element ?? self
    guard let type = element.as(IdentifierTypeSyntax.self), type.name.text == "SortDescriptor"
    else {
      return nil
    }
    return type.genericArgumentClause?.onlyName?.lastPart
  }
}
