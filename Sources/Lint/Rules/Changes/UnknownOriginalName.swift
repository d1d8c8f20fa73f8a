internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds original names that name nothing in the version before.
struct UnknownOriginalName: ChangeRule {
  static let info = RuleInfo(
    id: "unknown-original-name", group: .changes, severity: .error,
    summary: "the original name of a property names nothing in the version before",
    why:
      "the property counts as new and gets no values, while those of the property that was meant "
      + "are dropped",
    fix: "write the name the property has in the version before",
    limits: "a name that an older version knew is kept for stores that skip versions and is left "
      + "alone",
    examples: [
      .flagged(
        ChangeText.note(
          "var title: String = \"\"",
          "@Attribute(originalName: \"titel\") var ↓heading: String = \"\"")),
      .flagged(
        ChangeText.note(
          "var title: String = \"\"; var text: String?",
          "var title: String = \"\"; @Attribute(.externalStorage, originalName: \"body\") "
            + "var ↓content: String?")),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Folder { var notes: [Note] = []; init() {} }
            @Model final class Note { var folder: Folder?; init() {} }
          """,
          """
          @Model final class Folder { var notes: [Note] = []; init() {} }
            @Model final class Note {
              @Relationship(originalName: "group") var ↓parent: Folder?
              init() {}
            }
          """, models: "Folder.self, Note.self")),
      .clean(
        ChangeText.note(
          "var title: String = \"\"",
          "@Attribute(originalName: \"title\") var heading: String = \"\"")),
      .clean(
        ChangeText.note(
          "@Attribute(originalName: \"name\") var title: String = \"\"",
          "@Attribute(originalName: \"name\") var title: String = \"\"; var pages = 0")),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title: String = \"\"; init() {} }",
          """
          @Model final class Note { var title: String = ""; var link: Link?; init() {} }
            @Model final class Link {
              @Attribute(originalName: "address") var url: String = ""
              @Relationship(inverse: \\Note.link) var note: Note?
              init() {}
            }
          """, newModels: "Note.self, Link.self")),
    ] + live)

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    // The versions of a model file are sorted by their names, and stores of any may be migrated.
    let all = change.history.versions
    let older =
      change.isCoreData
      ? all.filter { $0.name != change.to.name } : Array(all.prefix { $0.name != change.to.name })
    for pair in change.pairing.entities {
      let renamed = pair.added.filter { $0.identifier != $0.name }
      guard !renamed.isEmpty else { continue }
      let known = Set(
        older.compactMap { $0.entity(named: pair.source.name) }.flatMap { entity in
          entity.attributes.flatMap { [$0.name, $0.renamingIdentifier] }
            + entity.relationships.flatMap { [$0.name, $0.renamingIdentifier] }
        })
      for property in renamed {
        guard !known.contains(property.identifier), property.declaredBy == pair.destination.name
        else { continue }
        let names = pair.removed.map(\.name)
        let near = NameDistance.nearest(to: property.identifier, in: names)
        report(
          "'\(pair.destination.name).\(property.name)' names '\(property.identifier)' as its "
            + "original name, which \(change.older) does not have", at: property.location,
          entity: pair.destination.name, property: property.name,
          help: near.map { "write '\($0)', which is gone from the newer version" })
      }
    }
  }
}
