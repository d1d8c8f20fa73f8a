internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds mapping models whose hashes no version of any given model has.
struct MappingFitsNoVersions: ProjectRule {
  static let info = RuleInfo(
    id: "mapping-fits-no-versions", group: .mappings, severity: .warning,
    summary: "a mapping model was made for versions that none of the models has",
    why:
      "Core Data finds mapping models by the hashes of entities, and never finds this one: stores "
      + "are migrated by inference, or fail with 134140",
    fix: "choose the source and destination models again in Xcode, or remove the mapping model",
    limits: "versions in another place than the given paths are not seen",
    explanation: "cocoa-134140",
    examples: [
      .flagged(example(other: ["other"])), .flagged(example(other: ["text", "more"])),
      .flagged(example(other: [])), .clean(example()),
      .clean(
        MappingText.text(
          old: [("Note", ["text"])], new: [("Memo", ["text"])],
          [.init(source: "Note", destination: "Memo", values: [("text", "text")])])),
      .clean(
        MappingText.text(
          old: [("Note", ["text"]), ("Tag", ["name"])],
          new: [("Note", ["body"]), ("Tag", ["name"])],
          [
            .init(source: "Note", destination: "Note", values: [("body", "text")]),
            .init(source: "Tag", destination: "Tag", values: [("name", "name")]),
          ])),
    ])

  private static func example(other: [String]? = nil) -> String {
    MappingText.text(
      old: [("Note", ["text"])], new: [("Note", ["body"])],
      [
        .init(
          source: "Note", destination: "Note", values: [("body", "text")],
          hashes: other.map { ([("Note", $0)], [("Note", $0 + ["last"])]) })
      ], isFlagged: other != nil)
  }

  func check(_ lint: LintContext, report: RuleReport) {
    for use in lint.mappings where use.versions == nil {
      report(
        "no two versions have the hashes that the mapping model '\(use.mapping.name)' was made for",
        at: use.mapping.location)
    }
  }
}
