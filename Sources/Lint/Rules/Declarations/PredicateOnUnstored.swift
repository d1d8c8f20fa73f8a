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
        """,
      clean: """
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
    for path in use.paths where path.call == nil || path.names.count > 1 {
      guard let first = path.names.first, !Self.inherited.contains(path.first),
        let fault = Self.fault(of: path.first, in: use.entity, ask: file.ask)
      else { continue }
      report(
        "'\(use.entity).\(path.first)' \(fault), so no predicate can use it",
        at: file.location(first), entity: use.entity, property: path.first)
    }
  }

  /// What every model has.
  private static let inherited: Set = ["id", "persistentModelID", "self", "hashValue"]
}
