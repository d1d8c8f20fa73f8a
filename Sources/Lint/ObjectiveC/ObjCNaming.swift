/// The parameters of methods that name an entity, and those that are contexts which the method works with at
/// once, for those that call them: `[self insert:kNote context:context]`.
struct ObjCNaming: Sendable {
  /// Their places, by `Owner.selector:`.
  private var places: [String: Set<Int>] = [:]
  private var contexts: [String: Set<Int>] = [:]

  /// The entities that callers name, in the order of their names.
  private var given: [String: Set<String>] = [:]

  private static let mostSteps = 3

  /// What stands before such a name in messages of Core Data.
  private static let parts = [
    "entityForName", "insertNewObjectForEntityForName", "fetchRequestWithEntityName",
    "initWithEntityName", "batchUpdateRequestWithEntityName",
  ]

  init() {}

  init(_ bodies: [ObjCBody]) {
    let taking = bodies.filter { !$0.method.parameters.isEmpty }
    for _ in 0..<Self.mostSteps {
      let before = (places, contexts)
      for body in taking {
        guard let key = body.method.key else { continue }
        body.method.body.messages { message, _ in
          for argument in entityNames(of: message, in: body) {
            guard let name = argument.name,
              let place = body.method.parameterNames.firstIndex(of: name)
            else { continue }
            places[key, default: []].insert(place)
          }
        }
        body.method.body.messages { message, place in
          guard let name = body.boundContext(message, by: self)?.name,
            body.method.parameters[name] == "NSManagedObjectContext", body.values[name] == nil,
            let position = body.method.parameterNames.firstIndex(of: name),
            ObjCQueue.of(place.around, in: body).queue == .around
          else { return }
          contexts[key, default: []].insert(position)
        }
      }
      if (places, contexts) == before { break }
    }
    guard !places.isEmpty else { return }
    for body in bodies where !body.file.isTest {
      body.method.body.messages { message, _ in
        guard let key = message.key(in: body), places[key] != nil else { return }
        given[key, default: []].formUnion(
          entityNames(of: message, in: body).compactMap { body.constant($0) })
      }
    }
  }

  /// The entities that code asks a method for.
  func entities(given method: ObjCSource.Method) -> [String] {
    method.key.flatMap { given[$0] }?.sorted() ?? []
  }

  /// Whether a parameter of the method names an entity.
  func namesEntity(_ key: String) -> Bool { places[key] != nil }

  /// The context that a message hands to a method which works with it.
  func context(of message: ObjCMessage, in body: ObjCBody) -> [ObjCNode]? {
    guard !contexts.isEmpty,
      let place = message.key(in: body).flatMap({ contexts[$0] })?.onlyElement,
      message.parts.indices.contains(place)
    else { return nil }
    return message.parts[place].argument
  }

  /// The arguments of a message that name an entity, by themselves or in the method that is called.
  func entityNames(of message: ObjCMessage, in body: ObjCBody) -> [[ObjCNode]] {
    let own = Self.parts.compactMap { message.argument($0) }
    guard own.isEmpty, !places.isEmpty, let found = message.key(in: body).flatMap({ places[$0] })
    else { return own }
    return found.sorted().compactMap { place in
      message.parts.indices.contains(place) ? message.parts[place].argument : nil
    }
  }
}
