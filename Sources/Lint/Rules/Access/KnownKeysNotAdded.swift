internal import Diagnostics
internal import SwiftSyntax

/// Finds imports that look for what the store has and not for what they have just added.
struct KnownKeysNotAdded: SourceRule {
  static let info = RuleInfo(
    id: "known-keys-not-added", group: .dataAccess, severity: .note,
    summary:
      "an import asks which keys the store has, and does not add those of the objects it inserts",
    why: "two records with one key in the same file or answer both count as new: each is inserted",
    fix: "make the set a variable and ask with 'known.insert(key).inserted'",
    limits:
      "only sets and dictionaries that the same function makes of a fetch and asks in a loop that inserts; keys that a "
      + "unique attribute keeps, and ids, are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func add(_ titles: [String], _ context: ModelContext) throws {
          let known = Set(try context.fetch(FetchDescriptor<Note>()).map(\\.title))
          for title in titles where !known.↓contains(title) {
            let note = Note()
            note.title = title
            context.insert(note)
          }
        }
        ---
        func add(_ titles: [String], _ context: ModelContext) throws {
          let notes = try context.fetch(FetchDescriptor<Note>())
          let known = Set(notes.map { $0.title })
          for title in titles {
            guard !known.↓contains(title) else { continue }
            context.insert(Note())
          }
        }
        ---
        func add(_ names: [String], _ context: ModelContext) throws {
          let trips = try context.fetch(FetchDescriptor<Trip>())
          let byName = Dictionary(trips.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
          for name in names {
            if let trip = ↓byName[name] {
              trip.stops = []
            } else {
              let trip = Trip()
              trip.name = name
              context.insert(trip)
            }
          }
        }
        """,
      clean: """
        func add(_ titles: [String], _ context: ModelContext) throws {
          var known = Set(try context.fetch(FetchDescriptor<Note>()).map(\\.title))
          for title in titles where known.insert(title).inserted { context.insert(Note()) }
        }
        ---
        func add(_ titles: Set<String>, _ context: ModelContext) throws {
          let known = Set(try context.fetch(FetchDescriptor<Note>()).map(\\.title))
          for title in titles where !known.contains(title) { context.insert(Note()) }
        }
        ---
        func add(_ codes: [String], _ context: ModelContext) throws {
          let known = Set(try context.fetch(FetchDescriptor<Folder>()).map(\\.code))
          for code in codes where !known.contains(code) { context.insert(Folder()) }
        }
        ---
        func add(_ names: [String], _ context: ModelContext) throws {
          let trips = try context.fetch(FetchDescriptor<Trip>())
          var byName = Dictionary(trips.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
          for name in names where byName[name] == nil {
            let trip = Trip()
            trip.name = name
            context.insert(trip)
            byName[name] = trip
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.forStmt]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let loop = node.as(ForStmtSyntax.self),
      loop.isHandwritten,
      loop.body.hasDescendant(where: {
        $0.as(FunctionCallExprSyntax.self).map { $0.name == "insert" && $0.isOnContext } ?? false
      }),
      let body = loop.enclosingBody, body.isHandwritten
    else { return }
    let types = TypeReader(file: file)
    guard let entity = loop.insertedEntity(types), !loop.goesThroughUniqueKeys(types) else {
      return
    }
    var said: Set<String> = []
    loop.forEachDescendant { node in
      guard let asked = node.askedForKey, let value = asked.name.localValue,
        said.insert(asked.name.baseName.text).inserted,
        let property = value.keysOfFetch(of: entity),
        // Whoever gives ids away gives each once.
        !property.camelWords.contains(where: ["id", "ids", "identifier", "guid", "uuid"].contains),
        file.ask(.isUnique(property, of: entity)).isEmpty,
        !loop.hasDescendant(where: { $0.adds(to: asked.name.baseName.text) })
      else { return true }
      report(
        "'\(asked.name.baseName.text)' never learns of the '\(entity)' objects that this loop inserts: of two records "
          + "with one '\(property)' both are added", at: file.location(asked.place), entity: entity,
        property: property)
      return true
    }
  }
}

extension ForStmtSyntax {
  /// The class of the objects that the loop inserts, if it is one.
  fileprivate func insertedEntity(_ types: TypeReader) -> String? {
    var found: Set<String> = []
    body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        let (entity, action) = call.changedModel(types),
        action == "inserted"
      {
        found.insert(entity)
      }
      return true
    }
    return found.count == 1 ? found.first : nil
  }

  /// Whether what the loop goes through has no key twice: a set, the keys of a dictionary, the cases of an enum.
  fileprivate func goesThroughUniqueKeys(_ types: TypeReader) -> Bool {
    let value = sequence.unwrapped
    if value.is(ArrayExprSyntax.self)
      || value.mentions(["Set", "allCases", "keys", "subtracting", "enumerated", "grouping"])
    {
      return true
    }
    if value.is(SequenceExprSyntax.self) { return true }
    guard let name = value.as(DeclReferenceExprSyntax.self) else { return false }
    if let local = name.localValue {
      return local.mentions([
        "Set", "Dictionary", "allCases", "grouping", "keys", "subtracting", "uniqueKeysWithValues",
      ])
        || local.unwrapped.is(ArrayExprSyntax.self)
    }
    switch name.nameOrigin {
    case .parameter(let type, _), .local(let type?, _):
      let text = type.trimmedDescription
      return text.hasPrefix("Set<") || text.contains(":") || text.hasPrefix("Dictionary<")
    case .property(let binding, _):
      return binding.initializer?.value.is(ArrayExprSyntax.self) ?? false
    default: return false
    }
  }
}

extension Syntax {
  /// `known.contains(title)`, `byName[name]`.
  fileprivate var askedForKey: (name: DeclReferenceExprSyntax, place: Syntax)? {
    if let call = self.as(FunctionCallExprSyntax.self), call.name == "contains",
      call.arguments.count == 1,
      call.arguments.first?.label == nil, let name = call.receiver?.as(DeclReferenceExprSyntax.self)
    {
      return (name, call.nameNode)
    }
    if let place = self.as(SubscriptCallExprSyntax.self), place.arguments.count == 1,
      let name = place.calledExpression.as(DeclReferenceExprSyntax.self)
    {
      return (name, Syntax(name))
    }
    return nil
  }

  /// `known.insert(title)`, `known.formUnion(…)`, `byName[name] = trip`
  fileprivate func adds(to name: String) -> Bool {
    if let call = self.as(FunctionCallExprSyntax.self) {
      return call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
        && ["append", "formUnion", "insert", "merge", "update", "updateValue"].contains(call.name)
        || call.arguments.contains { $0.expression.is(InOutExprSyntax.self) && $0.mentions([name]) }
    }
    guard let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }), terms.count > 2,
      terms[1].is(AssignmentExprSyntax.self)
    else { return false }
    return terms[0].mentions([name])
  }
}

extension ExprSyntax {
  /// The property of the fetched objects that a set or dictionary is made of: `title` of
  /// `Set(try context.fetch(descriptor).map(\.title))`.
  fileprivate func keysOfFetch(of entity: String) -> String? {
    guard let made = unwrapped.call, ["Set", "Dictionary"].contains(made.name),
      let given = made.arguments.first?.expression
    else { return nil }
    if made.argument("grouping") != nil { return nil }
    let listed = given.unwrapped.call
    guard let listed, ["map", "compactMap"].contains(listed.name), let list = listed.receiver,
      let (fetched, _) = FetchedObjects.behind(list), fetched.entity == entity
    else { return nil }
    if let path = listed.arguments.first?.expression.as(KeyPathExprSyntax.self) {
      return path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)?
        .declName.baseName.text
    }
    guard let closure = listed.lastClosure,
      var value = closure.statements.onlyElement?.item.onlyExpression
    else {
      return nil
    }
    // `{ ($0.name, $0) }`
    if let pair = value.as(TupleExprSyntax.self), let first = pair.elements.first?.expression {
      value = first
    }
    guard let access = value.as(MemberAccessExprSyntax.self),
      access.base?.is(DeclReferenceExprSyntax.self) ?? false
    else { return nil }
    return access.declName.baseName.text
  }
}
