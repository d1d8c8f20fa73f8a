internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Differences of two models in words; `diff`, `identify` and `explain` share it.
enum DifferenceText {
  /// Whether a difference makes a migration fail, whatever the rows hold.
  typealias Failure = (ModelDifference) -> CertainFailures.Kind?

  /// A table of all differences, then why and what to do for those that need attention.
  ///
  /// - Parameters:
  ///   - unknown: what could not be compared.
  ///   - isSettled: whether what could not be compared was decided as a store's model has it.
  ///   - isCustom: whether they are those of a custom stage, whose code does more than they tell.
  ///   - isOfFiles: whether the newer model is of a model file, which has mapping models and no stages.
  ///   - showsMigration: whether there is a migration that they mean something for.
  static func sections(
    _ differences: [ModelDifference], title: String?, unknown: [String] = [],
    isSettled: Bool = false, isCustom: Bool = false, isOfFiles: Bool = false,
    showsMigration: Bool = true,
    failure: Failure = { _ in nil }
  ) -> [Report.Section] {
    let columns = ["property", "change", "from", "to"] + (showsMigration ? ["migration"] : [])
    // Where no hash changes, no migration is there to do any of it.
    let isOpened = unknown.isEmpty && !differences.changesHashes
    let rows = differences.map { difference in
      let migration =
        isOpened && difference.migration == .lightweight ? "none" : words(of: difference)
      return [
        difference.path, words(difference.change), difference.from ?? "", difference.to ?? "",
      ]
        + (showsMigration ? [failure(difference).map(words) ?? migration] : [])
    }
    let table = Report.Table(columns.map { .init($0) }, rows: rows)
    var sections: [Report.Section] = [.table(table, title: title)]
    guard showsMigration else { return sections }
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
    let verdict = verdict(
      differences, isKnown: unknown.isEmpty, isCustom: isCustom, isOfFiles: isOfFiles)
    sections.append(
      .lines([
        failures.isEmpty || differences.consequence >= .custom
          ? verdict + (isSettled ? unsettled : "")
          : failures.contains(.certain)
            ? "the migration fails on the rows there are"
            : failures.contains(.withFirstRow)
              ? "the migration \(words(.withFirstRow))"
              : failures.contains(.dependsOnClosures)
                ? "whether the rows there are stand in the way depends on its closures: 'migrate' and "
                  + "'verify' run them"
                : "the migration goes through, and the app crashes when it reads a row from before"
      ]))
    return sections
  }

  /// What is put behind a verdict that not everything was known for.
  static let unsettled = " (likely: not everything could be compared)"

  private static func verdict(
    _ differences: [ModelDifference], isKnown: Bool, isCustom: Bool, isOfFiles: Bool
  ) -> String {
    let serious = differences.filter { $0.migration >= .custom }
    guard serious.contains(where: { !$0.certainty.isUnknown }) || serious.isEmpty && isKnown else {
      return "unknown what a migration needs: not everything could be compared"
    }
    guard differences.changesHashes else {
      return "no version hash changes: Core Data opens the store without migrating"
    }
    return switch differences.consequence {
    case .lightweight where differences.losesData:
      "a lightweight migration will do, but it drops what the newer version has no place for"
    case .lightweight: "a lightweight migration will do"
    case .dataDependent: "a lightweight migration will do if the data allows it"
    // An attribute that becomes a relationship is what the code of a custom stage gets past.
    case .custom where isCustom && serious.allSatisfy(\.isChangeOfKind):
      "the code of this custom stage has to do it"
    case .custom where isCustom: "the automatic part of this custom stage cannot do it"
    case .custom:
      "a \(isOfFiles ? "mapping model" : "custom migration stage") is \(isKnown ? "" : "probably ")needed"
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

  private static func words(of difference: ModelDifference) -> String {
    difference.certainty.isUnknown ? "unknown" : words(difference.migration)
  }

  static func words(_ consequence: MigrationConsequence) -> String {
    consequence == .dataDependent ? "data dependent" : consequence.rawValue
  }

  static func words(_ failure: CertainFailures.Kind) -> String {
    switch failure {
    case .certain: "certain failure"
    case .withFirstRow: "fails as soon as there is one row"
    case .dependsOnClosures: "depends on the closures"
    case .unreadable: "rows cannot be read"
    }
  }
}
