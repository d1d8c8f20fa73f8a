internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds relationships of Core Data's objects that are followed object by object after a fetch that
/// did not load them.
struct CoreDataNPlusOne: ProjectRule {
  static let info = RuleInfo(
    id: "core-data-n-plus-one", group: .dataAccess, severity: .warning,
    summary: "a loop follows a relationship that its fetch request did not load",
    why: "each object fires a fault: one query for the objects, and one more for each of them",
    fix: "set 'relationshipKeyPathsForPrefetching' of the request before the fetch",
    limits:
      "runs where the model file is among the paths; objects that are in memory already need no "
      + "query, and a list that is scrolled loads only the rows it shows; views, cells and functions "
      + "are followed by their names; tests are left alone",
    examples: CoreDataText.followed + [
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
              print(note.folder?.name ?? "")
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
          extension CDNote {
            func createdAt(in zone: TimeZone) -> String { "\\(folder?.name ?? "") \\(zone)" }
          }
          func dates(_ context: NSManagedObjectContext) throws -> [Date?] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            return try context.fetch(request).map { note in note.createdAt }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          extension CDFolder {
            var titles: [String] {
              guard managedObjectContext != nil else {
                return (notes as? Set<CDNote> ?? []).compactMap(\\.title)
              }
              return TitleCache.shared.known[objectID] ?? []
            }
          }
          final class TitleCache {
            @MainActor static let shared = TitleCache()
            var known: [NSManagedObjectID: [String]] = [:]
          }
          func titles(_ context: NSManagedObjectContext) throws -> [[String]] {
            let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
            return try context.fetch(request).map { $0.titles }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func recent(_ context: NSManagedObjectContext) throws -> [CDFolder] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            var folders: [CDFolder] = []
            for note in try context.fetch(request) {
              if let folder = note.folder, folder.name != nil, !folders.contains(folder) {
                folders.append(folder)
                if folders.count >= 5 { return folders }
              }
            }
            return folders
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

  func check(_ lint: LintContext, report: RuleReport) {
    FollowedRelationships(lint: lint, report: report, isCoreData: true).check()
  }
}
