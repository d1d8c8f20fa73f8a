internal import Diagnostics
internal import StoreModel

/// Finds two relationships that lead to each other and are not inverses, since nothing says so.
struct UninferredInverse: ModelRule {
  static let info = RuleInfo(
    id: "uninferred-inverse", group: .relationships, severity: .warning,
    summary: "two relationships lead to each other, but SwiftData does not pair them",
    why: "both become relationships of their own: setting one side leaves the other as it was, and "
      + "deleting an object leaves references to it",
    fix: "name the other side with '@Relationship(inverse:)' on one of them",
    limits: "a pair of which only one side carries @Relationship is not judged, and neither are "
      + "two relationships within one class",
    explanation: "swiftdata-expected-only-arrays",
    examples: .texts(
      flagged: """
        @Model class Note { var ↓tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        ---
        @Model final class Folder {
          var name: String
          @Relationship(deleteRule: .cascade) var ↓notes: [Note] = []
          init(name: String) { self.name = name }
        }
        @Model final class Note {
          var text: String
          @Relationship(deleteRule: .nullify) var folder: Folder?
          init(text: String) { self.text = text }
        }
        ---
        @Model class User { var ↓profile: Profile?; init() {} }
        @Model class Profile { var user: User; init(user: User) { self.user = user } }
        ---
        @Model class Album { var ↓songs: [Song] = []; init() {} }
        @Model class Song { var album: Album; init(album: Album) { self.album = album } }
        """,
      clean: """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        ---
        @Model class Album { var songs: [Song] = []; init() {} }
        @Model class Song { var album: Album?; init(album: Album?) { self.album = album } }
        ---
        @Model class User { var profile: Profile?; init() {} }
        @Model class Profile { var user: User?; init() {} }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    // With two classes of one name it is not known which of them the relationships are between.
    guard model.source == .swift, !model.problems.contains(where: { $0.topic == .repeatedEntity })
    else { return }
    for entity in model.entities {
      for relationship in entity.relationships where relationship.inverse == nil {
        let back = model.waysBack(of: relationship, from: entity)
        guard back.count == 1, let other = back.first,
          let owner = model.owner(of: other.name, in: relationship.destination),
          owner.name != entity.name,
          model.waysBack(of: other, from: owner).count == 1,
          // Met from both sides; one finding, at the side where the fix is most usual.
          isFirst(relationship, other)
        else { continue }
        let pair = "'\(entity.name).\(relationship.name)' with '\(owner.name).\(other.name)'"
        report(
          "SwiftData does not pair \(pair): \(reason(relationship, other))", about: relationship,
          of: entity,
          help: "write 'inverse: \\\(owner.name).\(other.name)' into its @Relationship",
          certainty: relationship.certainty.reason == nil
            ? .certain : .inferred("Apple documents nothing about this case"),
          edits: edits(relationship, entity, other, owner, lint))
      }
    }
  }

  /// The one relationship that leads back is named, where both classes are called by their bare names.
  private func edits(
    _ own: Relationship, _ entity: Entity, _ other: Relationship, _ owner: Entity,
    _ lint: LintContext
  ) -> [TextEdit] {
    guard own.destination == owner.name, entity.scope == owner.scope,
      !lint.hides(other.location, from: own.location)
    else { return [] }
    return ArgumentEdit(
      macro: "Relationship", label: "inverse", value: "\\\(owner.name).\(other.name)"
    ).edits(at: own.location, in: lint)
  }

  /// To-many sides first, then what stands earlier.
  private func isFirst(_ own: Relationship, _ other: Relationship) -> Bool {
    if own.isToMany != other.isToMany { return own.isToMany }
    if own.isOptional != other.isOptional { return own.isOptional }
    return (own.location ?? .nowhere).precedes(other.location ?? .nowhere)
  }

  private func reason(_ own: Relationship, _ other: Relationship) -> String {
    switch (own.isToMany, other.isToMany) {
    case (true, true): "two to-many sides need an explicit inverse"
    case _ where !own.isToMany && !own.isOptional || !other.isToMany && !other.isOptional:
      "the to-one side is not optional"
    default: "both carry @Relationship and neither names the other"
    }
  }
}

extension Entity {
  /// What its class is declared in: `SchemaV2` of `SchemaV2.Note`.
  fileprivate var scope: Substring? {
    className.map { $0.dropLast($0.lastPart.count) }
  }
}
