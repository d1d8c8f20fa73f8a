internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds relationships that are followed object by object after a fetch that did not load them.
struct NPlusOne: SourceRule {
  static let info = TraceRules.rule(.nPlusOne).with(
    group: .migrationCode,
    examples: [
      .flagged(
        LoopText.function(
          """
          for note in try context.fetch(FetchDescriptor<Note>()) {
              print(note.folder?.↓name ?? "")
            }
          """)),
      .flagged(
        LoopText.function(
          """
          let descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.code)])
            let notes = try context.fetch(descriptor)
            for note in notes {
              print(note.↓tags.count, note.title)
            }
          """)),
      .flagged(
        MigrationText.relationshipPlan(
          did: """
            let notes = (try? context.fetch(FetchDescriptor<V2.Note>())) ?? []
                  notes.forEach { note in
                    note.path = note.folder!.↓name + "/" + note.title
                  }
                  try context.save()
            """)),
      .flagged(
        LoopText.function(
          """
          let named = try context.fetch(FetchDescriptor<Note>()).filter { $0.folder?.↓name == "a" }
            print(named.map(\\.title))
          """)),
      .flagged(
        CoreDataText.code(
          """
          func names(_ context: NSManagedObjectContext) throws -> [String] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            var names: [String] = []
            for note in try context.fetch(request) { names.append(note.folder?.↓name ?? "") }
            return names
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func names(_ context: NSManagedObjectContext) throws -> [String] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.relationshipKeyPathsForPrefetching = ["folder"]
            var names: [String] = []
            for note in try context.fetch(request) { names.append(note.folder?.name ?? "") }
            return names
          }
          """)),
      .clean(
        LoopText.function(
          """
          var descriptor = FetchDescriptor<Note>()
            descriptor.relationshipKeyPathsForPrefetching = [\\.folder, \\.tags]
            for note in try context.fetch(descriptor) {
              print(note.folder?.name ?? "", note.tags.count)
            }
          """)),
      .clean(
        LoopText.function(
          """
          for note in try context.fetch(FetchDescriptor<Note>()) {
              note.folder = nil
              note.tags = []
              print(note.title, note.folder == nil, note.folder?.persistentModelID as Any)
            }
          """)),
      .clean(
        LoopText.function(
          """
          var descriptor = FetchDescriptor<Note>()
            descriptor.fetchLimit = 3
            let notes = try context.fetch(descriptor)
            for note in notes { print(note.tags.count) }
            for row in rows { print(row.title) }
          """)),
    ],
    limits: "only loops in the function that fetches; objects that are in memory already need no "
      + "query; tests are left alone")

  static let nodes: [SyntaxKind] = [.forStmt, .functionCallExpr]

  private static let calls: Set = ["forEach", "map", "compactMap", "flatMap", "filter"]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let loop = Loop(node, calls: Self.calls), let name = loop.name,
      let objects = FetchedObjects(loop.sequence), let entity = objects.entity,
      !objects.isBounded
    else { return }
    var said: Set<String> = []
    loop.body.forEachDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        case let relationship = access.declName.baseName.text,
        let form = file.ask(.relationship(relationship, of: entity)).first,
        let place = access.firing(isToMany: form == "to-many"), said.insert(relationship).inserted
      {
        report(
          "'\(entity).\(relationship)' is loaded by a query of its own for every object",
          at: file.location(place), entity: entity, property: relationship,
          help:
            "set 'relationshipKeyPathsForPrefetching' of the \(objects.isCoreData ? "request" : "descriptor") to "
            + (objects.isCoreData ? "[\"\(relationship)\"]" : "[\\.\(relationship)]")
            + " before the fetch",
          certainty: .inferred("objects that are in memory already need no query"))
      }
      return true
    }
  }
}

extension FetchedObjects {
  /// Whether the descriptor limits the fetch, or loads relationships with it.
  fileprivate var isBounded: Bool {
    guard let descriptorName else { return false }
    guard let body = fetch.enclosingBody, body.isHandwritten else { return true }
    return body.hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == descriptorName
      else { return false }
      return ["relationshipKeyPathsForPrefetching", "fetchLimit"].contains(
        access.declName.baseName.text)
    }
  }
}

extension MemberAccessExprSyntax {
  /// The name at which a relationship's objects are needed; nil when only the reference is.
  fileprivate func firing(isToMany: Bool) -> Syntax? {
    var node = Syntax(self)
    while let parent = node.parent,
      parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    {
      node = parent
    }
    guard let next = node.parent?.as(MemberAccessExprSyntax.self), next.base?.id == node.id else {
      return nil
    }
    let member = next.declName.baseName.text
    if isToMany {
      let reading: Set = [
        "count", "isEmpty", "map", "compactMap", "flatMap", "filter", "forEach", "first", "last",
        "contains", "reduce", "sorted", "min", "max", "allSatisfy", "enumerated",
      ]
      return reading.contains(member) ? Syntax(declName) : nil
    }
    // The reference itself is in the object's own row.
    return ["persistentModelID", "id"].contains(member) ? nil : Syntax(next.declName)
  }
}
