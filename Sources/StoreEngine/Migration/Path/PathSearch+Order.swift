internal import StoreModel

extension PathSearch {
  /// Stages that lead to the target and stand in another order than they follow each other: they run in the order
  /// of the list, so a store ends before it (`stage-out-of-order`). Nil where the list has no stage that goes on.
  ///
  /// - Parameter end: the version at which the stages end that run.
  func disorder(
    from source: DataModel, at end: DataModel, to target: DataModel, in history: SchemaHistory
  ) -> MigrationError? {
    let stages = history.stages
    guard let next = stages.firstIndex(where: { $0.from == end.name }),
      let last = stages.lastIndex(where: { $0.to == end.name }), next < last
    else { return nil }
    return .planGap(
      "'\(history.name)' has its stages in the wrong order, '\(stages[next].title)' before "
        + "'\(stages[last].title)'",
      help: "list the stages from the oldest version to the newest", from: source.name,
      to: target.name, code: nil)
  }
}
