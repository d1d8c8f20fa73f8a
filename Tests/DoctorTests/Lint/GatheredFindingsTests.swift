import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// What has one cause is one finding, which names the other places.
@Suite struct GatheredFindingsTests {
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
