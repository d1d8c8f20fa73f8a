internal import Diagnostics
internal import StoreModel

/// Finds a property that two relationships name as their inverse.
struct InverseOfTwo: ModelRule {
  static let info = RuleInfo(
    id: "inverse-of-two", group: .relationships, severity: .error,
    summary: "two relationships name the same property as their inverse",
    why:
      "one property can be the other end of one relationship only: links set through one of them "
      + "disappear from the other",
    fix: "give each relationship an inverse property of its own",
    examples: .texts(
      flagged: """
        @Model class Person {
          @Relationship(inverse: \\Note.person) var written: [Note] = []
          @Relationship(inverse: \\Note.person) var ↓edited: [Note] = []
        }
        @Model class Note { var person: Person? }
        ---
        @Model final class League {
          @Relationship(inverse: \\Team.league) var teams: [Team] = []
          @Relationship(deleteRule: .nullify, inverse: \\Team.league) var ↓winner: Team?
          init() {}
        }
        @Model final class Team { var league: League?; init() {} }
        ---
        @Model class Trip {
          @Relationship(deleteRule: .cascade, inverse: \\Photo.trip) var photos: [Photo]? = []
          @Relationship(inverse: \\Photo.trip) var ↓cover: Photo?
          init() {}
        }
        @Model class Photo { var trip: Trip?; init() {} }
        """,
      clean: """
        @Model class Trip {
          @Relationship(deleteRule: .cascade, inverse: \\Photo.trip) var photos: [Photo]? = []
          @Relationship(inverse: \\Photo.coverOf) var cover: Photo?
          init() {}
        }
        @Model class Photo { var trip: Trip?; var coverOf: Trip?; init() {} }
        ---
        @Model class Person { @Relationship(inverse: \\Note.person) var notes: [Note] = [] }
        @Model class Note { var person: Person? }
        ---
        @Model class Person { @Relationship(inverse: \\Note.person) var notes: [Note] = [] }
        @Model class Pet { @Relationship(inverse: \\Photo.pet) var photos: [Photo] = [] }
        @Model class Note { var person: Person? }
        @Model class Photo { var pet: Pet? }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift else { return }
    for entity in model.entities {
      var taken: [String: Relationship] = [:]
      for relationship in entity.relationships where relationship.inverseOrigin == .declared {
        guard let inverse = relationship.inverse else { continue }
        let target = "\(relationship.destination).\(inverse)"
        guard let first = taken[target] else {
          taken[target] = relationship
          continue
        }
        report(
          "'\(entity.name).\(relationship.name)' and '\(entity.name).\(first.name)' both name "
            + "'\(target)' as their inverse", about: relationship, of: entity)
      }
    }
  }
}
