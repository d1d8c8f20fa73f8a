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
      for relationship in entity.relationships where relationship.deleteRule == .nullify {
        guard let inverse = relationship.inverse, !relationship.certainty.isUnknown,
          let owner = model.owner(of: inverse, in: relationship.destination),
          let other = owner.relationship(named: inverse), !other.isToMany, !other.isOptional,
          other.inverse == relationship.name
        else { continue }
        report(
          "deleting one '\(entity.name)' sets '\(owner.name).\(other.name)' to nil, which is "
            + "required", about: relationship, of: entity,
          severity: model.source == .swift ? nil : .warning,
          certainty: relationship.certainty)
      }
    }
  }
}
