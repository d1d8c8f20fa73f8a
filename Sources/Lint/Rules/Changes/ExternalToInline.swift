internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds properties that lose external storage.
struct ExternalToInline: ChangeRule {
  static let info = RuleInfo(
    id: "external-to-inline", group: .changes, severity: .warning,
    summary: "a property loses '.externalStorage'",
    why: "the files beside the store cannot be moved into it by inference, and the migration fails "
      + "with 134140",
    fix: "keep '.externalStorage', which only permits external files; or copy the data to a new "
      + "property in a custom stage",
    explanation: "infer-external-to-inline",
    examples: [
      .flagged(
        ChangeText.note(
          "@Attribute(.externalStorage) var photo: Data?", "var ↓photo: Data?")),
      .flagged(
        ChangeText.note(
          "@Attribute(.externalStorage) var photo: Data = Data(); var name = \"\"",
          "var ↓photo: Data = Data(); var name = \"\"",
          stage: ChangeText.custom(did: "print(\"done\")"))),
      .flagged(
        ChangeText.note(
          "@Attribute(.externalStorage) var scan: Data?",
          "@Attribute(originalName: \"scan\") var ↓page: Data?")),
      .clean(
        ChangeText.note(
          "var photo: Data?", "@Attribute(.externalStorage) var photo: Data?")),
      .clean(
        ChangeText.note(
          "@Attribute(.externalStorage) var photo: Data?",
          "@Attribute(.externalStorage) var photo: Data?; var caption: String?")),
      .clean(ChangeText.note("var key: Data?", "var key: Data?; var width = 0")),
    ])

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    self.report(
      change,
      where: {
        $0.change == .storageChanged && $0.migration >= .custom && $0.from == "external"
      },
      { "'\($0.path)' loses external storage between \(change.title)" }, to: report)
  }
}
