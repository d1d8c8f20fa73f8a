internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds indexes and constraints on properties that are not there.
struct IndexOnMissingProperty: ModelRule {
  static let info = RuleInfo(
    id: "index-on-missing-property", group: .dataAccess, severity: .error,
    summary: "#Index or #Unique names a property that is not stored",
    why: "a property that does not exist does not compile, and a computed or @Transient one has no "
      + "column: the app crashes when the schema is built",
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
        let meant = name == path ? Self.only(like: name, in: stored) : nil
        report(
          "'\(entity.name)' stores no '\(name)', which its index or constraint names",
          at: entity.location, entity: entity.name, property: name,
          help: meant.map { "did you mean '\($0)'?" },
          edits: meant.map { edits(name, to: $0, in: entity, lint) } ?? [])
      }
    }
  }

  /// The name that a misspelt one can only mean: no other is as close.
  private static func only(like name: String, in stored: Set<String>) -> String? {
    guard let near = NameDistance.nearest(to: name, in: stored.sorted()) else { return nil }
    let least = NameDistance.between(near.lowercased(), name.lowercased())
    let others = stored.filter { NameDistance.between($0.lowercased(), name.lowercased()) <= least }
    return others.count == 1 ? near : nil
  }

  /// What spells a name in the macros of a class as the property is spelt. A computed property of the
  /// name is meant as it stands.
  private func edits(
    _ name: String, to meant: String, in entity: Entity, _ lint: LintContext
  ) -> [TextEdit] {
    guard let place = entity.location, let file = lint.source(place.path) else { return [] }
    return ParsePool.map([file]) { source, tree in
      var found: [TextEdit] = []
      tree.forEachDescendant { node in
        guard let model = node.as(ClassDeclSyntax.self), source.location(model.name) == place else {
          return true
        }
        let isDeclared = model.memberBlock.members.contains { member in
          member.decl.as(VariableDeclSyntax.self)?.bindings.contains { $0.name == name } ?? false
        }
        if !isDeclared {
          found = model.memberBlock.members.flatMap { $0.decl.keys(named: name) }.map { key in
            let start = key.positionAfterSkippingLeadingTrivia.utf8Offset
            return TextEdit(
              path: place.path, range: start..<start + name.utf8.count, replacement: meant)
          }
        }
        return false
      }
      return found
    }.first ?? []
  }
}

extension DeclSyntax {
  /// The names of that spelling with which key paths in `#Index` and `#Unique` begin.
  fileprivate func keys(named name: String) -> [TokenSyntax] {
    guard let macro = self.as(MacroExpansionDeclSyntax.self),
      ["Index", "Unique"].contains(macro.macroName.text)
    else { return [] }
    var found: [TokenSyntax] = []
    macro.forEachDescendant { node in
      if let first = node.as(KeyPathExprSyntax.self)?.components.first?.component
        .as(KeyPathPropertyComponentSyntax.self)?.declName.baseName, first.text == name
      {
        found.append(first)
      }
      return true
    }
    return found
  }
}
