internal import Diagnostics
internal import TraceAnalysis

/// Finds one fetch per element where one for all would do.
struct FetchInLoop: LoopedFetchRule {
  static let info = TraceRules.rule(.fetchInLoop).with(
    group: .dataAccess,
    examples: LoopText.fetches + LoopText.fetchesOfTurns + LoopText.helpers + CoreDataText.rounds
      + CoreDataText.inherited + CoreDataText.comparisons
      + [
        .flagged(
          CoreDataText.code(
            """
            actor Library {
              let context: NSManagedObjectContext
              init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
              func title(_ name: String) async throws -> String? {
                try await context.perform { [context] in
                  let request = NSFetchRequest<CDNote>(entityName: "Note")
                  request.predicate = NSPredicate(format: "folder.name == %@", name)
                  request.fetchLimit = 1
                  return try context.fetch(request).first?.title
                }
              }
            }
            func titles(_ names: [String], _ library: Library) async throws -> [String?] {
              var titles: [String?] = []
              for name in names { titles.append(try await library.↓title(name)) }
              return titles
            }
            """)),
        .flagged(
          CoreDataText.code(
            """
            extension CDNote {
              static func named(_ name: String, in context: NSManagedObjectContext) -> CDNote? {
                let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
                request.predicate = NSPredicate(format: "title == %@", name)
                request.fetchLimit = 1
                return try? context.fetch(request).first
              }
              static func findOrMake(_ name: String, in context: NSManagedObjectContext) -> CDNote {
                if let known = CDNote.named(name, in: context) { return known }
                return CDNote(context: context)
              }
            }
            func add(_ names: [String], _ context: NSManagedObjectContext) {
              names.forEach { name in CDNote.↓findOrMake(name, in: context).title = name }
            }
            """)),
      ],
    limits: limits)

  static let call = "fetch"
  static let name = "fetch"
}
