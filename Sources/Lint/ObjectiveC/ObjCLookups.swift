internal import StoreModel

/// Whether fetches look for one object, or give all that fit.
extension ObjCBody {
  /// Whether a condition is nothing but `key == value`, perhaps several times.
  private func looksForEqual(_ value: [ObjCNode]) -> Bool {
    var formats: [String?] = []
    for candidate in candidates(value) {
      // What the method is given, is written where it is called.
      if let argument = candidate.name.flatMap({ given[$0] }) {
        guard argument.body.looksForEqual(argument.nodes) else { return false }
        formats.append("key == %@")
        continue
      }
      candidate.messages { message, _ in
        guard let argument = message.argument("predicateWithFormat") else { return }
        formats.append(argument.parts.first.flatMap { constant($0) })
      }
    }
    return !formats.isEmpty && formats.allSatisfy { $0?.looksForEqual ?? false }
  }

  /// Whether the condition looks for one object: by an id, a name, or something unique.
  func looksForOne(_ fetch: Fetch, _ lint: LintContext) -> Bool {
    let source = resolved(fetch.request)
    guard let name = source.name ?? fetch.request.name else { return true }
    // What a template of the model asks for, is not written here.
    if source.nodes.message?.selector.hasPrefix("fetchRequestFromTemplate") ?? false { return true }
    let given = source.body.settings("predicate", of: name)
    let isSorted = !source.body.settings("sortDescriptors", of: name).isEmpty
    guard !given.isEmpty else { return false }
    // What looks like one text or number is looked up by it.
    let places = given.flatMap { source.body.predicateKeys($0) }
    let isLookedUp = given.allSatisfy { value in
      source.body.looksForEqual(value)
    }
    if !isSorted, isLookedUp,
      let entity = fetch.entity, !places.isEmpty,
      places.allSatisfy({ key in
        guard key.path.count == 1 else { return false }
        // What links two objects, there is once for both.
        return !lint.answer(.isPlainManaged(key.path[0], of: entity)).isEmpty
          || places.count > 1 && lint.answer(.relationship(key.path[0], of: entity)) == ["to-one"]
      })
    {
      return true
    }
    // What is put in an order is expected to be several.
    if isSorted { return false }
    let searched = given.flatMap { source.body.predicates($0) }
      .flatMap { PredicateFormat.searchedKeys(in: $0.format) }
    let keys = given.flatMap { source.body.predicateKeys($0) }.map(\.path)
      .filter { !searched.contains($0) }.compactMap(\.last)
    guard !keys.isEmpty else { return searched.isEmpty }
    return keys.contains { key in
      let small = key.lowercased()
      return FetchedObjects.namesOfOne.contains { small.hasSuffix($0) }
        || fetch.entity.map { !lint.answer(.isUnique(key, of: $0)).isEmpty } ?? false
    }
  }

  /// Whether a fetch gives all objects that fit, and loads nothing with them.
  func isUnbounded(_ fetch: ObjCMessage) -> Bool {
    let bounds = [
      "fetchLimit", "relationshipKeyPathsForPrefetching", "resultType", "propertiesToFetch",
    ]
    let argument = fetch.parts[0].argument
    if let request = argument.name, values[request]?.allSatisfy({ $0.message != nil }) ?? false,
      bounds.contains(where: { set["\(request).\($0)"] != nil })
    {
      return false
    }
    let given = resolved(argument)
    // A request that comes from elsewhere may say anything.
    guard given.nodes.message != nil else { return false }
    guard let name = given.name else { return true }
    return bounds.allSatisfy { given.body.set["\(name).\($0)"] == nil }
  }
}
