internal import StoreModel

/// What names of functions and properties in several files say together.
extension CoreDataCode {
  /// A key path in a predicate that a function or a static property gives to whoever asks.
  struct Condition: Sendable, Codable {
    /// `NoteFilters.recent`
    var name: String
    var path: [String]
    var location: Location
  }

  /// A fetch of an entity that is given the predicate of that name.
  struct ConditionUse: Hashable, Sendable, Codable {
    var name: String
    var entity: String
  }

  /// The entities of the fetches that are given what a function or property gives, itself or by way of
  /// others.
  var conditionEntities: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for use in conditionUses {
      var waiting = [use.name]
      while let name = waiting.popLast() {
        if found[name, default: []].insert(use.entity).inserted {
          waiting += conditionLinks[name] ?? []
        }
      }
    }
    return found
  }

  /// Functions that are called inside of `perform`, by themselves or by others that are.
  var allPerformed: Set<String> {
    let callees = Dictionary(grouping: callees, by: \.name)
    var (known, waiting) = (performed, Array(performed))
    while let name = waiting.popLast() {
      for callee in (callees[name] ?? []).flatMap(\.callees) where known.insert(callee).inserted {
        waiting.append(callee)
      }
    }
    return known
  }
}
