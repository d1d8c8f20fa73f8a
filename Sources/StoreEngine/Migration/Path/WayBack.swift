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
