internal import Diagnostics
internal import StoreModel

/// Finds relationships whose delete rule leaves the other side pointing at nothing.
struct DanglingNoAction: ModelRule {
  static let info = RuleInfo(
    id: "dangling-no-action", group: .relationships, severity: .warning,
    summary: "the delete rule '.noAction' leaves references to the deleted object",
    why: "the objects at the other end keep the deleted object's key; touching it traps",
    fix: "use '.nullify', or '.cascade' where the other objects belong to this one",
    explanation: "cocoa-133000",
    examples: [
      .flagged(
        """
        @Model class Folder {
          @Relationship(deleteRule: .noAction, inverse: \\Note.folder) var ↓notes: [Note] = []
        }
        @Model class Note { var folder: Folder? }
        """),
      .flagged(
        """
        @Model final class User {
          @Relationship(inverse: \\Profile.user) var profile: Profile?
          init() {}
        }
        @Model final class Profile {
          @Relationship(deleteRule: .noAction) var ↓user: User?
          init() {}
        }
        """),
      .clean(
        """
        @Model final class Album {
          @Relationship(deleteRule: .cascade, inverse: \\Song.album) var songs: [Song] = []
          init() {}
        }
        @Model final class Song {
          @Relationship(deleteRule: .noAction) var album: Album?
          init() {}
        }
        """),
      .flagged(
        """
        // file: Shop.xcdatamodeld/Shop.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Order">
            ↓<relationship name="items" toMany="YES" deletionRule="No Action" inverseName="order"
              destinationEntity="Item" inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            <relationship name="order" maxCount="1" deletionRule="Nullify" inverseName="items"
              destinationEntity="Order" inverseEntity="Order"/>
          </entity>
        </model>
        """),
      .clean(
        """
        @Model class Folder {
          @Relationship(deleteRule: .nullify, inverse: \\Note.folder) var notes: [Note] = []
        }
        @Model class Note { var folder: Folder? }
        """),
      .clean(
        """
        @Model class Folder {
          @Relationship(deleteRule: .deny, inverse: \\Note.folder) var notes: [Note] = []
        }
        @Model class Note { var folder: Folder? }
        """),
      .clean(
        """
        @Model class Folder {
          @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note]? = []
        }
        @Model class Note { var folder: Folder? }
        """),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities {
      for relationship in entity.relationships where relationship.deleteRule == .noAction {
        // The key of one of many goes with its own row; nothing is left that points at it.
        guard let inverse = relationship.inverse, !relationship.certainty.isUnknown,
          let other = model.owner(of: inverse, in: relationship.destination)?
            .relationship(named: inverse), relationship.isToMany || !other.isToMany
        else { continue }
        report(
          "deleting one '\(entity.name)' leaves '\(relationship.destination).\(inverse)' pointing "
            + "at it", about: relationship, of: entity,
          help: model.source == .swift
            ? nil : "choose 'Nullify', or 'Cascade' where the other objects belong to this one")
      }
    }
  }
}
