internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds relationships that leave the configuration their entity is in.
struct CloudKitCrossingConfiguration: ModelRule {
  static let info = RuleInfo(
    id: "ck-relationship-outside-configuration", group: .cloudKit, severity: .error,
    summary: "a relationship of a mirrored model leads out of its configuration",
    why: "a configuration is a store of its own, and neither a mirror nor a foreign key reaches "
      + "into another: the store does not open",
    fix: "put both entities into the same configuration, or keep the other object's UUID",
    explanation: "ck-relationship-outside-configuration",
    examples: [
      .flagged(text(cloud: ["Note"], local: ["Folder"], mark: "↓"), settings: "cloudkit: on"),
      .flagged(
        text(cloud: ["Note", "Tag"], local: ["Folder", "Tag"], mark: "↓"),
        settings: "cloudkit: on"),
      .flagged(
        CloudKitText.editor(
          """
          <entity name="Song" representedClassName="Song" syncable="YES">
            <attribute name="title" optional="YES" attributeType="String"/>
            ↓<relationship name="plays" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Play" inverseName="song" inverseEntity="Play"/>
          </entity>
          <entity name="Play" representedClassName="Play" syncable="YES">
            ↓<relationship name="song" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Song" inverseName="plays" inverseEntity="Song"/>
          </entity>
          <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Song"/></configuration>
          <configuration name="Local"><memberEntity name="Play"/></configuration>
          """), settings: "cloudkit: on"),
      .clean(text(cloud: ["Note", "Folder"], local: ["Tag"]), settings: "cloudkit: on"),
      .clean(text(cloud: ["Note"], local: ["Folder"])),
      .clean(text(cloud: ["Note", "Folder", "Tag"], local: ["Tag"]), settings: "cloudkit: on"),
    ])

  private static func text(cloud: [String], local: [String], mark: String = "") -> String {
    func members(_ names: [String]) -> String {
      names.map { "<memberEntity name=\"\($0)\"/>" }.joined()
    }
    return CloudKitText.editor(
      """
      <entity name="Note">
        \(mark)<relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
      </entity>
      <entity name="Folder">
        \(mark)<relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
      </entity>
      <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/></entity>
      <configuration name="Cloud">\(members(cloud))</configuration>
      <configuration name="Local">\(members(local))</configuration>
      """)
  }

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard MirroredModel(model, in: lint) != nil else { return }
    for name in model.configurations.keys.sorted() where !(model.configurations[name] ?? []).isEmpty
    {
      for breach in CloudKitRules.violations(
        of: Self.info.id, in: model, configuration: name)
      {
        report(breach.text, at: breach.location, entity: breach.entity, property: breach.property)
      }
    }
  }
}
