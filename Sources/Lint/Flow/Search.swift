internal import SwiftSyntax

/// What is looked for among the elements of a list, as far as a predicate could look for it too.
struct Search {
  /// What looks: `first(where:)`, `contains(where:)`, `filter`, or a loop.
  let method: String
  /// The properties that are compared.
  let members: [String]
  /// Those of them that are compared with nothing but nil, as the row of a to-one relationship can be.
  var absent: Set<String> = []
  /// Whether it looks for a part of a text.
  var isOfText = false
  /// Those of a search for a text that alone would leave few, where the text is none that a predicate can look in.
  private var needed: [String] = []
  /// What each object was turned into before: the property, or nothing for a value that is made of it.
  var turnedInto: String?

  init(method: String, members: [String]) {
    (self.method, self.members) = (method, members)
  }

  /// The only thing that is asked of the result of a call.
  init?(of list: FunctionCallExprSyntax) {
    guard let user = list.onlyUser else { return nil }
    if let search = Search(inEach: user) ?? Search(by: user) {
      self = search
    } else {
      guard let property = user.turnsEach, let next = user.onlyUser,
        let search = Search(by: next)
      else { return nil }
      self = search
      turnedInto = property
    }
  }

  /// `notes.forEach { note in if note.isDone { … } }`
  private init?(inEach user: FunctionCallExprSyntax) {
    guard user.name == "forEach", let closure = user.lastClosure,
      let item = closure.statements.onlyElement?.item,
      let choice = item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        ?? item.as(ExprSyntax.self)?.as(IfExprSyntax.self), choice.elseBody == nil,
      case let condition = Syntax(choice.conditions), !condition.binds,
      let members = condition.comparedMembers(of: closure.firstParameter)
    else { return nil }
    (method, self.members) = ("for … where", members)
  }

  /// What the only loop over the result of a call looks for: `for note in notes where note.isDone`.
  init?(inLoopOver list: FunctionCallExprSyntax) {
    guard let loop = list.onlyLoop, loop.awaitKeyword == nil,
      // What is waited for in each turn takes longer than to load the rest.
      !loop.body.hasDescendant(where: { $0.is(AwaitExprSyntax.self) }),
      MigrationClosures.around(loop) == nil,
      let name = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let condition = loop.onlyCondition, !condition.binds,
      !loop.isInPlan, let members = condition.comparedMembers(of: name)
    else { return nil }
    method = "for … where"
    self.members = members
  }

  /// What a method of a list looks for.
  init?(by user: FunctionCallExprSyntax) {
    // `notes.map(\.title).contains(title)`
    if let member = user.mappedMember {
      guard let search = user.onlyUser, search.looksForValue else { return nil }
      (method, members) = (search.name, [member])
      return
    }
    guard ["allSatisfy", "contains", "filter", "first"].contains(user.name),
      user.arguments.allSatisfy({ $0.label?.text ?? "where" == "where" })
    else { return nil }
    method = user.name
    if let closure = user.lastClosure {
      guard !(user.name == "filter" && closure.leavesOutRareOnes),
        let members = closure.comparedMembers ?? closure.membersGivenToCondition
      else { return nil }
      self.members = members
      absent = closure.membersComparedWithNil
      isOfText = closure.searchesText
      needed = isOfText ? closure.necessaryMembers ?? [] : []
    } else if user.name == "filter", let given = user.arguments.onlyElement, given.label == nil,
      given.expression.resolved.as(MacroExpansionExprSyntax.self)?.macroName.text == "Predicate"
    {
      members = [Self.predicate]
    } else {
      // `notes.filter(\.isDone)`
      guard user.arguments.count == 1,
        let path = user.arguments.first?.expression.as(KeyPathExprSyntax.self)?.propertyNames,
        !path.isEmpty, !ClosureExprSyntax.isRare(path[path.count - 1])
      else { return nil }
      members = [path.joined(separator: ".")]
    }
  }

  /// Whether one object is looked for with what tells it apart: `first { $0.id == id }`.
  var isForOne: Bool {
    ["contains", "first"].contains(method)
      && (members.onlyElement.map { ["id", "uuid"].contains($0.lowercased()) } ?? false)
  }

  /// Whether all that is asked is to which account an object belongs. On a device, that is one.
  static func areOfAccount(_ members: [String]) -> Bool {
    members.allSatisfy { member in
      let words = member.camelWords
      return words.last == "id" && words.contains { ["account", "owner", "user"].contains($0) }
    }
  }

  /// What stands for the properties of `notes.filter(#Predicate<Note> { … })`, which a descriptor could have.
  private static let predicate = "#Predicate"

  /// The Swift types that predicates compare as they are.
  private static let plain: Set = [
    "Bool", "Date", "Double", "Float", "Int", "Int16", "Int32", "Int64", "String", "UUID",
  ]

  /// Whether a predicate can ask for all of the properties.
  func isPredicate(of entity: String, ask: (ModelQuestion) -> [String]) -> Bool {
    // What a relationship leads to has properties of its own.
    if let turnedInto, !turnedInto.isEmpty,
      !ask(.relationship(turnedInto, of: entity)).isEmpty
        || !ask(.attribute(turnedInto, of: entity)).isEmpty
    {
      return false
    }
    let others = members.filter {
      !absent.contains($0) || ask(.relationship($0, of: entity)) != ["to-one"]
    }
    return (others.isEmpty ? !members.isEmpty : Self.arePlain(others, of: entity, ask: ask))
      || Self.arePlain(needed, of: entity, ask: ask)
  }

  static func arePlain(
    _ members: [String], of entity: String, ask: (ModelQuestion) -> [String]
  ) -> Bool {
    !members.isEmpty
      && members.allSatisfy { member in
        if member == predicate { return true }
        if !ask(.isPlainManaged(member, of: entity)).isEmpty { return true }
        let path = member.split(separator: ".").map(String.init)
        guard let last = path.last else { return false }
        var owner = entity
        for name in path.dropLast() {
          guard ask(.relationship(name, of: owner)) == ["to-one"],
            let other = ask(.destination(name, of: owner)).first
          else { return false }
          owner = other
        }
        if isPlain(last, of: owner, ask) { return true }
        // What tells the other object apart stands in the row.
        return path.count > 1 && ask(.isUnstored(last, of: owner)) == ["yes"]
          && ["id", "persistentModelID"].contains(last)
      }
  }

  private static func isPlain(
    _ member: String, of entity: String, _ ask: (ModelQuestion) -> [String]
  ) -> Bool {
    let types = ask(.attribute(member, of: entity))
    return ask(.storedEnum(member, of: entity)).isEmpty && !types.isEmpty
      && types.allSatisfy { plain.contains($0.last == "?" ? String($0.dropLast()) : $0) }
  }
}

extension KeyPathExprSyntax {
  /// The properties that the key path goes along; nil where it does anything else.
  fileprivate var propertyNames: [String]? {
    let names = components.filter { !$0.component.is(KeyPathOptionalComponentSyntax.self) }.map {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
    }
    return names.contains(nil) ? nil : names.compactMap(\.self)
  }
}

extension SyntaxProtocol {
  /// Whether it belongs to a migration, which goes through what there is once.
  fileprivate var isInPlan: Bool {
    enclosingType?.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?
      .mentions(["SchemaMigrationPlan"]) ?? false
  }
}

extension Syntax {
  /// Whether a condition takes values apart, which says more than a comparison.
  fileprivate var binds: Bool {
    hasDescendant {
      $0.is(OptionalBindingConditionSyntax.self) || $0.is(MatchingPatternConditionSyntax.self)
    }
  }
}

extension ForStmtSyntax {
  /// The condition under which alone the loop does anything: its `where`, that of a `guard` at its
  /// beginning, or that of the only `if` in it.
  fileprivate var onlyCondition: Syntax? {
    if let clause = whereClause { return Syntax(clause) }
    guard let first = body.statements.first else { return nil }
    if let check = first.item.as(GuardStmtSyntax.self) {
      return check.body.statements.count == 1
        && check.body.statements.first?.item.is(ContinueStmtSyntax.self) ?? false
        ? Syntax(check.conditions) : nil
    }
    guard body.statements.count == 1,
      let choice = first.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
      choice.elseBody == nil
    else { return nil }
    return Syntax(choice.conditions)
  }
}

extension FunctionCallExprSyntax {
  /// The loop over the result, at once or over the constant that holds it, where nothing else is done
  /// with it.
  fileprivate var onlyLoop: ForStmtSyntax? {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if let loop = parent.as(ForStmtSyntax.self) {
        return loop.sequence.id == node.id ? loop : nil
      }
      if parent.is(InitializerClauseSyntax.self) {
        guard let name = parent.parent?.as(PatternBindingSyntax.self)?.name,
          let body = enclosingBody,
          body.isHandwritten, let use = body.onlyUse(of: name),
          let loop = use.parent?.as(ForStmtSyntax.self), loop.sequence.id == ExprSyntax(use).id,
          !loop.runsMoreOften(than: self)
        else { return nil }
        return loop
      }
      guard parent.isWrapper else { return nil }
      node = parent
    }
    return nil
  }

  /// The method that is called of the result, at once or of the constant that holds it, where nothing
  /// else is done with it.
  var onlyUser: FunctionCallExprSyntax? {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if let access = parent.as(MemberAccessExprSyntax.self),
        access.base?.id == node.as(ExprSyntax.self)?.id
      {
        return access.isCalled ? access.parent?.as(FunctionCallExprSyntax.self) : nil
      }
      if parent.isWrapper {
        node = parent
        continue
      }
      if parent.is(SequenceExprSyntax.self), let filled = filledLocal, let body = enclosingBody,
        body.isHandwritten, let user = body.onlyUser(of: filled.baseName.text, besides: filled),
        !user.runsMoreOften(than: self)
      {
        return user
      }
      guard parent.is(InitializerClauseSyntax.self),
        let name = parent.parent?.as(PatternBindingSyntax.self)?.name
          ?? parent.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
          .as(IdentifierPatternSyntax.self)?.identifier.text,
        let body = enclosingBody, body.isHandwritten
      else { return nil }
      guard let user = body.onlyUser(of: name), !user.runsMoreOften(than: self) else { return nil }
      return user
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// Whether a loop or closure is around it that the other node is not in: loaded once, a list may be
  /// searched often.
  func runsMoreOften(than other: some SyntaxProtocol) -> Bool {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent, !next.contains(Syntax(other)) else { return false }
      if next.is(ForStmtSyntax.self) || next.is(WhileStmtSyntax.self)
        || next.is(RepeatStmtSyntax.self) || next.is(FunctionDeclSyntax.self)
        || next.is(ClosureExprSyntax.self)
      {
        return true
      }
      node = next
    }
    return false
  }
}

extension Syntax {
  /// The only place where a name is used that is given its meaning once.
  fileprivate func onlyUse(of name: String) -> DeclReferenceExprSyntax? {
    var (uses, meanings): ([DeclReferenceExprSyntax], Int) = ([], 0)
    forEachDescendant { node in
      if node.as(IdentifierPatternSyntax.self)?.identifier.text == name { meanings += 1 }
      if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue {
        uses.append(use)
      }
      return true
    }
    return uses.count == 1 && meanings == 1 ? uses[0] : nil
  }

  fileprivate func onlyUser(
    of name: String, besides target: DeclReferenceExprSyntax? = nil
  ) -> FunctionCallExprSyntax? {
    (FileMemo.current?.users(in: self) ?? NameUsers(self)).onlyUser(of: name, besides: target)
  }
}
