internal import StoreModel

extension PathSearch {
  /// The way through mapping models, each from the version where the one before it ended, and one
  /// inferred step to the target from where none leads on (Documentation/Format/MappingModels.md, 4).
  func chain(
    from start: DataModel, to target: DataModel, in history: SchemaHistory
  ) throws(MigrationError) -> [MigrationStep] {
    var steps: [MigrationStep] = []
    var current = start
    var left = history.versions.filter { !isSame($0, start) }
    while !isSame(current, target) {
      var ends: [(version: DataModel, mapping: MappingModel)] = []
      for version in left where !ends.contains(where: { isSame($0.version, version) }) {
        if let mapping = try mapping(from: current, to: version) { ends.append((version, mapping)) }
      }
      // What a mapping model maps may be alike in two versions, at either of its ends: the nearer one
      // is meant.
      let near = ends
      for end in ends {
        for other in near where !isSame(other.version, end.version) {
          guard let onward = try mapping(from: other.version, to: end.version),
            [onward, other.mapping].contains(end.mapping)
          else { continue }
          ends.removeAll { isSame($0.version, end.version) }
        }
      }
      // So may versions be that only add entities, which whoever made it for one of them would have mapped.
      let whole = ends.filter { $0.mapping.makesAll(of: $0.version) }
      if whole.count == 1 { ends = whole }
      guard ends.count < 2 else {
        // Who names one of them has said which way the app takes.
        if isTargetNamed, let end = ends.first(where: { isSame($0.version, target) }) {
          steps.append(
            MigrationStep(
              from: current, to: end.version, kind: .mapped(end.mapping),
              location: end.mapping.location))
          return steps
        }
        let names = Set(ends.map(\.mapping.name)).sorted { $0.codePointsPrecede($1) }
        throw .severalWays(
          from: current.name, to: ends.map(\.version.name), mappings: names)
      }
      guard let end = ends.first else {
        let isGap = try isReached(target, from: left)
        let between = history.versions(between: current.name, and: target.name)
        let leadsOn = between.contains { version in
          let hashes = ModelHashes(of: version)
          return mappings.contains { $0.starts(from: hashes) }
        }
        // An app that goes from version to version makes an inferred step where it has no mapping model.
        if isGap || leadsOn || mappings.isEmpty,
          let next = history.next(after: current.name, before: target.name, of: left)
        {
          steps.append(try step(from: current, to: next))
          current = next
          left.removeAll { isSame($0, next) }
          continue
        }
        guard !isGap else {
          throw .unsupported(
            "no mapping model leads on from '\(current.name)', and others lead to '\(target.name)'; how "
              + "the app gets to them is in its code")
        }
        steps.append(try step(from: current, to: target))
        return steps
      }
      steps.append(
        MigrationStep(
          from: current, to: end.version, kind: .mapped(end.mapping), location: end.mapping.location
        ))
      current = end.version
      left.removeAll { isSame($0, current) }
    }
    return steps
  }

  /// Whether a mapping model leads to the target from one of these versions.
  private func isReached(
    _ target: DataModel, from versions: [DataModel]
  ) throws(MigrationError) -> Bool {
    for version in versions where !isSame(version, target) {
      if try mapping(from: version, to: target) != nil { return true }
    }
    return false
  }
}
