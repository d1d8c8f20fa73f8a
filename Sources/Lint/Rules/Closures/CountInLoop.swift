internal import Diagnostics
internal import TraceAnalysis

/// Finds one count per element.
struct CountInLoop: LoopedFetchRule {
  static let info = TraceRules.rule(.countInLoop).with(
    group: .dataAccess,
    examples: [
      .flagged(
        LoopText.function(
          """
          for row in rows {
              let code = row.code
              let many = try context.↓fetchCount(
                FetchDescriptor<Note>(predicate: #Predicate { $0.code == code }))
              print(code, many)
            }
          """)),
      .flagged(
        LoopText.function(
          """
          try rows.forEach { row in
              let code = row.code
              let same = FetchDescriptor<Note>(predicate: #Predicate<Note> { $0.code == code })
              if try context.↓fetchCount(same) == 0 { context.insert(Note(code: code)) }
            }
          """)),
      .flagged(
        """
        import SwiftData

        @Model final class Visit { var place = ""; init() {} }

        final class Statistics {
          var modelContext: ModelContext
          init(modelContext: ModelContext) { self.modelContext = modelContext }

          func counts(of places: [String]) throws -> [String: Int] {
            var result: [String: Int] = [:]
            for place in places {
              let descriptor = FetchDescriptor<Visit>(
                predicate: #Predicate { visit in visit.place == place })
              result[place] = try self.modelContext.↓fetchCount(descriptor)
            }
            return result
          }
        }
        """),
      .flagged(
        CoreDataText.code(
          """
          func counts(_ names: [String], _ context: NSManagedObjectContext) -> [Int] {
            names.map { name in
              let request = NSFetchRequest<CDNote>(entityName: "Note")
              request.predicate = NSPredicate(format: "folder.name == %@", name)
              return (try? context.↓count(for: request)) ?? 0
            }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          struct TabSet { var name = "" }
          func counts(_ tabSets: [TabSet], _ context: NSManagedObjectContext) -> [Int] {
            let names = tabSets.map(\\.name)
            return names.map { name in
              let request = NSFetchRequest<CDNote>(entityName: "Note")
              request.predicate = NSPredicate(format: "folder.name == %@", name)
              return (try? context.count(for: request)) ?? 0
            }
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func counts(_ names: [String], _ context: NSManagedObjectContext) -> [Int] {
            names.map { name in
              let request = NSFetchRequest<NSFetchRequestResult>(entityName: name)
              return (try? context.count(for: request)) ?? 0
            }
          }
          """)),
      .clean(
        LoopText.function(
          """
          let many = try context.fetchCount(FetchDescriptor<Note>())
            for row in rows where row.code > many { print(row.title) }
          """)),
      .clean(
        CoreDataText.code(
          """
          func open(_ contexts: Set<UIOpenURLContext>, _ context: NSManagedObjectContext) {
            for opened in contexts {
              let request = NSFetchRequest<CDNote>(entityName: "Note")
              request.predicate = NSPredicate(format: "title == %@", opened.url.lastPathComponent)
              print((try? context.count(for: request)) ?? 0)
            }
          }
          """)),
      .clean(
        LoopText.function(
          """
          for kind in Kind.all() {
              let code = kind.rawValue
              let same = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
              print(try context.fetchCount(same))
            }
          """) + "\nenum Kind: Int { case one, two; static func all() -> [Kind] { [.one, .two] } }"),
      .clean(
        LoopText.function(
          """
          for code in [1, 2, 3] {
              let same = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
              print(try context.fetchCount(same))
            }
          """)),
      .clean(
        LoopText.function(
          """
          let counts = Dictionary(grouping: try context.fetch(FetchDescriptor<Note>()), by: \\.code)
            for row in rows { print(counts[row.code]?.count ?? 0) }
          """)),
    ],
    limits: limits)

  static let call = "fetchCount"
  static let name = "count"
}
