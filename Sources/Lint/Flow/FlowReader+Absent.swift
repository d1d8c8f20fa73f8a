internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// Code that reckons with an attribute that has no value: `note.title ?? ""`.
  struct Absent: Sendable, Codable {
    var entity: String
    var property: String
    var location: Location
    /// Whether a condition keeps objects without a value out.
    var isFilter = false
    /// Whether it is read of an object that may be missing itself: `note?.folder` says nothing of notes.
    var isOfOptional = false
  }
}

extension ObjectFlows {
  /// Whether code asks for a property's value as one that may be missing.
  func asksForNone(_ property: String, of entity: String) -> Bool {
    absent.contains { $0.entity == entity && $0.property == property }
  }
}

extension ExprSyntax {
  /// `note?.title`, `list.note?.folder.name`
  fileprivate var isChainedOptionally: Bool {
    var value = self
    for _ in 0..<32 {
      guard let base = value.as(MemberAccessExprSyntax.self)?.base else { return false }
      if base.is(OptionalChainingExprSyntax.self) { return true }
      value = base
    }
    return false
  }

  /// Whether it is looked at to refuse the object: in `validateForInsert()`, or in its own class to throw.
  fileprivate var isValidated: Bool {
    guard let function = enclosing(FunctionDeclSyntax.self) else { return false }
    if function.name.text.lowercased().contains("valid") { return true }
    guard function.signature.effectSpecifiers?.throwsClause != nil,
      !unwrapped.is(MemberAccessExprSyntax.self)
        || unwrapped.as(MemberAccessExprSyntax.self)?.base?
          .isSelfName ?? false
    else { return false }
    let refusal =
      enclosing(IfExprSyntax.self)?.body.statements
      ?? enclosing(GuardStmtSyntax.self)?.body.statements
    return refusal?.contains { $0.item.is(ThrowStmtSyntax.self) } ?? false
  }
}

extension FlowReader {
  /// `guard let code = note.code`, `if let title = note.title`
  mutating func noteAbsent(_ binding: OptionalBindingConditionSyntax) {
    guard let value = binding.initializer?.value else { return }
    noteAbsent(value)
  }

  /// `note.title ?? "Untitled"`, `note.code == nil`
  mutating func noteAbsent(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    for (index, term) in terms.enumerated().dropFirst().dropLast() {
      switch term.as(BinaryOperatorExprSyntax.self)?.operator.text {
      case "??": noteAbsent(terms[index - 1])
      case "==", "!=":
        if terms[index + 1].is(NilLiteralExprSyntax.self) { noteAbsent(terms[index - 1]) }
      default: break
      }
    }
  }

  /// `NSPredicate(format: "title != nil")` keeps objects without a value out.
  mutating func noteAbsentFormat(_ call: FunctionCallExprSyntax) {
    guard call.name == "NSPredicate", !file.isTest,
      let format = call.argument("format")?.literalText
    else { return }
    let words = format.split { " ()".contains($0) }
    for (index, word) in words.enumerated().dropFirst().dropLast()
    where ["!=", "<>"].contains(word) && ["nil", "null"].contains(words[index + 1].lowercased()) {
      flows.absent.append(
        .init(
          entity: "", property: String(words[index - 1]).lastPart, location: file.location(call),
          isFilter: true))
    }
  }

  private mutating func noteAbsent(_ value: ExprSyntax) {
    guard !file.isTest else { return }
    if let (entity, name) = managedAttribute(value.unwrapped) {
      flows.absent.append(
        .init(
          entity: entity, property: name.baseName.text, location: file.location(name),
          // What an object is not saved without, it has, in the states that its validation demands it in.
          isFilter: value.isValidated
            || value.enclosing(ClosureExprSyntax.self)?.userCall?.name == "filter",
          isOfOptional: value.isChainedOptionally))
      return
    }
    guard file.meansSwiftData else { return }
    guard let (entity, name) = optionalAttribute(value.unwrapped) else {
      if value.enclosing(MacroExpansionExprSyntax.self) != nil,
        let access = value.unwrapped.as(MemberAccessExprSyntax.self)
      {
        flows.absent.append(
          .init(
            entity: "", property: access.declName.baseName.text,
            location: file.location(access), isFilter: true))
      }
      return
    }
    flows.absent.append(
      .init(
        entity: entity, property: name.baseName.text, location: file.location(name),
        isFilter: value.enclosing(MacroExpansionExprSyntax.self) != nil
          || value.enclosing(ClosureExprSyntax.self)?.userCall?.name == "filter",
        isOfOptional: value.isChainedOptionally))
  }

  /// The same of Core Data's objects, whose model says whether an attribute may have no value.
  func managedAttribute(_ value: ExprSyntax) -> (String, DeclReferenceExprSyntax)? {
    guard let found = managedMember(value), case let name = found.1.baseName.text,
      !file.ask(.mayBeNilManaged(name, of: found.0)).isEmpty
        || file.ask(.relationship(name, of: found.0)) == ["to-one"]
    else { return nil }
    return found
  }

  /// A class of Core Data's and what is read of its object: `note.title`, and `title` in the class itself.
  func managedMember(_ value: ExprSyntax) -> (String, DeclReferenceExprSyntax)? {
    if let access = value.as(MemberAccessExprSyntax.self) {
      guard let type = access.base.flatMap({ types.managed($0) }), !type.isList else { return nil }
      return (type.name, access.declName)
    }
    guard let own = value.as(DeclReferenceExprSyntax.self), let owner = own.ownerName,
      types.isManaged(owner)
    else { return nil }
    switch own.nameOrigin {
    case nil, .property?: return (owner, own)
    default: return nil
    }
  }

  /// A class and its attribute that may be nil: `note.title`, and `title` in the class itself.
  func optionalAttribute(_ value: ExprSyntax) -> (String, DeclReferenceExprSyntax)? {
    let found: (String, DeclReferenceExprSyntax)
    if let access = value.as(MemberAccessExprSyntax.self) {
      guard let base = access.base,
        let owner = base.isSelfName ? access.ownerName : types.model(of: base)
      else { return nil }
      found = (owner, access.declName)
    } else if let own = value.as(DeclReferenceExprSyntax.self),
      case .property(_, let owner)? = own.nameOrigin
    {
      found = (owner, own)
    } else {
      return nil
    }
    let types = file.ask(.attribute(found.1.baseName.text, of: found.0))
    return !types.isEmpty && types.allSatisfy { $0.last == "?" } ? found : nil
  }
}
