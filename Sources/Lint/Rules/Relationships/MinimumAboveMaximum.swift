internal import Diagnostics
internal import StoreModel

/// Finds relationships that ask for more objects than they allow.
struct MinimumAboveMaximum: ModelRule {
  static let info = RuleInfo(
    id: "minimum-above-maximum", group: .relationships, severity: .error,
    summary: "a relationship's minimum count is above its maximum",
    why: "no number of objects satisfies both, so every save of such an object fails (1580, 1590)",
    fix: "swap the counts, or leave the maximum out",
    examples: .texts(
      flagged: """
        @Model class Team {
          @Relationship(minimumModelCount: 5, maximumModelCount: 2, inverse: \\Player.team)
          var ↓players: [Player] = []
        }
        @Model class Player { var team: Team? }
        ---
        @Model final class Quiz {
          @Relationship(
            deleteRule: .cascade, minimumModelCount: 4, maximumModelCount: 3, inverse: \\Answer.quiz)
          var ↓answers: [Answer]
          init() { answers = [] }
        }
        @Model final class Answer { var quiz: Quiz?; init() {} }
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            ↓<relationship name="items" optional="YES" toMany="YES" minCount="3" maxCount="2"
              deletionRule="Cascade" inverseName="order" destinationEntity="Item"
              inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            <relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify"
              inverseName="items" destinationEntity="Order" inverseEntity="Order"/>
          </entity>
        </model>
        """,
      clean: """
        @Model class Team {
          @Relationship(minimumModelCount: 2, maximumModelCount: 5, inverse: \\Player.team)
          var players: [Player] = []
        }
        @Model class Player { var team: Team? }
        ---
        @Model class Team {
          @Relationship(minimumModelCount: 2, inverse: \\Player.team) var players: [Player] = []
        }
        @Model class Player { var team: Team? }
        ---
        @Model class Team {
          @Relationship(minimumModelCount: 3, maximumModelCount: 3, inverse: \\Player.team)
          var players: [Player] = []
        }
        @Model class Player { var team: Team? }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.maxCount > 0 && relationship.minCount > relationship.maxCount {
        report(
          "'\(entity.name).\(relationship.name)' needs at least \(relationship.minCount) and "
            + "allows at most \(relationship.maxCount)", about: relationship, of: entity)
      }
    }
  }
}
