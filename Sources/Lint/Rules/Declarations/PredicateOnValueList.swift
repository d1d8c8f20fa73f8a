internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that search an array of plain values.
struct PredicateOnValueList: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-on-value-list", group: .declarations, severity: .warning,
    summary: "a predicate looks into an array of values",
    why: "an array of values is kept as one archived blob, which SQL cannot search: the fetch "
      + "fails when it runs",
    fix: "make the elements a model with a relationship, or filter the fetched objects",
    examples: [
      .flagged(predicate("$0.tags.↓contains(\"urgent\")")),
      .flagged(predicate("$0.title != \"\" && $0.scores.↓isEmpty")),
      .flagged(
        """
        import SwiftData

        @Model final class Recipe {
          var title: String
          var keywords: [String]
          init(title: String, keywords: [String]) {
            self.title = title
            self.keywords = keywords
          }
        }
        func search(_ word: String) -> FetchDescriptor<Recipe> {
          FetchDescriptor<Recipe>(
            predicate: #Predicate { recipe in
              recipe.title.localizedStandardContains(word)
                || recipe.keywords.↓contains { $0 == word }
            })
        }
        """),
      .clean(predicate("$0.title.contains(\"a\")")),
      .clean(predicate("$0.lines.contains { $0.text == \"a\" }")),
      .clean(
        predicate("$0.title != \"\"") + "\nlet some = [Note()].filter { $0.tags.contains(\"a\") }"),
    ])

  private static func predicate(_ condition: String) -> String {
    """
    @Model class Note {
      var title = ""
      var tags: [String] = []
      var scores: [Int] = []
      @Relationship(inverse: \\Line.note) var lines: [Line] = []
      init() {}
    }
    @Model class Line { var text = ""; var note: Note?; init() {} }
    let found = #Predicate<Note> { \(condition) }
    """
  }

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    for path in use.paths where path.names.count == 2 {
      guard let last = path.names.last, Self.looking.contains(last.baseName.text) else { continue }
      let types = file.ask(.attribute(path.first, of: use.entity))
      guard !types.isEmpty, types.allSatisfy({ $0.first == "[" && !$0.contains(":") })
      else { continue }
      report(
        "'\(use.entity).\(path.first)' is stored as one blob that SQL cannot search",
        at: file.location(last), entity: use.entity, property: path.first,
        certainty: .inferred("reported by users of several system versions"))
    }
  }

  private static let looking: Set = [
    "contains", "isEmpty", "count", "allSatisfy", "filter", "first", "last",
  ]
}
