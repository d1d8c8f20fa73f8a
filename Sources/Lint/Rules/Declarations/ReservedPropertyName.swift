internal import Diagnostics
internal import StoreModel

/// Finds properties called like something every stored object already has.
struct ReservedPropertyName: ModelRule {
  static let info = RuleInfo(
    id: "reserved-property-name", group: .declarations, severity: .error,
    summary: "a property has a name that belongs to every stored object",
    why:
      "SwiftData refuses 'description' and 'hash' when the schema is built, and the app crashes; "
      + "a property called 'isDeleted' or 'modelContext' hides the object's own",
    fix: "rename the property; where stores hold it already, name the old one with "
      + "@Attribute(originalName:)",
    explanation: "swiftdata-reserved-attribute-name",
    examples: .texts(
      flagged: """
        @Model class Note { var ↓description = ""; init() {} }
        ---
        @Model class Note { var ↓hash: String?; var ↓isDeleted = false; init() {} }
        ---
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
        ---
        @Model class Note { var ↓about: About; init(about: About) { self.about = about } }
        struct About: Codable { var author: String; var description: String }
        """,
      clean: """
        @Model class Note { var summary = ""; var hashText: String?; init() {} }
        ---
        @Model class Note {
          var title = ""
          var description: String { title }
          @Transient var isDeleted = false
          init() {}
        }
        ---
        @Model final class Item {
          @Attribute(originalName: "isDeleted") var isInTrash = false
          var id = UUID()
          init() {}
        }
        struct Row { var description: String; var hash: Int }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    // A compiled model or a store has shown that it works.
    guard model.source == .swift || model.source == .xcodeModel else { return }
    for entity in model.entities {
      for attribute in entity.attributes where !attribute.isTransient {
        check(attribute.name, attribute.location, of: entity, in: model, report: report)
        // The fields of a stored struct become attributes of the same schema.
        if attribute.leaves.contains(where: { $0.name == "description" }),
          attribute.type == .composite
        {
          report(
            "'\(entity.name).\(attribute.name)' holds a 'description', and the app crashes when "
              + "the schema is built", about: attribute, of: entity,
            help: "rename the property of the stored type")
        }
      }
      for relationship in entity.relationships {
        check(relationship.name, relationship.location, of: entity, in: model, report: report)
      }
    }
  }

  private func check(
    _ name: String, _ location: Location?, of entity: Entity, in model: DataModel,
    report: RuleReport
  ) {
    let path = "'\(entity.name).\(name)'"
    let hidden = model.source == .swift ? Self.hiddenInSwift : Self.hiddenInCoreData
    switch name {
    case "description":
      report(
        "\(path) has a reserved name, and the app crashes when the schema is built", at: location,
        entity: entity.name, property: name)
    case "hash":
      report(
        "\(path) has a reserved name: the app may crash when the schema is built", at: location,
        entity: entity.name, property: name, severity: .warning,
        certainty: .inferred("reported by users"))
    case _ where hidden.contains(name):
      report(
        "\(path) hides what every stored object has under that name", at: location,
        entity: entity.name, property: name, severity: .warning)
    default: break
    }
  }

  private static let hiddenInSwift: Set = [
    "isDeleted", "hasChanges", "modelContext", "persistentModelID",
  ]
  private static let hiddenInCoreData: Set = [
    "isDeleted", "isInserted", "isUpdated", "isFault", "hasChanges", "objectID", "entity",
    "managedObjectContext",
  ]
}
