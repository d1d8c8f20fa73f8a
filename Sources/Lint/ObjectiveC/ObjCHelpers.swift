internal import Diagnostics

/// What the methods of all files do to a store whenever they are called, for those that call them.
struct ObjCHelpers: Sendable {
  enum Effect: Sendable {
    case count, fetch, save
    /// Works with the main thread's context, outside of its blocks.
    case main
    /// Works with a context that its object keeps and has from elsewhere, outside of its blocks.
    case shared
    /// Works with a context that its object makes when it is first asked for, outside of its blocks.
    case own
  }

  /// By `Owner.selector:`; a method that several categories declare does what all of them do.
  private var effects: [String: Set<Effect>] = [:]
  /// Where a method does that in the end: itself, or the last one that it calls for it.
  private var causes: [String: [Effect: Finding.Related]] = [:]
  /// The entity of the list that a method fetches and returns, without any limit or prefetching; empty where
  /// those that call it say which.
  private var given: [String: String] = [:]
  /// Which parameters of methods name an entity, and which are contexts.
  private(set) var naming = ObjCNaming()
  /// What classes keep in their properties.
  private(set) var lists = ObjCOwnLists()
  /// What all files declare.
  private(set) var project = ObjCProject()
  /// Methods that blocks of contexts call, themselves or by way of others.
  private var performed: Set<String> = []
  /// Methods that save and tell nobody when that fails.
  private var quiet: Set<String> = []
  /// Those of them which do nothing else, and that others call without saying that all is well.
  private var onlySaving: Set<String> = []
  /// Methods that save, and only return that this has failed.
  private var returning: Set<String> = []
  /// Methods that nothing but the end of the app calls.
  private var last: Set<String> = []
  /// Whether nothing is saved but when the app ends.
  private(set) var savesOnlyAtEnd = false
  /// Methods that end the app whenever they are called.
  private var ending: Set<String> = []
  /// Whether stores are kept in memory, where no batch reaches.
  private(set) var keepsInMemory = false
  /// The entities of which methods make an object only where there is none.
  private(set) var singles: Set<String> = []
  /// Where methods and functions run the block that they are given.
  private var runners: [String: ObjCQueue] = [:]

  private static let mostSteps = 6

  init() {}

  /// - Parameter constants: the texts that other files give names to.
  init(
    _ files: [(source: ObjCSource, bodies: [ObjCBody])], constants: [[String: String]] = []
  ) {
    project = ObjCProject(files, constants: constants)
    // What the files declare, all that follows may ask.
    let declared = self
    naming = ObjCNaming(files.flatMap(\.bodies).map { $0.with(declared) })
    let named = self
    let bodies = files.flatMap(\.bodies).map { $0.with(named) }
    lists = ObjCOwnLists(bodies)
    for body in bodies {
      if let queue = body.blockQueue { runners[body.method.key ?? body.method.selector] = queue }
    }
    notePerformed(bodies)
    quiet = Set(bodies.filter(\.keepsFailure).compactMap(\.method.key))
    returning = Set(bodies.filter(\.onlyReturnsFailure).compactMap(\.method.key))
    last = Self.last(bodies)
    ending = Set(bodies.filter(\.endsApp).compactMap(\.method.key))
    let savers = bodies.filter { !$0.file.isTest && $0.saves }
    savesOnlyAtEnd = !savers.isEmpty && savers.allSatisfy(isLast)
    noteOnlySaving(bodies)
    keepsInMemory = bodies.contains { !$0.file.isTest && $0.opensInMemory }
    // By whether they are methods of the class: `+save` may well do no more than send `save` to the shared one.
    var known: [String: [Bool: Set<Effect>]] = [:]
    for body in bodies {
      guard let key = body.method.key else { continue }
      let direct = body.effects { Self.direct($0, in: body) }
      let same = known[key]?[body.method.isOfClass]?.intersection(direct) ?? direct
      known[key, default: [:]][body.method.isOfClass] = same
      for effect in direct {
        causes[key, default: [:]][effect] = LoopCause.related(
          body.method.selector, at: body.file.location(body.method.offset))
      }
      given[key] = body.returnedList
    }
    effects = known.mapValues { $0.values.reduce(into: []) { $0.formUnion($1) } }
    noteHandedLists(bodies)
    let rows = bodies.map(\.madeRows)
    singles = Set(rows.flatMap(\.single)).subtracting(rows.flatMap(\.other))
    for _ in 0..<Self.mostSteps {
      let before = effects
      for body in bodies {
        guard let key = body.method.key else { continue }
        var causes: [Effect: Finding.Related] = [:]
        let called = body.effects { message in
          guard let callee = message.key(in: body), let effects = before[callee] else { return [] }
          for effect in effects where causes[effect] == nil {
            causes[effect] = self.causes[callee]?[effect]
          }
          return effects
        }
        effects[key, default: []].formUnion(called)
        self.causes[key, default: [:]].merge(causes) { known, _ in known }
      }
      if effects == before { break }
    }
    getters = Set(
      effects.lazy.filter { !$0.value.isEmpty && !$0.key.contains(":") }
        .map { String($0.key.split(separator: ".").last ?? "") })
  }

  /// Whether a block of a context calls the method.
  func isPerformed(_ body: ObjCBody) -> Bool {
    body.method.key.map(performed.contains) ?? false
  }

  /// Whether a method does nothing but save and log that this failed, for others that call it.
  func isOnlyForSaving(_ body: ObjCBody) -> Bool {
    body.method.key.map(onlySaving.contains) ?? false
  }

  /// What the system calls when the app leaves the screen: there is nobody to tell then.
  private static let onLeaving: Set = [
    "applicationDidEnterBackground:", "applicationWillResignActive:",
    "\(UncalledCode.lastCall):", "sceneDidDisconnect:", "sceneDidEnterBackground:",
    "sceneWillResignActive:",
  ]

  private mutating func noteOnlySaving(_ bodies: [ObjCBody]) {
    let selectors = Dictionary(
      bodies.filter { $0.onlyLogsItsSave && !isLast($0) }.compactMap { body in
        body.method.key.map { (body.method.selector, [$0]) }
      }, uniquingKeysWith: +)
    guard !selectors.isEmpty else { return }
    let known = self
    var trusted: Set<String> = []
    for body in bodies where !body.file.isTest {
      body.method.body.messages { message, _ in
        guard message.selector != body.method.selector,
          !Self.onLeaving.contains(body.method.selector), let keys = selectors[message.selector]
        else { return }
        onlySaving.formUnion(keys)
      }
      trusted.formUnion(body.with(known).trustedCalls.compactMap { $0.message.key(in: body) })
    }
    onlySaving.subtract(trusted)
  }

  /// Whether a message calls a method that saves and keeps to itself that it has failed.
  func isQuiet(_ message: ObjCMessage, in body: ObjCBody) -> Bool {
    message.key(in: body).map(quiet.contains) ?? false
  }

  /// Whether a message calls a method that saves, and whose result alone says that this has failed.
  func onlyReturnsFailure(_ message: ObjCMessage, in body: ObjCBody) -> Bool {
    message.key(in: body).map(returning.contains) ?? false
  }

  /// Whether a message calls a method that ends the app.
  func endsApp(_ message: ObjCMessage, in body: ObjCBody) -> Bool {
    !ending.isEmpty && message.key(in: body).map(ending.contains) ?? false
  }

  /// Whether the app ends with the method, or with the only one that calls it.
  func isLast(_ body: ObjCBody) -> Bool { last.contains(body.method.selector) }

  /// - Returns: the selectors, because what calls may not say whose method it means.
  private static func last(_ bodies: [ObjCBody]) -> Set<String> {
    let end = UncalledCode.lastCall + ":"
    var callers: [String: Set<String>] = [:]
    for body in bodies where !body.saveFailures.isEmpty { callers[body.method.selector] = [] }
    guard !callers.isEmpty else { return [] }
    for body in bodies {
      body.method.body.messages { message, _ in
        callers[message.selector]?.insert(body.method.selector)
      }
      // A function of C may be called as a method elsewhere is: `saveContext();`
      body.method.body.walk { place in
        guard place.node.isWord, place.after?.kind == .parens else { return }
        callers[place.node.text]?.insert(body.method.selector)
      }
    }
    return Set(callers.filter { $0.key == end || $0.value == [end] }.keys)
  }

  private mutating func notePerformed(_ bodies: [ObjCBody]) {
    var called: [String: Set<String>] = [:]
    for body in bodies {
      let mayPerform = body.mayPerform
      body.method.body.messages { message, place in
        guard let callee = message.key(in: body) else { return }
        if let key = body.method.key { called[key, default: []].insert(callee) }
        if mayPerform, case .context = ObjCQueue.of(place.around, in: body).queue {
          performed.insert(callee)
        }
      }
    }
    var waiting = Array(performed)
    while let key = waiting.popLast() {
      for callee in called[key] ?? [] where performed.insert(callee).inserted {
        waiting.append(callee)
      }
    }
  }

  /// The methods without arguments that do something to a store, which code may ask with a dot.
  private(set) var getters: Set<String> = []

  /// What a method does: `Store.load`.
  func effects(of method: String) -> Set<Effect> { effects[method] ?? [] }

  /// What a message does by way of the method that it calls.
  func effects(of message: ObjCMessage, in body: ObjCBody) -> Set<Effect> {
    guard let key = message.key(in: body) else { return [] }
    if let own = effects[key] { return own }
    // A category of 'NSManagedObject' may be meant where a class of the app is asked.
    return message.isOfAppClass ? effects[message.inheritedKey] ?? [] : []
  }

  /// Where a message does something in the end, for what is said of the message.
  func cause(of message: ObjCMessage, _ effect: Effect, in body: ObjCBody) -> Finding.Related? {
    guard let key = message.key(in: body) else { return nil }
    return (causes[key] ?? causes[message.inheritedKey])?[effect]
  }

  /// Where a method, or a function of C, runs the block that it is given.
  func runner(of message: ObjCMessage, in body: ObjCBody) -> ObjCQueue? {
    message.key(in: body).flatMap { runners[$0] }
  }

  func runner(ofFunction name: String) -> ObjCQueue? { runners[name] }

  /// Methods that return the list of another one: `return [self all:name context:context];`
  private mutating func noteHandedLists(_ bodies: [ObjCBody]) {
    for _ in 0..<Self.mostSteps {
      let before = given.count
      for body in bodies {
        guard let key = body.method.key, given[key] == nil, let message = body.returnedMessage,
          message.key(in: body).map({ given[$0] != nil }) ?? false
        else { continue }
        given[key] = ""
      }
      if given.count == before { break }
    }
  }

  /// Whether a message calls a method that fetches a list without limit and returns it.
  func givesList(_ message: ObjCMessage, in body: ObjCBody) -> Bool {
    if message.key(in: body).map({ given[$0] != nil }) ?? false { return true }
    return message.isOfAppClass && given[message.inheritedKey] != nil
  }

  /// The entity of the objects that a message fetches by way of the method that it calls.
  func list(of message: ObjCMessage, in body: ObjCBody) -> String? {
    if let list = message.key(in: body).flatMap({ given[$0] }) {
      return list.isEmpty ? body.givenFetch(message)?.entity : list
    }
    // A category of 'NSManagedObject' fetches what it is asked for by way of.
    guard message.isOfAppClass, given[message.inheritedKey] != nil else { return nil }
    return message.receiver.name
  }

  private static func direct(_ message: ObjCMessage, in body: ObjCBody) -> Set<Effect> {
    var found: Set<Effect> = []
    if let effect = message.storeEffect(in: body) { found = [effect] }
    if body.isOfForeignController(message) { found.insert(.main) }
    if let context = body.boundContext(message) {
      if body.isOfMain(context) { found.insert(.main) }
      if body.keepsForeignContext(context) {
        found.insert(body.makesLate(context) ? .own : .shared)
      }
    }
    return found
  }
}

extension ObjCSource.Method {
  /// `Store.add:`
  var key: String? { owner.map { "\($0).\(selector)" } }
}

extension ObjCBody {
  /// `Store` of `Store` and `Store.shared`: what such a property gives is one of its class, unless the class
  /// says otherwise.
  fileprivate func sharedOwner(_ name: String) -> String {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return name }
    return helpers.project.type(of: parts[1], in: parts[0]).flatMap { type in
      ["id", "instancetype", "class"].contains(type) ? nil : type
    } ?? parts[0]
  }
}

extension ObjCMessage {
  /// Whether a class is asked that is none of Apple's.
  fileprivate var isOfAppClass: Bool {
    guard let name = receiver.name, name.first?.isUppercase ?? false else { return false }
    return !["NS", "UI", "CG", "CA", "AV"].contains { name.hasPrefix($0) }
  }

  /// The method that all objects have.
  fileprivate var inheritedKey: String { "NSManagedObject.\(selector)" }

  /// The method that the message calls, as far as its receiver says whose it is: `[self save]`,
  /// `[Store add:row]`, `[[Store shared] save]`, `[self.store save]`.
  func key(in body: ObjCBody) -> String? {
    owner(in: body).map { owner in
      // The class that declares it, where it is inherited.
      body.helpers.project.method(selector, of: owner)?.method.key ?? "\(owner).\(selector)"
    }
  }

  /// The class whose method it is.
  func owner(in body: ObjCBody) -> String? {
    let owner: String?
    if let cast, cast.first?.isUppercase ?? false {
      owner = cast
    } else if let name = receiver.name {
      owner =
        name == "self"
        ? body.method.owner
        : name == "super"
          ? body.helpers.project.parent(of: body.method.owner)
          : name.first?.isUppercase ?? false
            ? body.sharedOwner(name)
            : body.declaredType(of: name)
              // Every object has one, and nothing else is called so.
              ?? (name.hasSuffix(".managedObjectContext") ? "NSManagedObjectContext" : nil)
    } else if let inner = receiver.message {
      let name = inner.receiver.name
      owner =
        name == "self" && inner.selector == "class"
        ? body.method.owner : name.flatMap { $0.first?.isUppercase ?? false ? $0 : nil }
    } else {
      owner = nil
    }
    return owner
  }
}
