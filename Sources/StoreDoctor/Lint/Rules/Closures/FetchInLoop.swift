internal import Diagnostics
internal import TraceAnalysis

/// Finds one fetch per element where one for all would do.
struct FetchInLoop: LoopedFetchRule {
  static let info = TraceRules.rule(.fetchInLoop).with(
    group: .dataAccess,
    examples: LoopText.fetches + LoopText.helpers + [
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
          """))
    ],
    limits: limits)

  static let call = "fetch"
  static let name = "fetch"
}
