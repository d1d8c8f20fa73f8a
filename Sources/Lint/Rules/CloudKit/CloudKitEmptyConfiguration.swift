internal import Diagnostics
internal import StoreModel

/// Finds configurations without entities.
struct CloudKitEmptyConfiguration: ModelRule {
  static let info = RuleInfo(
    id: "ck-configuration-missing-or-empty", group: .cloudKit, severity: .error,
    summary: "a configuration of a mirrored model has no entities",
    why: "mirroring wants something to mirror: a store that is opened with the configuration is "
      + "refused",
    fix: "add the entities to the configuration, or remove it",
    explanation: "ck-configuration-missing-or-empty",
    examples: [
      .flagged(text("<configuration name=\"Cloud\"/>", mark: "↓"), settings: "cloudkit: on"),
      .flagged(
        text(
          "<configuration name=\"Local\"><memberEntity name=\"Note\"/></configuration>\n"
            + "<configuration name=\"Cloud\"></configuration>", mark: "↓"),
        settings: "cloudkit: on"),
      .flagged(
        text(
          "<configuration name=\"CloudKit\" usedWithCloudKit=\"YES\">\n</configuration>",
          mark: "↓"), settings: "cloudkit: on"),
      .clean(
        text("<configuration name=\"Cloud\"><memberEntity name=\"Note\"/></configuration>"),
        settings: "cloudkit: on"),
      .clean(text(""), settings: "cloudkit: on"),
      .clean(text("<configuration name=\"Cloud\"/>")),
    ])

  private static func text(_ configurations: String, mark: String = "") -> String {
    """
    // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
    \(mark)<model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Note"><attribute name="title" optional="YES" attributeType="String"/></entity>
    \(configurations)
    </model>
    """
  }

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard MirroredModel(model, in: lint) != nil else { return }
    for name in model.configurations.keys.sorted() {
      for breach in CloudKitRules.violations(of: Self.info.id, in: model, configuration: name) {
        report(breach.text, at: model.location)
      }
    }
  }
}
