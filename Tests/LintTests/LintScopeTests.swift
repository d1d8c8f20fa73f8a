import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// What `lint` looks at, what it leaves out, and that it says so.
@Suite struct LintScopeTests {
  private static let trip = """
    @Model class Trip { var name = ""; var stops: [Stop] = [] }
    @Model class Stop { var place = "" }

    """

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

  @Test func whatWasDownloadedIntoAnAppIsLeftOut() throws {
    let files = ["App/Main.swift": "let a = 1\n", "App/Kit-ios-master/Trip.swift": Self.trip]
    let folder = try LintFolder(
      files.merging(["App/App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{ objects = {}; }\n"]) {
        $1
      })
    let result = folder.run("lint {}")
    #expect(result.code == 0 && result.text.contains("1 in 'Kit-ios-master'"), "\(result.text)")
    // What holds the app itself is no part of it.
    let other = try LintFolder([
      "App-master/App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{ objects = {}; }\n",
      "App-master/Trip.swift": Self.trip,
    ])
    #expect(other.run("lint {}").code == 1)
  }

  @Test func librariesWithAProjectOfTheirOwnAreLeftOut() throws {
    let project = "// !$*UTF8*$!\n{ objects = {}; }\n"
    let files = [
      "App/App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{ objects = {}; /* Kit.xcodeproj */ }\n",
      "Kit/Kit.xcodeproj/project.pbxproj": project, "Kit/LICENSE": "free\n",
      "Kit/README.md": "Kit\n", "Kit/Code/Trip.swift": Self.trip,
    ]
    let result = try LintFolder(files).run("lint {}")
    #expect(result.code == 0 && result.text.contains("1 in 'Kit'"), "\(result.text)")
    // A part of the app has no license of its own, and what no other project names is an app as well.
    let own = try LintFolder(files.filter { $0.key != "Kit/LICENSE" })
    #expect(own.run("lint {}").code == 1)
    let alone = try LintFolder(files.merging(["App/App.xcodeproj/project.pbxproj": project]) { $1 })
    #expect(alone.run("lint {}").code == 1)
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

  /// What asks a class that works with Core Data, or one that inherits it, need not name Core Data.
  @Test func objectiveCThatAsksAStoreIsRead() throws {
    let folder = try LintFolder([
      "Store.m": """
      @implementation Store
      + (NSArray *)all:(NSString *)name in:(NSManagedObjectContext *)context {
        NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:name];
        return [context executeFetchRequest:request error:nil];
      }
      @end
      """,
      "NoteStore.h": "@interface NoteStore : Store\n@end\n",
      "View.m": """
      @implementation View
      - (NSUInteger)many { return [[NoteStore all:@"Note" in:self.context] count]; }
      @end
      """,
      "Other.m": "@implementation Other\n@end\n",
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("in 2 Objective-C files"), "\(text)")
    #expect(text.contains("[whole-rows-for-count]"), "\(text)")
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
      "Tags.swift": """
      import SwiftData

      @Model final class Tag { var name = ""; init() {} }
      #if DEBUG
        func refresh(_ context: ModelContext) throws {
          if try context.fetch(FetchDescriptor<Tag>()).isEmpty { context.insert(Tag()) }
        }
      #else
        func refresh(_ context: ModelContext) throws {
          if try context.fetch(FetchDescriptor<Tag>()).isEmpty { print("empty") }
        }
      #endif
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("Tags.swift:10") && text.contains("1 note in 1 Swift file"), "\(text)")
  }

  @Test func aHandfulIsNoLoopToMend() throws {
    let folder = try LintFolder([
      "Tags.swift": """
      import SwiftData

      @Model final class Tag { var name = ""; init() {} }
      @Model final class Note {
        @Relationship var tags: [Tag] = []
        init() {}
      }
      struct Tags {
        private static let others = ["c", "d"]
        private let more = ["e", "f"]
        let names: [String]
        func refresh(_ context: ModelContext) throws {
          let written = ["a", "b"]
          for name in written { try add(name, context) }
          for name in Self.others { try add(name, context) }
          for name in self.more { try add(name, context) }
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
    #expect(text.contains("Tags.swift:18") && !text.contains("likewise"), "\(text)")
    #expect(!text.contains("n-plus-one"), "\(text)")
  }
}
