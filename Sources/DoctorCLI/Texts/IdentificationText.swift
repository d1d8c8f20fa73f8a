internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The answer of `identify` in words.
enum IdentificationText {
  /// How many of the nearest versions are shown in full.
  private static let shown = 1

  static func sections(_ answer: Identification) -> [Report.Section] {
    if !answer.matches.isEmpty { return matches(answer.matches) }
    var sections: [Report.Section] = [.lines(["no version matches"])]
    // Differences to a model of another app would be a long list of everything.
    if answer.mismatch == .anotherApp { return sections }
    for near in answer.nearest.prefix(shown) {
      var found = self.near(near)
      // How the store would migrate to a version that must be put back as it was is beside the point.
      if case .edited = answer.mismatch, !near.differences.isEmpty { found.removeLast() }
      sections += found
    }
    let others = answer.nearest.dropFirst(shown)
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
    // Only where the finding itself does not say what to do.
    if answer.mismatch == .unknown {
      let advice =
        "declare the shape the store has as its own version, then migrate from it; 'diff' compares "
        + "it with any other"
      sections.append(.hints([answer.nearest.first?.hint ?? advice]))
    }
    return sections
  }

  private static func matches(_ matches: [VersionMatch]) -> [Report.Section] {
    var lines: [String] = []
    for match in matches {
      let names = match.versions.map(\.title).joined(separator: " + ")
      // SwiftData calls its only configuration "default".
      let configuration = match.configuration.flatMap {
        $0 == "default" ? nil : ", configuration '\($0)'"
      }
      lines.append("\(names)  by \(words(match.by))\(configuration ?? "")")
      if let reason = match.certainty.reason {
        lines.append("  \(match.certainty.level): \(reason)")
      }
      for ignored in match.ignored { lines.append("  not compared: \(ignored)") }
    }
    let path = matches.first?.versions.first?.path
    return [.lines(lines)] + (path.map { [.fields([Report.Field("declared in", $0)])] } ?? [])
  }

  private static func near(_ near: NearVersion) -> [Report.Section] {
    let count = "\(near.equalEntities) of \(near.entityCount) entities equal"
    let title = "Nearest: \(near.version.title), \(count)"
    let ignored = near.ignored.map { "not compared: \($0)" }
    guard near.differences.isEmpty else {
      return (ignored.isEmpty ? [] : [.lines(ignored)])
        + DifferenceText.sections(near.differences, title: title, unknown: near.ignored)
    }
    let names = [
      ("changed", near.changedEntities), ("only in the store", near.onlyInStore),
      ("only in the version", near.onlyInVersion),
    ].filter { !$0.1.isEmpty }
    return [
      .lines(names.map { "\($0): \($1.joined(separator: ", "))" } + ignored, title: title)
    ]
  }

  private static func words(_ evidence: VersionMatch.Evidence) -> String {
    evidence == .entityHashes ? "entity hashes" : evidence.rawValue
  }
}
