internal import Diagnostics
internal import StoreModel

/// Finds relationships that must have an object.
struct CloudKitRequiredRelationship: CloudKitRule {
  static let isOfCompiler = true

  static let info = RuleInfo(
    id: "ck-relationships-optional", group: .cloudKit, severity: .error,
    summary: "a relationship of a mirrored model is not optional",
    why: "the object at the other end may arrive later, so every relationship must do without one, "
      + "to-many ones included: the container is not made",
    fix: "make the relationship optional: '[Note]?' with '= []' keeps a list",
    explanation: "ck-relationships-optional",
    examples: [
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { var folder: Folder?; init() {} }
          @Model class Folder {
            @Relationship(inverse: \\Note.folder) var ↓notes: [Note] = []
            init() {}
          }
          """)),
      .flagged(
        CloudKitText.editor(
          """
          \(CloudKitText.noteInFolder)
          <entity name="Folder">
            ↓<relationship name="notes" toMany="YES" deletionRule="Nullify" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
          </entity>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model
          final class Trip {
            var name: String = ""
            @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var ↓stops: [Stop] = []
            init(name: String) { self.name = name }
          }
          @Model
          final class Stop {
            var place: String = ""
            var trip: Trip?
            init(place: String) { self.place = place }
          }
          """, types: "Trip.self")),
      .clean(CloudKitText.mirrored(CloudKitText.folders)),
      .clean(
        CloudKitText.mirrored(
          """
          @Model final class Note {
            var title = ""
            var folder: Folder?
            init() {}
          }
          @Model final class Folder {
            var name = ""
            @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = []
            init() {}
          }
          """, database: ".none")),
      .clean(
        CloudKitText.editor(
          """
          \(CloudKitText.noteInFolder)
          \(CloudKitText.folder)
          """), settings: "cloudkit: on"),
    ])
}
