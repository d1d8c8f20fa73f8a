internal import SwiftSyntax

extension Loop {
  /// What a device, a person or a form has a handful of.
  private static let fewWords = [
    "accounts", "attachments", "avatars", "columns", "controllers", "fields", "images", "kinds",
    "languages", "locales", "mentions", "modes", "participants", "presets", "providers",
    "recipients", "scenes", "segments", "sizes", "subviews", "tabs", "tags", "times",
    "visiblecells", "weekdays", "windows",
  ]

  private static let sameLength: Set = ["compactMap", "enumerated", "map", "reversed", "sorted"]

  /// Whether the loop goes through what a person has picked in a list, or through the entities of a model:
  /// a handful, each of which needs a request of its own.
  func isHandful(_ types: TypeReader) -> Bool {
    guard !isConditional else { return climbs }
    if Syntax(body).stopsWhenEnough { return true }
    // What a view is given as a set of objects, somebody has selected.
    if sequence.isSetOfView(types) { return true }
    // `for duplicate in byName[name] ?? []`
    if names.contains(where: { $0.lowercased().has("duplicate") }) { return true }
    var root = (sequence.unwrapped.otherwiseDefault ?? sequence).unwrapped
    for _ in 0..<4 {
      guard let call = root.call, Self.sameLength.contains(call.name), let base = call.receiver
      else { break }
      root = base.unwrapped
    }
    if ["IndexSet", "NSEntityDescription"].contains(types.type(of: root)?.name) { return true }
    // `let gone = offsets.compactMap { notes[$0] }`
    if let made = root.resolved.call, Self.sameLength.contains(made.name), let base = made.receiver,
      types.type(of: base)?.name == "IndexSet"
    {
      return true
    }
    // What an app has on board, somebody has written: `IconRegistry.shared.icons`.
    if root.resolved.words.contains(where: \.isOfBuiltIns) { return true }
    // `let entities = coordinator.managedObjectModel.entities`
    if root.resolved.mentions(["managedObjectModel", "entitiesByName"]) { return true }
    let name = root.lastName ?? ""
    let small = name.lowercased()
    // `entityNames`, `entitiesByName`
    if small.hasPrefix("entit"), small.contains("name") { return true }
    // A table may have any number of rows, whatever its objects are called.
    let type = types.type(of: root)
    let isOfObjects = type.map { $0.isList && types.isModel($0) } ?? false
    if !isOfObjects, Self.fewWords.contains(where: small.hasSuffix) || name.isOfOpenSessions {
      return true
    }
    // What should not be there at all is rare: `duplicateTags`, `obsoleteAccountInfos`, `dupes`.
    if small.has("duplicate") || small.has("obsolete") || small.has("dupe") { return true }
    // Notifications that were tapped or delivered while nobody looked: `pendingActions`, `userInfos`.
    if !isOfObjects, name.camelWords.last == "infos" || small == "pendingactions" { return true }
    // `tabBarSets`
    if name.camelWords.contains("tab") { return true }
    // `let criteria = tabSets.map(\.criterion)`
    if let made = root.resolved.call, Self.sameLength.contains(made.name),
      made.receiver?.lastName?.camelWords.contains("tab") ?? false
    {
      return true
    }
    // `notes.indices` is as many as there are notes; `sourceIndices` is what is moved.
    return root.is(DeclReferenceExprSyntax.self) && name.hasSuffix("Indices")
  }
}

extension Loop {
  /// Whether each turn goes on with what the object of the last one belongs to, as from a folder to the one
  /// around it: `current = current.parent`.
  private var climbs: Bool {
    var outer: Set<String> = []
    body.forEachDescendant { node in
      if node.as(MemberAccessExprSyntax.self)?.declName.baseName.text.camelWords.first == "parent",
        let name = node.parent?.as(InitializerClauseSyntax.self)?.parent?
          .as(PatternBindingSyntax.self)?.name
      {
        outer.insert(name)
      }
      return true
    }
    return body.hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.lastName, let value = terms.last?.unwrapped
      else { return false }
      guard sequence.mentions([target]) || names.contains(target) else { return false }
      let access = value.as(MemberAccessExprSyntax.self)
      return access?.declName.baseName.text.camelWords.first == "parent"
        || value.as(DeclReferenceExprSyntax.self).map { outer.contains($0.baseName.text) } ?? false
    }
  }
}

extension ExprSyntax {
  /// Whether it is a property of a view that is declared as a set of objects.
  fileprivate func isSetOfView(_ types: TypeReader) -> Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .property(let binding, _)? = name.nameOrigin,
      let written = binding.typeAnnotation?.type.as(IdentifierTypeSyntax.self),
      written.name.text == "Set", let type = types.type(of: self), types.isStored(type.name)
    else { return false }
    return name.enclosingType?.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?
      .mentions(["View"]) ?? false
  }
}

extension String {
  /// `sessions`, `activeSessions`: those that are open at a time are few, and those that are over pile up.
  fileprivate var isOfOpenSessions: Bool {
    let words = camelWords
    return words.last == "sessions"
      && words.dropLast().allSatisfy {
        ["active", "connected", "current", "live", "open", "running"].contains($0)
      }
  }

  /// Whether a type of that name lists what comes with the app.
  fileprivate var isOfBuiltIns: Bool {
    first?.isUppercase ?? false
      && ["BuiltIns", "Presets", "Registry"].contains { hasSuffix($0) }
  }
}

extension Syntax {
  /// Whether the loop of this body ends as soon as it has gathered enough: `if recent.count >= most { return recent }`.
  var stopsWhenEnough: Bool {
    // In a closure, 'return' goes on with the next element.
    guard parent?.is(ClosureExprSyntax.self) != true else { return false }
    return hasDescendant { node in
      guard let check = node.as(IfExprSyntax.self), check.conditions.mentions(["count"]),
        !check.conditions.hasDescendant(where: {
          $0.as(IntegerLiteralExprSyntax.self)?.literal.text == "0"
        }),
        check.conditions.hasDescendant(where: {
          [">=", "=="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
        })
      else { return false }
      let last = check.body.statements.last?.item
      return last?.is(ReturnStmtSyntax.self) ?? false || last?.is(BreakStmtSyntax.self) ?? false
    }
  }
}
