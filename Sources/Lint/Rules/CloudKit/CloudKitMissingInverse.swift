internal import Diagnostics
internal import StoreModel

/// Finds relationships without a way back.
struct CloudKitMissingInverse: CloudKitRule {
  static let isOfCompiler = true

  static let info = RuleInfo(
    id: "ck-relationships-inverse", group: .cloudKit, severity: .error,
    summary: "a relationship of a mirrored model has no inverse",
    why:
      "changes of the two ends arrive separately and are joined over the inverse: the container is not "
      + "made without it",
    fix: "declare an optional property for the way back and name it with @Relationship(inverse:)",
    explanation: "ck-relationships-inverse",
    examples: [
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { var ↓folder: Folder?; init() {} }
          @Model class Folder { var name = ""; init() {} }
          """)),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Note">
            ↓<relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder"/>
          </entity>
          <entity name="Folder"/>
          """), settings: "cloudkit: on"),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model
          final class Album {
            var title: String = ""
            @Relationship(deleteRule: .cascade) var ↓photos: [Photo]? = []
            init(title: String) { self.title = title }
          }
          @Model
          final class Photo {
            @Attribute(.externalStorage) var data: Data?
            init(data: Data?) { self.data = data }
          }
          """, types: "Album.self, Photo.self")),
      .clean(CloudKitText.mirrored(CloudKitText.folders)),
      .clean(
        CloudKitText.mirrored(
          """
          @Model final class Note { var title = ""; var place: SomewhereElse?; init() {} }
          """)),
      .clean(
        CloudKitText.mirrored(
          """
          @Model final class Note { var parent: Note?
            @Relationship(inverse: \\Note.parent) var children: [Note]? = []
            init() {}
          }
          """)),
    ])

  /// SwiftData may take a property that leads back for the inverse; other rules speak about that.
  func isSure(_ breach: CloudKitRules.Violation, in model: DataModel) -> Bool {
    guard let entity = breach.entity.flatMap({ model.entity(named: $0) }),
      let relationship = breach.property.flatMap({ entity.relationship(named: $0) })
    else { return false }
    return model.source != .swift || model.waysBack(of: relationship, from: entity).isEmpty
  }
}
