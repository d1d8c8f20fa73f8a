internal import Diagnostics
internal import StoreModel

/// Finds suppressions that do not say why.
struct SuppressionWithoutReason: LintRule {
  static let info = RuleInfo(
    id: "suppression-without-reason", group: .lint, severity: .note,
    summary: "a suppression gives no reason",
    why: "whoever meets it later cannot tell whether it still holds",
    fix: "say after the brackets why the rule does not apply",
    examples: .texts(
      flagged: """
        @Model class Trip {
          ↓// storedoctor:ignore[missing-inverse]
          var stops: [Stop] = []
        }
        @Model class Stop { var place = ""; init() {} }
        ---
        ↓// storedoctor:ignore-file[missing-inverse]
        @Model class Trip { var stops: [Stop] = [] }
        @Model class Stop { var place = ""; init() {} }
        ---
        @Model class Trip {
          var stops: [Stop] = []  ↓// storedoctor:ignore[missing-inverse]
        }
        @Model class Stop { var place = ""; init() {} }
        """,
      clean: """
        @Model class Trip {
          // storedoctor:ignore[missing-inverse] one way on purpose
          var stops: [Stop] = []
        }
        @Model class Stop { var place = ""; init() {} }
        ---
        // storedoctor:ignore-file[missing-inverse]: a cache, never deleted one by one
        @Model class Trip { var stops: [Stop] = [] }
        @Model class Stop { var place = ""; init() {} }
        ---
        @Model class Trip { var name = ""; init() {} }
        """))
}
