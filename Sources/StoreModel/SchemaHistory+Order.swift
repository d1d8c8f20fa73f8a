extension SchemaHistory {
  /// The history with its oldest version first, whichever way round the source lists them.
  ///
  /// What a version is comes from the stages that lead to it and from its identifier; the place in a list
  /// only decides where neither says anything. A plan for the way back stays as it is: its identifiers
  /// count up along the list, and its stages lead down.
  package func oldestFirst(listedAt place: Location?) -> SchemaHistory {
    var result = self
    if let sorted = inStageOrder {
      result.versions = sorted
      result.currentVersion = sorted.last?.name
      result.unsorted = place ?? location
      return result
    }
    guard isListedNewestFirst else { return self }
    result.versions.reverse()
    result.currentVersion = result.versions.last?.name
    result.newestFirst = place ?? location
    return result
  }

  /// The versions as the stages lead from each to the next, where the identifiers count up along them and
  /// the list has another order, which is not just the reverse one; nil otherwise.
  private var inStageOrder: [DataModel]? {
    guard isOrdered, versions.count > 2, stages.count == versions.count - 1 else { return nil }
    let models = Dictionary(versions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let next = Dictionary(stages.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    let ends = Set(next.values)
    guard models.count == versions.count, next.count == stages.count,
      let start = versions.first(where: { !ends.contains($0.name) })
    else { return nil }
    var sorted = [start]
    while let name = next[sorted[sorted.count - 1].name], sorted.count <= versions.count {
      guard let model = models[name] else { return nil }
      sorted.append(model)
    }
    let names = sorted.map(\.name)
    guard sorted.count == versions.count, names != versions.map(\.name),
      names != versions.reversed().map(\.name)
    else { return nil }
    let countsUp = zip(sorted, sorted.dropFirst()).allSatisfy { old, new in
      guard let old = old.identifierNumbers, let new = new.identifierNumbers else { return false }
      return old.lexicographicallyPrecedes(new)
    }
    return countsUp ? sorted : nil
  }

  /// Whether of any two neighbours of the list the second is the older one: a stage leads from it to the
  /// first, or it has the lower identifier, and nothing says the opposite of any two.
  private var isListedNewestFirst: Bool {
    guard isOrdered, versions.count > 1, newestFirst == nil else { return false }
    let places = Dictionary(
      versions.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
    let steps = stages.compactMap { stage -> (from: Int, to: Int)? in
      guard let from = places[stage.from], let to = places[stage.to], from != to else { return nil }
      return (from, to)
    }
    guard steps.allSatisfy({ $0.to < $0.from }) else { return false }
    return versions.indices.dropFirst().allSatisfy { older in
      let newer = older - 1
      if let first = versions[newer].identifierNumbers,
        let second = versions[older].identifierNumbers,
        first != second
      {
        return second.lexicographicallyPrecedes(first)
      }
      return steps.contains { $0.from == older && $0.to == newer }
    }
  }
}

extension SchemaHistory {
  /// Whether the plan leads back on purpose: each of its stages is the way back of one that another of the
  /// plans has.
  package func isDowngrade(among histories: [SchemaHistory]) -> Bool {
    func others(have step: Stage) -> Bool {
      histories.contains { other in
        other.isOrdered && other.location != location
          && other.stages.contains { $0.from == step.to && $0.to == step.from }
      }
    }
    // Of the two, the one whose versions count downwards is the way back.
    return !stages.isEmpty && stages.allSatisfy { isStepBack($0) && others(have: $0) }
  }

  /// Whether the plan has no stage, and another that has some lists all its versions: what a test or an
  /// earlier release used. No store's way is looked for in it.
  package func isCovered(among histories: [SchemaHistory]) -> Bool {
    func places(_ history: SchemaHistory) -> Set<[String]> {
      Set(history.versions.map { [$0.name, $0.location?.text ?? ""] })
    }
    guard isOrdered, stages.isEmpty, hasAllStages, !versions.isEmpty else { return false }
    let own = places(self)
    return histories.contains { other in
      other.isOrdered && !other.stages.isEmpty && own.isSubset(of: places(other))
    }
  }

  private func isStepBack(_ stage: Stage) -> Bool {
    let numbers = Dictionary(
      versions.map { ($0.name, $0.identifierNumbers ?? []) },
      uniquingKeysWith: { first, _ in first })
    guard let from = numbers[stage.from], let to = numbers[stage.to], !from.isEmpty, !to.isEmpty
    else { return false }
    return to.lexicographicallyPrecedes(from)
  }
}

extension DataModel {
  /// `[2, 0, 0]` of the identifier `2.0.0`; nil when it is not made of numbers.
  package var identifierNumbers: [Int]? {
    guard versionIdentifiers.count == 1, let text = versionIdentifiers.first else { return nil }
    let numbers = text.split(separator: ".").map { Int($0) }
    return numbers.isEmpty || numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }
}

extension [SchemaHistory] {
  /// The histories without plans and versions that stand in tests, where there is a plan outside of them: no
  /// app has those.
  package var withoutTests: [SchemaHistory] {
    guard contains(where: { $0.isOrdered && !$0.isInTests }) else { return self }
    return compactMap { history in
      guard !history.isOrdered else { return history.isInTests ? nil : history }
      var rest = history
      rest.versions.removeAll { $0.source == .swift && $0.location?.isInTests ?? false }
      return rest.versions.isEmpty && !history.versions.isEmpty ? nil : rest
    }
  }
}

extension SchemaHistory {
  fileprivate var isInTests: Bool { location?.isInTests ?? false }
}
