internal import Diagnostics
internal import StoreModel

/// Finds inverses that do not lead back.
struct InverseOfAnotherType: ModelRule {
  static let info = RuleInfo(
    id: "inverse-of-another-type", group: .relationships, severity: .error,
    summary: "the property named as inverse does not lead back",
    why:
      "the schema cannot be built, or each side keeps links the other does not know of; touching "
      + "them traps",
    fix: "name the property of the destination that has this class as its type",
    explanation: "swiftdata-expected-only-arrays",
    examples: .texts(
      flagged: """
        @Model class Note { @Relationship(inverse: \\Tag.owner) var ↓tags: [Tag] = [] }
        @Model class Tag { var owner: Person? }
        @Model class Person { @Relationship(inverse: \\Tag.owner) var tags: [Tag] = [] }
        ---
        @Model final class Folder {
          @Relationship(deleteRule: .cascade, inverse: \\Note.title) var ↓notes: [Note] = []
          init() {}
        }
        @Model final class Note {
          var title: String
          var folder: Folder?
          init(title: String) { self.title = title }
        }
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            <relationship name="items" toMany="YES" destinationEntity="Item" inverseName="order"
              inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            <relationship name="order" maxCount="1" destinationEntity="Order" inverseName="items"
              inverseEntity="Order"/>
            ↓<relationship name="gift" maxCount="1" destinationEntity="Order" inverseName="items"
              inverseEntity="Order"/>
          </entity>
        </model>
        """,
      clean: """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        ---
        @Model class Trip {
          @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
          init() {}
        }
        @available(iOS 26, *) @Model class WorkTrip: Trip { var code: String = "" }
        @Model class Stop { var trip: Trip?; init() {} }
        ---
        @Model class Note { @Relationship(inverse: \\Elsewhere.note) var a: [Elsewhere] = [] }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities {
      let family = Set(model.lineage(of: entity).map(\.name))
        .union(model.family(of: entity.name).map(\.name))
      for relationship in entity.relationships where relationship.inverseOrigin == .declared {
        guard let name = relationship.inverse,
          let destination = model.entity(named: relationship.destination),
          !model.isConditional(destination)
        else { continue }
        let path = "'\(entity.name).\(relationship.name)'"
        guard let other = model.allRelationships(of: destination).first(where: { $0.name == name })
        else {
          let isAttribute = model.allAttributes(of: destination).contains { $0.name == name }
          let what =
            isAttribute
            ? "which is no relationship" : "but '\(destination.name)' has no relationship '\(name)'"
          report(
            "\(path) names '\(destination.name).\(name)' as its inverse, \(what)",
            about: relationship, of: entity)
          continue
        }
        if !family.contains(other.destination) {
          report(
            "\(path) names '\(destination.name).\(name)' as its inverse, which leads to "
              + "'\(other.destination)'", about: relationship, of: entity)
        } else if model.source != .swift, let theirs = other.inverse, theirs != relationship.name {
          report(
            "\(path) names '\(destination.name).\(name)' as its inverse, whose inverse is "
              + "'\(theirs)'", about: relationship, of: entity)
        }
      }
    }
  }
}

extension DataModel {
  /// Whether parts of a class depend on build conditions, so that it may have other properties.
  func isConditional(_ entity: Entity) -> Bool {
    problems.contains {
      $0.topic == .conditional && ($0.entity == nil || $0.entity == entity.name)
    }
  }
}
