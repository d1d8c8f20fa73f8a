import ModelSource
import StoreModel
import Testing

/// A name that no file declares is told with the one that was meant, where there is one.
@Suite struct UndeclaredNameTests {
  private static let plan = """
    enum Shop1: VersionedSchema {
      static var versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Item.self] }
      @Model class Item { var name: String = "" }
    }
    enum ShopPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [Shop1.self, LATER.self] }
      static var stages: [MigrationStage] { [.lightweight(fromVersion: Shop1.self, toVersion: LATER.self)] }
    }
    """

  @Test(arguments: [("Shop11", "Shop1"), ("shop1", "Shop1"), ("Released.Newest", nil)])
  func versionsOfAPlan(_ name: String, _ meant: String?) throws {
    let text = Self.plan.replacing("LATER", with: name)
    let plan = try #require(ModelText.histories(text).first { $0.name == "ShopPlan" })
    #expect(plan.unread.map(\.topic) == [.unreadVersions, .unreadStages])
    #expect(plan.unread.allSatisfy { $0.meant == meant })
    #expect(!plan.isComplete && !plan.hasAllStages)
  }

  @Test(arguments: [
    ("var sky: Skye?", "Sky"), ("var best: Houre?", "Hour"), ("var name: Strin = \"\"", "String"),
    ("var skies: Skys?", nil), ("var book: Boot?", nil), ("var other: PersonNameComponents?", nil),
  ])
  func typesOfProperties(_ property: String, _ meant: String?) throws {
    let model = ModelText.model(
      """
      enum Sky: String, Codable { case clear }
      @Model class Hour { var count: Int = 0 }
      @Model class Book { var count: Int = 0 }
      @Model class Day { \(property) }
      """)
    let day = try #require(model.entity(named: "Day"))
    let certainty = try #require(day.attributes.first?.certainty)
    guard case .undeclared(_, _, let found) = certainty else {
      Issue.record("\(certainty)")
      return
    }
    #expect(found == meant)
  }
}
