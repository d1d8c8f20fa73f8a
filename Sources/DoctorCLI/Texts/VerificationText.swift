internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What `verify` did, in words.
enum VerificationText {
  static func sections(_ result: Verification.Result) -> [Report.Section] {
    let legs = result.legs
    var sections: [Report.Section] =
      result.unneeded.map { [.lines([$0])] } ?? [.table(table(legs)), .lines([summary(legs)])]
    if result.stopsApp, legs.contains(where: \.isPassed) {
      sections.append(
        .lines([
          "what is ok here never happens on Apple's systems: the app stops before the first stage, for the "
            + "reason below"
        ]))
    }
    let reasons = reasons(legs.filter { $0.outcome.reason != nil })
    if !reasons.isEmpty { sections.append(.lines(reasons, title: "Reasons")) }
    for leg in legs {
      if let comparison = leg.comparison {
        sections += RowDifferenceText.sections(
          comparison, title: "\(leg.title): rows before and after")
      }
    }
    var seen: Set<String> = []
    let remarks = legs.flatMap { $0.losses?.remarks ?? [] }.filter { seen.insert($0).inserted }
    if !remarks.isEmpty { sections.append(.lines(remarks, title: "Dropped on purpose")) }
    let empty = legs.flatMap { $0.losses?.emptyRemarks ?? [] }.filter { seen.insert($0).inserted }
    if !empty.isEmpty { sections.append(.lines(empty, title: "Nothing to lose")) }
    if !result.unlisted.isEmpty {
      let names = result.unlisted.map(\.name).quotedList()
      sections.append(.lines(["not checked, because no plan lists them: \(names)"]))
    }
    return sections
  }

  /// One line for each reason, since most of them hold for every store of a version:
  /// `V1 → V3, small, edge cases; V2 → V3, small: FAILED: …`.
  private static func reasons(_ legs: [Verification.Leg]) -> [String] {
    grouped(legs) { sentence($0).withoutNumbers }.map { _, legs in
      let ways = grouped(legs, by: \.way).map { way, legs in
        ([way] + legs.map(\.data.name)).joined(separator: ", ")
      }
      let sentence = sentence(legs[0])
      let isOne = legs.allSatisfy { self.sentence($0) == sentence }
      return "\(ways.joined(separator: "; ")): \(sentence)"
        + (isOne ? "" : " (numbers are those of the data set '\(legs[0].data.name)')")
    }
  }

  /// Without the name of a stage that is the whole way, which is said before it.
  private static func sentence(_ leg: Verification.Leg) -> String {
    leg.outcome.sentence.replacing(" in '\(leg.from.name) to \(leg.to.name)'", with: "")
  }

  /// In the order in which the keys come first.
  private static func grouped(
    _ legs: [Verification.Leg], by key: (Verification.Leg) -> String
  ) -> [(String, [Verification.Leg])] {
    var groups: [(String, [Verification.Leg])] = []
    for leg in legs {
      if let known = groups.firstIndex(where: { $0.0 == key(leg) }) {
        groups[known].1.append(leg)
      } else {
        groups.append((key(leg), [leg]))
      }
    }
    return groups
  }

  private static func table(_ legs: [Verification.Leg]) -> Report.Table {
    Report.Table(
      [
        .init("plan"), .init("from"), .init("to"), .init("data"), .init("rows", isNumber: true),
        .init("links", isNumber: true), .init("deleted by its code", isNumber: true),
        .init("statements", isNumber: true), .init("time", isNumber: true), .init("result"),
      ],
      rows: legs.map { leg in
        let isRun = !leg.stages.isEmpty
        let deleted = leg.stages.flatMap(\.deletions).reduce(0) { $0 + $1.rows }
        return [
          leg.plan ?? "", leg.from.name, leg.to.name, leg.data.name, isRun ? ends(leg.rows) : "",
          isRun ? ends(leg.links) : "", deleted > 0 ? String(deleted) : "",
          isRun ? String(leg.statements) : "",
          isRun ? "\(leg.nanoseconds / 1_000_000) ms" : "", leg.outcome.words,
        ]
      })
  }

  private static func ends(_ counts: (before: Int64, after: Int64)) -> String {
    counts.before == counts.after
      ? String(counts.after) : "\(counts.before) → \(counts.after)"
  }

  private static func summary(_ legs: [Verification.Leg]) -> String {
    let names = ["ok", "FAILED", "lightweight part only", "NOT RUN", "nothing to do"]
    let shown = names.compactMap { name -> String? in
      let count = legs.count { $0.outcome.words == name }
      return count > 0 ? "\(count) \(name.lowercased())" : nil
    }
    return "\(legs.count) \(legs.count == 1 ? "migration" : "migrations"): "
      + shown.joined(separator: ", ")
  }
}
