/// Fetches of methods that are told what to ask for: `[Store all:@"Note" matching:predicate]`.
extension ObjCBody {
  /// The fetch of the method that a message calls, or of the one whose list that returns in turn.
  func givenFetch(_ message: ObjCMessage) -> Fetch? {
    var (message, body) = (message, self)
    for _ in 0..<3 {
      guard helpers.givesList(message, in: body), let giver = body.giver(of: message) else {
        return nil
      }
      if var fetch = giver.ownFetches.onlyElement {
        fetch.giver = giver
        return fetch.isLimited ? nil : fetch
      }
      guard let next = giver.returnedMessage else { return nil }
      (message, body) = (next, giver)
    }
    return nil
  }

  /// The keys that a message gives to the request of a method that it calls, with the entity it asks for.
  func handedKeys(_ message: ObjCMessage) -> (entity: String, keys: [Key])? {
    guard let fetch = givenFetch(message), let giver = fetch.giver, let entity = fetch.entity,
      let name = giver.resolved(fetch.request).name ?? fetch.request.name
    else { return nil }
    func keys(of body: ObjCBody) -> [Key] {
      body.settings("predicate", of: name).flatMap { body.predicateKeys($0) }
        + body.settings("sortDescriptors", of: name).flatMap { body.sortKeys($0) }
    }
    var own = giver
    own.given = [:]
    // What the method itself writes is said there.
    let known = keys(of: own)
    return (
      entity, keys(of: giver).filter { key in !known.contains { $0 == key } }
    )
  }

  /// The values that a request's property is given here, but for those that a caller leaves out: with
  /// `predicate:nil`, what is set to that parameter is not.
  func settings(_ property: String, of request: String) -> [[ObjCNode]] {
    (set["\(request).\(property)"] ?? []).filter { nodes in
      !given.contains { name, argument in
        argument.body.value(argument.nodes).isNothing && isMade(nodes, of: name)
      }
    }
  }

  /// Whether an expression is a parameter, or is made of it by way of variables.
  private func isMade(_ nodes: [ObjCNode], of parameter: String, _ steps: Int = 4) -> Bool {
    guard steps > 0 else { return false }
    return nodes.mentions(parameter)
      || values.contains { name, given in
        nodes.mentions(name) && given.count == 1 && isMade(given[0], of: parameter, steps - 1)
      }
  }
}
