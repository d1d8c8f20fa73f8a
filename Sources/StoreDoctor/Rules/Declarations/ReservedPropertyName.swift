internal import StoreModel

/// Finds properties called like something every stored object already has.
struct ReservedPropertyName: ModelRule {
  static let info = RuleInfo(
    id: "reserved-property-name", group: .declarations, severity: .error,
    summary: "a property has a name that belongs to every stored object",
    why: "SwiftData refuses 'description' and 'hash' when the schema is built, and the app stops; "
      + "a property called 'isDeleted' or 'modelContext' hides the object's own",
    fix: "rename the property; where stores hold it already, name the old one with "
      + "@Attribute(originalName:)",
    explanation: "swiftdata-reserved-attribute-name",
    examples: [
      .flagged("@Model class Note { var ↓description = \"\"; init() {} }"),
      .flagged("@Model class Note { var ↓hash: String?; var ↓isDeleted = false; init() {} }"),
      .flagged(
        """
        import SwiftData

        @Model
        final class Product {
          @Attribute(.unique) var sku: String
          var name: String
          var ↓description: String
          var price: Decimal

          init(sku: String, name: String, description: String, price: Decimal) {
            self.sku = sku
            self.name = name
            self.description = description
            self.price = price
          }
        }
        """),
      .clean("@Model class Note { var summary = \"\"; var hashText: String?; init() {} }"),
      .clean(
        """
        @Model class Note {
          var title = ""
          var description: String { title }
          @Transient var isDeleted = false
          init() {}
        }
        """),
      .clean(
        """
        @Model final class Item {
          @Attribute(originalName: "isDeleted") var isInTrash = false
          var id = UUID()
          init() {}
        }
        struct Row { var description: String; var hash: Int }
        """),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: (Finding) -> Void) {
    // A compiled model or a store has shown that it works.
    guard model.source == .swift || model.source == .xcodeModel else { return }
    for entity in model.entities {
      let properties =
        entity.attributes.filter { !$0.isTransient }.map { ($0.name, $0.location) }
        + entity.relationships.map { ($0.name, $0.location) }
      for (name, location) in properties {
        let refused = Self.refused.contains(name)
        guard refused || Self.hiding.contains(name) else { continue }
        report(
          finding(
            refused
              ? "'\(entity.name).\(name)' has a reserved name, and building the schema stops the app"
              : "'\(entity.name).\(name)' hides what every stored object has under that name",
            at: location, entity: entity.name, property: name,
            severity: refused ? nil : .warning))
      }
    }
  }

  private static let refused: Set = ["description", "hash"]
  private static let hiding: Set = [
    "isDeleted", "hasChanges", "modelContext", "persistentModelID", "objectID",
    "managedObjectContext",
  ]
}
