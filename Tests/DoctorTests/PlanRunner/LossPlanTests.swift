import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// What a plan's own code deletes, what it forgets, and what only its schema drops.
@Suite("Losses of plans with closures", .serialized, .enabled(if: PlanFixture.isAvailable))
struct LossPlanTests {
  private static let merging = """
    willMigrate: { context in
      var first: [String: Shelving1.Title] = [:]
      let order = [SortDescriptor(\\Shelving1.Title.shelf)]
      for title in try context.fetch(FetchDescriptor<Shelving1.Title>(sortBy: order)) {
        if first.updateValue(title, forKey: title.signature) != nil { context.delete(title) }
        first[title.signature] = title
      }
      try context.save()
    },
    didMigrate: nil
    """

  /// A library whose signatures become unique in its second version.
  private static func library(_ closures: String) -> String {
    """
    import Foundation
    import SwiftData

    enum Shelving1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Title.self] }
      @Model final class Title {
        var signature: String = ""
        var shelf: Int = 0
        init() {}
      }
    }
    enum Shelving2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Title.self] }
      @Model final class Title {
        @Attribute(.unique) var signature: String = ""
        var shelf: Int = 0
        init() {}
      }
    }
    enum ShelvingPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [Shelving1.self, Shelving2.self] }
      static var stages: [MigrationStage] { [unique] }
      static let unique = MigrationStage.custom(
        fromVersion: Shelving1.self, toVersion: Shelving2.self,
        \(closures)
      )
    }
    """
  }

  private func verify(_ text: String, _ options: [String] = []) throws -> (
    text: String, code: Int32
  ) {
    let fixture = try PlanFixture()
    let file = fixture.folder.appending(path: "Library.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return fixture.run(["verify", "--model", file.path, "--quiet"] + options)
  }

  /// What is computed of values that no app has is not the app's mistake, and is told as what it is.
  @Test("a value that is missing because the code computed none is explained")
  func noNumber() throws {
    func text(_ root: String) -> String {
      """
      import Foundation
      import SwiftData
      enum Fit1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Bike.self] }
        @Model final class Bike { var reach: Double = 0; init() {} }
      }
      enum Fit2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Bike.self] }
        @Model final class Bike { var reach: Double = 0; var root: Double = 0; init() {} }
      }
      enum FitPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Fit1.self, Fit2.self] }
        static var stages: [MigrationStage] {
          [
            .custom(
              fromVersion: Fit1.self, toVersion: Fit2.self, willMigrate: nil,
              didMigrate: { context in
                for bike in try context.fetch(FetchDescriptor<Fit2.Bike>()) {
                  bike.root = \(root)
                }
                try context.save()
              })
          ]
        }
      }
      """
    }
    let bad = try verify(text("-(abs(bike.reach) + 1).squareRoot() + (-1.0).squareRoot()"))
    #expect(bad.code == 1, "\(bad.text)")
    #expect(bad.text.contains("of the stage 'Fit1 to Fit2' set it to NaN"), "\(bad.text)")
    #expect(bad.text.contains("the rows are made up"))
    let good = try verify(text("min(abs(bike.reach), 1e9).squareRoot()"))
    #expect(good.code == 0 && !good.text.contains("NaN"), "\(good.text)")
  }

  @Test("a plan that makes a property unique passes only if it deals with duplicates")
  func duplicates() throws {
    let with = try verify(Self.library(Self.merging))
    #expect(with.code == 0, "\(with.text)")
    #expect(with.text.contains("3 migrations: 3 ok"))
    #expect(with.text.contains("deleted by its code"), "\(with.text)")
    let without = try verify(Self.library("willMigrate: nil, didMigrate: { _ in }"))
    #expect(without.code == 1, "\(without.text)")
    #expect(without.text.contains("3 migrations: 3 failed"))
    #expect(without.text.contains("134111"))
    let junit = try verify(
      Self.library("willMigrate: nil, didMigrate: { _ in }"), ["--format", "junit"])
    #expect(junit.text.contains("tests=\"3\" failures=\"3\""), "\(junit.text)")
  }

  @Test("a property that keeps its name and loses its original name is not called renamed")
  func lostOriginalName() throws {
    let original = Self.library("willMigrate: nil, didMigrate: { _ in }")
      .replacingOccurrences(of: "@Attribute(.unique) ", with: "var room: Int?; ")
    let named = try #require(original.range(of: "var signature"))
    let text = original.replacingCharacters(
      in: named, with: "@Attribute(originalName: \"title\") var signature")
    let result = try verify(text)
    #expect(result.code == 1, "\(result.text)")
    #expect(
      result.text.contains(
        "all values of 'Title.signature' are dropped in 'Shelving1 to Shelving2': 'Shelving2' no longer "
          + "has originalName: \"title\", by which versions are paired (likely: "), "\(result.text)"
    )
    #expect(!result.text.contains("looks like its new name"), "\(result.text)")
    #expect(result.text.contains("originalName: \"title\""), "\(result.text)")
  }

  @Test("rows that the plan's code deletes are counted, and are no finding")
  func deletions() throws {
    let fixture = try PlanFixture {
      $0.withWillMigrate(
        """
              let notes = try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>())
              for note in notes.prefix(5) { context.delete(note) }
              try context.save()
        """)
    }
    let result = fixture.migrate(["--format", "json"])
    #expect(result.code == 0, "\(result.text)")
    #expect(try fixture.value("SELECT count(*) FROM ZNOTE") == "15")
    #expect(result.text.contains("\"cause\": \"willMigrate\""))
    #expect(result.text.contains("\"count\": 5"))
    #expect(!result.text.contains("unasked"))
    let text = try PlanFixture("deletions-text") {
      $0.withDidMigrate(
        """
              let notes = try context.fetch(FetchDescriptor<NotesSchemaV2.Note>())
              for note in notes.prefix(3) { context.delete(note) }
              try context.save()
        """)
    }.migrate()
    #expect(text.text.contains("deleted 3 rows of 'Note'"), "\(text.text)")
  }

  /// A class gets another name; the closures are what they are told to be.
  private static func renamed(_ willMigrate: String, _ didMigrate: String) -> String {
    """
    import Foundation
    import SwiftData

    enum Cards1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [CardV1.self] }
      @Model final class CardV1 {
        var front: String = ""
        var back: String = ""
        init() {}
      }
    }
    enum Cards2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [CardV2.self] }
      @Model final class CardV2 {
        var front: String = ""
        var back: String = ""
        init(front: String, back: String) { (self.front, self.back) = (front, back) }
      }
    }
    enum CardPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [Cards1.self, Cards2.self] }
      static var stages: [MigrationStage] { [rename] }
      static nonisolated(unsafe) var cards: [(String, String)] = []
      static let rename = MigrationStage.custom(
        fromVersion: Cards1.self, toVersion: Cards2.self,
        willMigrate: { context in \(willMigrate) }, didMigrate: { context in \(didMigrate) })
    }
    """
  }

  @Test(
    "a class that the closures rename row by row has lost nothing, and one of whose rows some stay behind has"
  )
  func carriedRows() throws {
    let read =
      "cards = try context.fetch(FetchDescriptor<Cards1.CardV1>()).map { ($0.front, $0.back) }"
    func insert(_ from: String) -> String {
      "for (front, back) in \(from) { context.insert(Cards2.CardV2(front: front, back: back)) }; "
        + "try context.save()"
    }
    let all = try verify(Self.renamed(read, insert("cards")))
    #expect(all.code == 0, "\(all.text)")
    #expect(all.text.contains("3 migrations: 3 ok"), "\(all.text)")
    #expect(
      all.text.contains(
        "all rows of 'CardV1' are dropped in 'Cards1 to Cards2'; the plan's code makes at least as many "
          + "rows of 'CardV2', whose values were not compared"), "\(all.text)")
    let some = try verify(Self.renamed(read, insert("cards.dropFirst()")))
    #expect(some.code == 1, "\(some.text)")
    #expect(
      some.text.contains(
        "'CardV2' looks like its new name (likely: a guess from the properties), and the plan's code made "
          + "fewer rows of it"),
      "\(some.text)")
    // Nothing was seen of where they come from.
    let unread = try verify(
      Self.renamed(
        "",
        "for _ in 0..<20000 { context.insert(Cards2.CardV2(front: \"\", back: \"\")) }; "
          + "try context.save()"))
    #expect(unread.code == 1, "\(unread.text)")
    let deleted = try verify(
      Self.renamed("try context.delete(model: Cards1.CardV1.self); try context.save()", ""))
    #expect(deleted.code == 0, "\(deleted.text)")
    #expect(deleted.text.contains("the plan's code deletes them before"), "\(deleted.text)")
  }

  /// A class of the middle version alone, and what the code of the two stages does.
  private static func between(_ first: String, _ second: String) -> String {
    func version(_ number: Int, _ models: String, _ classes: String) -> String {
      """
      enum Deck\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [\(models)] }
        \(classes)
      }

      """
    }
    return "import Foundation\nimport SwiftData\n"
      + version(
        1, "Card.self", "@Model final class Card { var front: String = \"\"; init() {} }")
      + version(
        2, "Deck1.Card.self, Draft.self",
        "@Model final class Draft { var text: String = \"\"; init() {} }")
      + version(
        3, "Deck1.Card.self, Mark.self",
        "@Model final class Mark { var count: Int = 0; init() {} }") + """
        enum DeckPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [Deck1.self, Deck2.self, Deck3.self] }
          static var stages: [MigrationStage] {
            [
              .custom(
                fromVersion: Deck1.self, toVersion: Deck2.self, willMigrate: nil,
                didMigrate: { context in \(first) }),
              .custom(
                fromVersion: Deck2.self, toVersion: Deck3.self,
                willMigrate: { context in \(second) }, didMigrate: nil),
            ]
          }
        }
        """
  }

  @Test("a class that comes and goes on the way is lost by nobody who never had it")
  func comesAndGoes() throws {
    let delete =
      "for draft in try context.fetch(FetchDescriptor<Deck2.Draft>()) { context.delete(draft) }; "
      + "try context.save()"
    let read = "print(try context.fetch(FetchDescriptor<Deck2.Draft>()).count)"
    let all = try verify(Self.between("try context.save()", delete))
    #expect(all.code == 0 && all.text.contains("6 migrations: 6 ok"), "\(all.text)")
    let kept = try verify(Self.between("try context.save()", read))
    #expect(kept.text.contains("6 migrations: 3 ok, 3 failed"), "\(kept.text)")
    #expect(
      !kept.text.contains("FAILED: all rows of 'Draft' are dropped in 'Deck2"), "\(kept.text)")
    // Rows that a stage makes on the way are counted.
    let make = "context.insert(Deck2.Draft()); try context.save()"
    let made = try verify(Self.between(make, read))
    #expect(made.text.contains("6 migrations: 6 failed"), "\(made.text)")
    #expect(
      made.text.contains("all rows of 'Draft' are dropped in 'Deck2 to Deck3'"), "\(made.text)")
    let gone = try verify(Self.between(make, delete))
    #expect(gone.code == 0, "\(gone.text)")
  }

  @Test("a plan that needs Apple's systems is not run, and is not called broken")
  func needsApple() throws {
    let result = try verify(
      Self.library(
        """
        willMigrate: { context in
          let drawing = PKDrawing()
          for title in try context.fetch(FetchDescriptor<Shelving1.Title>()) {
            title.shelf = drawing.strokes.count
          }
          try context.save()
        },
        didMigrate: nil
        """))
    #expect(result.code == 1, "\(result.text)")
    #expect(result.text.contains("3 migrations: 3 not run"), "\(result.text)")
    #expect(
      result.text.contains(
        "NOT RUN: its code needs what only Apple's systems have: cannot find 'PKDrawing' in scope"),
      "\(result.text)")
  }

  @Test("a plan that needs a package is not run, and its name is said, not what follows from it")
  func needsPackage() throws {
    let text = """
      import Foundation
      import SugarKit
      import SwiftData

      enum Diary1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Day.self] }
        @Model final class Day { var text: String = ""; init() {} }
      }
      enum Diary2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Day.self] }
        struct Words: Codable {
          var counts: [String: Int]
          enum CodingKeys: String, CodingKey { case counts, newest }
          init(counts: [String: Int]) { self.counts = counts }
          init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            counts = try values.decode([String: Int].self, forKey: .counts).sweetened()
          }
          func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(counts, forKey: .counts)
          }
        }
        @Model final class Day { var text: String = ""; var words: Words?; init() {} }
      }
      enum DiaryPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Diary1.self, Diary2.self] }
        static var stages: [MigrationStage] { [count] }
        static let count = MigrationStage.custom(
          fromVersion: Diary1.self, toVersion: Diary2.self, willMigrate: nil,
          didMigrate: { context in
            for day in try context.fetch(FetchDescriptor<Diary2.Day>()) {
              day.words = Diary2.Words(counts: [day.text: 1])
            }
            try context.save()
          })
      }
      """
    let result = try verify(text)
    #expect(result.code == 1, "\(result.text)")
    #expect(result.text.contains("3 migrations: 3 not run"), "\(result.text)")
    #expect(result.text.contains("a package that is not among the given files"), "\(result.text)")
    #expect(result.text.contains("'sweetened'"), "\(result.text)")
    #expect(result.text.contains("'SugarKit' cannot be imported here"), "\(result.text)")
    #expect(!result.text.contains("does not conform to protocol"), "\(result.text)")
  }

  @Test("what the closures read and the schema drops is lost unless it is acknowledged")
  func droppedWithClosures() throws {
    let fixture = try PlanFixture()
    let file = fixture.folder.appending(path: "Sources/NotesSchemaV2.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try lines.filter { !$0.contains("storedoctor:ignore") }.joined(separator: "\n")
      .write(to: file, atomically: true, encoding: .utf8)
    let result = fixture.migrate()
    #expect(result.code == 1, "\(result.text)")
    #expect(result.text.hasPrefix("LOSS: "), "\(result.text)")
    #expect(result.text.contains("values of 'Note.importance' are dropped"))
    // The copy is there all the same.
    #expect(try fixture.value("SELECT count(*) FROM ZNOTE") == "20")
    let allowed = fixture.migrate(["--force", "--allow-loss", "Note.importance"])
    #expect(allowed.code == 0, "\(allowed.text)")
    #expect(allowed.text.contains("acknowledged: --allow-loss"))
    try "allow-loss:\n  - Note.importance\n".write(
      to: fixture.folder.appending(path: ".storedoctor.yml"),
      atomically: true, encoding: .utf8)
    #expect(fixture.migrate(["--force"]).code == 0)
    let wrong = fixture.migrate(["--force", "--allow-loss", "Note.importanse"])
    #expect(wrong.code == 2, "\(wrong.text)")
    #expect(wrong.text.contains("did you mean 'Note.importance'?"))
  }
}
