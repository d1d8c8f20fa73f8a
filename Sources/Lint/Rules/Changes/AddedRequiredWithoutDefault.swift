internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds new required properties that existing rows have no value for.
struct AddedRequiredWithoutDefault: ChangeRule {
  static let info = RuleInfo(
    id: "added-required-without-default", group: .changes, severity: .error,
    summary: "a new required property has no default at its declaration",
    why: "any row that exists makes the migration fail with 134110, and the store does not open; a "
      + "default in 'init' is not part of the schema, and no closure runs before the failure",
    fix:
      "declare a default, or add it as optional, fill it in didMigrate, and require it in a later "
      + "version",
    explanation: "migration-mandatory-attribute",
    examples: [
      .flagged(ChangeText.note("var title = \"\"", "var title = \"\"; var ↓rank: Int")),
      .flagged(
        ChangeText.versions(
          "@Model final class Note { var title: String; init(title: String) { self.title = title } }",
          """
          @Model final class Note {
              var title: String
              var ↓createdAt: Date
              init(title: String, createdAt: Date = .now) {
                self.title = title
                self.createdAt = createdAt
              }
            }
          """)),
      .flagged(
        ChangeText.versions(
          """
          @Model final class Note { var title = ""; init() {} }
            @Model final class Folder { var name = ""; init() {} }
          """,
          """
          @Model final class Note {
              var title = ""
              var ↓folder: Folder
              init(folder: Folder) { self.folder = folder }
            }
            @Model final class Folder {
              var name = ""
              @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = []
              init() {}
            }
          """, models: "Note.self, Folder.self")),
      .flagged(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("title")),
          ChangeText.entity(
            ChangeText.attribute("title") + "\n↓" + ChangeText.attribute("rank", "", type: "Date")))
      ),
      .flagged(
        """
        @Model final class Note { var title: String; var ↓rank: Int; init() { title = ""; rank = 0 } }
        \(LockText.unversioned)
        """),
      .flagged(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; @Attribute(.unique) var ↓code: String")),
      .clean(
        """
        @Model final class Note { var title = ""; var rank = 0; var place: String?; init() {} }
        \(LockText.unversioned)
        """),
      .clean(
        ChangeText.editor(
          ChangeText.entity(ChangeText.attribute("title")),
          ChangeText.entity(
            ChangeText.attribute("title") + "\n"
              + ChangeText.attribute("rank", "defaultValueString=\"0\"", type: "Integer 16")))),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var rank: Int = 0")),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var rank: Int?")),
      .clean(
        ChangeText.versions(
          "@Model final class Note { var title = \"\"; init() {} }",
          """
          @Model final class Note {
              var title = ""
              var links: [Link] = []
              init() {}
            }
            @Model final class Link {
              var url: String
              var note: Note?
              init(url: String) { self.url = url }
            }
          """, newModels: "Note.self, Link.self")),
    ])

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    // The name stayed and the original name went: what is lost by that, the rule on renames says.
    let renamed =
      change.isShipped ? [] : Set(change.losses.filter { $0.rename?.name == $0.path }.map(\.path))
    for difference in change.differences where difference.migration == .dataDependent {
      guard let property = difference.property, !property.contains("."),
        [.attributeAdded, .relationshipAdded].contains(difference.change),
        let entity = change.to.entity(named: difference.entity), isKnown(property, of: entity),
        !renamed.contains(difference.path)
      else { continue }
      // What a rename was probably meant to be is said by that rule.
      // Of a step that has shipped nothing else is said, and its migration fails all the same.
      guard difference.probableOrigin == nil || change.isShipped,
        !change.mayDelete(difference.entity)
      else { continue }
      report(
        "'\(difference.path)' is new and required in \(change.newer), and rows of "
          + "\(change.older) have no value for it: the migration fails as soon as there is one"
          + (difference.probableOrigin.map {
            "; '\($0)' of the same type is gone, and if this is its new name, nothing says so"
          } ?? ""),
        at: difference.location, entity: difference.entity, property: property,
        help: entity.relationship(named: property) != nil
          ? "make it optional, or give every row an object in a migration of its own"
          : change.to.isUnique(property, of: difference.entity)
            ? change.to.adviceOnNewUnique([property], isValued: false)
            : change.isCoreData
              ? "give it a default value in the model editor, or make it optional"
              : change.isOfUnversioned
                ? "declare a default at the property, or make it optional" : nil)
    }
  }

  /// An array or a struct of a type that is not in the given sources may be anything; an enum or a
  /// struct has a rule of its own.
  private func isKnown(_ property: String, of entity: Entity) -> Bool {
    guard let attribute = entity.attribute(named: property) else { return true }
    return !attribute.certainty.isUnknown && attribute.type != .composite
  }
}
