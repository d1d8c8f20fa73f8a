import Diagnostics
import Foundation
import ModelSource
import StoreModel
import Testing

@testable import DoctorCLI
@testable import StoreDoctor

/// What `lint` looks at, what it leaves out and says so, and what makes it fail.
@Suite struct LintScopeTests {
  private static let trip = """
    @Model class Trip { var name = ""; var stops: [Stop] = [] }
    @Model class Stop { var place = "" }

    """
  private static let unique =
    "@Model class Tag { @Attribute(.unique) var name: String?; init() {} }\n"

  @Test func codeOfOthersAndGeneratedFilesAreLeftOut() throws {
    let folder = try LintFolder([
      "App/Main.swift": "let a = 1\n", "Pods/Kit/Trip.swift": Self.trip,
      "App/node_modules/Trip.swift": Self.trip, "App/Trip.generated.swift": Self.trip,
      "AppTests/Fixtures/Trip.swift": Self.trip, "Fixtures/Stop.swift": "let b = 1\n",
    ])
    let result = folder.run("lint {}")
    #expect(result.code == 0)
    #expect(result.text.contains("no findings in 2 Swift files"), "\(result.text)")
    #expect(result.text.contains("left out 4 files"), "\(result.text)")
    #expect(result.text.contains("1 in 'Pods'") && result.text.contains("'--all-files'"))
    #expect(folder.run("lint {} --all-files").code == 1)
    #expect(folder.run("lint {}/Pods").code == 1)
    #expect(folder.run("lint {}/Pods/Kit/Trip.swift").code == 1)
  }

  private static func model(_ attribute: String) -> String {
    """
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Tag" representedClassName="Tag">
    <attribute name="tint" optional="YES" attributeType="Transformable" \(attribute)/>
    <relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Note"/>
    </entity>
    <entity name="Note" representedClassName="Note"/>
    </model>
    """
  }

  @Test func modelsOfTestsAreLeftOut() throws {
    let folder = try LintFolder([
      "Main.swift": "let a = 1\n",
      "AppTests/Old.xcdatamodeld/Old.xcdatamodel/contents": Self.model("")
        .replacingOccurrences(
          of: #"deletionRule="Nullify" destinationEntity="Note""#,
          with:
            ##"deletionRule="Cascade" destinationEntity="Tag" inverseName="notes" inverseEntity="Tag""##
        ),
    ])
    let result = folder.run("lint {}")
    #expect(result.code == 0 && result.text.contains("1 models of tests"), "\(result.text)")
    #expect(folder.run("lint {} --all-files").code == 1)
    #expect(folder.run("lint {}/AppTests/Old.xcdatamodeld").code == 1)
  }

  /// Foundation finds them by the name of their class.
  @Test func transformersInObjectiveCAreThere() throws {
    let folder = try LintFolder([
      "Main.swift": "import CoreData\n",
      "App.xcdatamodeld/App.xcdatamodel/contents": Self.model(
        "valueTransformerName=\"TintTransformer\""),
    ])
    #expect(folder.run("lint {}").text.contains("transformer-not-found"))
    try folder.write(
      "TintTransformer.m",
      "#import <Foundation/Foundation.h>\n@interface TintTransformer : NSValueTransformer\n@end\n"
        + "@implementation TintTransformer\n@end\n")
    let result = folder.run("lint {}")
    #expect(!result.text.contains("transformer-not-found"), "\(result.text)")
  }

  @Test func whatGitIgnoresIsLeftOut() throws {
    let folder = try LintFolder([
      "Main.swift": "let a = 1\n", "Made/Trip.swift": Self.trip, "Old.swift": Self.trip,
      ".gitignore": "/Made\nOld.swift\n",
    ])
    try folder.git("init", "-q")
    let result = folder.run("lint {}")
    #expect(result.text.contains("2 files git ignores"), "\(result.text)")
    #expect(result.code == 0)
  }

  @Test func notesFailOnlyWhereTheyAreAskedTo() throws {
    let folder = try LintFolder(["Tag.swift": Self.unique])
    let result = folder.run("lint {}")
    #expect(result.text.contains("1 note in 1 Swift file") && result.code == 0, "\(result.text)")
    #expect(folder.run("lint {} --fail-on note").code == 1)
    try folder.write(".storedoctor.yml", "fail-on: note\n")
    #expect(folder.run("lint {}").code == 1)
  }

  @Test func aFileWithASyntaxErrorIsNoCleanFile() throws {
    let folder = try LintFolder(["Tag.swift": "@Model class Tag {\n  var name = \"\"\n"])
    let result = folder.run("lint {}")
    #expect(result.code == 1)
    #expect(
      result.text.contains("Tag.swift:2:16: error: syntax error: '}' is missing"), "\(result.text)")
  }

  /// The compiler takes the parentheses for those of the function type.
  @Test func anActorBeforeAFunctionTypeIsNoSyntaxError() throws {
    let folder = try LintFolder([
      "Load.swift": """
      import SwiftData
      func load(_ show: @escaping @MainActor([String]) -> Void, then: @MainActor() -> Void) {}
      """
    ])
    let result = folder.run("lint {}")
    #expect(result.code == 0, "\(result.text)")
  }

  @Test func objectiveCThatUsesCoreDataIsRead() throws {
    let folder = try LintFolder([
      "Main.swift": "let a = 1\n", "View.m": "#import <UIKit/UIKit.h>\n",
      "Stack.m": """
      @implementation Stack
      - (void)save { [self.managedObjectContext save:nil]; }
      @end
      """,
      "Old/Store.mm": "NSFetchRequest *request;\n", "Pods/Kit/Kit.m": "NSManagedObject *object;\n",
    ])
    let result = folder.run("lint {}")
    #expect(result.text.contains("in 1 Swift file, 2 Objective-C files"), "\(result.text)")
    try folder.write(".storedoctor.yml", "exclude: [Stack.m, Old]\n")
    #expect(!folder.run("lint {}").text.contains("Objective-C"))
  }

  /// Nobody may take silence about a file for a finding that there is nothing.
  @Test func objectiveCThatNobodyWroteIsSaidToBeUnread() throws {
    let deep = String(repeating: "[", count: 500)
    let folder = try LintFolder([
      "Main.swift": "let a = 1\n", "Made.m": "NSFetchRequest *request = \(deep);\n",
    ])
    let result = folder.run("lint {} --quiet")
    #expect(result.text.contains("1 Objective-C file was not read, '"), "\(result.text)")
    let json = folder.run("lint {} --format json --quiet").text
    #expect(json.contains("unreadObjectiveC") && json.contains("Made.m"), "\(json)")
  }

  @Test func loopsInFilesWithoutStoresCountToo() throws {
    let folder = try LintFolder([
      "Importer.swift": """
      import SwiftData

      @Model final class Word { var text = ""; init(text: String) { self.text = text } }
      protocol WordKeeping: Sendable { func add(_ text: String) async throws }
      @ModelActor actor Importer: WordKeeping {
        func add(_ text: String) throws {
          modelContext.insert(Word(text: text))
          try modelContext.save()
        }
      }
      """,
      "Loader.swift": """
      struct Loader {
        let importer: Importer
        func load(_ words: [String]) async throws {
          for word in words { try await importer.add(word) }
        }
      }
      """,
      "Reader.swift": """
      struct Reader {
        let keeper: any WordKeeping
        func load(_ words: [String]) async throws {
          for word in words { try await keeper.add(word) }
        }
      }
      """,
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("Loader.swift:4"), "\(text)")
    #expect(text.contains("save-in-loop") && text.contains("Reader.swift:4"), "\(text)")
  }

  @Test func whatOnlyDevelopersRunIsLeftAlone() throws {
    let folder = try LintFolder([
      "Seed.swift": """
      import SwiftData

      @Model final class Tag { var name = ""; init() {} }
      #if DEBUG
        func seed(_ context: ModelContext) throws {
          if try context.fetch(FetchDescriptor<Tag>()).isEmpty { context.insert(Tag()) }
        }
      #else
        func seed(_ context: ModelContext) throws {
          if try context.fetch(FetchDescriptor<Tag>()).isEmpty { print("empty") }
        }
      #endif
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("Seed.swift:10") && text.contains("1 note in 1 Swift file"), "\(text)")
  }

  @Test func whatOneViewAsksIsSaidOnce() throws {
    let folder = try LintFolder([
      "V.swift": """
      import SwiftData
      import SwiftUI

      @Model final class Tag { var name = ""; init() {} }
      struct Counts: View {
        @Environment(\\.modelContext) private var modelContext
        var body: some View { Text("\\(all) \\(some)") }
        var all: Int { (try? modelContext.fetchCount(FetchDescriptor<Tag>())) ?? 0 }
        var some: Int { (try? modelContext.fetchCount(FetchDescriptor<Tag>())) ?? 0 }
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(
      text.contains("asks the store again each time it is drawn; likewise in line 9"), "\(text)")
  }

  @Test func aHandfulIsNoLoopToMend() throws {
    let folder = try LintFolder([
      "Seed.swift": """
      import SwiftData

      @Model final class Tag { var name = ""; init() {} }
      @Model final class Note {
        @Relationship var tags: [Tag] = []
        init() {}
      }
      struct Seed {
        private static let others = ["c", "d"]
        let names: [String]
        func seed(_ context: ModelContext) throws {
          let written = ["a", "b"]
          for name in written { try add(name, context) }
          for name in Self.others { try add(name, context) }
          for name in names.prefix(3) { try add(name, context) }
          for name in names { try add(name, context) }
          let notes = try context.fetch(FetchDescriptor<Note>())
          for note in notes.prefix(3) { print(note.tags.count) }
        }
        private func add(_ name: String, _ context: ModelContext) throws {
          let wanted = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
          if try context.fetchCount(wanted) == 0 { context.insert(Tag()) }
        }
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("Seed.swift:16") && !text.contains("likewise"), "\(text)")
    #expect(!text.contains("n-plus-one"), "\(text)")
  }

  @Test func whatIsUniqueAndOptionalIsOneDecision() throws {
    let folder = try LintFolder([
      "A.swift": "@Model class A { @Attribute(.unique) var remoteID: Int?; init() {} }\n",
      "B.swift": """
      @Model class B { @Attribute(.unique) var remoteID: Int?; init() {} }
      @Model class C { @Attribute(.unique) var code: Int?; init() {} }
      """,
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("1 note in 2 Swift files"), "\(text)")
    #expect(text.contains("likewise 'B.remoteID', 'C.code'"), "\(text)")
  }

  @Test func placesThatRelyOnOneOrderAreSaidOnce() throws {
    let folder = try LintFolder([
      "List.swift": """
      import SwiftData

      @Model final class List {
        @Relationship(inverse: \\Song.list) var songs: [Song] = []
        init() {}
        func add(_ song: Song) { songs.insert(song, at: 0) }
        func move(_ song: Song, to place: Int) { songs.insert(song, at: place) }
      }
      @Model final class Song { var list: List?; init() {} }
      """
    ])
    let result = folder.run("lint {}")
    #expect(result.text.components(separatedBy: "the place is not kept").count == 2)
    #expect(result.text.contains("likewise"), "\(result.text)")
  }

  @Test func callsOfOneFunctionInLoopsAreSaidOnce() throws {
    let folder = try LintFolder([
      "Store.swift": """
      import SwiftData

      @Model final class Tag { var name = ""; init(name: String) { self.name = name } }
      struct Store {
        let context: ModelContext
        func tag(_ name: String) throws -> Tag? {
          let wanted = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
          return try context.fetch(wanted).first
        }
        func first(_ names: [String]) throws { for name in names { print(try tag(name) as Any) } }
        func second(_ words: [String]) throws { for word in words { print(try tag(word) as Any) } }
      }
      """
    ])
    let result = folder.run("lint {}")
    #expect(
      result.text.contains(
        "'tag' makes one fetch for every element of 'names'; likewise in line 11"),
      "\(result.text)")
    #expect(result.text.contains("1 warning"), "\(result.text)")
  }

  @Test func objectsThatCrossToOneActorAreSaidOnce() throws {
    let actor = """
      import SwiftData

      @Model final class Tag { var name = ""; init() {} }
      @ModelActor actor Store {
        func all() throws -> [Tag] { try modelContext.fetch(FetchDescriptor<Tag>()) }
        func keep(_ tag: Tag) throws { modelContext.insert(tag); try modelContext.save() }
      }
      """
    let folder = try LintFolder([
      "Store.swift": actor,
      "A.swift":
        "import SwiftData\nfunc a(_ store: Store) async throws { print(try await store.all()) }",
      "B.swift":
        "import SwiftData\nfunc b(_ store: Store, _ tag: Tag) async throws { try await store.keep(tag) }",
    ])
    let result = folder.run("lint {}")
    #expect(
      result.text.contains("'Tag' objects come out of the actor 'Store'; likewise"),
      "\(result.text)")
    #expect(result.text.contains("B.swift:2"), "\(result.text)")
  }

  @Test func manyPropertiesOfOneClassAreSaidOnce() throws {
    let folder = try LintFolder([
      "Trip.swift": """
      @Model class Trip { var a: [A] = []; var b: [B] = []; var c: [C] = []; var d: [D] = [] }
      @Model class A { var n = "" }
      @Model class B { var n = "" }
      @Model class C { var n = "" }
      @Model class D { var n = "" }
      """
    ])
    let result = folder.run("lint {}")
    #expect(
      result.text.contains("'Trip.a' has no inverse; likewise 'b', 'c', 'd'"), "\(result.text)")
    #expect(result.text.contains("1 warning in 1 Swift file"))
  }

  @Test func everyMistakeOfTheConfigurationIsNamed() throws {
    let text = "rulez: a\nrules:\n  mising-inverse: off\n  cascade-cycle: loud\ncloudkit: maybe\n"
    let folder = try LintFolder(["Trip.swift": Self.trip, ".storedoctor.yml": text])
    let result = folder.run("lint {}")
    #expect(result.code == 2)
    for line in [1, 3, 4, 5] {
      #expect(result.text.contains(".storedoctor.yml:\(line): "), "\(result.text)")
    }
  }

  @Test func rulesAreSetByGroupAndByPlace() throws {
    let folder = try LintFolder([
      "Trip.swift": Self.trip, ".storedoctor.yml": "rules:\n  relationships: off\n",
    ])
    #expect(folder.run("lint {}").code == 0)
    try folder.write(
      ".storedoctor.yml", "rules:\n  missing-inverse: error\n  relationships: off\n")
    #expect(folder.run("lint {}").text.contains("error: 'Trip.stops'"))
    try folder.write(
      ".storedoctor.yml", "rules:\n  missing-inverse:\n    severity: error\n    exclude: [Old]\n")
    #expect(folder.run("lint {} --fail-on error").code == 1)
    try folder.write(
      ".storedoctor.yml", "rules:\n  missing-inverse:\n    exclude: [Trip.swift]\n")
    #expect(folder.run("lint {}").code == 0)
  }

  @Test func aPlanThatDoesNotExistIsRefused() throws {
    let folder = try LintFolder([
      "Plan.swift": """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; init() {} }
      }
      enum NotesPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static let stages: [MigrationStage] = []
      }
      """, ".storedoctor.yml": "plans:\n  - NotePlan\n",
    ])
    let result = folder.run("lint {}")
    #expect(result.code == 2)
    #expect(
      result.text.contains(
        ".storedoctor.yml:2: there is no plan 'NotePlan'; did you mean 'NotesPlan'?"),
      "\(result.text)")
  }

  @Test func whatIsMissingIsSaidPlainly() throws {
    let folder = try LintFolder(["Trip.swift": Self.trip])
    let baseline = folder.run("lint {} --baseline {}/known.txt")
    #expect(baseline.text.contains("there is no baseline"), "\(baseline.text)")
    #expect(folder.run("explain missing-invrse").text.contains("'missing-inverse'"))
  }

  @Test func containersOfEntitlementsAreReadAsAPropertyList() {
    let services =
      "<key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>"
    func has(_ containers: String, _ services: String) -> Bool {
      Entitlements(
        path: "a.entitlements",
        text: "<plist version=\"1.0\"><dict>"
          + "<key>com.apple.developer.icloud-container-identifiers</key>\(containers)\(services)"
          + "</dict></plist>"
      ).hasCloudContainer
    }
    #expect(has("<array><string>iCloud.a</string></array>", services))
    #expect(has("<array><string>iCloud.a</string></array>", ""))
    #expect(!has("<array/>", services))
    #expect(!has("<array><!-- <string>iCloud.a</string> --></array>", services))
    #expect(
      !has(
        "<array><string>iCloud.a</string></array>",
        services.replacingOccurrences(of: "CloudKit", with: "CloudDocuments")))
  }

  @Test(arguments: [
    ("title CONTAINS[cd] %@ AND folder.name == 'a b'", ["title", "folder.name"]),
    ("%K == %@", []), ("ANY tags.name IN {\"x\", \"y\"}", ["tags.name"]),
    ("SUBQUERY(tags, $t, $t.name == 'a').@count > 0", ["tags", "tags.name", "@count"]),
    (
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c > $x.d).@count > 1).@count > 0",
      ["a", "a.b", "a.b.c", "a.d", "@count", "@count"]
    ),
    ("date > $SINCE", []), ("SELF.title != nil", ["SELF.title"]),
    ("(size >= 1e5) && !isDone", ["size", "isDone"]), ("title ==[c] \"it\\\"s\"", ["title"]),
  ])
  func keyPathsOfPredicatesAreRead(_ format: String, _ expected: [String]) {
    #expect(PredicateFormat.keyPaths(in: format).map { $0.joined(separator: ".") } == expected)
  }

  @Test(arguments: [
    ("Notes", "Notes 2"), ("Notes 2", "Notes 10"), ("Notes_v9", "Notes_v10"), ("V1.9", "V1.10"),
    ("ModelV3", "ModelV12"), ("Notes", "Notes v2"), ("Notes", "Notes_2"),
  ])
  func versionsAreOrderedByTheirNumbers(_ older: String, _ newer: String) {
    #expect(VersionName(older).isBefore(VersionName(newer)))
    #expect(!VersionName(newer).isBefore(VersionName(older)))
  }

  /// With the advice for Core Data, where keys are strings and inverses are set in the model editor.
  @Test func whatIsWrongWithCoreDataIsSaidOnceAndInItsWords() throws {
    let folder = try LintFolder([
      "Notes.swift": """
      import CoreData
      func names(_ context: NSManagedObjectContext) throws -> [String] {
        let request: NSFetchRequest<Note> = Note.fetchRequest()
        return try context.fetch(request).map { $0.folder?.name ?? "" }
      }
      """,
      "Notes.xcdatamodeld/Notes.xcdatamodel/contents": """
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Note" representedClassName="Note">
        <relationship name="folder" optional="YES" maxCount="1" destinationEntity="Folder"/>
      </entity>
      <entity name="Folder"><attribute name="name" optional="YES" attributeType="String"/></entity>
      </model>
      """,
    ])
    let text = folder.run("lint {} --no-cache").text
    #expect(text.components(separatedBy: "is loaded by a query of its own").count == 2, "\(text)")
    #expect(text.contains("to [\"folder\"] before the fetch"))
    #expect(text.contains("in the model editor") && !text.contains("@Relationship"), "\(text)")
  }

  @Test func otherModelsAreNoVersions() {
    #expect(!VersionName("Notes").isBefore(VersionName("Tags 2")))
    #expect(!VersionName("Notes 2").isBefore(VersionName("Notes 2")))
    // Which of these two is older is not told.
    #expect(!VersionName("Notes").isBefore(VersionName("NotesV2")))
  }

  /// They are mended together, by whoever decides where the context works.
  @Test func usesOfOneContextAreSaidOnce() throws {
    let folder = try LintFolder([
      "Sync.swift": """
      import CoreData
      final class Sync {
        let worker: NSManagedObjectContext
        init(_ container: NSPersistentContainer) { worker = container.newBackgroundContext() }
        func clear() throws { try worker.save() }
        func count() throws -> Int { try worker.count(for: NSFetchRequest(entityName: "Note")) }
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("outside of its 'perform'; likewise in line 6"), "\(text)")
  }
}
