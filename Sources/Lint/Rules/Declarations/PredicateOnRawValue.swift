internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that look into an enum.
struct PredicateOnRawValue: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-on-raw-value", group: .declarations, severity: .error,
    summary: "a predicate compares the 'rawValue' of a stored enum",
    why: "the enum is kept as columns of its own, which have no member 'rawValue', and the app "
      + "crashes at the fetch, where no 'catch' helps",
    fix: "store the raw value in a property of its own and compare that",
    explanation: "swiftdata-rawvalue-not-member",
    examples: [
      .flagged(predicate("$0.kind.↓rawValue == 1")),
      .flagged(predicate("$0.title == \"\" || $0.mood?.↓rawValue == \"good\"")),
      .flagged(
        """
        import SwiftData

        enum Stage: String, Codable { case todo, done }
        @Model final class Task {
          var title: String
          var stage: Stage
          init(title: String, stage: Stage) {
            self.title = title
            self.stage = stage
          }
        }
        func open(_ context: ModelContext) throws -> [Task] {
          let done = Stage.done.rawValue
          return try context.fetch(
            FetchDescriptor<Task>(predicate: #Predicate<Task> { task in
              task.stage.↓rawValue != done
            }))
        }
        """),
      .flagged(
        """
        import SwiftData
        import SwiftUI

        enum Mood: Int, Codable { case bad, good }
        @Model final class Day { var mood = Mood.good; init() {} }
        struct Days: View {
          @Query private var days: [Day]
          init(limit: Int) {
            _days = Query(filter: #Predicate { $0.mood.↓rawValue >= limit })
          }
          var body: some View { Text("\\(days.count)") }
        }
        """),
      .clean(predicate("$0.kindRaw == 1")),
      .clean(
        predicate("$0.title != \"\"")
          + "\nlet good = [Note()].filter { $0.mood?.rawValue == \"good\" }"),
      .clean(
        """
        enum Kind: Int { case a }
        struct Row { var kind: Kind }
        let rows = #Predicate<Row> { $0.kind.rawValue == 1 }
        """),
    ])

  private static func predicate(_ condition: String) -> String {
    """
    enum Kind: Int, Codable { case short, long }
    enum Mood: String, Codable { case good, bad }
    @Model class Note {
      var title = ""
      var kind = Kind.short
      var kindRaw = 0
      var mood: Mood?
      init() {}
    }
    let found = #Predicate<Note> { \(condition) }
    """
  }

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    for path in use.paths where path.names.count == 2 {
      guard let last = path.names.last, last.baseName.text == "rawValue",
        !file.ask(.attribute(path.first, of: use.entity)).isEmpty
      else { continue }
      report(
        "'\(use.entity).\(path.first)' has no 'rawValue' in the store, and the fetch stops the "
          + "app", at: file.location(last), entity: use.entity, property: path.first)
    }
  }
}
