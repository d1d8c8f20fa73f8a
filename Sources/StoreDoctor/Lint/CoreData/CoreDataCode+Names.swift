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

  /// What else a function or property names that gives predicates or sort descriptors.
  struct ConditionLink: Sendable, Codable {
    var name: String
    var names: Set<String>
  }

  /// A predicate made of a closure that a function or property gives.
  struct NamedBlock: Sendable, Codable {
    var name: String
    var location: Location
  }

  /// The entities of the fetches that are given what a function or property gives, itself or by way of
  /// others.
  var conditionEntities: [String: Set<String>] {
    let links = Dictionary(grouping: conditionLinks, by: \.name)
    var found: [String: Set<String>] = [:]
    for use in conditionUses {
      var waiting = [use.name]
      while let name = waiting.popLast() {
        if found[name, default: []].insert(use.entity).inserted {
          waiting += (links[name] ?? []).flatMap(\.names)
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
