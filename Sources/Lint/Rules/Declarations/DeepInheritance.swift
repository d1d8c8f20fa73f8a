internal import Diagnostics
internal import StoreModel

/// Finds long lines of classes that inherit from each other.
struct DeepInheritance: ModelRule {
  static let info = RuleInfo(
    id: "deep-inheritance", group: .declarations, severity: .note,
    summary: "a model inherits over more than two steps",
    why: "the whole family shares one table with the columns of all its classes, so every fetch of "
      + "any of them reads wide rows, and each change of the root migrates them all",
    fix: "keep one or two levels, and use an enum or a relationship for the rest",
    limits: "what has shipped in an older version of the model is settled, and left alone",
    examples: [
      .flagged(chain(["A", "B: A", "C: B", "↓D: C"])),
      .flagged(chain(["A", "B: A", "C: B", "↓D: C", "E: D"])),
      .flagged(
        """
        import SwiftData

        @Model class Media { var title: String; init(title: String) { self.title = title } }
        @available(iOS 26, *)
        @Model class Video: Media { var seconds = 0 }
        @available(iOS 26, *)
        @Model class Episode: Video { var number = 0 }
        @available(iOS 26, *)
        @Model final class ↓Pilot: Episode { var channel: String? }
        """),
      .clean(
        """
        // file: Media.xcdatamodeld/.xccurrentversion
        <plist version="1.0"><dict>
        <key>_XCCurrentVersionName</key><string>Media 2.xcdatamodel</string>
        </dict></plist>
        // file: Media.xcdatamodeld/Media.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Media"/>
        <entity name="Video" parentEntity="Media"/>
        <entity name="Episode" parentEntity="Video"/>
        <entity name="Pilot" parentEntity="Episode"/>
        </model>
        // file: Media.xcdatamodeld/Media 2.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Media"><attribute name="title" optional="YES" attributeType="String"/></entity>
        <entity name="Video" parentEntity="Media"/>
        <entity name="Episode" parentEntity="Video"/>
        <entity name="Pilot" parentEntity="Episode"/>
        </model>
        """),
      .clean(chain(["A", "B: A", "C: B"])),
      .clean(chain(["A", "B: A", "C: A", "D: A", "E: A"])),
      .clean(chain(["A: Named", "B: Named, Codable", "C"])),
    ])

  private static func chain(_ classes: [String]) -> String {
    classes.map { name in
      let mark = name.hasPrefix("↓") ? "↓" : ""
      let plain = name.filter { $0 != "↓" }
      return "@Model class \(mark)\(plain) { var \(plain.prefix(1).lowercased()) = 0; "
        + (plain.count == 1 ? "init() {} }" : "override init() {} }")
    }.joined(separator: "\n")
  }

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities where entity.superentity != nil {
      let line = model.lineage(of: entity)
      // Said once per line: at the class that goes too far, not at those below it.
      guard line.count == Self.tooLong, let root = line.last, !hasShipped(line, model, lint)
      else { continue }
      report(
        "'\(entity.name)' is \(line.count - 1) steps below '\(root.name)', whose table it shares",
        at: entity.location, entity: entity.name)
    }
  }

  private static let tooLong = 4

  /// Whether an older version has the same line: stores with it are out there, and to take it apart is a
  /// migration that nobody begins for a note.
  private func hasShipped(_ line: [Entity], _ model: DataModel, _ lint: LintContext) -> Bool {
    guard let versions = lint.history(of: model)?.versions, versions.count > 1 else { return false }
    return versions.contains { version in
      version.name != model.name
        && line.first.flatMap { version.entity(named: $0.name) }.map { entity in
          // The classes between may have got other names.
          let older = version.lineage(of: entity)
          return older.count == line.count && older.last?.name == line.last?.name
        } ?? false
    }
  }
}
