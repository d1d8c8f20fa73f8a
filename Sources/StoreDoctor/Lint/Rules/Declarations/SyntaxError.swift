internal import Diagnostics
internal import StoreModel

/// Finds files that hold models and do not parse.
struct SyntaxError: ProjectRule {
  static let info = SourceFaults.syntaxError.with(
    group: .declarations,
    examples: .texts(
      flagged: """
        @Model class Note ↓var title: String = ""; init() {} }
        ---
        @Model class Note {
          var title: String = ""
          init() {}↓
        ---
        @Model class Note {
          var title: String = (
          init() {}↓
        }
        """,
      clean: """
        @Model class Note { var title: String = ""; init() {} }
        ---
        @Model class Note {
          var title: String = "{"
          init() {}
        }
        ---
        @Model class Note {
          #if DEBUG
            var title: String = ""
          #else
            var title: String = "none"
          #endif
          init() {}
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    let problems = lint.problems + lint.histories.flatMap(\.versions).flatMap(\.problems)
    for fault in SourceFaults.syntaxErrors(problems) { report(fault.message, at: fault.location) }
  }
}
