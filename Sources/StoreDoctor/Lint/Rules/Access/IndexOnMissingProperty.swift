internal import Diagnostics
internal import StoreModel

/// Finds indexes and constraints on properties that are not there.
struct IndexOnMissingProperty: ModelRule {
  static let info = RuleInfo(
    id: "index-on-missing-property", group: .dataAccess, severity: .error,
    summary: "#Index or #Unique names a property that is not stored",
    why: "a property that does not exist does not compile, and a computed or @Transient one has no "
      + "column: the app stops when the schema is built",
    fix: "name a stored property",
    limits: "classes whose members were not all read are left alone",
    examples: .texts(
      flagged: """
        @Model class ↓Note { #Index<Note>([\\.titel]); var title = ""; init() {} }
        ---
        @Model class ↓Note {
          #Unique<Note>([\\.code, \\.region])
          var code = ""
          var region: String { String(code.prefix(2)) }
          init() {}
        }
        ---
        import SwiftData

        @Model final class ↓Visit {
          #Index<Visit>([\\.date], [\\.place, \\.isOpen])
          var date: Date
          var place: String
          @Transient var isOpen = false
          init(date: Date, place: String) {
            self.date = date
            self.place = place
          }
        }
        """,
      clean: """
        @Model class Note { #Unique<Note>([\\.title]); var title = ""; init() {} }
        ---
        @Model class Animal { var name = ""; init() {} }
        @Model class Dog: Animal { #Unique<Dog>([\\.name]); var tricks = 0; override init() { super.init() } }
        ---
        @Model class Note { #Unique<Note>([\\.folder, \\.title]); var title = ""; var folder: Folder?; init() {} }
        @Model class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note] = []; init() {} }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift else { return }
    for entity in model.entities where model.isWhole(entity) {
      let stored = Set(
        model.allAttributes(of: entity).filter { !$0.isTransient }.map(\.name)
          + model.allRelationships(of: entity).map(\.name) + ["id", "persistentModelID"])
      let indexed = entity.fetchIndexes.flatMap { $0.elements.compactMap(\.property) }
      let named = entity.uniquenessConstraints.flatMap(\.self) + indexed
      var seen: Set<String> = []
      for path in named {
        // A key path may lead through a relationship or into a struct.
        let name = path.split(separator: ".").first.map(String.init) ?? path
        guard !stored.contains(name), seen.insert(name).inserted else { continue }
        report(
          "'\(entity.name)' stores no '\(name)', which its index or constraint names",
          at: entity.location, entity: entity.name, property: name)
      }
    }
  }
}
