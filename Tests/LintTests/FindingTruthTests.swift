import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// What is said once, in which words, and of which code nothing is said.
@Suite struct FindingTruthTests {
  @Test func oldSwiftIsOneFindingOfTheTree() throws {
    let folder = try LintFolder([
      "A.swift": "import CoreData\nfunc a() {\n  for var i = 0; i < 3; ++i { print(i) }\n}\n",
      "B.swift":
        "import CoreData\nfunc b(x: Int?, y: Int?) {\n  if let a = x, b = y { print(a, b) }\n}\n",
      "C.swift": "import CoreData\nfunc c(x: Int?) {\n  if let a = x where a > 2 { print(a) }\n}\n",
    ])
    let text = folder.run("lint {}").text
    #expect(text.components(separatedBy: "as it was before version 3").count == 2, "\(text)")
    #expect(text.contains("likewise B.swift:3, C.swift:3"), "\(text)")
    #expect(!text.contains("merge conflict"), "\(text)")
  }

  @Test func aMissingWordIsNoOldSwift() throws {
    let folder = try LintFolder([
      "A.swift": "import CoreData\nfunc a(list: [Int]) {\n  for x list { print(x) }\n}\n"
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("syntax error: 'in' is missing"), "\(text)")
  }

  @Test func placesInManyFilesAreShort() throws {
    var files: [String: String] = [
      "Deep/Note.swift":
        "import SwiftData\n@Model final class Note { var title = \"\"; init() {} }\n"
    ]
    for name in ["A", "B", "C", "D", "E", "F"] {
      files["Deep/Down/\(name).swift"] = """
        import SwiftData
        func keep\(name)(_ context: ModelContext) { try? context.save() }
        """
    }
    let folder = try LintFolder(files)
    let text = folder.run("lint {}").text
    #expect(text.contains("likewise B.swift:2, C.swift:2, D.swift:2 and 2 more"), "\(text)")
    // Those that are only counted stand below, whole.
    let down = folder.root.path + "/Deep/Down"
    #expect(text.contains("  likewise: \(down)/E.swift:2; \(down)/F.swift:2\n"), "\(text)")
    let json = folder.run("lint {} --format json").text
    let sarif = folder.run("lint {} --format sarif").text
    for name in ["E", "F"] {
      #expect(json.contains("\(down)/\(name).swift\""), "\(json)")
      #expect(sarif.contains("/Deep/Down/\(name).swift\""), "\(sarif)")
    }
  }

  /// Of two classes of one name nobody knows which the relationships are between.
  @Test func noInverseIsMissedBetweenClassesOfOneName() throws {
    func rules(_ tag: String) throws -> [Substring] {
      let folder = try LintFolder([
        "Versions.swift": """
        import SwiftData
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
          @Model final class Note {
            @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
            init() {}
          }
          @Model final class Tag { var notes: [Note] = []; init() {} }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self, \(tag).self] }
          @Model final class Note { var text = ""; var tags: [\(tag)] = []; init() {} }
          @Model final class Tag { var notes: [Note] = []; init() {} }
        }
        """
      ])
      return folder.run("lint {}").text.matches(of: #/\[([a-z-]+)\]/#).map(\.output.1)
    }
    #expect(try rules("V1.Tag") == ["model-left-out", "repeated-entity-name"])
    #expect(try rules("Tag") == ["uninferred-inverse"])
  }

  @Test func savesThatCountAsDoneAreSaidOncePerFile() throws {
    let folder = try LintFolder([
      "S.swift": """
      import SwiftData
      @Model final class Note { var title = ""; init() {} }
      struct Keeper {
        let context: ModelContext
        func saveOne(_ note: Note) -> Bool {
          context.insert(note)
          try? context.save()
          return true
        }
        func saveOther(_ note: Note) -> Bool {
          note.title = "other"
          try? context.save()
          return true
        }
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("line 8 goes on as if it had worked; likewise in line 12"), "\(text)")
  }

  @Test func codeThatNobodyCallsCostsNothing() throws {
    func files(_ use: String, _ start: String) -> [String: String] {
      [
        "Store.swift": """
        import SwiftData
        @Model final class Note { var code = ""; init() {} }
        final class Store {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func collect(_ codes: [String]) throws {
            for code in codes {
              print(try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })))
            }
          }
        }
        """,
        "App.swift": "import SwiftUI\n\(start) struct TheApp: App { func go() { \(use) } }\n",
      ]
    }
    func isSaid(_ use: String, _ start: String) throws -> Bool {
      // In an app of few files, what nothing calls yet is judged all the same.
      let others = (0..<20).map { ("Part\($0).swift", "enum Part\($0) {}") }
      let all = files(use, start).merging(others) { own, _ in own }
      return try LintFolder(all).run("lint {}").text.contains("[fetch-in-loop]")
    }
    #expect(try !isSaid("", "@main"))
    #expect(try isSaid("try? Store(context: db).collect([])", "@main"))
    // Nothing makes one: what is called is a function of another type.
    #expect(try !isSaid("try? other.collect([])", "@main"))
    // In a library, others may call it.
    #expect(try isSaid("", ""))
  }

  /// A list of texts is one blob as well, and no attribute of the newest systems.
  @Test(arguments: [("", false), ("@Attribute(.codable) ", true)])
  func listsOfTextsAreNotCalledCodable(_ attribute: String, _ isSaid: Bool) throws {
    let text = try LintFolder([
      "Note.swift": """
      import SwiftData
      struct Tags: Codable { var all: [String] = [] }
      @Model final class Note { \(attribute)var tags: \(isSaid ? "Tags" : "[String]") = \(isSaid ? "Tags()" : "[]"); init() {} }
      func tagged(_ context: ModelContext) throws -> [Note] {
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.tags\(isSaid ? ".all" : "").contains("a") }))
      }
      """
    ]).run("lint {}").text
    #expect(text.contains("'@Attribute(.codable)'") == isSaid, "\(text)")
  }

  @Test func anIndexIsNoAdviceForSystemsWithoutIt() throws {
    func text(_ version: String?) throws -> String {
      var files = [
        "App/Note.swift": """
        import SwiftData
        @Model final class Note { var code = 0; var title = ""; init() {} }
        func some(_ codes: [Int], _ context: ModelContext, use: (Note) async -> Void) async throws {
          for code in codes {
            let wanted = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
            if let note = try context.fetch(wanted).first { await use(note) }
          }
        }
        """
      ]
      if let version {
        files["project.yml"] = "options:\n  deploymentTarget:\n    iOS: \"\(version)\"\n"
      }
      return try LintFolder(files).run("lint {}").text
    }
    #expect(try text(nil).contains("[unindexed-fetch]"))
    #expect(try text("18.2").contains("[unindexed-fetch]"))
    #expect(try !text("17.0").contains("[unindexed-fetch]"))
  }
}
