internal import Diagnostics
internal import StoreModel

/// Finds indexes that no fetch has a use for.
struct UnusedIndex: ModelRule {
  static let info = RuleInfo(
    id: "unused-index", group: .declarations, severity: .note,
    summary: "an index begins with a property that nothing filters or sorts by",
    why: "every save keeps the index up to date and the store is larger for it, while no fetch is "
      + "faster",
    fix: "remove the property from #Index, or filter by it in the fetch instead of in memory",
    limits: "only classes that the given paths fetch, and only where no predicate is a text; a "
      + "property of the same name in another class's fetch counts as a use",
    examples: .texts(
      flagged: """
        import SwiftData
        @Model class ↓Note { #Index<Note>([\\.rank]); var rank = 0; var title = ""; init() {} }
        let byTitle = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.title)])
        ---
        import SwiftData
        @Model class ↓Note {
          #Index<Note>([\\.title], [\\.rank, \\.title])
          var rank = 0
          var title = ""
          init() {}
        }
        func find(_ text: String) -> FetchDescriptor<Note> {
          FetchDescriptor(predicate: #Predicate<Note> { $0.title == text })
        }
        ---
        import SwiftData
        import SwiftUI

        @Model final class ↓Visit {
          #Index<Visit>([\\.place], [\\.date])
          var place: String
          var date: Date
          init(place: String, date: Date) {
            self.place = place
            self.date = date
          }
        }
        struct VisitsView: View {
          @Query(sort: \\Visit.date, order: .reverse) private var visits: [Visit]
          var body: some View { List(visits) { Text($0.place) } }
        }
        """,
      clean: """
        import SwiftData
        @Model class Note { #Index<Note>([\\.rank]); var rank = 0; init() {} }
        func best(_ rank: Int) -> FetchDescriptor<Note> {
          FetchDescriptor<Note>(predicate: #Predicate { $0.rank > rank })
        }
        ---
        // file: Note.swift
        import SwiftData
        @Model class Note { #Index<Note>([\\.rank]); var rank = 0; init() {} }
        func all() -> FetchDescriptor<Note> { FetchDescriptor<Note>(sortBy: Order.rank.sort) }
        // file: Order.swift
        import Foundation
        enum Order {
          case rank
          var sort: [SortDescriptor<Note>] { [SortDescriptor(\\.rank)] }
        }
        ---
        import SwiftData
        @Model public final class Note {
          #Index<Note>([\\.rank])
          public var rank = 0
          public init() {}
        }
        ---
        import SwiftData
        @Model class Note { #Index<Note>([\\.rank]); var rank = 0; init() {} }
        let all = FetchDescriptor<Note>()
        let best = NSPredicate(format: "rank > 3")
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift, let queries = lint.queries, !queries.hasTexts else { return }
    for entity in model.entities where queries.entities.contains(entity.name) {
      for index in entity.fetchIndexes {
        // Of a property that is not there, 'index-on-missing-property' speaks.
        guard let first = index.elements.first?.property, model.stores(first, in: entity),
          !lint.mayQuery(first)
        else { continue }
        report(
          "an index begins with '\(entity.name).\(first)', which no fetch filters or sorts by",
          at: entity.location, entity: entity.name, property: first)
      }
    }
  }
}
