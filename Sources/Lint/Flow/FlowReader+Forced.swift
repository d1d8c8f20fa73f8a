internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A relationship to one object that code unwraps by force.
  struct Forced: Sendable, Codable {
    var entity: String
    var property: String
    var location: Location
  }
}

extension FlowReader {
  /// `note.folder!`, where nothing in the file asks whether there is one.
  mutating func noteForced(_ forced: ForceUnwrapExprSyntax) {
    noteForcedValue(forced)
    noteForcedManaged(forced)
    guard !file.isTest, file.meansSwiftData, let (entity, name) = relationship(forced.expression),
      case let property = name.baseName.text,
      file.ask(.relationship(property, of: entity)) == ["to-one"],
      // A predicate is no code that runs.
      forced.enclosing(MacroExpansionExprSyntax.self) == nil,
      !file.tree.hasDescendant(where: { $0.asksFor(property) })
    else { return }
    flows.forced.append(
      .init(
        entity: entity, property: property, location: file.location(name)))
  }

  /// `note.title!` and `note.folder!` of an object of Core Data's, where nothing in the file asks whether there is
  /// one.
  private mutating func noteForcedManaged(_ forced: ForceUnwrapExprSyntax) {
    guard !file.isTest, !Syntax(forced).isInPreview,
      let (entity, name) = managedMember(forced.expression), case let property = name.baseName.text
    else { return }
    let isLink = file.ask(.relationship(property, of: entity)) == ["to-one"]
    guard isLink || !file.ask(.mayBeNilManaged(property, of: entity)).isEmpty,
      !file.tree.hasDescendant(where: { $0.asksFor(property) }), !forced.isAskedFor(property),
      !(forced.enclosingBody?.sets(property) ?? false)
    else { return }
    let found = ObjectFlows.Forced(
      entity: entity, property: property, location: file.location(name))
    if isLink { flows.forced.append(found) } else { flows.forcedValues.append(found) }
  }

  /// `notes.sorted { $0.title! < $1.title! }`, where nothing in the file asks whether there is one.
  private mutating func noteForcedValue(_ forced: ForceUnwrapExprSyntax) {
    guard !file.isTest, file.meansSwiftData,
      case let list = forced.enclosing(ClosureExprSyntax.self)?.userCall,
      list.map({ Self.goingThrough.contains($0.name) }) ?? !forced.isUnderCondition,
      let (entity, name) = optionalAttribute(forced.expression),
      case let property = name.baseName.text,
      forced.enclosing(MacroExpansionExprSyntax.self) == nil, !forced.isAskedFor(property),
      !file.tree.hasDescendant(where: { $0.asksFor(property) })
    else { return }
    flows.forcedValues.append(
      .init(entity: entity, property: property, location: file.location(name)))
  }

  private static let goingThrough: Set = [
    "allSatisfy", "compactMap", "contains", "filter", "first", "flatMap", "forEach", "ForEach",
    "List",
    "map", "max", "min", "reduce", "sort", "sorted",
  ]

  /// A class and what is read of its object: `note.folder`, and `folder` in the class itself.
  private func relationship(_ value: ExprSyntax) -> (String, DeclReferenceExprSyntax)? {
    if let access = value.as(MemberAccessExprSyntax.self) {
      let owner = access.base.flatMap { $0.isSelfName ? access.ownerName : types.model(of: $0) }
      return owner.map { ($0, access.declName) }
    }
    guard let own = value.as(DeclReferenceExprSyntax.self),
      case .property(_, let owner)? = own.nameOrigin
    else { return nil }
    return (owner, own)
  }
}

extension ForceUnwrapExprSyntax {
  /// Whether the code around asks anything of the object before: that may tell whether it has a value.
  fileprivate var isUnderCondition: Bool {
    guard
      let object = expression.unwrapped.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
        .split(separator: ".").first
        .map(String.init), let body = enclosingBody, body.isHandwritten
    else { return true }
    return body.hasDescendant { node in
      guard node.position < position else { return false }
      if node.is(ConditionElementListSyntax.self) { return node.mentions([object]) }
      if let choice = node.as(SwitchExprSyntax.self) { return choice.subject.mentions([object]) }
      return node.is(UnresolvedTernaryExprSyntax.self) && (node.parent?.mentions([object]) ?? false)
    }
  }
}

extension ForceUnwrapExprSyntax {
  /// Whether a condition around, or a term before in the same one, speaks of the property:
  /// `(note.rank ?? 0) > 1 ? note.rank! : 1`.
  fileprivate func isAskedFor(_ property: String) -> Bool {
    var next = Syntax(self)
    while let outer = next.parent, !outer.is(MemberBlockItemSyntax.self) {
      if let terms = outer.as(ExprListSyntax.self),
        terms.contains(where: { $0.position < next.position && $0.mentions([property]) })
      {
        return true
      }
      let conditions =
        outer.as(IfExprSyntax.self)?.conditions ?? outer.as(WhileStmtSyntax.self)?.conditions
      if let conditions, conditions.id != next.id, conditions.mentions([property]) { return true }
      if let code = outer.as(CodeBlockItemListSyntax.self),
        code.contains(where: {
          $0.position < next.position
            && $0.item.as(GuardStmtSyntax.self)?.conditions.mentions([property]) ?? false
        })
      {
        return true
      }
      next = outer
    }
    return false
  }
}

extension Syntax {
  /// Whether the code gives the property of any object a value: `note.title = "New"`.
  fileprivate func sets(_ property: String) -> Bool {
    isHandwritten
      && hasDescendant { node in
        guard let terms = node.as(ExprListSyntax.self), terms.count > 2,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
        else { return false }
        return terms.first?.lastName == property
      }
  }

  /// `note.folder != nil`, `if let folder = note.folder`
  fileprivate func asksFor(_ property: String) -> Bool {
    if let nothing = self.as(NilLiteralExprSyntax.self) {
      return nothing.parent?.as(ExprListSyntax.self)?.contains {
        $0.unwrapped.lastName == property
      } ?? false
    }
    guard let binding = self.as(OptionalBindingConditionSyntax.self) else { return false }
    return binding.initializer?.value.unwrapped.lastName == property
  }
}
