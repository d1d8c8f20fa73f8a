internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds mapping models of which some entities were changed after they were made.
struct MappingHashMismatch: ProjectRule {
  static let info = RuleInfo(
    id: "mapping-hash-mismatch", group: .mappings, severity: .warning,
    summary: "an entity was changed after its mapping model was made",
    why: "the hash in the mapping model is another one than the version has, so Core Data does not "
      + "find the mapping model: stores are migrated by inference, or fail with 134140",
    fix:
      "undo the change if the version has shipped; else open the mapping model in Xcode and update "
      + "its models (Editor menu)",
    limits: "which versions are meant is told by the entities that still have their hashes",
    explanation: "cocoa-134140",
    examples: [
      .flagged(example(["text", "more"], ["body"])), .flagged(example(["text"], ["body", "more"])),
      .flagged(example(["other"], ["other"])), .clean(example(nil, nil)),
      .clean(
        MappingText.text(
          old: [("Note", ["text"])], new: [("Note", ["body"])],
          [.init(source: "Note", destination: "Note", values: [("body", "text")])])),
      .clean(
        MappingText.text(
          old: [("Note", ["text"])], new: [("Note", ["text"]), ("Tag", ["name"])],
          [
            .init(source: "Note", destination: "Note", values: [("text", "text")]),
            .init(destination: "Tag"),
          ])),
    ])

  /// Tags are as they were; notes had other attributes when the mapping model was made.
  private static func example(_ old: [String]?, _ new: [String]?) -> String {
    MappingText.text(
      old: [("Note", ["text"]), ("Tag", ["name"])], new: [("Note", ["body"]), ("Tag", ["title"])],
      [
        .init(
          source: "Note", destination: "Note", values: [("body", "text")],
          hashes: old.flatMap { old in new.map { ([("Note", old)], [("Note", $0)]) } }),
        .init(source: "Tag", destination: "Tag", values: [("title", "name")]),
      ], isFlagged: old != nil)
  }

  func check(_ lint: LintContext, report: RuleReport) {
    for use in lint.mappings {
      guard let (from, to) = use.versions else { continue }
      let changed = use.faults.filter { !$0.isMissing }
      guard !changed.isEmpty else { continue }
      let names = Set(changed.map { "\($0.entity)' of '\($0.isSource ? from.name : to.name)" })
      let gone = changed.flatMap { fault in
        use.missing(of: fault.entity, isSource: fault.isSource).map { "\(fault.entity).\($0)" }
      }
      report(
        "\(names.sorted().quotedList(atMost: 4)) \(names.count == 1 ? "was" : "were") edited after the "
          + "mapping model '\(use.mapping.name)' was made"
          + (gone.isEmpty ? "" : ", which names \(Set(gone).sorted().quotedList(atMost: 4))"),
        at: use.mapping.location,
        certainty: .inferred("the other entities have the hashes of these versions"))
    }
  }
}
