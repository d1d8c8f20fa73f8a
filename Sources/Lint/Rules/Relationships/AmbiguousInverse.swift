internal import Diagnostics
internal import StoreModel

/// Finds relationships with several candidates for their inverse.
struct AmbiguousInverse: ModelRule {
  static let info = RuleInfo(
    id: "ambiguous-inverse", group: .relationships, severity: .warning,
    summary: "several relationships could be the inverse of one, and none is named",
    why: "which of them SwiftData pairs is not documented; the others get no inverse",
    fix: "name the inverse with '@Relationship(inverse:)' for each of them",
    examples: .texts(
      flagged: """
        @Model class Person { var ↓notes: [Note] = [] }
        @Model class Note { var author: Person?; var editor: Person? }
        ---
        @Model final class Team {
          var name: String
          var ↓homeGames: [Game] = []
          var awayGames: [Game] = []
          init(name: String) { self.name = name }
        }
        @Model final class Game {
          var home: Team?
          var away: Team?
          init() {}
        }
        ---
        @Model class Account {
          var ↓incoming: [Transfer]? = []
          @Relationship(deleteRule: .cascade, inverse: \\Fee.account) var fees: [Fee] = []
          init() {}
        }
        @Model class Transfer { var from: Account?; var to: Account?; init() {} }
        @Model class Fee { var account: Account?; init() {} }
        """,
      clean: """
        @Model class Person {
          @Relationship(inverse: \\Note.author) var written: [Note] = []
          @Relationship(inverse: \\Note.editor) var edited: [Note] = []
        }
        @Model class Note { var author: Person?; var editor: Person? }
        ---
        @Model class Person { var notes: [Note] = []; var photos: [Photo] = [] }
        @Model class Note { var author: Person? }
        @Model class Photo { var owner: Person? }
        ---
        @Model final class Game {
          @Relationship(inverse: \\Team.homeGames) var home: Team?
          @Relationship(inverse: \\Team.awayGames) var away: Team?
          init() {}
        }
        @Model final class Team {
          var homeGames: [Game] = []
          var awayGames: [Game] = []
          init() {}
        }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift else { return }
    var seen: Set<Set<String>> = []
    let open = model.entities.flatMap { entity in
      entity.relationships.filter { $0.inverse == nil }.map { (entity, $0) }
    }.sorted { ($0.1.location ?? .nowhere).precedes($1.1.location ?? .nowhere) }
    for (entity, relationship) in open {
      let back = model.waysBack(of: relationship, from: entity)
      // What is said of one of them is said of all between the two classes.
      guard back.count > 1, relationship.destination != entity.name,
        seen.insert([entity.name, relationship.destination]).inserted
      else { continue }
      let names = back.map { "'\(relationship.destination).\($0.name)'" }
      report(
        "'\(entity.name).\(relationship.name)' could be the inverse of "
          + names.joined(separator: " or of "), about: relationship, of: entity)
    }
  }
}
