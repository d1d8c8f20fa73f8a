internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds suppressions that name no rule.
struct InvalidSuppression: LintRule {
  static let info = RuleInfo(
    id: "invalid-suppression", group: .lint, severity: .warning,
    summary: "a suppression names no rule, or one that does not exist",
    why: "it suppresses nothing",
    fix: "write '// storedoctor:ignore[rule] reason' with an id that 'storedoctor rules' lists",
    examples: .texts(
      flagged: """
        ↓// storedoctor:ignore we know
        @Model class Trip { var name = ""; init() {} }
        ---
        ↓// storedoctor:ignore[mising-inverse] one way on purpose
        @Model class Trip { var name = ""; init() {} }
        ---
        ↓// storedoctor:ignore-file[] generated
        @Model class Trip { var name = ""; init() {} }
        """,
      clean: """
        @Model class Trip { var name = ""; init() {} }  // ignore this
        ---
        // see storedoctor:ignore in the manual
        @Model class Trip { var name = ""; init() {} }
        ---
        @Model class Trip {
          // storedoctor:ignore[missing-inverse] one way on purpose
          var stops: [Stop] = []
        }
        @Model class Stop { var place = ""; init() {} }
        """))

  static func finding(unknown rule: String, among known: [String], at place: Location) -> Finding {
    let near = NameDistance.nearest(to: rule, in: known)
    return finding(
      "there is no rule '\(rule)'", at: place, help: near.map { "did you mean '\($0)'?" })
  }
}
