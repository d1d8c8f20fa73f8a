/// Which functions of the given files read or write a store each time they are called.
struct CalledCode {
  private let functions: [String: [ObjectFlows.Function]]
  /// Deeper chains of calls are no loop that anybody sees.
  private static let deepest = 4

  init(_ flows: ObjectFlows) {
    functions = Dictionary(grouping: flows.functions, by: \.name)
  }

  /// The functions that a call may mean, for certain one of them: those of the first owner that has
  /// any.
  func functions(of call: ObjectFlows.Call) -> [ObjectFlows.Function] {
    for owner in call.owners {
      let name = owner.isEmpty ? call.name : "\(owner).\(call.name)"
      let fitting = (functions[name] ?? []).filter { $0.takes(call.labels) }
      if !fitting.isEmpty { return fitting }
    }
    return []
  }

  /// Whether every function that the call may mean has an effect, itself or through others.
  func has(_ effect: ObjectFlows.Effect, _ call: ObjectFlows.Call, depth: Int = deepest) -> Bool {
    let meant = functions(of: call)
    guard depth > 0, !meant.isEmpty else { return false }
    return meant.allSatisfy { function in
      function.effects.contains(effect)
        || function.calls.contains { has(effect, $0, depth: depth - 1) }
    }
  }
}

extension ObjectFlows.Function {
  /// Whether arguments with these labels fit; those with default values may be missing.
  fileprivate func takes(_ given: [String]) -> Bool {
    var rest = given[...]
    for label in labels {
      let isOptional = label.last == "?"
      let name = isOptional ? String(label.dropLast()) : label
      if rest.first == name {
        rest = rest.dropFirst()
      } else if !isOptional {
        return false
      }
    }
    return rest.isEmpty
  }
}
