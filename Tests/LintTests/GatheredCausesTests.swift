import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// Findings of several rules or files that one change mends.
@Suite struct GatheredCausesTests {
  @Test func theEndOfAnAppWithoutItsStoreIsSaidOnce() throws {
    let container = """
      import SwiftData
      func open() -> ModelContainer {
        do { return try ModelContainer(for: Trip.self) } catch { fatalError() }
      }

      """
    let folder = try LintFolder([
      "App/Trip.swift":
        "import SwiftData\n@Model final class Trip { var name = \"\"; init() {} }\n",
      "App/App.swift": container, "Widget/Widget.swift": container,
      "Watch/Watch.swift": container.replacingOccurrences(of: "fatalError()", with: "return spare"),
    ])
    let text = folder.run("lint {}").text
    #expect(text.split(separator: "[fatal-error-on-container-failure]").count == 2, "\(text)")
    #expect(text.contains("App.swift:3:60"), "\(text)")
    #expect(text.contains("does not open; likewise") && text.contains("Widget.swift:3"), "\(text)")
    #expect(!text.contains("Watch.swift"), "\(text)")
  }

  /// A call that fetches and saves is one call too many, and so are two calls in one loop.
  @Test func whatOneLoopAsksOfStoresIsSaidOnce() throws {
    let folder = try LintFolder([
      "Store.swift": """
      import SwiftData
      @Model final class Tag { var name = ""; var rank = 0; init() {} }
      struct TagStore {
        let context: ModelContext
        func drop(_ name: String) throws {
          for tag in try context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })) {
            context.delete(tag)
          }
          try context.save()
        }
        func rank(_ name: String) throws -> Int? {
          try context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })).last?.rank
        }
        func raise(_ tag: Tag) throws {
          tag.rank += 1
          try context.save()
        }
        func lower(_ tag: Tag) throws {
          tag.rank -= 1
          try context.save()
        }
      }
      func tidy(_ names: [String], _ others: [String], _ tags: [Tag], _ store: TagStore) throws {
        for name in names {
          print(try store.rank(name) ?? 0)
          try store.drop(name)
        }
        for tag in tags {
          if tag.name.isEmpty { try store.raise(tag) } else { try store.lower(tag) }
        }
      }
      """
    ])
    let text = folder.run("lint {}").text
    let marks = text.split(separator: "\n").filter { $0.contains("-in-loop]") }
    #expect(marks.count == 2, "\(text)")
    #expect(
      text.contains("'rank' makes one fetch for every element of 'names'; likewise in line 26"))
    #expect(
      text.contains("'raise' saves on its own for every element of 'tags' [save-in-loop]"),
      "\(text)")

    // Who turned one of the rules off still hears of the other.
    try folder.write(".storedoctor.yml", "rules:\n  fetch-in-loop: off\n")
    let rest = folder.run("lint {} --config {}/.storedoctor.yml").text
    #expect(rest.contains("'drop' saves on its own for every element of 'names'"), "\(rest)")
  }

  /// What follows from another finding is said by that one alone.
  @Test func whatFollowsFromAnotherFindingIsNotSaidBesideIt() throws {
    let folder = try LintFolder([
      "Note.swift": """
      import SwiftData
      @Model final class Note {
        #Index<Note>([\\.rank], [\\.reference])
        var rank = 0
        @Relationship(deleteRule: .cascade) var lines: [Line] = []
        init() {}
      }
      @Model final class Line {
        var text = ""
        @Relationship(deleteRule: .cascade) var note: Note?
        init() {}
      }
      struct NoteStore {
        let context: ModelContext
        func lines(of text: String) throws -> [Line] {
          try context.fetch(FetchDescriptor<Line>(predicate: #Predicate { $0.text == text }))
        }
      }
      func counts(_ texts: [String], _ store: NoteStore) throws -> [Int] {
        try texts.map { try store.lines(of: $0).count }
      }
      func ranks(_ context: ModelContext) throws -> [Note] {
        try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("[index-on-missing-property]") && !text.contains("[unused-index]"))
    #expect(text.contains("[cascade-to-parent]") && !text.contains("[cascade-cycle]"), "\(text)")
    #expect(text.contains("loads what is only counted each time [fetch-in-loop]"), "\(text)")
    #expect(!text.contains("[whole-rows-for-count]"), "\(text)")
  }

  /// What CloudKit refuses, and a name that is spelled wrong, is one cause.
  @Test func oneRelationshipAndOneNameAreSaidOnce() throws {
    let folder = try LintFolder([
      "Notes.swift": """
      import SwiftData
      enum NotesV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
        @Model final class Note { var comment: String?; var tag: Tag?; init() {} }
        @Model final class Tag { var name: String?; init() {} }
      }
      enum NotesV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
        @Model final class Note {
          @Attribute(originalName: "coment") var remark: String?
          var tag: Tag?
          init() {}
        }
        @Model final class Tag { var name: String?; init() {} }
      }
      enum NotesPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)]
        }
      }
      func open() throws -> ModelContainer {
        try ModelContainer(
          for: Schema(versionedSchema: NotesV2.self), migrationPlan: NotesPlan.self,
          configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.notes")))
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(
      text.contains("[unknown-original-name]") && !text.contains("[property-dropped]"), "\(text)")
    #expect(
      text.contains("[ck-relationships-inverse]") && !text.contains("[missing-inverse]"), "\(text)")
  }

  @Test func fetchesOfOneFileThatLoadTooMuchAreSaidOnce() throws {
    let folder = try LintFolder([
      "Notes.swift": """
      import SwiftData
      @Model final class Tag { var name = ""; init() {} }
      @Model final class Place { var name = ""; init() {} }
      func show(_ context: ModelContext) throws {
        guard try context.fetch(FetchDescriptor<Tag>()).count == 0 else { return }
        if try context.fetch(FetchDescriptor<Place>()).isEmpty {
          [Place(), Place()].forEach(context.insert)
        }
        print(try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\\.name)])).first as Any)
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("for their number alone; likewise in line 6"), "\(text)")
    #expect(text.contains("every 'Tag' that fits is loaded for the first one alone ["), "\(text)")
  }

  /// A line that two findings are in is named once, and not again beside itself.
  @Test func oneLineIsNamedOnce() throws {
    let folder = try LintFolder([
      "Notes.swift": """
      import SwiftData
      @Model final class Folder {
        var name = ""
        @Relationship(inverse: \\Note.folder) var notes: [Note] = []
        init() {}
      }
      @Model final class Note { var folder: Folder?; init() {} }
      func drop(_ folder: Folder, _ context: ModelContext) { context.delete(folder) }
      func pair(_ a: Note, _ b: Note) -> [Folder] { [a.folder!, b.folder!] }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("and the app crashes here [forced-relationship]"), "\(text)")
    #expect(text.split(separator: "[forced-relationship]").count == 2, "\(text)")
  }

  /// What the requests of a file are to load beside their objects.
  @Test func relationshipsThatAFileFollowsAreSaidOnce() throws {
    let code = """
      import CoreData
      func first(_ context: NSManagedObjectContext) throws -> [Any?] {
        let request = NSFetchRequest<CDPage>(entityName: "Page")
        return try context.fetch(request).map { $0.lines?.allObjects.first }
      }
      func counts(_ context: NSManagedObjectContext) throws -> [Int] {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        return try context.fetch(request).map { $0.notes?.count ?? 0 }
      }

      """
    let model = """
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Folder" representedClassName="CDFolder">
        <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Note" inverseName="folder" inverseEntity="Folder"/>
      </entity>
      <entity name="Note" representedClassName="CDNote">
        <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
      </entity>
      <entity name="Page" representedClassName="CDPage">
        <relationship name="lines" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Line" inverseName="page" inverseEntity="Line"/>
      </entity>
      <entity name="Line" representedClassName="CDLine">
        <relationship name="page" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Page" inverseName="lines" inverseEntity="Page"/>
      </entity>
      </model>
      """
    let folder = try LintFolder([
      "Notes.swift": code, "Notes.xcdatamodeld/Notes.xcdatamodel/contents": model,
    ])
    let text = folder.run("lint {}").text
    #expect(text.split(separator: "[core-data-n-plus-one]").count == 2, "\(text)")
    #expect(text.contains("; likewise 'Folder.notes'"), "\(text)")
    #expect(text.contains(#"["lines"] for 'Page', ["notes"] for 'Folder'"#), "\(text)")
  }

  /// An app and its watch app may each have the model.
  @Test func theCopyOfAModelIsSaidOnce() throws {
    let model = """
      <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Note" representedClassName="CDNote">
        <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder"/>
      </entity>
      <entity name="Folder" representedClassName="CDFolder">
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
      </model>
      """
    let folder = try LintFolder([
      "App/Notes.xcdatamodeld/Notes.xcdatamodel/contents": model,
      "Watch/Notes.xcdatamodeld/Notes.xcdatamodel/contents": model,
    ])
    let text = folder.run("lint {}").text
    #expect(text.split(separator: "[missing-inverse]").count == 2, "\(text)")
    #expect(text.contains("; likewise in its copy"), "\(text)")
  }
}
