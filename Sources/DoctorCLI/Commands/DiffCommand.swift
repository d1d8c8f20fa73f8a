internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct DiffCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two models or stores, property by property.",
    usage: "storedoctor diff OLD NEW",
    discussion: """
      Each difference comes with what it means for a migration: lightweight (inferred), data \
      dependent (inferred, but rows can make it fail), custom (needs a custom stage), impossible. \
      Exit code 1 when there are differences.

      Examples:
        storedoctor diff Models@1.0.0 Models@2.0.0
        storedoctor diff notes.store Sources/Models@current
      """)

  @Argument(
    help: "The older model or store, PATH[@VERSION]; in the shell, the open store.",
    completion: .file())
  var old: String?

  @Argument(help: "The newer model or store, PATH[@VERSION].", completion: .file())
  var new: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (first, rest) = session.operands([old, new], wanting: 2)
    guard let first, let second = rest.first else {
      throw Failure.usage("two models are needed", help: "usage: storedoctor diff OLD NEW")
    }
    let (from, fromNote) = try session.oneModel(of: first, candidates: [second])
    let (to, toNote) = try session.oneModel(of: second, candidates: [first])
    let notes = [fromNote, toNote].compactMap(\.self)
    let comparison = ModelDiff.compare(from: from, to: to)
    let differences = comparison.differences
    let unknown =
      from.unknownModels + to.unknownModels.filter { !from.unknownModels.contains($0) }
      + comparison.undecided.map(\.text)
    let unfillable = Set(comparison.pairing.unfillable.map(\.name))
    let failure: DifferenceText.Failure = { unfillable.contains($0.path) ? .withFirstRow : nil }
    var report = Report(command: Self.name)
    let pair = "\(ModelText.title(of: from)) → \(ModelText.title(of: to))"
    if differences.isEmpty {
      report.sections = [
        .lines([
          unknown.isEmpty
            ? "no differences: \(pair)"
            : "unknown whether there are differences: \(pair)"
        ])
      ]
    } else {
      report.sections = DifferenceText.sections(
        differences, title: pair, unknown: unknown, failure: failure)
    }
    if !unknown.isEmpty { report.sections.append(.lines(unknown, title: "Not compared")) }
    if !notes.isEmpty { report.sections.append(.lines(notes, title: "Remarks")) }
    report.body = [
      "differences": .array(differences.map { DifferenceText.json($0, failure($0)) }),
      "from": DifferenceText.json(of: from), "to": DifferenceText.json(of: to),
      "migration": unknown.isEmpty ? .string(differences.consequence.rawValue) : .null,
      "changesHashes": unknown.isEmpty || differences.changesHashes
        ? .bool(differences.changesHashes) : .null,
      "remarks": .strings(notes), "unknown": .strings(unknown),
    ]
    report.status = differences.isEmpty && unknown.isEmpty ? .done : .found
    return report
  }
}

/// Differences of two models as text and JSON; `diff`, `identify` and `explain` share it.
enum DifferenceText {
  /// Whether a difference makes a migration fail, whatever the rows hold.
  typealias Failure = (ModelDifference) -> CertainFailures.Kind?

  /// A table of all differences, then why and what to do for those that need attention.
  ///
  /// - Parameter unknown: what could not be compared.
  static func sections(
    _ differences: [ModelDifference], title: String?, unknown: [String] = [],
    failure: Failure = { _ in nil }
  ) -> [Report.Section] {
    let rows = differences.map { difference in
      [
        difference.path, words(difference.change), difference.from ?? "", difference.to ?? "",
        failure(difference).map(words) ?? words(difference.migration),
      ]
    }
    let table = Report.Table(
      [.init("property"), .init("change"), .init("from"), .init("to"), .init("migration")],
      rows: rows)
    var sections: [Report.Section] = [.table(table, title: title)]
    let serious = differences.filter {
      $0.migration > .lightweight || $0.losesData || $0.hint != nil || $0.certainty != .certain
    }
    let notes = serious.flatMap { difference -> [String] in
      let label = difference.certainty == .certain ? "" : " (\(difference.certainty.level))"
      var lines = ["\(difference.path): \(difference.why)\(label)"]
      if let hint = difference.hint { lines.append("  help: \(hint)") }
      return lines
    }
    if !notes.isEmpty { sections.append(.lines(notes, title: "Notes")) }
    // The same few reasons stand behind most of them.
    let reasons = Set(
      serious.compactMap { difference in
        difference.certainty.reason.map { "\(difference.certainty.level): \($0)" }
      })
    if !reasons.isEmpty { sections.append(.lines(reasons.sorted())) }
    let failures = Set(differences.compactMap(failure))
    let verdict = verdict(differences, isKnown: unknown.isEmpty)
    sections.append(
      .lines([
        failures.isEmpty || differences.consequence >= .custom
          ? verdict
          : failures.contains(.certain)
            ? "the migration fails on the rows there are" : "the migration \(words(.withFirstRow))"
      ]))
    return sections
  }

  static func verdict(_ differences: [ModelDifference], isKnown: Bool) -> String {
    guard isKnown || differences.consequence >= .custom else {
      return "unknown what a migration needs: not everything could be compared"
    }
    guard differences.changesHashes else {
      return "no version hash changes: Core Data opens the store without migrating"
    }
    return switch differences.consequence {
    case .lightweight: "a lightweight migration will do"
    case .dataDependent: "a lightweight migration will do if the data allows it"
    case .custom: "a custom migration stage is needed"
    case .impossible: "no migration works until the models are changed"
    }
  }

  /// `attributeAdded` → `attribute added`.
  static func words(_ change: ModelDifference.Change) -> String {
    var text = ""
    for character in change.rawValue {
      text += character.isUppercase ? " " + character.lowercased() : String(character)
    }
    return text
  }

  static func words(_ consequence: MigrationConsequence) -> String {
    consequence == .dataDependent ? "data dependent" : consequence.rawValue
  }

  static func words(_ failure: CertainFailures.Kind) -> String {
    failure == .certain ? "certain failure" : "fails as soon as there is one row"
  }

  static func json(
    _ difference: ModelDifference, _ failure: CertainFailures.Kind? = nil
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "affectsHash": .bool(difference.affectsHash),
      "certainty": .string(difference.certainty.level),
      "change": .string(difference.change.rawValue), "entity": .string(difference.entity),
      "from": .optional(difference.from), "hint": .optional(difference.hint),
      "location": .optional(ModelText.place(difference.location)),
      "losesData": .bool(difference.losesData), "migration": .string(difference.migration.rawValue),
      "property": .optional(difference.property), "to": .optional(difference.to),
      "why": .string(difference.why),
    ]
    if let reason = difference.certainty.reason { members["certaintyReason"] = .string(reason) }
    if let failure { members["failure"] = .string(failure.rawValue) }
    return .object(members)
  }

  static func json(of model: DataModel) -> JSONValue {
    [
      "identifier": .optional(ModelText.identifier(of: model)), "name": .string(model.name),
      "path": .optional(model.location?.path),
    ]
  }
}
