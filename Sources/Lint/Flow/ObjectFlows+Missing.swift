/// What has to be read of other files.
extension ObjectFlows {
  /// The types that keep or return what is fetched, and those that fetch or save when they are asked
  /// to, with those by which they are asked for it.
  var keepers: Set<String> {
    let lists = sources.filter(\.isKept).map(\.holder) + fills.map(\.to)
    let types = Set(lists.filter { $0.contains(".") }.map(\.holderType))
      .union(functions.filter { $0.effects.contains { $0 != .change } }.compactMap(\.owner))
    return types.union(inheritances.filter { types.contains($0.type) }.map(\.from))
  }

  /// Members of lists that extensions may declare, in files that know nothing of stores.
  var listMembers: Set<String> {
    Set(fills.map(\.to).filter { $0.hasPrefix("[") }.map(\.lastPart))
      .subtracting(holders.map(\.name).filter { $0.hasPrefix("[") }.map(\.lastPart))
  }

  /// The views and functions that objects are handed to and that no part declares, the classes whose
  /// extensions may say what their computed properties read, and the types whose functions stages and
  /// rescues call.
  var missing: Set<String> {
    let known = Set(holders.map { $0.name.holderType })
    let wanted =
      sources.flatMap { $0.uses.passes + $0.lists } + holders.flatMap(\.uses.passes)
      + deletions.map(\.pass)
    return Set(wanted.map { $0.callee.holderType } + fills.map(\.to.holderType))
      .subtracting(known)
      .union(sources.map(\.entity)).union(holders.map(\.entity))
      .union((rescues + stageCalls.map(\.call)).flatMap(\.owners))
  }
}
