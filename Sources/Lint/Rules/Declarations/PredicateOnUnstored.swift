internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates over properties that are in no column.
struct PredicateOnUnstored: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-on-unstored", group: .declarations, severity: .error,
    summary: "a predicate uses a property that is not stored, or only encoded",
    why:
      "a predicate becomes SQL, a computed or @Transient property has no column, and nothing can "
      + "look into an encoded one: the fetch throws 'unsupportedPredicate' or the app crashes",
    fix: "compare the stored properties it is computed from, or filter the fetched objects",
    limits: "only predicates that name their class are looked at, and classes whose members do "
      + "not depend on '#if'",
    explanation: "swiftdata-unsupported-key-path",
    examples: .texts(
      flagged: """
        @Model class Note { var done: Date?; var isDone: Bool { done != nil }; init() {} }
        let open = #Predicate<Note> { $0.↓isDone == false }
        ---
        @Model class Trip { @Attribute(.codable) var route: MapRoute?; var name = ""; init() {} }
        let long = #Predicate<Trip> { $0.name != "" && $0.↓route != nil }
        ---
        import SwiftData

        @Model final class Talk { var kind = ""; var kindName: String { kind.uppercased() }; init() {} }
        // file: ListSettings.swift
        import Foundation

        final class ListSettings {
          var denied: [String] = []
          var shown: Predicate<Talk> {
            let denied = denied
            return #Predicate<Talk> { !denied.contains($0.↓kindName) }
          }
        }
        ---
        @Model class Note { @Transient var isOpen = false; var title = ""; init() {} }
        func find(in context: ModelContext) throws -> [Note] {
          try context.fetch(
            FetchDescriptor<Note>(predicate: #Predicate { note in note.↓isOpen && note.title != "" }))
        }
        ---
        import SwiftData
        import SwiftUI

        @Model final class Person {
          var first: String
          var last: String
          init(first: String, last: String) {
            self.first = first
            self.last = last
          }
        }
        extension Person { var fullName: String { first + " " + last } }

        struct PeopleView: View {
          @Query(filter: #Predicate<Person> { $0.↓fullName.contains("a") }, sort: \\Person.last)
          private var people: [Person]
          var body: some View { List(people) { Text($0.fullName) } }
        }
        ---
        import Foundation
        import SwiftData

        @Model final class Habit {
          var uuid = UUID()
          @Relationship(inverse: \\Mark.habit) var marks: [Mark] = []
          var key: String { uuid.uuidString }
          init() {}
        }
        @Model final class Mark { var value = 0; var habit: Habit?; init() {} }
        func marks(of id: String) -> Predicate<Mark> {
          #Predicate<Mark> { mark in mark.value > 0 && mark.habit?.↓key == id }
        }
        ---
        import Foundation
        import SwiftData

        @Model final class Habit {
          var uuid = UUID()
          var id: String { uuid.uuidString }
          @Relationship(inverse: \\Mark.habit) var marks: [Mark] = []
          init() {}
        }
        @Model final class Mark { var value = 0; var habit: Habit?; init() {} }
        func marks(of id: String) -> Predicate<Mark> {
          #Predicate<Mark> { mark in mark.value > 0 && mark.habit?.↓id == id }
        }
        """,
      clean: """
        @Model final class Owner { var name = ""; @Relationship(inverse: \\Pet.owner) var pets: [Pet] = []; init() {} }
        @Model final class Pet { var owner: Owner?; init() {} }
        func pets(of owner: PersistentIdentifier) -> Predicate<Pet> {
          #Predicate<Pet> { $0.owner?.persistentModelID == owner && $0.owner?.name.isEmpty == false }
        }
        ---
        @Model final class Habit {
          var id = UUID()
          @Relationship(inverse: \\Mark.habit) var marks: [Mark] = []
          init() {}
        }
        @Model final class Mark { var value = 0; var habit: Habit?; init() {} }
        func marks(of id: UUID, in one: PersistentIdentifier) -> [Predicate<Mark>] {
          [#Predicate<Mark> { $0.habit?.id == id }, #Predicate<Mark> { $0.id == one }]
        }
        ---
        @Model class Note { var done: Date?; var isDone: Bool { done != nil }; init() {} }
        let open = #Predicate<Note> { $0.done == nil }
        let first = [Note()].first { $0.isDone }
        ---
        final class OldStore {}
        extension OldStore { @Model final class Mark { var name = ""; init() {} } }
        @Model final class MarkV2 { var code = ""; init() {} }
        typealias Mark = MarkV2
        let coded = #Predicate<Mark> { $0.code == "a" }
        ---
        @Model class Animal { var name = ""; init() {} }
        @Model class Dog: Animal { var tricks = 0; override init() { super.init() } }
        let named = #Predicate<Dog> { $0.name == "Rex" && $0.tricks > 2 }
        ---
        @Model final class Folder {
          var name = ""
          @Relationship(inverse: \\Note.folder) var notes: [Note] = []
          init() {}
        }
        @Model final class Note { var title = ""; var folder: Folder?; init() {} }
        struct Point { var isFar: Bool { true } }
        func full(_ id: PersistentIdentifier) -> Predicate<Folder> {
          _ = #Predicate<Point> { $0.isFar }
          return #Predicate<Folder> { folder in
            folder.notes.contains { $0.title != "" } && folder.persistentModelID == id
          }
        }
        """))

  /// Why neither a predicate nor a sort can use a property: what is behind its name.
  static func fault(
    of property: String, in entity: String, ask: (ModelQuestion) -> [String]
  ) -> String? {
    if !ask(.isUnstored(property, of: entity)).isEmpty { return "is not stored" }
    return ask(.isEncoded(property, of: entity)).isEmpty
      ? nil : "is '@Attribute(.codable)', one encoded value"
  }

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    for path in use.paths {
      var entity = use.entity
      // `$0.folder?.title.isEmpty`: a relationship leads on to the next class, and a method ends the path.
      for name in path.names.dropLast(path.call == nil ? 0 : 1) {
        let property = name.baseName.text
        // A class may compute an 'id' of its own.
        let isOwn = property == "id" && !file.ask(.memberCode("\(entity).id")).isEmpty
        guard isOwn || !Self.inherited.contains(property) else { break }
        if let fault = Self.fault(of: property, in: entity, ask: file.ask) {
          report(
            "'\(entity).\(property)' \(fault), so no predicate can use it", at: file.location(name),
            entity: entity, property: property)
          break
        }
        guard file.ask(.relationship(property, of: entity)) == ["to-one"],
          let target = file.ask(.destination(property, of: entity)).onlyElement
        else { break }
        entity = target
      }
    }
  }

  /// What every model has.
  private static let inherited: Set = ["id", "persistentModelID", "self", "hashValue"]
}
