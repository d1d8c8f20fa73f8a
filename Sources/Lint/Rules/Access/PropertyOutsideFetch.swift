internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds properties that a loop reads of objects whose fetch leaves them out.
struct PropertyOutsideFetch: SourceRule {
  static let info = RuleInfo(
    id: "property-outside-fetch", group: .dataAccess, severity: .warning,
    summary: "a loop reads a property that the 'propertiesToFetch' of its fetch leave out",
    why: "the first read of such a property loads the object's whole row by a query of its own, so "
      + "the loop asks the store once for every object, and the short fetch came on top",
    fix: "add the property to 'propertiesToFetch', or leave that out",
    limits:
      "the fetch and the loop have to stand in one function; a request of Core Data may come from another function of the file",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func show(_ context: ModelContext) throws {
          var descriptor = FetchDescriptor<Note>()
          descriptor.propertiesToFetch = [\\.title]
          for note in try context.fetch(descriptor) { print(note.title, note.↓rank) }
        }
        ---
        func total(_ context: ModelContext) throws -> Int {
          var short = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.title)])
          short.propertiesToFetch = [\\Note.title]
          let notes = try context.fetch(short)
          return notes.reduce(0) { $0 + $1.↓rank }
        }
        ---
        @ModelActor actor Titles {
          func all() throws -> [String] {
            var descriptor = FetchDescriptor<Note>()
            descriptor.propertiesToFetch = [\\.rank]
            return try modelContext.fetch(descriptor).map { "\\($0.rank) \\($0.↓title)" }
          }
        }
        ---
        func show(_ context: ModelContext) throws {
          var descriptor = FetchDescriptor<Note>()
          descriptor.propertiesToFetch = [\\.title]
          for note in try context.fetch(descriptor) { print(note.↓line, note.title) }
        }
        // file: Note+Line.swift
        import SwiftData
        extension Note { var line: String { "\\(title) \\(rank)" } }
        """,
      clean: """
        func show(_ context: ModelContext) throws {
          var descriptor = FetchDescriptor<Note>()
          descriptor.propertiesToFetch = [\\.title, \\.rank]
          for note in try context.fetch(descriptor) { print(note.title, note.rank) }
        }
        ---
        func show(_ context: ModelContext) throws {
          var descriptor = FetchDescriptor<Note>()
          descriptor.fetchLimit = 5
          for note in try context.fetch(descriptor) { print(note.title, note.rank) }
        }
        ---
        func show(_ context: ModelContext) throws {
          var descriptor = FetchDescriptor<Note>()
          descriptor.propertiesToFetch = [\\.title]
          for note in try context.fetch(descriptor) { print(note.title, note.persistentModelID) }
        }
        ---
        func show(_ context: ModelContext) throws {
          var descriptor = FetchDescriptor<Note>()
          descriptor.propertiesToFetch = [\\.title]
          for note in try context.fetch(descriptor) { print(note.loud(), note.title) }
        }
        // file: Note+Loud.swift
        import SwiftData
        extension Note { func loud() -> String { title.uppercased() } }
        """) + CoreDataText.shortFetches)

  static let nodes = Loop.nodes

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    checkManaged(node, in: file, report: report)
    if let call = node.as(FunctionCallExprSyntax.self), call.functionForEach != nil {
      return checkReference(call, in: file, report)
    }
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete),
      let elements = FetchedElements(loop), let entity = elements.objects.entity,
      let fetched = elements.objects.fetchedProperties
    else { return }
    var seen = fetched
    loop.body.forEachDescendant { node in
      // `label(note)`, a function of the file.
      if let call = node.as(FunctionCallExprSyntax.self),
        let position = call.arguments.enumerated().first(where: { elements.contains($1.expression) }
        )?
        .offset,
        let missing = call.tracedFunction(as: nil)?.read(
          of: position, besides: fetched, entity, file)
      {
        if seen.insert(missing).inserted { say(entity, missing, call.nameNode, file, report) }
        return true
      }
      guard let access = node.as(MemberAccessExprSyntax.self), elements.contains(access.base),
        seen.insert(access.declName.baseName.text).inserted
      else { return true }
      let member = access.declName.baseName.text
      let names =
        file.ask(.attribute(member, of: entity)).isEmpty
        ? access.members(readBy: member, of: entity) : [member]
      let missing = names.first { name in
        !fetched.contains(name) && !file.ask(.attribute(name, of: entity)).isEmpty
      }
      guard let name = missing else { return true }
      say(entity, name, Syntax(access.declName), file, report)
      return true
    }
  }

  /// `notes.map(label)`, where the function is one of the file.
  private func checkReference(
    _ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport
  ) {
    guard !file.isTest, let each = call.functionForEach, let list = call.receiver,
      let objects = FetchedObjects(list), let entity = objects.entity,
      let fetched = objects.fetchedProperties,
      let function = each.base == nil || each.base?.isSelfName ?? false
        ? file.tree.onlyFunction(each.name.baseName.text) : nil,
      let missing = function.read(of: 0, besides: fetched, entity, file)
    else { return }
    say(entity, missing, Syntax(each.name), file, report)
  }

  private func say(
    _ entity: String, _ property: String, _ place: Syntax, _ file: LintFile, _ report: RuleReport
  ) {
    report(
      "'\(entity).\(property)' is not among the 'propertiesToFetch' of this fetch, and is loaded by a "
        + "query of its own for every object", at: file.location(place), entity: entity,
      property: property, certainty: .inferred("objects that are in memory already need no query"))
  }
}

extension FunctionDeclSyntax {
  /// The first attribute that the function reads of a parameter, besides some.
  fileprivate func read(
    of position: Int, besides fetched: Set<String>, _ entity: String, _ file: LintFile
  ) -> String? {
    let parameters = Array(signature.parameterClause.parameters)
    guard parameters.indices.contains(position), let body, body.isHandwritten else { return nil }
    let name = (parameters[position].secondName ?? parameters[position].firstName).text
    var found: String?
    body.forEachDescendant { node in
      if found == nil, let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        !fetched.contains(access.declName.baseName.text),
        !file.ask(.attribute(access.declName.baseName.text, of: entity)).isEmpty
      {
        found = access.declName.baseName.text
      }
      return found == nil
    }
    return found
  }
}

extension FetchedObjects {
  /// The properties that the descriptor asks for; nil where it asks for all, or it is not known.
  fileprivate var fetchedProperties: Set<String>? {
    guard !isCoreData else { return nil }
    let lists = source.assigned("propertiesToFetch").map { $0.as(ArrayExprSyntax.self) }
    guard lists.count == 1, let list = lists[0] else { return nil }
    let names = list.elements.map { element in
      element.expression.as(KeyPathExprSyntax.self)?.components.first?.component
        .as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
    }
    return names.contains(nil) || names.isEmpty ? nil : Set(names.compactMap(\.self))
  }
}

extension MemberAccessExprSyntax {
  /// The members that a computed property or a method of a class, of any file, reads of its object.
  fileprivate func members(readBy member: String, of owner: String) -> [String] {
    guard
      let body = projectBinding(member, of: owner)?.accessorBlock?.readCode
        ?? projectFunction(member, of: owner)?.body.map({ Syntax($0) }), body.isHandwritten
    else { return [] }
    var names: [String] = []
    body.forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        name.nameOrigin.isMemberOrNothing
      {
        names.append(name.baseName.text)
      }
      return true
    }
    return names
  }
}
