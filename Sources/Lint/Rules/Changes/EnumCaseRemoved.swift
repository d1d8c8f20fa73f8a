internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds raw values of enums that a newer version has no case for any more.
struct EnumCaseRemoved: ChangeRule {
  static let info = RuleInfo(
    id: "enum-case-removed", group: .changes, severity: .warning,
    summary: "a newer version has no case for a raw value that rows may have",
    why:
      "raw values are in no version hash, and no stage changes them: the store opens, and the app ends when it "
      + "reads an object with the old value",
    fix:
      "keep the case, or its raw value under another name; or write another value into the rows in 'willMigrate' of "
      + "a custom stage, where the old version still has the case",
    limits:
      "silent where the stage's code before the migration touches the property, and where the enum reads raw "
      + "values itself; 'preflight' and 'diagnose' say how many rows of a store have such a value",
    examples: [
      .flagged(
        ChangeText.versions(
          """
          enum Kind: String, Codable { case work, play }
            @Model final class Note { var kind = Kind.work; init() {} }
          """,
          """
          enum Kind: String, Codable { case play }
            @Model final class Note { var ↓kind = Kind.play; var size = 0; init() {} }
          """)),
      .flagged(
        ChangeText.versions(
          """
          enum Kind: String, Codable { case work = "w", play = "p" }
            @Model final class Note { var kind: Kind?; init() {} }
          """,
          """
          enum Kind: String, Codable { case work, play }
            @Model final class Note { var ↓kind: Kind?; var size = 0; init() {} }
          """)),
      .flagged(
        ChangeText.versions(
          """
          enum Kind: Int, Codable { case none, work, play }
            struct Place: Codable { var kind: Kind }
            @Model final class Note { var place: Place?; init() {} }
          """,
          """
          enum Kind: Int, Codable { case none, work }
            struct Place: Codable { var kind: Kind }
            @Model final class Note { var ↓place: Place?; var size = 0; init() {} }
          """)),
      .clean(
        ChangeText.versions(
          """
          enum Kind: String, Codable { case work, play }
            @Model final class Note { var kind = Kind.work; init() {} }
          """,
          """
          enum Kind: String, Codable { case office = "work", play, rest }
            @Model final class Note { var kind = Kind.play; var size = 0; init() {} }
          """)),
      .clean(
        ChangeText.versions(
          """
          enum Kind: String, Codable { case work, play }
            @Model final class Note { var kind: Kind?; init() {} }
          """,
          """
          enum Kind: String, Codable {
              case play
              init(from decoder: any Decoder) throws { self = .play }
            }
            @Model final class Note { var kind: Kind?; var size = 0; init() {} }
          """)),
      .clean(
        ChangeText.versions(
          """
          enum Kind: String, Codable { case work, play }
            @Model final class Note { var kind: Kind?; init() {} }
          """,
          """
          enum Kind: String, Codable { case play }
            @Model final class Note { var kind: Kind?; var size = 0; init() {} }
          """,
          stage: ChangeText.custom(
            will:
              "for note in try context.fetch(FetchDescriptor<V1.Note>()) { note.kind = .play }; "
              + "try context.save()"))),
    ])

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    for pair in change.pairing.entities {
      for property in pair.properties {
        guard case .attribute(let old) = property.source.kind,
          case .attribute(let new) = property.destination.kind,
          property.destination.declaredBy == pair.destination.name, !change.mayPrepare(old.name),
          let (path, values) = CaseChange.lost(from: old, to: new).first
        else { continue }
        let name = CaseChange.name(of: path)
        let lost = values.map(\.written).list(atMost: 3)
        report(
          "'\(pair.destination.name).\(name)' has no case for \(lost) any more, and rows may have "
            + (values.count == 1 ? "that value" : "these values"),
          at: property.destination.location, entity: pair.destination.name, property: new.name)
      }
    }
  }
}

extension DefaultValue {
  /// A raw value as it is written in Swift.
  fileprivate var written: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .integer(let number): "\(number)"
    default: "a value"
    }
  }
}
