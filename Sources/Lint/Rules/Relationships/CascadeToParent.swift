internal import Diagnostics
internal import StoreModel

/// Finds cascades that lead from one of many to the one they share.
struct CascadeToParent: ModelRule {
  static let info = RuleInfo(
    id: "cascade-to-parent", group: .relationships, severity: .warning,
    summary: "deleting one of many objects deletes the one they belong to",
    why: "the cascade is on the child: deleting a single note deletes its folder, and the folder's "
      + "other notes go with it or are left without one",
    fix: "put '.cascade' on the to-many side and use '.nullify' here",
    examples: .texts(
      flagged: """
        @Model class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note] = [] }
        @Model class Note { @Relationship(deleteRule: .cascade) var ↓folder: Folder? }
        ---
        @Model final class NoteTag {
          @Relationship(deleteRule: .cascade, inverse: \\Note.links) var ↓note: Note?
          var addedAt: Date
          init(note: Note?, addedAt: Date) { self.note = note; self.addedAt = addedAt }
        }
        @Model final class Note {
          @Relationship(deleteRule: .cascade) var links: [NoteTag] = []
          init() {}
        }
        ---
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            <relationship name="items" toMany="YES" destinationEntity="Item" inverseName="order"
              inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            ↓<relationship name="order" maxCount="1" deletionRule="Cascade" inverseName="items"
              destinationEntity="Order" inverseEntity="Order"/>
          </entity>
        </model>
        """,
      clean: """
        @Model class Folder {
          @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = []
        }
        @Model class Note { var folder: Folder? }
        ---
        @Model class User {
          @Relationship(deleteRule: .cascade, inverse: \\Profile.user) var profile: Profile?
        }
        @Model class Profile { var user: User? }
        ---
        @Model class Folder {
          @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = []
        }
        @Model class Note { @Relationship(deleteRule: .nullify) var folder: Folder? }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.deleteRule == .cascade && !relationship.isToMany {
        let others =
          model.inverse(of: relationship).map { [$0] }
          ?? model.waysBack(of: relationship, from: entity)
        guard !others.isEmpty, others.allSatisfy(\.isToMany) else { continue }
        report(
          "deleting one '\(entity.name)' deletes the '\(relationship.destination)' that others "
            + "may belong to, through '\(relationship.name)'", about: relationship, of: entity,
          help: model.source == .swift
            ? nil : "put 'Cascade' on the to-many side and choose 'Nullify' here")
      }
    }
  }
}
