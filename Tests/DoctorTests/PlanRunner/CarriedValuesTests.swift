import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// Values of a property that the schema drops are lost unless the plan's code has put all of them into
/// another one, which is looked up row by row.
@Suite("Values that closures carry on", .serialized, .enabled(if: PlanFixture.isAvailable))
struct CarriedValuesTests {
  private func verify(_ text: String) throws -> (text: String, code: Int32) {
    let fixture = try PlanFixture()
    let file = fixture.folder.appending(path: "Recipes.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return fixture.run(["verify", "--model", file.path, "--quiet"])
  }

  private static func recipes(_ versions: [String], _ stages: String) -> String {
    let schemas = versions.enumerated().map { index, properties in
      """
      enum Recipes\(index + 1): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(index + 1), 0, 0)
        static var models: [any PersistentModel.Type] { [Recipe.self] }
        @Model final class Recipe {
          var number: Int = 0
          \(properties)
          init() {}
        }
      }
      """
    }
    let names = versions.indices.map { "Recipes\($0 + 1).self" }.joined(separator: ", ")
    return """
      import Foundation
      import SwiftData

      \(schemas.joined(separator: "\n"))
      enum RecipePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(names)] }
        static var stages: [MigrationStage] { [\(stages)] }
        static nonisolated(unsafe) var texts: [PersistentIdentifier: String] = [:]
      }
      """
  }

  /// From `text` to `steps` by way of a dictionary.
  private static func renamed(_ given: String) -> String {
    recipes(
      [
        "var text: String = \"\"; var note: String = \"\"",
        "var steps: String = \"\"; var note: String = \"\"",
      ],
      """
      .custom(
        fromVersion: Recipes1.self, toVersion: Recipes2.self,
        willMigrate: { context in
          for recipe in try context.fetch(FetchDescriptor<Recipes1.Recipe>()) {
            texts[recipe.persistentModelID] = recipe.text
          }
        },
        didMigrate: { context in
          let order = [SortDescriptor(\\Recipes2.Recipe.number)]
          for recipe in try context.fetch(FetchDescriptor<Recipes2.Recipe>(sortBy: order))\(given) {
            recipe.steps = texts[recipe.persistentModelID] ?? ""
          }
          try context.save()
        })
      """)
  }

  @Test("a property that closures rename in every row has lost nothing")
  func renamedInEveryRow() throws {
    let all = try verify(Self.renamed(""))
    #expect(all.code == 0, "\(all.text)")
    #expect(all.text.contains("3 migrations: 3 ok"), "\(all.text)")
    #expect(
      all.text.contains(
        "all values of 'Recipe.text' are dropped in 'Recipes1 to Recipes2'; the plan's code reads them, "
          + "and every row has its value in 'Recipe.steps' now"), "\(all.text)")
    let some = try verify(Self.renamed(".dropFirst()"))
    #expect(some.code == 1, "\(some.text)")
    #expect(some.text.contains("may carry it on"), "\(some.text)")
  }

  @Test("values that an earlier stage has copied are found when the old property goes")
  func copiedBefore() throws {
    func copied(_ value: String) -> String {
      Self.recipes(
        [
          "var text: String = \"\"", "var text: String = \"\"; var method: String?",
          "var method: String?",
        ],
        """
        .custom(
          fromVersion: Recipes1.self, toVersion: Recipes2.self, willMigrate: nil,
          didMigrate: { context in
            for recipe in try context.fetch(FetchDescriptor<Recipes2.Recipe>()) {
              recipe.method = \(value)
            }
            try context.save()
          }),
        .lightweight(fromVersion: Recipes2.self, toVersion: Recipes3.self)
        """)
    }
    let all = try verify(copied("recipe.text"))
    // Stores that have the second version already were not filled by anybody.
    #expect(all.text.contains("3 ok, 3 failed"), "\(all.text)")
    #expect(all.text.contains("every row has its value in 'Recipe.method' now"), "\(all.text)")
    let other = try verify(copied("recipe.text.uppercased() + \"!\""))
    #expect(other.text.contains("6 migrations: 6 failed"), "\(other.text)")
    // One value in all rows is no proof of where it comes from.
    let same = try verify(copied("\"same\"; recipe.text = \"same\"; _ = recipe.text"))
    #expect(same.text.contains("6 migrations: 6 failed"), "\(same.text)")
    #expect(!same.text.contains("every row has its value"), "\(same.text)")
  }

  @Test("rows that closures make anew keep what they have, in any order")
  func madeAnew() throws {
    func anew(_ value: String) -> String {
      Self.recipes(
        [
          "var text: String = \"\"; var note: String = \"\"",
          "var steps: String = \"\"; var note: String = \"\"",
        ],
        """
        .custom(
          fromVersion: Recipes1.self, toVersion: Recipes2.self,
          willMigrate: { context in
            for recipe in try context.fetch(FetchDescriptor<Recipes1.Recipe>()) {
              texts[recipe.persistentModelID] = recipe.text
              context.delete(recipe)
            }
            try context.save()
          },
          didMigrate: { context in
            for text in texts.values {
              let recipe = Recipes2.Recipe()
              recipe.steps = \(value)
              context.insert(recipe)
            }
            try context.save()
          })
        """)
    }
    let all = try verify(anew("text"))
    #expect(all.code == 0, "\(all.text)")
    #expect(
      all.text.contains(
        "the plan's code reads them, and the rows that it made anew have the same values in 'Recipe.steps'"
      ), "\(all.text)")
    let other = try verify(anew("text + \"!\""))
    #expect(other.text.contains("3 migrations: 3 failed"), "\(other.text)")
  }

  /// One entity becomes two.
  @Test("values may have moved to an entity that is new")
  func newEntity() throws {
    func split(_ value: String) -> String {
      """
      import Foundation
      import SwiftData
      enum Cards1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Person.self] }
        @Model final class Person { var name = ""; var mail: String?; init() {} }
      }
      enum Cards2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Person.self, Contact.self] }
        @Model final class Person {
          var name = ""
          @Relationship(inverse: \\Contact.person) var contact: Contact?
          init() {}
        }
        @Model final class Contact { var mail: String?; var person: Person?; init() {} }
      }
      enum CardPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Cards1.self, Cards2.self] }
        static var stages: [MigrationStage] {
          [.custom(
            fromVersion: Cards1.self, toVersion: Cards2.self,
            willMigrate: { context in
              for person in try context.fetch(FetchDescriptor<Cards1.Person>()) {
                mails[person.persistentModelID] = person.mail
              }
            },
            didMigrate: { context in
              for person in try context.fetch(FetchDescriptor<Cards2.Person>()) {
                guard let mail = mails[person.persistentModelID] else { continue }
                let contact = Cards2.Contact()
                contact.mail = \(value)
                context.insert(contact)
                person.contact = contact
              }
              try context.save()
            })]
        }
        static nonisolated(unsafe) var mails: [PersistentIdentifier: String] = [:]
      }
      """
    }
    let all = try verify(split("mail"))
    #expect(all.code == 0 && all.text.contains("'Contact.mail'"), "\(all.text)")
    let other = try verify(split("mail + \"!\""))
    #expect(other.text.contains("3 migrations: 3 failed"), "\(other.text)")
  }

  @Test("a value may have become a part of a struct")
  func partOfStruct() throws {
    func moved(_ value: String) -> String {
      Self.recipes(
        ["var text: String = \"\"", "var body: Body?"],
        """
        .custom(
          fromVersion: Recipes1.self, toVersion: Recipes2.self,
          willMigrate: { context in
            for recipe in try context.fetch(FetchDescriptor<Recipes1.Recipe>()) {
              texts[recipe.persistentModelID] = recipe.text
            }
          },
          didMigrate: { context in
            for recipe in try context.fetch(FetchDescriptor<Recipes2.Recipe>()) {
              recipe.body = Body(text: \(value), pages: 1)
            }
            try context.save()
          })
        """) + "\nstruct Body: Codable { var text: String?; var pages = 0 }"
    }
    let all = try verify(moved("texts[recipe.persistentModelID]"))
    #expect(all.text.contains("3 migrations: 3 ok"), "\(all.text)")
    #expect(all.text.contains("every row has its value in 'Recipe.body.text' now"), "\(all.text)")
    let none = try verify(moved("texts.isEmpty ? \"\" : nil"))
    #expect(none.text.contains("3 migrations: 3 failed"), "\(none.text)")
    #expect(!none.text.contains("are not those of its version"), "\(none.text)")
  }

  @Test("few values that another property happens to have are carried by nobody")
  func alikeByChance() throws {
    let read = try verify(
      Self.recipes(
        [
          "var text: String = \"\"; var isDone: Bool = false; var note: String = \"\"; var isOld: Bool = false",
          "var note: String = \"\"; var isOld: Bool = false",
        ],
        """
        .custom(
          fromVersion: Recipes1.self, toVersion: Recipes2.self,
          willMigrate: { context in
            for recipe in try context.fetch(FetchDescriptor<Recipes1.Recipe>()) {
              texts[recipe.persistentModelID] = recipe.isDone ? recipe.text : ""
            }
          }, didMigrate: nil)
        """))
    #expect(read.text.contains("3 migrations: 3 failed"), "\(read.text)")
    #expect(!read.text.contains("every row has its value"), "\(read.text)")
  }

  /// A text for each case, whether it is the raw value or another word.
  @Test(
    "a case that every row has as a text has lost nothing",
    arguments: [
      (": String", "recipe.kind.rawValue", true),
      ("", "recipe.kind == .plus ? \"add\" : \"take\"", true),
      (": String", "recipe.kind == .plus ? \"add\" : \"add\"", false),
    ])
  func caseByCase(_ raw: String, _ value: String, _ isCarried: Bool) throws {
    let text =
      Self.recipes(
        ["var kind: Kind = Kind.plus", "var sort: String = \"none\""],
        """
        .custom(
          fromVersion: Recipes1.self, toVersion: Recipes2.self,
          willMigrate: { context in
            for recipe in try context.fetch(FetchDescriptor<Recipes1.Recipe>()) {
              texts[recipe.persistentModelID] = \(value)
            }
          },
          didMigrate: { context in
            for recipe in try context.fetch(FetchDescriptor<Recipes2.Recipe>()) {
              recipe.sort = texts[recipe.persistentModelID] ?? "none"
            }
            try context.save()
          })
        """) + "\nenum Kind\(raw.isEmpty ? ": Codable" : raw + ", Codable") { case plus, minus }\n"
    let result = try verify(text)
    #expect((result.code == 0) == isCarried, "\(result.text)")
    #expect(result.text.contains("in 'Recipe.sort' now") == isCarried, "\(result.text)")
  }
}
