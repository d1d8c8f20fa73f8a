internal import Diagnostics
internal import StoreModel

/// Finds delete rules that would empty a required relationship.
struct NullifyRequired: ModelRule {
  static let info = RuleInfo(
    id: "nullify-required", group: .relationships, severity: .error,
    summary: "deleting an object empties a required relationship",
    why: "the delete rule sets the other side to nil, which it cannot be: SwiftData traps, Core "
      + "Data refuses the save (1570)",
    fix: "make the to-one side optional, or use '.cascade' or '.deny' on this side",
    limits:
      "a note in a model file, where the given code may delete such objects",
    explanation: "swiftdata-cannot-remove-no-default",
    examples: .texts(
      flagged: """
        @Model class Folder { @Relationship(inverse: \\Note.folder) var ↓notes: [Note] = [] }
        @Model class Note { var folder: Folder; init(folder: Folder) { self.folder = folder } }
        ---
        @Model final class Author {
          var name: String
          @Relationship(deleteRule: .nullify, inverse: \\Book.author) var ↓books: [Book]
          init(name: String) { self.name = name; books = [] }
        }
        @Model final class Book {
          var title: String
          var author: Author
          init(title: String, author: Author) { self.title = title; self.author = author }
        }
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            ↓<relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify"
              inverseName="order" destinationEntity="Item" inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            <relationship name="order" maxCount="1" deletionRule="Nullify" inverseName="items"
              destinationEntity="Order" inverseEntity="Order"/>
          </entity>
        </model>
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            ↓<relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify"
              inverseName="order" destinationEntity="Item" inverseEntity="Item"/>
            ↓<relationship name="bill" optional="YES" maxCount="1" deletionRule="Nullify"
              inverseName="order" destinationEntity="Bill" inverseEntity="Bill"/>
          </entity>
          <entity name="Item">
            <relationship name="order" maxCount="1" deletionRule="Nullify" inverseName="items"
              destinationEntity="Order" inverseEntity="Order"/>
          </entity>
          <entity name="Bill">
            <relationship name="order" maxCount="1" deletionRule="Nullify" inverseName="bill"
              destinationEntity="Order" inverseEntity="Order"/>
          </entity>
        </model>
        """,
      clean: """
        @Model class Folder {
          @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = []
        }
        @Model class Note { var folder: Folder; init(folder: Folder) { self.folder = folder } }
        ---
        @Model class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note] = [] }
        @Model class Note { var folder: Folder? }
        ---
        @Model class Folder {
          @Relationship(deleteRule: .deny, inverse: \\Note.folder) var notes: [Note] = []
        }
        @Model class Note { var folder: Folder; init(folder: Folder) { self.folder = folder } }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities {
      let losses = entity.relationships.compactMap { relationship in
        emptied(by: relationship, in: model).map { (relationship, "'\($0[0]).\($0[1])'", $0) }
      }
      guard model.source == .swift else {
        // Whoever never deletes such an object has nothing to mend, however many it leads to.
        // What goes together with the object that needs it harms nobody.
        let links = Set(losses.map(\.2))
        for (relationship, other, link) in losses
        where lint.mayDelete(entity, in: model, besides: links, without: link[0]) {
          report(
            Self.message(entity.name, other), about: relationship, of: entity,
            help:
              "make the to-one side optional, or choose 'Cascade' or 'Deny' as delete rule here",
            severity: .note, certainty: relationship.certainty)
        }
        continue
      }
      for (relationship, other, _) in losses {
        report(
          Self.message(entity.name, other), about: relationship, of: entity,
          certainty: relationship.certainty)
      }
    }
  }

  /// `Item` and `order`, the required side that a delete rule sets to nil.
  private func emptied(by relationship: Relationship, in model: DataModel) -> [String]? {
    guard relationship.deleteRule == .nullify, let inverse = relationship.inverse,
      !relationship.certainty.isUnknown,
      let owner = model.owner(of: inverse, in: relationship.destination),
      let other = owner.relationship(named: inverse), !other.isToMany, !other.isOptional,
      other.inverse == relationship.name
    else { return nil }
    return [owner.name, other.name]
  }

  private static func message(_ entity: String, _ other: String) -> String {
    "deleting one '\(entity)' sets \(other) to nil, which is required"
  }
}
