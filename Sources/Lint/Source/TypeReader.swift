internal import SwiftSyntax

/// Reads the types of expressions off the file, and those of relationships off the models.
struct TypeReader {
  let file: LintFile
  /// What is written by hand needs no more steps.
  private static let deepest = 12

  func type(of expression: ExprSyntax) -> WrittenType? {
    guard let type = type(of: expression, Self.deepest) else { return nil }
    // The class may go by that name everywhere else.
    guard isStored(type.name), let other = expression.aliased(type.name).flatMap(WrittenType.init)
    else { return type }
    return type.isList ? other.list : other
  }

  /// Whether it is an object of a model class.
  func model(of expression: ExprSyntax) -> String? {
    guard let type = type(of: expression), !type.isList, isModel(type) else { return nil }
    return type.name
  }

  func isModel(_ type: WrittenType) -> Bool {
    guard isModel(type.name) else { return false }
    // `API.Note` is not the model `Store.Note`.
    guard let outer = type.outer else { return file.ask(.isShadowed(type.name)).isEmpty }
    let names = file.ask(.fullName(type.name)) + file.ask(.nestedNames(type.name))
    return names.isEmpty || names.contains { ".\($0)".hasSuffix(".\(outer).\(type.name)") }
  }

  func isModel(_ name: String) -> Bool { !file.ask(.isModel(name)).isEmpty }

  /// The name of a type for those who know only names: with what stands before it where the class of
  /// that name is another one.
  func plainName(_ type: WrittenType) -> String {
    guard let outer = type.outer, isModel(type.name), !isModel(type) else { return type.name }
    return "\(outer).\(type.name)"
  }

  /// Whether it is a class of SwiftData's or of Core Data's objects.
  func isStored(_ name: String) -> Bool { isModel(name) || isManaged(name) }

  private func type(of expression: ExprSyntax, _ steps: Int) -> WrittenType? {
    guard steps > 0 else { return nil }
    let node = expression.unwrapped
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): return type(of: name, steps)
    case .memberAccessExpr(let access): return type(of: access, steps)
    case .functionCallExpr(let call): return type(of: call, steps)
    case .subscriptCallExpr(let call):
      // `self[id, as: Note.self]` of a model actor.
      if call.arguments.count == 2, call.arguments.last?.label?.text == "as" {
        return call.arguments.last?.expression.metatypeName.map { WrittenType(name: $0.lastPart) }
      }
      guard call.arguments.count == 1 else { return nil }
      if let value = call.calledExpression.dictionaryValue { return value }
      guard let list = type(of: call.calledExpression, steps - 1), list.isList else { return nil }
      return list.element
    case .arrayExpr(let list):
      guard let first = list.elements.first, let element = type(of: first.expression, steps - 1),
        !element.isList
      else { return nil }
      return element.list
    case .sequenceExpr(let sequence):
      let choices = node.choices
      guard choices.count > 1 else { return type(of: Array(sequence.elements), steps) }
      return choices.lazy.compactMap { type(of: $0, steps - 1) }.first
    default: return nil
    }
  }

  /// `a ?? b` and `a as? B`.
  private func type(of terms: [ExprSyntax], _ steps: Int) -> WrittenType? {
    guard terms.count == 3 else { return nil }
    if terms[1].is(UnresolvedAsExprSyntax.self) {
      return terms[2].as(TypeExprSyntax.self).flatMap { WrittenType($0.type) }
    }
    guard terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" else { return nil }
    return type(of: terms[0], steps - 1)
  }

  private func type(of name: DeclReferenceExprSyntax, _ steps: Int) -> WrittenType? {
    let text = name.baseName.text
    if text == "self" { return name.ownerName.map { WrittenType(name: $0) } }
    switch name.nameOrigin {
    case .local(let written?, _): return WrittenType(written)
    case .local(nil, let value?): return type(of: value, steps - 1)
    case .local(nil, nil), .unknown:
      if let part = name.tuplePart { return part }
      return name.givingTask == nil ? nil : WrittenType(name: "NSManagedObjectContext")
    case .element(let list):
      guard let type = type(of: list, steps - 1), type.isList else { return nil }
      return type.element
    case .content(let value):
      // The closure of an optional's 'map' is given the value, that of a list's each element.
      return type(of: value, steps - 1)?.element
    case .parameter(let written, _): return WrittenType(written)
    case .property(let binding, _):
      if let written = binding.typeAnnotation?.type { return WrittenType(written) }
      return binding.environmentType ?? injectedType(of: binding)
        ?? binding.initializer.flatMap { type(of: $0.value, steps - 1) }
    case nil:
      // What '@ModelActor' makes, or a member of a model in another file.
      if text == "modelContext" { return WrittenType(name: "ModelContext") }
      return name.ownerName.flatMap { member(text, of: $0) }
    }
  }

  /// What another file, or an extension, says that a member is: `notes`, `all()`.
  func foreign(_ member: String, of owner: String) -> WrittenType? {
    file.ask(.memberType("\(owner).\(member)")).first.flatMap { WrittenType(text: $0) }
  }

  /// The model or models that a relationship leads to.
  private func member(_ name: String, of entity: String) -> WrittenType? {
    guard isModel(entity), let destination = file.ask(.destination(name, of: entity)).first,
      let form = file.ask(.relationship(name, of: entity)).first
    else { return foreign(name, of: entity) }
    return WrittenType(name: destination, isList: form == "to-many")
  }

  private func type(of access: MemberAccessExprSyntax, _ steps: Int) -> WrittenType? {
    guard let base = access.base else { return nil }
    let name = access.declName.baseName.text
    if name == "fetchedObjects" { return controlled(base)?.list }
    if let owner = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
      owner.first?.isUppercase ?? false
    {
      if let type = foreign(name, of: owner) { return type }
      return ["shared", "default", "standard"].contains(name) ? WrittenType(name: owner) : nil
    }
    if name == "mainContext" { return WrittenType(name: "ModelContext") }
    if let part = base.writtenTuple?.part(name) { return WrittenType(part) }
    if name == "values", let value = base.dictionaryValue { return value.isList ? nil : value.list }
    guard let type = type(of: base, steps - 1) else {
      return name == "viewContext" ? WrittenType(name: "NSManagedObjectContext") : nil
    }
    if name == "viewContext", type.name.hasPrefix("NSPersistent") {
      return WrittenType(name: "NSManagedObjectContext")
    }
    if type.isList {
      if name == "lazy" { return type }
      return ["first", "last"].contains(name) ? type.element : nil
    }
    if isModel(type.name) { return member(name, of: type.name) }
    if isManaged(type.name) {
      return file.ask(.coreDataDestination(name, of: type.name)).first.map {
        WrittenType(
          name: file.ask(.managedClass(of: $0)).first ?? $0,
          isList: file.ask(.relationship(name, of: type.name)) == ["to-many"])
      }
    }
    guard let members = file.tree.type(type.name),
      case .property(let binding, _)? = members.property(name, owner: type.name)
    else { return foreign(name, of: type.name) }
    return binding.typeAnnotation.flatMap { WrittenType($0.type) } ?? binding.environmentType
      ?? binding.initializer.flatMap { self.type(of: $0.value, steps - 1) }
  }

  private static let sameList: Set = [
    "filter", "sorted", "prefix", "suffix", "dropFirst", "dropLast", "reversed", "shuffled",
  ]
  private static let oneOfList: Set = [
    "first", "last", "randomElement", "min", "max", "popLast", "popFirst", "removeFirst",
    "removeLast", "remove",
  ]

  private func type(of call: FunctionCallExprSyntax, _ steps: Int) -> WrittenType? {
    let name = call.name
    if call.calledExpression.is(ArrayExprSyntax.self) {
      let element = call.calledExpression.as(ArrayExprSyntax.self)?.elements.first?.expression
      return element?.dottedName.map { WrittenType(name: $0.lastPart, isList: true) }
    }
    if name.first?.isUppercase ?? false {
      if ["Array", "Set"].contains(name), let first = call.arguments.first?.expression {
        return type(of: first, steps - 1).flatMap { $0.isList ? $0 : nil }
      }
      return call.calledExpression.dottedName.map { WrittenType(name: $0.lastPart) }
    }
    if call.fetchesObjects {
      guard let fetched = FetchedObjects(ExprSyntax(call)), let entity = fetched.entity,
        fetched.givesObjects
      else {
        return nil
      }
      let name = fetched.isCoreData ? file.ask(.managedClass(of: entity)).first : nil
      return WrittenType(name: name ?? entity, isList: true)
    }
    guard let receiver = call.receiver,
      receiver.as(DeclReferenceExprSyntax.self)?.baseName.text != "self"
    else {
      if let known = call.ownerName.flatMap({ result(of: name, in: $0) }) { return known }
      // A function of the file that belongs to no type.
      guard call.receiver == nil else { return nil }
      return call.sourceFile?.function(call, of: nil)?.signature.returnClause
        .flatMap { WrittenType($0.type) }
    }
    if name == "object", call.argument("at") != nil, let type = controlled(receiver) {
      return type
    }
    // `Outer.Inner.make()`, and not `Stack.shared.make()`.
    if let owner = receiver.dottedName?.lastPart, owner.first?.isUppercase ?? false {
      return result(of: name, in: owner)
    }
    if name == "newBackgroundContext" { return WrittenType(name: "NSManagedObjectContext") }
    guard let type = type(of: receiver, steps - 1) else { return nil }
    if type.isList {
      if Self.sameList.contains(name) { return type }
      return Self.oneOfList.contains(name) ? type.element : nil
    }
    return result(of: name, in: type.name)
  }

  private func result(of function: String, in owner: String) -> WrittenType? {
    if let own = file.tree.type(owner)?.function(function) {
      return own.signature.returnClause.flatMap { WrittenType($0.type) }
    }
    // `Container.shared.notes()`, where 'notes' is a property that makes what is asked for.
    return foreign(function + "()", of: owner) ?? foreign(function, of: owner)
  }
}

extension PatternBindingSyntax {
  /// What `@Environment(\.modelContext)` and `@Environment(NoteStore.self)` give a property.
  var environmentType: WrittenType? {
    let variable = parent?.parent?.as(VariableDeclSyntax.self)
    guard let key = variable?.attribute("Environment")?.argumentList?.first?.expression else {
      return nil
    }
    if let type = key.metatypeName { return WrittenType(name: type.lastPart) }
    guard key.is(KeyPathExprSyntax.self) else { return nil }
    if key.mentions(["managedObjectContext"]) {
      return WrittenType(name: "NSManagedObjectContext")
    }
    return key.mentions(["modelContext"]) ? WrittenType(name: "ModelContext") : nil
  }
}

extension SourceFileSyntax {
  /// The members of the type of that name at the top level of the file.
  func type(_ name: String) -> MemberBlockSyntax? {
    for statement in statements {
      guard case .decl(let declaration) = statement.item,
        !declaration.is(ExtensionDeclSyntax.self),
        let group = declaration.asProtocol((any DeclGroupSyntax).self),
        Syntax(declaration).typeName == name
      else { continue }
      return group.memberBlock
    }
    return nil
  }
}
