internal import StoreModel
internal import SwiftSyntax

/// Predicates and sort descriptors that have a name, because a function or a property gives them to
/// fetches.
extension FunctionCallExprSyntax {
  /// The key paths of `NSPredicate(format: …)` and `NSSortDescriptor(key: …)` in a function or property
  /// that gives them to others.
  func conditions(in file: LintFile) -> [CoreDataCode.Condition] {
    guard ["NSPredicate", "NSSortDescriptor"].contains(name), !file.isTest,
      let given = Syntax(self).giver(in: file), fetchedEntity(in: file) == nil
    else { return [] }
    let format = argument("format")
    return UnknownKey.keyPaths(of: self, in: file).map { path, place in
      .init(
        name: given, path: path,
        location: file.placeOfText(place.id == format?.id ? format ?? place : place) { text in
          file.ask(.coreDataEntities).contains {
            CoreDataKeys.fault(in: text.keyPath, of: $0, file) == nil
          }
        })
    }
  }

  /// A predicate that is made of a closure, with the name of what gives it.
  func givenBlock(in file: LintFile) -> CoreDataCode.NamedBlock? {
    guard BlockPredicate.isMade(by: self), !file.isTest, let given = Syntax(self).giver(in: file),
      fetchedEntity(in: file) == nil
    else { return nil }
    return .init(name: given, location: file.location(self))
  }

  /// What `FetchRequest(sortDescriptors: …, predicate: …)` is given.
  func conditionUses(_ types: TypeReader) -> [CoreDataCode.ConditionUse] {
    guard ["FetchRequest", "SectionedFetchRequest"].contains(name), let entity = givenEntity else {
      return []
    }
    return [argument("predicate"), argument("sortDescriptors")].compactMap(\.self)
      .flatMap { $0.namedConditions(types) }.map { .init(name: $0, entity: entity) }
  }
}

extension SequenceExprSyntax {
  /// The names and the fetch in `request.predicate = NoteFilters.recent()`.
  func conditionUses(_ types: TypeReader) -> [CoreDataCode.ConditionUse] {
    guard elements.count == 3, let target = elements.first?.as(MemberAccessExprSyntax.self),
      ["predicate", "sortDescriptors"].contains(target.declName.baseName.text),
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let value = elements.last, !value.isWrittenCondition,
      let entity = target.base.flatMap({ types.file.requestedEntity(of: $0) })
    else { return [] }
    return value.namedConditions(types).map { .init(name: $0, entity: entity) }
  }
}

extension FunctionCallExprSyntax {
  /// What names say of an argument that may be a condition.
  private static let conditionWords = [
    "condition", "descriptor", "filter", "match", "order", "predicate", "sort", "where",
  ]

  /// Conditions that have a name and are handed on to a function, with the parameter that they become.
  func conditionLinks(_ types: TypeReader) -> [CoreDataCode.ConditionLink] {
    guard !arguments.isEmpty, name.first?.isLowercase ?? false else { return [] }
    return arguments.compactMap { argument in
      let value = argument.expression
      // What is written here is no condition that has a name.
      guard
        value.is(DeclReferenceExprSyntax.self) || value.is(MemberAccessExprSyntax.self)
          || value.is(FunctionCallExprSyntax.self) || value.is(SequenceExprSyntax.self)
      else { return nil }
      let words = [argument.label?.text ?? "", value.lastName ?? value.call?.name ?? ""]
        .map { $0.lowercased() }
      guard words.contains(where: { word in Self.conditionWords.contains(where: word.contains) }),
        !value.isWrittenCondition, !value.is(ClosureExprSyntax.self),
        case let names = value.namedConditions(types), !names.isEmpty,
        let parameter = FlowReader(types.file).pass(Syntax(value))?.list
      else { return nil }
      return .init(name: parameter, names: names)
    }
  }
}

extension ExprSyntax {
  /// Whether a 'switch' around the name is over what it stands for.
  fileprivate var isSwitchedOver: Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text, name != "self" else {
      return false
    }
    var node = Syntax(self)
    while let next = node.parent, !next.is(FunctionDeclSyntax.self) {
      if let choice = next.as(SwitchExprSyntax.self),
        choice.subject.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      {
        return true
      }
      node = next
    }
    return false
  }

  /// `NoteFilter` of a variable or property that begins with `NoteFilter.recent`.
  fileprivate var casesType: String? {
    let name =
      self.as(DeclReferenceExprSyntax.self) ?? self.as(MemberAccessExprSyntax.self)?.declName
    let value: ExprSyntax?
    switch name?.nameOrigin {
    case .local(nil, let first?): value = first
    case .property(let binding, _): value = binding.initializer?.value
    default: value = nil
    }
    let owner = value?.as(MemberAccessExprSyntax.self)?.base?.dottedName?.lastPart
    return owner.flatMap { $0.first?.isUppercase ?? false ? $0 : nil }
  }

  /// Whether the condition is written here, which is read where it stands.
  fileprivate var isWrittenCondition: Bool {
    guard let call else { return self.is(StringLiteralExprSyntax.self) }
    return ["NSPredicate", "NSSortDescriptor"].contains(call.name)
  }
}

/// A function or property that gives a condition.
struct ConditionGiver {
  let fullName: String
  let body: Syntax
}

extension Syntax {
  /// The function or property around the node whose type says that it gives a condition, or the parameter
  /// that the condition is given as: `NoteStore.find(matching)`.
  fileprivate func giver(in file: LintFile) -> String? {
    var node = self
    for _ in 0..<64 {
      guard let parent = node.parent else { return nil }
      if let call = parent.as(FunctionCallExprSyntax.self), call.name.first?.isLowercase ?? false,
        Syntax(call.calledExpression).id != node.id,
        !["append", "insert"].contains(call.name),
        let argument = call.arguments.first(where: { $0.contains(self) }),
        let pass = FlowReader(file).pass(Syntax(argument.expression))
      {
        return pass.list
      }
      if let closure = parent.as(ClosureExprSyntax.self),
        !(closure.parent?.as(FunctionCallExprSyntax.self)?.arguments.isEmpty ?? false)
      {
        return nil
      }
      if let given = parent.ownGiver { return given.fullName }
      if parent.is(FunctionDeclSyntax.self) || parent.is(MemberBlockItemSyntax.self) { return nil }
      node = parent
    }
    return nil
  }

  /// What the node gives, if it is such a function or property.
  var ownGiver: ConditionGiver? {
    if let function = self.as(FunctionDeclSyntax.self) {
      guard function.signature.returnClause?.type.isCondition ?? false else { return nil }
      return .init(fullName: function.fullName(function.name.text), body: self)
    }
    guard let variable = self.as(VariableDeclSyntax.self),
      variable.parent?.is(MemberBlockItemSyntax.self) ?? false,
      let binding = variable.bindings.first, let name = binding.name,
      binding.typeAnnotation?.type.isCondition ?? (variable.isConstant && !variable.isInstance)
    else { return nil }
    return .init(fullName: variable.fullName(name), body: self)
  }
}

extension TypeSyntax {
  /// `NSPredicate`, `NSCompoundPredicate?`, `[NSSortDescriptor]`.
  fileprivate var isCondition: Bool {
    ["NSPredicate", "NSCompoundPredicate", "NSSortDescriptor"].contains(WrittenType(self)?.name)
  }
}

extension SyntaxProtocol {
  /// The functions and properties that are named here and may give conditions, with the types they belong
  /// to.
  ///
  /// - Parameter steps: how many variables to follow.
  func namedConditions(_ types: TypeReader, _ steps: Int = 3) -> Set<String> {
    var found: Set<String> = []
    func note(_ node: Syntax) {
      if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
        // Where a 'switch' has told which case it is, the conditions of the others are none of these.
        guard !base.isSwitchedOver else { return }
        let owner = access.ownerOfMember ?? types.type(of: base)?.name ?? base.casesType
        if let owner { found.insert("\(owner).\(access.declName.baseName.text)") }
      } else if let access = node.as(MemberAccessExprSyntax.self) {
        // `request.predicate = .recent(days)`
        for type in ["NSPredicate", "NSSortDescriptor"] {
          found.insert("\(type).\(access.declName.baseName.text)")
        }
      } else if let name = node.as(DeclReferenceExprSyntax.self),
        name.parent?.as(MemberAccessExprSyntax.self)?.declName.id != name.id
      {
        switch name.nameOrigin {
        case .property, nil:
          found.formUnion([name.fullName(name.baseName.text), name.baseName.text])
        case .parameter(_, let function):
          if let holder = function.parameterHolder(name.baseName.text) { found.insert(holder) }
        case .local(_, let value?):
          let last = name.localValue ?? value
          if steps > 0, !last.isWrittenCondition {
            found.formUnion(last.namedConditions(types, steps - 1))
          }
        default: break
        }
      }
    }
    note(Syntax(self))
    forEachDescendant { node in
      // What a written condition is given are values.
      if let call = node.as(FunctionCallExprSyntax.self),
        ["NSPredicate", "NSSortDescriptor"].contains(call.name)
      {
        return false
      }
      note(node)
      return true
    }
    return found
  }

  /// With the type around it.
  fileprivate func fullName(_ name: String) -> String { ownerName.map { "\($0).\(name)" } ?? name }
}
