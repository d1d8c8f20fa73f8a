internal import Diagnostics
internal import StoreModel

/// Finds dates that are stored as texts and sorted by those.
struct DateAsText: ProjectRule {
  static let info = RuleInfo(
    id: "date-as-text", group: .dataAccess, severity: .warning,
    summary: "a date is stored as a text, and something sorts by the text",
    why:
      "texts are sorted letter by letter: '02.01.2026' comes before '31.12.2024', and 'Apr' before 'Jan'; and the text "
      + "stays in the language and the calendar that it was written with",
    fix: "store a 'Date', sort by that, and make the text where it is shown",
    limits:
      "only formats whose texts have another order than the dates, written in the file that stores the text; a text "
      + "such as '2026-01-31' sorts well",
    examples: .texts(
      in: models,
      flagged: """
        func add(_ title: String, _ context: ModelContext) {
          let formatter = DateFormatter()
          formatter.dateFormat = "dd.MM.yyyy"
          context.insert(Visit(day: ↓formatter.string(from: .now), title: title))
        }
        ---
        struct Writer {
          static let formatter: DateFormatter = {
            let made = DateFormatter()
            made.dateStyle = .medium
            return made
          }()
          func move(_ visit: Visit, to date: Date) { visit.day = ↓Self.formatter.string(from: date) }
        }
        ---
        func add(_ title: String, at date: Date, _ context: ModelContext) {
          let text = date.formatted(date: .abbreviated, time: .omitted)
          context.insert(Visit(day: ↓text, title: title))
        }
        """,
      clean: """
        func add(_ title: String, _ context: ModelContext) {
          let formatter = DateFormatter()
          formatter.dateFormat = "yyyy-MM-dd"
          context.insert(Visit(day: formatter.string(from: .now), title: title))
        }
        ---
        func add(_ date: Date, _ context: ModelContext) {
          context.insert(Visit(day: date.formatted(.iso8601), title: "Visit"))
        }
        ---
        func name(_ visit: Visit, _ date: Date) {
          visit.title = date.formatted(date: .long, time: .shortened)
        }
        """))

  private static func models(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI
    @Model final class Visit {
      var day: String
      var title: String
      init(day: String, title: String) { self.day = day; self.title = title }
    }
    struct VisitList: View {
      @Query(sort: \\Visit.day) private var visits: [Visit]
      var body: some View { List(visits) { Text($0.title) } }
    }
    \(text)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    var said: Set<String> = []
    for use in lint.flows.dates.written.sorted(by: { $0.location.precedes($1.location) })
    where lint.flows.dates.sorted.contains(use.property) {
      guard said.insert("\(use.entity).\(use.property)").inserted else { continue }
      report(
        "'\(use.entity).\(use.property)' is given a date as a text, \(use.text), and is sorted by: the order is that of "
          + "the letters, not of the dates", at: use.location, entity: use.entity,
        property: use.property)
    }
  }
}
