internal import StoreModel

extension PathSearch {
  /// The way to an older version: each step that led from it to the store's version, backwards and
  /// inferred, the last one first. Going step by step keeps what was renamed on the way.
  ///
  /// - Parameter steps: the way there, oldest first: both versions, and the plan's stage where there
  ///   is one.
  /// - Throws: `MigrationError.backwards` when these steps do not lead back to the target.
  func back(
    _ path: MigrationPath,
    over steps: [(from: DataModel, to: DataModel, stage: SchemaHistory.Stage?)]
  ) throws(MigrationError) -> MigrationPath {
    var path = path
    var current = path.source
    for (older, newer, stage) in steps.reversed() where !isSame(current, path.target) {
      guard isSame(newer, current) else { break }
      if !isSame(older, current) {
        var step = MigrationStep(from: current, to: older, location: stage?.location)
        step.isBackwards = true
        path.steps.append(step)
      }
      if let stage {
        let forward = MigrationStep(from: older, to: newer, stage)
        if forward.hasClosures { path.notUndone.append(forward) }
      }
      current = older
    }
    guard isSame(current, path.target) else {
      throw .backwards(
        store: path.source.name, target: path.target.name,
        plan: path.history.stages.isEmpty ? nil : path.history.name)
    }
    path.isBackwards = !path.steps.isEmpty
    return path
  }
}

extension SchemaHistory {
  /// Whether a way leads to an older version of a model bundle. Its versions have no order, but Xcode
  /// numbers those that it adds: `Notes`, `Notes 2`, `Notes 3`; and where the names do not tell, nothing
  /// comes after the current one.
  func isBack(from source: String, to target: String) -> Bool {
    guard target != currentVersion else { return false }
    guard let from = NumberedName(source), let to = NumberedName(target), from.stem == to.stem
    else { return source == currentVersion }
    return to.numbers.lexicographicallyPrecedes(from.numbers)
  }

  /// The first of some versions of a model bundle that came between two; nil where there is none.
  func next(after older: String, before newer: String, of left: [DataModel]) -> DataModel? {
    let names = Set(left.map(\.name))
    return versions(between: older, and: newer).filter { names.contains($0.name) }.min {
      first, second in
      let (first, second) = (NumberedName(first.name), NumberedName(second.name))
      return (first?.numbers ?? []).lexicographicallyPrecedes(second?.numbers ?? [])
    }
  }

  /// The versions of a model bundle that came between two, as far as the numbers in their names tell.
  func versions(between older: String, and newer: String) -> [DataModel] {
    guard let first = NumberedName(older), let last = NumberedName(newer), first.stem == last.stem
    else { return [] }
    return versions.filter { version in
      guard let name = NumberedName(version.name), name.stem == first.stem else { return false }
      return first.numbers.lexicographicallyPrecedes(name.numbers)
        && name.numbers.lexicographicallyPrecedes(last.numbers)
    }
  }
}

/// The name of a version in a model bundle: `Notes 2`, `Notes v2`, `Notes_2.1`.
private struct NumberedName {
  let stem: Substring
  /// The first version has none.
  let numbers: [Int]

  init?(_ name: String) {
    let end = name.lastIndex { !$0.isASCII || !($0.isNumber || $0 == ".") }
    let start = end.map { name.index(after: $0) } ?? name.startIndex
    var stem = name[..<start]
    if start < name.endIndex, let last = stem.last, "vV".contains(last) { stem.removeLast() }
    while let last = stem.last, " _-.".contains(last) { stem.removeLast() }
    self.stem = stem
    let parts = name[start...].split(separator: ".").map { Int($0) }
    guard parts.allSatisfy({ $0 != nil }) else { return nil }
    numbers = parts.compactMap(\.self)
  }
}
