internal import StoreEngine
internal import StoreModel

/// Versions that lead nowhere.
extension Verification {
  /// A leg whose way is none, which its versions tell before there are any data; nil for others.
  func deadEnd(_ data: DataSet, _ start: Start) -> Leg? {
    do throws(MigrationError) {
      _ = try MigrationPath.find(
        from: StoreVersion(model: start.from.settled()), in: [start.history], to: start.to.name,
        mappings: [start.history].mappingModels(), isChained: isChained)
      return nil
    } catch {
      guard error.isDeadEnd else { return nil }
      var leg = Leg(from: start.from, to: start.to, data: data, plan: start.plan)
      leave(out: &leg, error, at: start.from.location)
      return leg
    }
  }

  func leave(out leg: inout Leg, _ error: MigrationError, at place: Location?) {
    leg.leaveOut(
      error.description,
      help: isChained
        ? "give the mapping model of that step too, if the app has one"
        : "migrate stores of that version with the app itself",
      at: place)
  }
}

extension MigrationError {
  /// Whether a version has no way, or too many, where others may have one through mapping models.
  var isDeadEnd: Bool {
    switch self {
    case .unsupported, .severalWays: true
    default: false
    }
  }
}
