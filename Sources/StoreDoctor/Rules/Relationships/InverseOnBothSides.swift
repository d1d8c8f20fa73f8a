internal import StoreModel

/// Finds pairs of relationships that name each other.
struct InverseOnBothSides: ModelRule {
  static let info = RuleInfo(
    id: "inverse-on-both-sides", group: .relationships, severity: .warning,
    summary: "both sides of a relationship name the other one with 'inverse:'",
    why: "to expand one @Relationship the compiler needs the other one expanded, and stops with "
      + "'circular reference resolving attached macro'",
    fix: "keep 'inverse:' on one side only",
    explanation: "swiftdata-macro-circular-inverse",
    examples: [
      .flagged(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { @Relationship(inverse: \\Note.tags) var ↓notes: [Note] = [] }
        """),
      .flagged(
        """
        @Model final class Author {
          @Relationship(deleteRule: .cascade, inverse: \\Book.author) var books: [Book]
          init() { books = [] }
        }
        @Model final class Book {
          @Relationship(inverse: \\Author.books) var ↓author: Author?
          init() {}
        }
        """),
      .flagged(
        """
        @Model final class Person {
          @Relationship(inverse: \\Person.followers) var following: [Person] = []
          @Relationship(inverse: \\Person.following) var ↓followers: [Person] = []
        }
        """),
      .clean(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        """),
      .clean(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { @Relationship(deleteRule: .nullify) var notes: [Note] = [] }
        """),
      .clean(
        "@Model class Person { @Relationship(inverse: \\Person.spouse) var spouse: Person? }"),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: (Finding) -> Void) {
    guard model.source == .swift else { return }
    for entity in model.entities {
      for relationship in entity.relationships where relationship.inverseOrigin == .declared {
        guard let name = relationship.inverse,
          let owner = model.owner(of: name, in: relationship.destination),
          let other = owner.relationship(named: name), other.inverseOrigin == .declared,
          other.inverse == relationship.name, other != relationship,
          // The pair is met twice; the side that stands later is the one to change.
          (relationship.location ?? .nowhere).precedes(other.location ?? .nowhere)
        else { continue }
        report(
          finding(
            "'\(entity.name).\(relationship.name)' and '\(owner.name).\(other.name)' name each "
              + "other as inverse",
            at: other.location, entity: owner.name, property: other.name,
            certainty: .inferred("developers report the compiler's refusal; Apple documents none")))
      }
    }
  }
}

extension DataModel {
  /// The entity, or the one it inherits from, that declares a property.
  func owner(of property: String, in name: String) -> Entity? {
    entity(named: name).flatMap { entity in
      lineage(of: entity).first {
        $0.relationship(named: property) != nil || $0.attribute(named: property) != nil
      }
    }
  }
}

extension Location {
  static let nowhere = Location(path: "")

  /// By file, then line, then column.
  func precedes(_ other: Location) -> Bool {
    (path, line ?? 0, column ?? 0) < (other.path, other.line ?? 0, other.column ?? 0)
  }
}
