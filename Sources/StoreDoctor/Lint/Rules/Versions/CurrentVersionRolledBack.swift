internal import Diagnostics
internal import StoreModel

/// Finds model bundles whose current version is not the newest by its number.
struct CurrentVersionRolledBack: HistoryRule {
  static let info = RuleInfo(
    id: "current-version-rolled-back", group: .versions, severity: .warning,
    summary: "the current version of a model bundle is older than another version in it",
    why: "an app built like this cannot open stores that the newer version wrote (134100, 134506)",
    fix:
      "set the newest version as current in Xcode's file inspector, or remove the unused version",
    limits: "versions are ordered by the number at the end of their names",
    explanation: "cocoa-134506",
    examples: [
      .flagged(bundle(current: "Notes", ["Notes", "Notes 2"], mark: "Notes")),
      .flagged(bundle(current: "Notes 2", ["Notes", "Notes 2", "Notes 10"], mark: "Notes 2")),
      .flagged(bundle(current: "NotesV2", ["NotesV1", "NotesV2", "NotesV3"], mark: "NotesV2")),
      .clean(bundle(current: "Notes 2", ["Notes", "Notes 2"])),
      .clean(bundle(current: "Notes 10", ["Notes", "Notes 2", "Notes 10"])),
      .clean(bundle(current: "Spring", ["Autumn", "Spring", "Winter"])),
    ])

  private static func bundle(current: String, _ versions: [String], mark: String = "") -> String {
    let parts = versions.map { name in
      """
      // file: Notes.xcdatamodeld/\(name).xcdatamodel/contents
      \(name == mark ? "↓" : "")<model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Note"><attribute name="text" attributeType="String"/></entity>
      </model>
      """
    }
    return parts.joined(separator: "\n") + """

      // file: Notes.xcdatamodeld/.xccurrentversion
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>_XCCurrentVersionName</key><string>\(current).xcdatamodel</string>
      </dict></plist>
      """
  }

  func check(_ history: SchemaHistory, in lint: LintContext, report: RuleReport) {
    guard let name = history.currentVersion, !history.isOrdered, history.versions.count > 1,
      let current = history.versions.first(where: { $0.name == name }),
      current.source == .xcodeModel
    else { return }
    let number = VersionName(name)
    let newer = history.versions.map(\.name).filter { number.isBefore(VersionName($0)) }
      .max { VersionName($0).isBefore(VersionName($1)) }
    guard let newer else { return }
    report(
      "'\(name)' is the current version of '\(history.name)', but there is '\(newer)'",
      at: current.location,
      certainty: .inferred("the versions are taken to be numbered in their order"))
  }
}
