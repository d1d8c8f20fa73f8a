internal import Diagnostics
internal import StoreModel

/// Finds suppressions of rules that find nothing there.
struct UnusedSuppression: LintRule {
  static let info = RuleInfo(
    id: "unused-suppression", group: .lint, severity: .warning,
    summary: "a suppression names a rule that finds nothing there",
    why: "it hides the next mistake of that kind, and misleads the reader about this one",
    fix: "remove the rule from the comment, or the comment",
    examples: .texts(
      flagged: """
        @Model class Trip {
          ↓// storedoctor:ignore[missing-inverse] stops are shared
          var stops: [Stop] = []
        }
        @Model class Stop { var trip: Trip? }
        ---
        ↓// storedoctor:ignore-file[type-change] generated
        @Model class Trip { var name = ""; init() {} }
        ---
        @Model class Trip {
          ↓// storedoctor:ignore[missing-inverse, cascade-to-parent] one way on purpose
          var stops: [Stop] = []
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
        // storedoctor:ignore-file[missing-inverse] models of a cache, never deleted one by one
        @Model class Trip { var stops: [Stop] = [] }
        @Model class Stop { var place = ""; init() {} }
        ---
        @Model class Trip {
          var stops: [Stop] = []  // storedoctor:ignore[missing-inverse] one way on purpose
        }
        @Model class Stop { var place = ""; init() {} }
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
              destinationEntity="Item">
              <userInfo>
                <entry key="storedoctor:ignore" value="[missing-inverse] items are never deleted"/>
              </userInfo>
            </relationship>
          </entity>
          <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/></entity>
        </model>
        """))

  static func finding(_ rules: [String], of suppression: Suppression) -> Finding {
    var finding = self.finding(
      "\(rules.quoted) \(rules.count == 1 ? "finds" : "find") nothing to suppress here",
      at: suppression.location)
    if rules == suppression.rules, let range = suppression.range {
      finding.edits = [TextEdit(path: suppression.location.path, range: range, replacement: "")]
    }
    return finding
  }
}
