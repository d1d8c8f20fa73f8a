internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds model bundles whose current version is not the newest by its number.
struct CurrentVersionRolledBack: HistoryRule {
  static let info = RuleInfo(
    id: "current-version-rolled-back", group: .versions, severity: .warning,
    summary:
      "the current version of a model bundle is older than another version in it, or is not there",
    why: "an app built like this cannot open stores that the newer version wrote (134100, 134506)",
    fix:
      "set the newest version as current in Xcode's file inspector, or remove the unused version",
    limits:
      "versions are ordered by the number at the end of their names; left alone is a version of the "
      + "same content as the current one, and one that the current one has more than: an older copy",
    explanation: "cocoa-134506",
    examples: [
      .flagged(bundle(current: "Notes", ["Notes", "Notes 2"], mark: "Notes")),
      .flagged(bundle(current: "Notes 2", ["Notes", "Notes 2", "Notes 10"], mark: "Notes 2")),
      .flagged(bundle(current: "NotesV2", ["NotesV1", "NotesV2", "NotesV3"], mark: "NotesV2")),
      .flagged(bundle(current: "Notes 3", ["Notes", "Notes 2"], mark: "Notes")),
      .flagged(bundle(current: "Notes", ["Notes", "NotesV2", "NotesV 3"], mark: "Notes")),
      .clean(bundle(current: "Notes", ["Notes", "NotesV1", "NotesV2"])),
      .clean(bundle(current: "Notes 3", ["Notes"])),
      .clean(bundle(current: "Notes 2", ["Notes", "Notes 2"])),
      .clean(bundle(current: "Notes 10", ["Notes", "Notes 2", "Notes 10"])),
      .clean(bundle(current: "Spring", ["Autumn", "Spring", "Winter"])),
      .clean(bundle(current: "Notes", ["Notes", "Notes 2"], sizes: [1, 1])),
      .clean(bundle(current: "Notes", ["Notes", "Notes 2"], sizes: [3, 1])),
      .clean(
        bundle(current: "Notes", ["Notes", "Notes 2"], sizes: [2, 2])
          .replacing("text2\" optional", with: "text3\" optional", maxReplacements: 1)),
      .flagged(
        bundle(
          current: "Notes", ["Notes", "Notes 2", "Notes 3"], mark: "Notes", sizes: [1, 2, 1])),
    ])

  /// - Parameter sizes: how many attributes each version has; without them each has one more than the
  ///   one before.
  private static func bundle(
    current: String, _ versions: [String], mark: String = "", sizes: [Int] = []
  ) -> String {
    let parts = versions.enumerated().map { index, name in
      let attributes = (1...(sizes.isEmpty ? index + 1 : sizes[index]))
        .map { "<attribute name=\"text\($0)\" optional=\"YES\" attributeType=\"String\"/>" }
      return """
        // file: Notes.xcdatamodeld/\(name).xcdatamodel/contents
        \(name == mark ? "↓" : "")<model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Note">\(attributes.joined())</entity>
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
      history.versions[0].source == .xcodeModel
    else { return }
    guard let current = history.versions.first(where: { $0.name == name }) else {
      report(
        "'\(history.name)' says that its current version is '\(name)', which it does not have",
        at: history.versions[0].location,
        help: "choose the version that the app is to run with in Xcode's file inspector")
      return
    }
    let number = VersionName(name)
    let isFirst = number.isFirst(of: history.versions.map { VersionName($0.name) })
    let newer = history.versions.filter {
      let other = VersionName($0.name)
      return number.isBefore(other) || isFirst && other.counts(on: number)
    }
    .filter { $0.isFurther(than: current) }.map(\.name)
    .max { VersionName($0).isBefore(VersionName($1)) }
    guard let newer else { return }
    report(
      "'\(name)' is the current version of '\(history.name)', but there is '\(newer)'",
      at: current.location,
      certainty: .inferred("the versions are taken to be numbered in their order"))
  }
}

extension DataModel {
  /// Whether the model differs from another one, and has gained more than it lacks of that. Where each
  /// has as much that the other one lacks, nobody can tell which came first.
  fileprivate func isFurther(than other: DataModel) -> Bool {
    guard other.renamed.isDisjoint(with: names.subtracting(other.names)) else { return false }
    let gained = names.subtracting(other.names)
    let lost = other.names.subtracting(names).subtracting(renamed)
    guard lost.count < gained.count || lost.isEmpty else { return false }
    return !ModelDiff.differences(from: other, to: self).isEmpty
  }

  private var names: Set<String> {
    Set(
      entities.flatMap { entity in
        [entity.name]
          + (entity.attributes.map(\.name) + entity.relationships.map(\.name))
          .map { "\(entity.name).\($0)" }
      })
  }

  /// The names that entities and properties say they had before.
  private var renamed: Set<String> {
    Set(
      entities.flatMap { entity in
        let old = entity.renamingIdentifier ?? entity.name
        let properties =
          entity.attributes.compactMap(\.renamingIdentifier)
          + entity.relationships.compactMap(\.renamingIdentifier)
        return [entity.renamingIdentifier].compactMap(\.self)
          + properties.flatMap { ["\(entity.name).\($0)", "\(old).\($0)"] }
      })
  }
}
