internal import Diagnostics
internal import StoreModel

/// Finds cascades over many-to-many relationships, and to objects that several may have without knowing
/// who does.
struct CascadeToShared: ModelRule {
  static let info = RuleInfo(
    id: "cascade-to-shared", group: .relationships, severity: .warning,
    summary: "deleting an object deletes objects it shares with others",
    why: "over a many-to-many relationship, a cascade takes the tags of a deleted note away from "
      + "every other note that has them; over one without an inverse, it takes the account of a deleted "
      + "payment away from the other payments",
    fix: "use '.nullify' on both sides, and delete what is left without owner yourself",
    examples: byHand
      + .texts(
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
          ---
          @Model final class Payment {
            @Relationship(deleteRule: .cascade) var ↓account: Account?
            @Relationship(deleteRule: .cascade) var receipt: Receipt?
            @Relationship(deleteRule: .cascade) var place: Place?
            init() {}
          }
          @Model final class Account { @Attribute(.unique) var number = 0; init() {} }
          @Model final class Receipt { @Attribute(.unique) var number = 0; init() {} }
          @Model final class Place { var name = ""; init() {} }
          func accounts(_ context: ModelContext) throws -> [Account] {
            print(try context.fetch(FetchDescriptor<Place>()).count)
            return try context.fetch(FetchDescriptor<Account>())
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
    guard model.source == .swift || code.classes.isEmpty || !code.allDeletions.isEmpty else {
      return
    }
    for entity in model.entities {
      for relationship in entity.relationships where relationship.deleteRule == .cascade {
        if relationship.isToMany, model.inverse(of: relationship)?.isToMany ?? false {
          report(
            "deleting one '\(entity.name)' deletes every '\(relationship.destination)' in "
              + "'\(relationship.name)', also those that others have", about: relationship,
            of: entity,
            help: model.source == .swift
              ? nil
              : "choose 'Nullify' on both sides, and delete what is left without owner yourself")
        } else if let key = shared(by: relationship, of: model, lint) {
          report(
            "deleting one '\(entity.name)' deletes its '\(relationship.destination)', also where "
              + "others have the same one", about: relationship, of: entity,
            help: "use '.nullify', and delete by hand what nobody has any more",
            certainty: .inferred(
              "'\(relationship.destination)' objects are fetched on their own, and equal ones by "
                + "'\(key)' are one"))
        }
      }
    }
  }

  /// The key by which the object at the end of a relationship is one for all owners that give an equal
  /// one; nil where it may well be its owner's alone, or its owners are known.
  private func shared(
    by relationship: Relationship, of model: DataModel, _ lint: LintContext
  ) -> String? {
    guard model.source == .swift, !relationship.isToMany, relationship.inverse == nil,
      let other = model.entity(named: relationship.destination),
      let key = other.uniquenessConstraints.first(where: { $0.count == 1 })?.first,
      // Each object has a new one.
      other.attributes.contains(where: { $0.name == key && $0.type != .uuid }),
      lint.flows.fetches.contains(where: {
        $0.action == "fetched" && $0.entity.lastPart == other.name
      })
    else { return nil }
    return key
  }
}
