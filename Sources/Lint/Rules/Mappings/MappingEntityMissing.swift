internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds entities that a mapping model leaves out although both of its versions have them.
struct MappingEntityMissing: ProjectRule {
  static let info = RuleInfo(
    id: "mapping-entity-missing", group: .mappings, severity: .warning,
    summary: "a mapping model has no entity mapping that starts at an entity of both versions",
    why:
      "a mapping model makes every object anew, so the rows of this entity are not in the new store",
    fix: "add an entity mapping from the entity to itself",
    limits: "abstract entities have no rows and need none",
    examples: [
      .flagged(example(mapsTag: false)),
      .flagged(
        MappingText.text(
          old: [("Note", ["text"]), ("Folder", [])],
          new: [("Note", ["text"]), ("Folder", ["name"])],
          [.init(source: "Note", destination: "Note", values: [("text", "text")])],
          isFlagged: true)),
      .flagged(
        MappingText.text(
          old: [("Note", ["text"]), ("Tag", ["name"])],
          new: [("Note", ["text"]), ("Tag", ["name"])],
          [
            .init(source: "Note", destination: "Note", values: [("text", "text")]),
            .init(destination: "Tag"),
          ], isFlagged: true)),
      .clean(example(mapsTag: true)),
      .clean(
        MappingText.text(
          old: [("Note", ["text"]), ("Tag", ["name"])], new: [("Note", ["text"])],
          [.init(source: "Note", destination: "Note", values: [("text", "text")])])),
      .clean(
        MappingText.text(
          old: [("Note", ["text"])], new: [("Note", ["text"]), ("Tag", ["name"])],
          [.init(source: "Note", destination: "Note", values: [("text", "text")])])),
    ])

  private static func example(mapsTag: Bool) -> String {
    MappingText.text(
      old: [("Note", ["text"]), ("Tag", ["name"])], new: [("Note", ["body"]), ("Tag", ["name"])],
      [.init(source: "Note", destination: "Note", values: [("body", "text")])]
        + (mapsTag ? [.init(source: "Tag", destination: "Tag", values: [("name", "name")])] : []),
      isFlagged: !mapsTag)
  }

  func check(_ lint: LintContext, report: RuleReport) {
    for use in lint.mappings {
      guard let (from, to) = use.versions else { continue }
      let mapped = Set(use.mapping.entities.compactMap(\.source))
      for entity in from.entities
      where !entity.isAbstract && !mapped.contains(entity.name)
        && to.entity(named: entity.name)?.isAbstract == false
      {
        report(
          "no entity mapping of '\(use.mapping.name)' starts at '\(entity.name)', which "
            + "'\(from.name)' and '\(to.name)' have", at: use.mapping.location, entity: entity.name)
      }
    }
  }
}
