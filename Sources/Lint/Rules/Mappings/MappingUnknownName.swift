internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds names in mapping models that the versions do not have.
struct MappingUnknownName: ProjectRule {
  static let info = RuleInfo(
    id: "mapping-unknown-name", group: .mappings, severity: .error,
    summary: "a mapping model names an entity or a property that the version does not have",
    why:
      "a migration that meets it raises an exception, or Core Data does not find the mapping model",
    fix: "correct the name in the mapping model, or remove the mapping of what is gone",
    limits:
      "key paths are followed to their first property; of an entity that was edited after the "
      + "mapping model was made 'mapping-hash-mismatch' tells",
    examples: [
      .flagged(example("body", "title")), .flagged(example("title", "text")),
      .flagged(
        MappingText.text(
          old: [("Note", ["text"])], new: [("Note", ["body"])],
          [
            .init(source: "Note", destination: "Note", values: [("body", "text")]),
            .init(source: "Folder"),
          ], isFlagged: true)),
      .clean(example("body", "text")), .clean(example("body", "text.length")),
      .clean(
        MappingText.text(
          old: [("Note", ["text"])], new: [("Memo", ["text"])],
          [.init(source: "Note", destination: "Memo", values: [("text", "text")])])),
    ])

  private static func example(_ new: String, _ old: String) -> String {
    MappingText.text(
      old: [("Note", ["text"])], new: [("Note", ["body"])],
      [.init(source: "Note", destination: "Note", values: [(new, old)])],
      isFlagged: new == "title" || old == "title")
  }

  func check(_ lint: LintContext, report: RuleReport) {
    for use in lint.mappings {
      guard let (from, to) = use.versions else { continue }
      func tell(_ what: String, _ part: String, _ model: DataModel) {
        report(
          "'\(part)' in the mapping model '\(use.mapping.name)' names '\(what)', which '\(model.name)' "
            + "does not have", at: use.mapping.location)
      }
      for fault in use.faults where fault.isMissing {
        tell(fault.entity, fault.mapping, fault.isSource ? from : to)
      }
      for part in use.mapping.entities {
        let new = part.destination.flatMap { to.entity(named: $0) }
        let old = part.source.flatMap { from.entity(named: $0) }
        for property in part.attributes + part.relationships {
          if let new, !use.isEdited(new.name, isSource: false),
            !to.properties(of: new).contains(property.name)
          {
            tell("\(new.name).\(property.name)", part.name, to)
          }
          for name in property.sourceNames {
            guard let old, !use.isEdited(old.name, isSource: true),
              !from.properties(of: old).contains(name)
            else { continue }
            tell("\(old.name).\(name)", part.name, from)
          }
        }
      }
    }
  }
}
