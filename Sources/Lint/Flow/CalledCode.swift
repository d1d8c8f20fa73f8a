internal import Diagnostics

/// Which functions of the given files read or write a store each time they are called.
struct CalledCode: Sendable {
  private let functions: [String: [ObjectFlows.Function]]
  /// The classes and protocols of each type, and the types of each class and protocol.
  private let parents: [String: [String]]
  private let children: [String: [String]]
  /// Deeper chains of calls are no loop that anybody sees.
  private static let deepest = 4

  init(_ flows: ObjectFlows) {
    functions = Dictionary(grouping: flows.functions, by: \.name)
    parents = Dictionary(grouping: flows.inheritances, by: \.type).mapValues { $0.map(\.from) }
    children = Dictionary(grouping: flows.inheritances, by: \.from).mapValues { $0.map(\.type) }
  }

  /// The functions that a call may mean, for certain one of them: those of the first owner that has
  /// any.
  func functions(of call: ObjectFlows.Call) -> [ObjectFlows.Function] {
    for owner in call.owners {
      let fitting = functions(of: call, in: owner)
      if !fitting.isEmpty { return fitting }
    }
    return []
  }

  private func functions(of call: ObjectFlows.Call, in owner: String) -> [ObjectFlows.Function] {
    let name = owner.isEmpty ? call.name : "\(owner).\(call.name)"
    return (functions[name] ?? []).filter { $0.takes(call.labels) }
  }

  /// The same with what the owner inherits; where only types below it have the function, as with a
  /// protocol's requirement, those of all of them.
  func inheritedFunctions(of call: ObjectFlows.Call) -> [ObjectFlows.Function] {
    for owner in call.owners {
      var level = [owner]
      for _ in 0..<Self.deepest {
        let fitting = level.flatMap { functions(of: call, in: $0) }
        if !fitting.isEmpty { return fitting }
        level = level.flatMap { parents[$0] ?? [] }
      }
      let below = (children[owner] ?? []).flatMap { functions(of: call, in: $0) }
      if !below.isEmpty { return below }
    }
    return []
  }

  /// Whether what a call's closure returns comes out of the type that is called.
  func givesResult(_ call: ObjectFlows.Call) -> Bool {
    call.owners.contains { owner in
      // What a protocol demands, its adopters have of themselves or of what they adopt beside it.
      let below = children[owner] ?? []
      let types = [owner] + (parents[owner] ?? []) + below + below.flatMap { parents[$0] ?? [] }
      return types.contains { type in
        (functions["\(type).\(call.name)"] ?? []).contains(where: \.givesResult)
      }
    }
  }

  /// Whether every function that the call may mean has an effect, itself or through others.
  func has(_ effect: ObjectFlows.Effect, _ call: ObjectFlows.Call, depth: Int = deepest) -> Bool {
    let meant = inheritedFunctions(of: call)
    let isLoop = ![.ask, .change, .delete, .swallow, .print, .tell, .hide].contains(effect)
    guard depth > 0, !meant.isEmpty, !isLoop || !isLong(call.waits) else { return false }
    return meant.allSatisfy { function in
      guard !isLoop || !isLong(function.waits) else { return false }
      return function.effects.contains(effect)
        || function.calls.contains { has(effect, $0, depth: depth - 1) }
    }
  }

  /// The first function on the way of a call that does something to a store itself.
  func asking(
    _ call: ObjectFlows.Call, _ effect: ObjectFlows.Effect = .ask, depth: Int = deepest
  ) -> ObjectFlows.Function? {
    guard depth > 0 else { return nil }
    for function in inheritedFunctions(of: call) {
      if function.effects.contains(effect) { return function }
      for next in function.calls {
        if let found = asking(next, effect, depth: depth - 1) { return found }
      }
    }
    return nil
  }

  /// Where a call does something to a store in the end, for what is said of the call.
  func cause(of call: ObjectFlows.Call, _ effect: ObjectFlows.Effect) -> Finding.Related? {
    asking(call, effect).map { function in
      LoopCause.related(
        function.title + (function.labels.isEmpty ? "()" : ""), at: function.location)
    }
  }

  /// Whether a turn of the loop around a call waits for other things, beside which a fetch is little.
  func waitsLong(_ call: ObjectFlows.Call) -> Bool {
    isLong(call.waits) || inheritedFunctions(of: call).contains { isLong($0.waits) }
  }

  /// Whether code waits for anything but functions of the given files that ask stores: what a download
  /// takes is more than any fetch.
  private func isLong(_ waits: ObjectFlows.Waits, depth: Int = deepest) -> Bool {
    guard !waits.isLong else { return true }
    guard depth > 0 else { return false }
    return waits.calls.contains { call in
      let meant = inheritedFunctions(of: call)
      return meant.isEmpty || meant.contains { isLong($0.waits, depth: depth - 1) }
    }
  }
}

extension ObjectFlows.Function {
  /// What users call it: an initializer by its type.
  fileprivate var title: String {
    let parts = name.split(separator: ".").map(String.init)
    return parts.last == "init" ? parts.dropLast().last ?? name : parts.last ?? name
  }

  /// Whether arguments with these labels fit; those with default values may be missing.
  fileprivate func takes(_ given: [String]) -> Bool {
    // A function that is named without its labels is called with one value.
    if given == [FunctionReference.anyLabel] {
      let needed = labels.filter { $0.last != "?" }
      return labels.first != "." && (needed.count == 1 || needed.isEmpty && !labels.isEmpty)
    }
    var rest = given[...]
    for label in labels {
      let isOptional = label.last == "?"
      let name = isOptional ? String(label.dropLast()) : label
      if rest.first == name || rest.first == "{" && !isOptional {
        rest = rest.dropFirst()
      } else if !isOptional {
        return false
      }
    }
    // A closure behind the call may be for a parameter that has a default value.
    return rest.isEmpty || rest == ["{"] && labels.last?.last == "?"
  }
}
