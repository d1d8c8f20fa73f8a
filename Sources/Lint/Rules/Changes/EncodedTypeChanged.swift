package import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds values that are stored encoded and that are read as another type than they were written as.
package struct EncodedTypeChanged: ChangeRule {
  package static let info = RuleInfo(
    id: "encoded-type-changed", group: .changes, severity: .warning,
    summary: "values that are stored encoded are read as another type",
    why:
      "an array or a dictionary is one encoded value in its column, whatever is in it: nothing migrates "
      + "it, the version's hash stays the same, and the app crashes or gets nothing when it decodes what "
      + "was written as another type",
    fix:
      "give the property of the new type another name, and write the old values in the new form in a "
      + "custom stage; or keep the old members and make new ones optional",
    limits:
      "silent where one of the types encodes or decodes itself, and where the stage's closures touch the "
      + "property",
    examples: [
      .flagged(
        ChangeText.note("var parts: [Signal] = []", "var note: String?; var ↓parts: [Proof] = []")
          + types),
      .flagged(
        ChangeText.note(
          "var parts: [String: Signal] = [:]", "var note: String?; var ↓parts: [String: Int] = [:]")
          + types),
      .flagged(
        ChangeText.versions(
          """
          struct Step: Codable { var text: String }
            @Model final class Note { var steps: [V1.Step] = []; init() {} }
          """,
          """
          struct Step: Codable { var text: String; var seconds: Int }
            @Model final class Note { var ↓steps: [V2.Step] = []; var size = 0; init() {} }
          """)),
      .clean(
        ChangeText.note("var parts: [Signal] = []", "var note: String?; var parts: [Named] = []")
          + types),
      .clean(
        ChangeText.note("var parts: [Signal] = []", "var note: String?; var parts: [Owner] = []")
          + types),
      .clean(
        ChangeText.note("var parts: [Signal] = []", "var note: String?; var parts: [Either] = []")
          + types),
      .clean(
        ChangeText.note(
          "var parts: [Signal] = []", "var note: String?; var parts: [Proof] = []",
          stage: ChangeText.custom(
            will: "for note in try context.fetch(FetchDescriptor<V1.Note>()) { note.parts = [] }"))
          + types),
    ])

  private static let types = """

    struct Signal: Codable { var source: String; var weight: Double }
    struct Proof: Codable { var kind: Int; var day: Date; var note: String? }
    struct Named: Codable { var source: String; var label: String? }
    struct Owner: Codable {
      var name: String
      func encode(to encoder: any Encoder) throws {}
    }
    struct Either: Codable {
      var kind: Int
      init(from decoder: any Decoder) throws { kind = 0 }
    }
    """

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    for pair in change.pairing.entities {
      for property in pair.properties {
        guard let name = property.unreadable,
          property.destination.declaredBy == pair.destination.name,
          !change.mayPrepare(name), !change.mayFinish(name)
        else { continue }
        report(
          "'\(pair.destination.name).\(name)' is read as \(property.readDifferently)",
          at: property.destination.location, entity: pair.destination.name,
          property: name, certainty: .inferred("from the members of the types"))
      }
    }
  }
}

extension ModelPairing.PropertyPair {
  /// The name of an attribute whose stored values do not decode as its newer type; nil for any other.
  package var unreadable: String? {
    guard case .attribute(let old) = source.kind, case .attribute(let new) = destination.kind,
      old.encoded != nil, old.isRead(as: new) == false
    else { return nil }
    return new.name
  }

  /// `'[Proof]', and its values were written as '[Signal]'`
  package var readDifferently: String {
    guard case .attribute(let old) = source.kind, case .attribute(let new) = destination.kind else {
      return ""
    }
    let (before, now) = (old.swiftType ?? old.type.name, new.swiftType ?? new.type.name)
    return before == now
      ? "'\(now)', which has other members than when its values were written"
      : "'\(now)', and its values were written as '\(before)'"
  }
}
