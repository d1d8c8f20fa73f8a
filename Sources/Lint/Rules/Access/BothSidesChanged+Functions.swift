internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A function that changes both sides of a relationship for what it is given.
  struct TwoSided: Sendable, Codable {
    var function: Location
    /// Whose list is added to: `self`, or the label of a parameter.
    var owner: String
    var entity: String
    var property: String
    var change: String
    var cause: String
    var location: Location
  }
}

extension FlowReader {
  mutating func noteTwoSided(_ function: FunctionDeclSyntax) {
    guard !file.isTest, file.meansSwiftData, let items = function.body?.statements, items.count > 1
    else { return }
    for pair in items.twoSided(in: file) {
      let added = pair.link.isAdded ? pair.link : pair.other
      guard added.isAdded, let owner = function.handedObject(added.owner) else { continue }
      flows.twoSided.append(
        .init(
          function: file.location(function.name), owner: owner, entity: pair.entity,
          property: pair.link.property, change: pair.link.title, cause: pair.other.title,
          location: file.location(pair.link.place)))
    }
  }

  /// The objects that a call of a loop is given or called on and that are the same in each turn.
  func fixedObjects(of call: FunctionCallExprSyntax, in loop: Loop) -> [String] {
    var values = call.arguments.enumerated().map { place, argument in
      (argument.label?.text ?? "#\(place)", argument.expression)
    }
    // With one argument alone, the list is its receiver's.
    if values.count < 2 { values = [] }
    if let receiver = call.receiver, !receiver.isSelfName { values.append(("self", receiver)) }
    let objects = values.filter { types.model(of: $1) != nil }
    guard !objects.isEmpty else { return [] }
    let changing = loop.changingNames
    return objects.filter { !$1.mentions(changing) }.map(\.0)
  }
}

extension FunctionDeclSyntax {
  /// What those who call the function know an object of it by: `self`, or the label of the parameter.
  fileprivate func handedObject(_ name: String) -> String? {
    if name == "self" { return name }
    let all = Array(signature.parameterClause.parameters)
    guard let place = all.firstIndex(where: { ($0.secondName ?? $0.firstName).text == name }) else {
      return nil
    }
    let label = all[place].firstName.text
    return label == "_" ? "#\(place)" : label
  }
}

/// `owner.property = value` and `owner.property.append(value)`.
struct RelationshipLink {
  let owner: String
  let property: String
  let value: String
  let expression: ExprSyntax
  let place: Syntax
  /// Whether it adds to a list.
  let isAdded: Bool
  /// The class around it, for what is not written before a dot.
  let ownType: String?

  var title: String { owner == "self" ? property : "\(owner).\(property)" }

  /// The other side, which the initializer of the added object sets.
  init(setting property: String, for link: RelationshipLink) {
    (owner, self.property, value) = (link.value, property, link.owner)
    (expression, place, isAdded, ownType) = (link.expression, link.place, false, nil)
  }

  /// The call in a list of statements that makes what is added.
  func made(in items: CodeBlockItemListSyntax) -> FunctionCallExprSyntax? {
    items.lazy.compactMap { item -> FunctionCallExprSyntax? in
      guard let binding = item.item.as(VariableDeclSyntax.self)?.bindings.onlyElement,
        binding.name == value, let call = binding.initializer?.value.call,
        call.name.first?.isUppercase ?? false
      else { return nil }
      return call
    }.first
  }

  init?(_ item: CodeBlockItemSyntax) {
    guard case .expr(let statement) = item.item else { return nil }
    let target: ExprSyntax
    let given: ExprSyntax
    isAdded = statement.call != nil
    if let call = statement.call {
      guard call.name == "append", let receiver = call.receiver,
        let argument = call.arguments.first, argument.label == nil
      else { return nil }
      target = receiver
      given = argument.expression
    } else {
      guard let terms = statement.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let first = terms.first, let last = terms.last
      else { return nil }
      target = first
      given = last
    }
    guard let value = given.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let name = target.lastName
    else { return nil }
    var plain = target
    while let inner = plain.wrapped { plain = inner }
    if let access = plain.as(MemberAccessExprSyntax.self), let base = access.base,
      let text = base.lastName, base.dottedName == text
    {
      owner = text
      expression = base.unwrapped
    } else if plain.is(DeclReferenceExprSyntax.self) {
      owner = "self"
      expression = plain
    } else {
      return nil
    }
    property = name
    self.value = value
    place = Syntax(statement.unwrapped)
    ownType = owner == "self" ? statement.ownerName : nil
  }
}
