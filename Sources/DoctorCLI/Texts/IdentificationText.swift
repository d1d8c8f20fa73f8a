internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The answer of `identify` in words.
enum IdentificationText {
  static func sections(_ answer: Identification) -> [Report.Section] {
    if !answer.matches.isEmpty { return matches(answer) }
    var sections: [Report.Section] = [.lines(["no version matches"])]
    // Differences to a model of another app would be a long list of everything.
    if case .anotherApp = answer.mismatch { return sections }
    // Of those that are as near as each other none is the one.
    let shown = answer.suspects
    for near in shown {
      sections += self.near(
        near, isWayOut: answer.mismatch?.isOpen == true, details: answer.details(of: near))
    }
    let others = answer.nearest.filter { near in !shown.contains { $0.version == near.version } }
    if !others.isEmpty {
      sections.append(
        .table(
          Report.Table(
            [.init("version"), .init("equal entities", isNumber: true), .init("migration")],
            rows: others.map { near in
              [
                near.version.title, "\(near.equalEntities) of \(near.entityCount)",
                near.migration.map { DifferenceText.words($0) } ?? "not known",
              ]
            }), title: "Other versions"))
    }
    return sections
  }

  private static func matches(_ answer: Identification) -> [Report.Section] {
    // Of versions with the same hashes the store's identifier tells which it is.
    let matches = answer.told
    var lines: [String] = []
    for match in matches {
      let names = match.versions.map(\.title).joined(separator: " + ")
      // SwiftData calls its only configuration "default".
      let configuration = match.configuration.flatMap {
        $0 == "default" ? nil : ", configuration '\($0)'"
      }
      let line = "\(names)  by \(match.by.words)\(configuration ?? "")"
      // Two plans may list one version.
      if lines.contains(line) { continue }
      lines.append(line)
      if let reason = match.certainty.reason {
        lines.append("  \(match.certainty.level): \(reason)")
      }
      for ignored in match.ignored { lines.append("  not compared: \(ignored)") }
    }
    if matches.count < answer.matches.count {
      let others = answer.matches.dropFirst(matches.count).flatMap(\.versions).map(\.title)
      lines.append(
        "  the same hashes as \(others.list(atMost: 3)): the identifier that the store has tells")
    }
    if let plan = answer.planWithout {
      lines.append(
        "  '\(plan)' does not list it: a container with that plan does not open the store (134504)")
    }
    let path = matches.first?.versions.first?.path
    return [.lines(lines)] + (path.map { [.fields([Report.Field("declared in", $0)])] } ?? [])
  }

  /// - Parameter isWayOut: whether the store may have to migrate to the version. To one that must be
  ///   put back as it was, or that comes before the store's, it will not.
  private static func near(
    _ near: NearVersion, isWayOut: Bool, details: [String]
  ) -> [Report.Section] {
    let count = "\(near.equalEntities) of \(near.entityCount) entities equal"
    let title = "Nearest: \(near.version.title), \(count)"
    let ignored = near.ignored.map { "not compared: \($0)" }
    guard near.differences.isEmpty else {
      // What changes no hash is not why the version does not fit.
      let telling = near.differences.filter(\.affectsHash)
      let shown = telling.isEmpty ? near.differences : telling
      let rest = near.differences.count - shown.count
      return (ignored.isEmpty ? [] : [.lines(ignored)])
        + DifferenceText.sections(
          shown, title: title, unknown: near.ignored, showsMigration: isWayOut)
        + (rest == 0
          ? []
          : [
            .lines([
              "\(rest) more that no hash depends on, such as defaults: 'storedoctor diff' shows them"
            ])
          ])
    }
    let names = [
      ("changed", near.changedEntities), ("only in the store", near.onlyInStore),
      ("only in the version", near.onlyInVersion),
    ].filter { !$0.1.isEmpty }
    return [
      .lines(
        names.map { "\($0): \($1.joined(separator: ", "))" } + ignored + details, title: title)
    ]
  }
}
