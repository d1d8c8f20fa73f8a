internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds relationships that were to-many on both sides and now are on one.
struct ManyToManyNarrowed: ChangeRule {
  static let info = RuleInfo(
    id: "many-to-many-narrowed", group: .changes, severity: .error,
    summary: "a relationship that was to-many on both sides leads back to one object only",
    why: "an object that several others shared keeps the link to one of them: the stage succeeds, "
      + "and the other links are gone",
    fix: "decide in 'willMigrate' which link stays, or copy what is shared, and name the old "
      + "relationship there",
    limits: "silent where the closure before the stage touches either side, and where the narrowed "
      + "side keeps its name, which 'to-many-to-to-one' says",
    examples: [
      .flagged(
        ChangeText.versions(
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag { var notes: [Note] = []; init() {} }
          """,
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.note) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag { var ↓note: Note?; init() {} }
          """, models: "Note.self, Tag.self")),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Recipe { var courses: [Course]? = []; init() {} }
            @Model final class Course {
              @Relationship(inverse: \\Recipe.courses) var recipes: [Recipe]? = []
              init() {}
            }
          """,
          """
          @Model final class Recipe { var ↓course: Course?; init() {} }
            @Model final class Course {
              @Relationship(deleteRule: .nullify, inverse: \\Recipe.course) var recipes: [Recipe]? = []
              init() {}
            }
          """, models: "Recipe.self, Course.self",
          stage: ChangeText.custom(
            did: "for recipe in try context.fetch(FetchDescriptor<V2.Recipe>()) { check(recipe) }"))
      ),
      .flagged(
        ChangeText.editor(
          link("Note", "tags", to: "Tag", "notes", "toMany=\"YES\"")
            + link("Tag", "notes", to: "Note", "tags", "toMany=\"YES\""),
          link("Note", "tags", to: "Tag", "note", "toMany=\"YES\"")
            + link("Tag", "note", to: "Note", "tags", "maxCount=\"1\"", mark: "↓"))),
      .clean(
        ChangeText.versions(
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag { var notes: [Note] = []; init() {} }
          """,
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.note) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag { var note: Note?; init() {} }
          """, models: "Note.self, Tag.self",
          stage: ChangeText.custom(
            will: "for tag in try context.fetch(FetchDescriptor<V1.Tag>()) { "
              + "tag.notes = Array(tag.notes.prefix(1)) }"))),
      .clean(
        ChangeText.versions(
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag { var notes: [Note] = []; init() {} }
          """,
          """
          @Model final class Note {
              @Relationship(inverse: \\Tag.users) var tags: [Tag] = []
              init() {}
            }
            @Model final class Tag {
              @Relationship(originalName: "notes") var users: [Note] = []
              init() {}
            }
          """, models: "Note.self, Tag.self")),
      .clean(
        ChangeText.versions(
          """
          @Model final class Folder {
              @Relationship(inverse: \\Note.folder) var notes: [Note] = []
              init() {}
            }
            @Model final class Note { var folder: Folder?; init() {} }
          """,
          """
          @Model final class Folder {
              @Relationship(inverse: \\Note.parent) var notes: [Note] = []
              init() {}
            }
            @Model final class Note {
              @Relationship(originalName: "folder") var parent: Folder?
              init() {}
            }
          """, models: "Folder.self, Note.self")),
    ])

  /// An entity of the model editor with one relationship.
  private static func link(
    _ entity: String, _ name: String, to other: String, _ inverse: String, _ count: String,
    mark: String = ""
  ) -> String {
    ChangeText.entity(
      mark + "<relationship name=\"\(name)\" optional=\"YES\" \(count) "
        + "destinationEntity=\"\(other)\" inverseName=\"\(inverse)\" inverseEntity=\"\(other)\"/>",
      name: entity) + "\n"
  }

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    guard !change.hasUnreadList else { return }
    for pair in change.pairing.entities {
      for property in pair.properties where property.destination.declaredBy == pair.destination.name
      {
        guard case .relationship(let old) = property.source.kind,
          case .relationship(let new) = property.destination.kind, old.isToMany, new.isToMany,
          let oldBack = change.from.inverse(of: old), oldBack.isToMany,
          let newBack = change.to.inverse(of: new), !newBack.isToMany,
          let owner = change.to.owner(of: newBack.name, in: new.destination),
          !change.isContinued(oldBack, of: old.destination, as: newBack),
          !change.mayPrepare(old.name), !change.mayPrepare(oldBack.name)
        else { continue }
        report(
          "'\(old.destination).\(oldBack.name)' led to many and '\(owner.name).\(newBack.name)' leads "
            + "to one: of '\(pair.source.name).\(old.name)', objects that several share keep one link",
          about: newBack, of: owner,
          certainty: .inferred(
            "a rule from analyses of Core Data's behaviour, not from Apple's documentation"))
      }
    }
  }
}

extension VersionChange {
  /// Whether a relationship of the older version is that one of the newer, by name or original name.
  fileprivate func isContinued(
    _ old: Relationship, of entity: String, as new: Relationship
  ) -> Bool {
    pairing.pair(from: entity)?.properties.contains {
      $0.source.name == old.name && $0.destination.name == new.name
    } ?? false
  }
}
