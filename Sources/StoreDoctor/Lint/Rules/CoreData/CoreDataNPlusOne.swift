internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds relationships of Core Data's objects that are followed object by object after a fetch that
/// did not load them.
struct CoreDataNPlusOne: SourceRule {
  static let info = RuleInfo(
    id: "core-data-n-plus-one", group: .dataAccess, severity: .warning,
    summary: "a loop follows a relationship that its fetch request did not load",
    why: "each object fires a fault: one query for the objects, and one more for each of them",
    fix: "set 'relationshipKeyPathsForPrefetching' of the request before the fetch",
    limits: "runs where the model file is among the paths, for loops in the function that fetches; "
      + "objects that are in memory already need no query; tests are left alone",
    examples: [
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
      .flagged(
        CoreDataText.code(
          """
          func counts(_ context: NSManagedObjectContext) throws -> [Int] {
            let request = NSFetchRequest<CDFolder>(entityName: "Folder")
            let folders = try context.fetch(request)
            return folders.map { $0.↓notes?.count ?? 0 }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func show(_ context: NSManagedObjectContext) throws {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let notes = try context.fetch(request)
            notes.forEach { note in print(note.folder!.↓name ?? "") }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func names(_ context: NSManagedObjectContext) throws -> [String] {
            let rows = try context.fetch(CDNote.fetchRequest()) as! [CDNote]
            var names: [String] = []
            for i in 0..<rows.count { names.append(rows[i].folder?.↓name ?? "") }
            return names
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func show(_ context: NSManagedObjectContext) throws {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            let rows = try context.fetch(request)
            for (index, note) in rows.enumerated() { print(index, note.folder!.↓name ?? "") }
            for index in rows.indices {
              let note = rows[index]
              print(note.folder?.↓name ?? "")
            }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func names(_ context: NSManagedObjectContext) throws -> [String] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            var names: [String] = []
            for note in try context.fetch(request) {
              guard let folder = note.folder else { continue }
              names.append(folder.↓name ?? "")
            }
            return names
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func link(_ folders: [CDFolder], _ context: NSManagedObjectContext) throws {
            let rows = try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
            for i in 0..<folders.count { rows[0].title = folders[i].name }
            for i in rows.indices { rows[i].folder = folders.first }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func first(_ context: NSManagedObjectContext) throws {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.fetchLimit = 3
            for note in try context.fetch(request) { print(note.folder?.name ?? "") }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func move(_ folder: CDFolder, _ context: NSManagedObjectContext) throws {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            for note in try context.fetch(request) { note.folder = folder }
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
    ])

  static let nodes = Loop.nodes

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let loop = Loop(node, calls: Loop.complete),
      let elements = FetchedElements(loop), elements.objects.isCoreData,
      !elements.objects.isBounded, let entity = elements.objects.entity
    else { return }
    var said: Set<String> = []
    loop.body.forEachDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self), elements.contains(access.base),
        case let relationship = access.declName.baseName.text,
        let form = file.ask(.relationship(relationship, of: entity)).first,
        let place = access.firing(isToMany: form == "to-many"), said.insert(relationship).inserted
      {
        report(
          "'\(entity).\(relationship)' is loaded by a query of its own for every object",
          at: file.location(place), entity: entity, property: relationship,
          help: "set 'relationshipKeyPathsForPrefetching' of the request to [\"\(relationship)\"] "
            + "before the fetch",
          certainty: .inferred("objects that are in memory already need no query"))
      }
      return true
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
      // `guard let folder = note.folder`, and what is read of that later.
      guard !isToMany, let use = Needs(Syntax(self), Syntax(declName)).toOne,
        use.as(DeclReferenceExprSyntax.self)?.baseName.text != "objectID"
      else { return nil }
      return use
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
