internal import StoreEngine
internal import StoreModel

/// The step from one version of a history to the next, with all that changes.
struct VersionChange: Sendable {
  let history: SchemaHistory
  let from: DataModel
  let to: DataModel
  /// The plan's stage for this step; nil when the plan has none, or there is no plan.
  let stage: SchemaHistory.Stage?
  let comparison: ModelComparison

  var differences: [ModelDifference] { comparison.differences }
  var pairing: ModelPairing { comparison.pairing }

  /// Whether code runs before the store has its new shape.
  var hasWillMigrate: Bool {
    if case .custom(let will?, _)? = stage?.kind {
      _ = will
      return true
    }
    return false
  }

  /// Whether code runs after the store has its new shape.
  var hasDidMigrate: Bool {
    if case .custom(_, let did?)? = stage?.kind {
      _ = did
      return true
    }
    return false
  }

  /// `'V1' and 'V2'`.
  var title: String { "'\(from.name)' and '\(to.name)'" }

  /// The steps of a history whose order is known.
  static func changes(of history: SchemaHistory) -> [VersionChange] {
    guard history.isOrdered else { return [] }
    return zip(history.versions, history.versions.dropFirst()).map { from, to in
      VersionChange(
        history: history, from: from, to: to,
        stage: history.stages.first { $0.from == from.name && $0.to == to.name },
        comparison: ModelDiff.compare(from: from, to: to))
    }
  }
}
