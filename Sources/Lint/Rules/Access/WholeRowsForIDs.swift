internal import Diagnostics
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds fetches of which only the ids are used.
struct WholeRowsForIDs: SourceRule {
  static let info = TraceRules.rule(.wholeRowsForIDs).with(
    group: .dataAccess,
    examples: [RuleExample].texts(
      in: models,
      flagged: """
        func known(_ context: ModelContext) throws -> Set<UUID> {
          Set(try context.↓fetch(FetchDescriptor<Photo>()).map(\\.id))
        }
        ---
        func all(_ context: ModelContext) throws -> [PersistentIdentifier] {
          let notes = try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 2 }))
          guard !notes.isEmpty else { return [] }
          return notes.map { $0.persistentModelID }
        }
        ---
        func add(_ photos: [Photo], _ context: ModelContext) throws {
          let known = try context.↓fetch(FetchDescriptor<Photo>())
          let table = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
          for photo in photos {
            if table[photo.id] != nil { continue }
            context.insert(photo)
          }
        }
        ---
        func all(_ context: ModelContext) -> [Note.ID] {
          ((try? context.↓fetch(FetchDescriptor<Note>())) ?? []).map { note in note.id }
        }
        """,
      clean: """
        func known(_ context: ModelContext) throws -> Set<UUID> {
          var ids = FetchDescriptor<Photo>()
          ids.propertiesToFetch = [\\.id]
          return Set(try context.fetch(ids).map(\\.id))
        }
        ---
        func all(_ context: ModelContext) throws -> [PersistentIdentifier] {
          try context.fetchIdentifiers(FetchDescriptor<Note>())
        }
        ---
        func add(_ photos: [Photo], _ context: ModelContext) throws {
          let known = try context.fetch(FetchDescriptor<Photo>())
          let table = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
          for photo in photos {
            if table[photo.id] == nil { context.insert(photo) }
            table[photo.id]?.title = photo.title
          }
        }
        ---
        extension Folder { var id: String { name } }
        func names(_ context: ModelContext) throws -> Set<String> {
          Set(try context.fetch(FetchDescriptor<Folder>()).map(\\.id))
        }
        ---
        func titles(_ context: ModelContext) throws -> [PersistentIdentifier: String] {
          let notes = try context.fetch(FetchDescriptor<Note>())
          print(notes.map(\\.id))
          return Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0.title) })
        }
        ---
        func latest(_ context: ModelContext) throws -> [Note.ID] {
          var latest = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
          latest.fetchLimit = 5
          return try context.fetch(latest).map(\\.id)
        }
        """) + managed,
    limits:
      "in source, only fetches whose result stays in the function and is asked for nothing but ids, and "
      + "whether there is any; tests are left alone, \(onceRun)")

  private static let managed: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func all(_ context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "folder != nil")
        return try context.↓fetch(request).map { $0.objectID }
      }
      """,
    clean: """
      func all(_ context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "folder != nil")
        request.includesPropertyValues = false
        return try context.fetch(request).map { $0.objectID }
      }
      """)

  private static func models(_ text: String) -> String {
    AccessText.models(
      "@Model final class Photo { var id = UUID(); var title = \"\"; init() {} }\n" + text)
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.fetchesObjects,
      call.argument("batchSize") == nil,
      let id = call.onlyID, let fetched = FetchedObjects(ExprSyntax(call)), fetched.givesObjects,
      let entity = fetched.entity, !fetched.isLimited, !fetched.readsLess, !entity.isOfOneObject,
      fetched.isCoreData ? id == "objectID" : id != "objectID",
      !fetched.looksForOne(of: entity, in: file), !call.isInLoop(TypeReader(file: file)),
      // A sorted fetch of one object needs no ids.
      call.onlyUser?.extreme == nil
    else { return }
    let isOwn = id == "id" && !file.ask(.attribute("id", of: entity)).isEmpty
    // What a class computes as its 'id', the store cannot give.
    guard isOwn || id != "id" || call.projectBinding("id", of: entity) == nil else { return }
    report(
      "all \(fetched.isOfKnownClass ? "'\(entity)' objects" : "objects") of this fetch are loaded for their ids "
        + "alone", at: file.location(call.nameNode), entity: entity,
      help: fetched.isCoreData
        ? "set 'resultType = .managedObjectIDResultType', and the fetch gives the ids"
        : isOwn ? "set 'propertiesToFetch = [\\.id]' on the descriptor" : nil)
  }
}

extension FetchedObjects {
  /// Whether the descriptor says that not all of a row is read.
  fileprivate var readsLess: Bool {
    source.places.contains { place in
      !place.code.isHandwritten
        || place.code.mentions([
          "includesPropertyValues", "propertiesToFetch", "relationshipKeyPathsForPrefetching",
        ])
    }
  }
}

extension FunctionCallExprSyntax {
  /// The property that is all that the code asks of each object of the result; nil where it asks for
  /// anything else, or hands the result on.
  fileprivate var onlyID: String? {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if let id = node.mappedID { return id }
      if parent.isWrapper {
        node = parent
        continue
      }
      guard let binding = parent.parent?.as(PatternBindingSyntax.self), let name = binding.name,
        parent.is(InitializerClauseSyntax.self),
        binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false,
        let body = enclosingBody, body.isHandwritten
      else { return nil }
      return body.onlyID(of: name)
    }
    return nil
  }
}

extension Syntax {
  /// The property of `….map(\.id)` behind a list.
  fileprivate var mappedID: String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base.map({ $0.id == id }) ?? false,
      ["map", "compactMap"].contains(access.declName.baseName.text), access.isCalled,
      let call = access.parent?.as(FunctionCallExprSyntax.self)
    else { return nil }
    var name: String?
    if let path = call.arguments.onlyElement?.expression.as(KeyPathExprSyntax.self) {
      guard
        let part = path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)
      else { return nil }
      name = part.declName.baseName.text
    } else if let closure = call.trailingClosure, call.arguments.isEmpty,
      let value = closure.statements.onlyElement?.item.onlyExpression?.as(
        MemberAccessExprSyntax.self),
      let base = value.base?.as(DeclReferenceExprSyntax.self),
      base.baseName.text == closure.firstParameter
    {
      name = value.declName.baseName.text
    }
    return name.flatMap { ["id", "objectID", "persistentModelID"].contains($0) ? $0 : nil }
  }

  /// The property by which a table is made of a list that is only asked which ids it has: of
  /// `Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0) })`, where all that follows is
  /// `table[id] == nil`.
  fileprivate var idOfTable: String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base.map({ $0.id == id }) ?? false, access.declName.baseName.text == "map",
      let pairs = access.parent?.as(FunctionCallExprSyntax.self),
      let closure = pairs.lastClosure,
      let pair = closure.statements.onlyElement?.item.onlyExpression?.as(TupleExprSyntax.self),
      pair.elements.count == 2,
      let key = pair.elements.first?.expression.as(MemberAccessExprSyntax.self),
      key.base?.trimmedDescription == closure.firstParameter,
      ["id", "persistentModelID", "objectID"].contains(key.declName.baseName.text),
      let table = pairs.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      table.name == "Dictionary", table.arguments.first?.expression.id == ExprSyntax(pairs).id,
      let binding = table.parent?.parent?.as(PatternBindingSyntax.self), let name = binding.name,
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false,
      let body = table.enclosingBody, body.asksOnlyWhich(of: name)
    else { return nil }
    return key.declName.baseName.text
  }

  /// Whether all that the code asks of a table is whether it has something: `table[id] != nil`.
  private func asksOnlyWhich(of table: String) -> Bool {
    var (isAsked, isOther) = (false, false)
    forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == table, use.isValue
      else { return !isOther }
      if let value = use.parent?.as(SubscriptCallExprSyntax.self),
        value.calledExpression.id == ExprSyntax(use).id,
        let terms = value.parent?.as(ExprListSyntax.self).map(Array.init), terms.count == 3,
        terms[0].id == ExprSyntax(value).id, terms[2].is(NilLiteralExprSyntax.self),
        ["==", "!="].contains(terms[1].trimmedDescription)
      {
        isAsked = true
      } else {
        isOther = true
      }
      return !isOther
    }
    return isAsked && !isOther
  }

  fileprivate func onlyID(of list: String) -> String? {
    var found: Set<String> = []
    var isWhole = false
    var bindings = 0
    forEachDescendant { node in
      if node.as(IdentifierPatternSyntax.self)?.identifier.text == list { bindings += 1 }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == list, use.isValue
      else { return true }
      let whole = Syntax(use).unwrapping
      if let id = whole.mappedID ?? whole.idOfTable {
        found.insert(id)
      } else if let access = whole.parent?.as(MemberAccessExprSyntax.self), !access.isCalled,
        ["count", "isEmpty"].contains(access.declName.baseName.text)
      {
        return true
      } else {
        isWhole = true
      }
      return true
    }
    return isWhole || bindings != 1 ? nil : found.onlyElement
  }
}
