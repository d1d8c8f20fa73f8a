extension SchemaHistory {
  /// What keeps the stages of a plan from leading from each of its versions to the next.
  package enum Gap: Sendable, Hashable {
    /// A version that a stage begins or ends with, and that `schemas` leaves out.
    case unlisted(String)
    /// Two neighbouring versions that no stage leads across.
    case missing(from: String, to: String)
    /// A stage that leads over versions between its two; and the pairs of neighbours there that have no
    /// stage of their own.
    case skipped(Stage, versions: [String], lacking: [[String]])
  }

  /// What the stages leave open, from the oldest version to the newest; a plan without any stage leaves
  /// nothing open, since it migrates in one inferred step.
  package var gaps: [Gap] {
    guard isOrdered, !stages.isEmpty else { return [] }
    let places = Dictionary(
      versions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var gaps = unlistedEnds.map { Gap.unlisted($0) }
    let spans = stages.compactMap { stage -> (stage: Stage, range: Range<Int>)? in
      guard let from = places[stage.from], let to = places[stage.to], from != to else { return nil }
      // Which way a stage leads is another matter.
      return (stage, min(from, to)..<max(from, to))
    }
    for (index, version) in versions.enumerated().dropFirst() {
      let before = versions[index - 1].name
      let covering = spans.filter { $0.range.contains(index - 1) }
      // The way from one to the other goes through a version that has to be listed first.
      let isThroughUnlisted = stages.contains { stage in
        stage.from == before && places[stage.to] == nil
          || stage.to == version.name && places[stage.from] == nil
      }
      if covering.isEmpty, !isThroughUnlisted {
        gaps.append(.missing(from: before, to: version.name))
      }
      for (stage, range) in covering
      where range.count > 1 && range.lowerBound == index - 1 && places[stage.from] == index - 1 {
        let names = versions[range.lowerBound...range.upperBound].map(\.name)
        let pairs = zip(names, names.dropFirst()).filter { pair in
          !stages.contains { $0.from == pair.0 && $0.to == pair.1 }
        }
        gaps.append(
          .skipped(
            stage, versions: Array(names.dropFirst().dropLast()),
            lacking: pairs.map { [$0.0, $0.1] }))
      }
    }
    return gaps
  }

  /// Versions that stages begin or end with, and that the plan does not list, in the order of the stages.
  package var unlistedEnds: [String] {
    let listed = Set(versions.map(\.name))
    var names: [String] = []
    for name in stages.flatMap({ [$0.from, $0.to] })
    where !listed.contains(name) && !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Those of the gaps that a store with one version meets on its way to another; all where none of them
  /// lies between the two.
  package func gaps(from start: String, to target: String) -> [Gap] {
    let places = Dictionary(
      versions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let all = gaps
    guard let first = places[start], let last = places[target] else { return all }
    let between = all.filter { gap in
      switch gap {
      case .unlisted: true
      case .missing(let from, _): (first..<max(first, last)).contains(places[from] ?? -1)
      case .skipped(let stage, _, _):
        (places[stage.to] ?? -1) > first && (places[stage.from] ?? .max) < last
      }
    }
    return between.isEmpty ? all : between
  }
}

extension SchemaHistory.Gap {
  /// In a sentence, about the plan of that name.
  package func text(of plan: String) -> String {
    switch self {
    case .unlisted(let version):
      "'\(version)' is in the stages of '\(plan)' but not in its 'schemas'"
    case .missing(let from, let to): "'\(plan)' has no stage from '\(from)' to '\(to)'"
    case .skipped(let stage, let versions, _):
      "the stage from '\(stage.from)' to '\(stage.to)' leaves out "
        + versions.map { "'\($0)'" }.joined(separator: ", ")
    }
  }

  /// What to add.
  package func help(of plan: String) -> String {
    switch self {
    case .unlisted(let version): "add '\(version)' to 'schemas' of '\(plan)'"
    case .missing(let from, let to):
      "add a stage from '\(from)' to '\(to)' to '\(plan)', '.lightweight' where nothing has to be "
        + "computed"
    case .skipped(_, _, let lacking):
      lacking.isEmpty
        ? "take it out: each two neighbouring versions have a stage"
        : "write \(lacking.count == 1 ? "a stage" : "stages") "
          + lacking.map { "from '\($0[0])' to '\($0[1])'" }.joined(separator: " and ")
          + " in its place"
    }
  }
}
