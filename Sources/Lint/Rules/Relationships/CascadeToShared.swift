internal import Diagnostics
internal import StoreModel

/// Finds cascades over many-to-many relationships.
struct CascadeToShared: ModelRule {
  static let info = RuleInfo(
    id: "cascade-to-shared", group: .relationships, severity: .warning,
    summary: "deleting an object deletes objects it shares with others",
    why: "over a many-to-many relationship, a cascade takes the tags of a deleted note away from "
      + "every other note that has them",
    fix: "use '.nullify' on both sides, and delete what is left without owner yourself",
    examples: .texts(
      flagged: """
        @Model class Note {
          @Relationship(deleteRule: .cascade, inverse: \\Tag.notes) var ↓tags: [Tag] = []
        }
        @Model class Tag { var notes: [Note] = [] }
        ---
        @Model final class Film {
          @Relationship(inverse: \\Actor.films) var cast: [Actor] = []
          init() {}
        }
        @Model final class Actor {
          @Relationship(deleteRule: .cascade) var ↓films: [Film] = []
          init() {}
        }
        ---
        @Model final class User {
          @Relationship(deleteRule: .cascade, inverse: \\User.following) var ↓followers: [User] = []
          var following: [User] = []
          init() {}
        }
        """,
      clean: """
        @Model class Note {
          @Relationship(deleteRule: .nullify, inverse: \\Tag.notes) var tags: [Tag] = []
        }
        @Model class Tag { var notes: [Note] = [] }
        ---
        @Model class Folder {
          @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = []
        }
        @Model class Note { var folder: Folder? }
        ---
        @Model final class User {
          @Relationship(inverse: \\User.following) var followers: [User] = []
          var following: [User] = []
          @Relationship(deleteRule: .cascade, inverse: \\Post.user) var posts: [Post] = []
          init() {}
        }
        @Model final class Post { var user: User?; init() {} }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    // Where the code deletes nothing, no rule of deletion is ever followed.
    let code = lint.coreData.code
    guard model.source == .swift || code.classes.isEmpty || !code.deletions.isEmpty else { return }
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.deleteRule == .cascade && relationship.isToMany {
        guard let other = model.inverse(of: relationship), other.isToMany
        else { continue }
        report(
          "deleting one '\(entity.name)' deletes every '\(relationship.destination)' in "
            + "'\(relationship.name)', also those that others have", about: relationship,
          of: entity,
          help: model.source == .swift
            ? nil : "choose 'Nullify' on both sides, and delete what is left without owner yourself"
        )
      }
    }
  }
}
