/// What all files of Objective-C declare, for code that uses it from another one.
struct ObjCProject: Sendable {
  /// By `Owner.selector:`, where only one class or category has the method; functions without owner.
  private var methods: [String: ObjCBody] = [:]
  /// Texts with a name that other files may use, where all files agree.
  private(set) var constants: [String: String] = [:]
  /// The types of properties, by class, then by name.
  private var properties: [String: [String: String]] = [:]
  /// The values that the code of a class gives its properties, by class, then by name.
  private var values: [String: [String: [ObjCValue]]] = [:]
  /// Properties and getters whose contexts are all made for the main thread.
  private(set) var mainContexts: Set<String> = []
  /// Whether there are contexts for other threads than the main one.
  private(set) var savesElsewhere = false
  /// The superclass of each class.
  private var parents: [String: String] = [:]

  init() {}

  init(
    _ files: [(source: ObjCSource, bodies: [ObjCBody])], constants others: [[String: String]]
  ) {
    var several: Set<String> = []
    for named in files.map(\.source.constants) + others {
      for (name, text) in named {
        if constants.updateValue(text, forKey: name).map({ $0 != text }) ?? false {
          several.insert(name)
        }
      }
    }
    for (source, bodies) in files {
      for (owner, own) in source.classProperties {
        properties[owner, default: [:]].merge(own) { first, _ in first }
      }
      parents.merge(source.parents) { first, _ in first }
      for body in bodies {
        let key = body.method.owner.map { "\($0).\(body.method.selector)" } ?? body.method.selector
        if methods.updateValue(body, forKey: key) != nil { several.insert(key) }
        guard let owner = body.method.owner else { continue }
        for (name, given) in body.values {
          guard let property = name.propertyName else { continue }
          values[owner, default: [:]][property, default: []] += given.map {
            ObjCValue(body: body, nodes: $0)
          }
        }
      }
    }
    for name in several {
      constants[name] = nil
      methods[name] = nil
    }
    let bodies = files.flatMap(\.bodies).filter { !$0.file.isTest }
    // What MagicalRecord calls so is the main thread's.
    mainContexts = mainContexts(bodies).union(["MR_defaultContext"])
    let others = [
      "NSPrivateQueueConcurrencyType", "newBackgroundContext", "performBackgroundTask",
      "NSConfinementConcurrencyType",
    ]
    savesElsewhere = bodies.contains { body in others.contains(where: body.method.body.mentions) }
  }

  /// Whether a class inherits another one, as far as the files declare it.
  func inherits(_ name: String?, from parent: String) -> Bool {
    var name = name
    for _ in 0..<4 {
      guard let own = name else { return false }
      if own == parent { return true }
      name = parents[own]
    }
    return false
  }

  func parent(of name: String?) -> String? { name.flatMap { parents[$0] } }

  /// The method of a class or of what it inherits.
  func method(_ selector: String, of owner: String?) -> ObjCBody? {
    guard var owner else { return methods[selector] }
    for _ in 0..<4 {
      if let found = methods["\(owner).\(selector)"] { return found }
      guard let parent = parents[owner] else { return nil }
      owner = parent
    }
    return nil
  }

  /// Whether a class is one of Core Data's objects, as far as the files declare what it inherits.
  func isManaged(_ name: String) -> Bool {
    var name = name
    for _ in 0..<4 {
      if name == "NSManagedObject" { return true }
      guard let parent = parents[name] else { return false }
      name = parent
    }
    return false
  }

  func type(of property: String, in owner: String?) -> String? {
    guard var owner else { return nil }
    for _ in 0..<4 {
      if let found = properties[owner]?[property] { return found }
      guard let parent = parents[owner] else { return nil }
      owner = parent
    }
    return nil
  }

  /// The values that the code of a class gives a property, but for nil.
  func values(of property: String, in owner: String?) -> [ObjCValue] {
    owner.flatMap { values[$0]?[property] }?.filter { !$0.nodes.isNothing } ?? []
  }

  /// The only value that the code of a class gives a property.
  func value(of property: String, in owner: String?) -> ObjCValue? {
    owner.flatMap { values[$0]?[property]?.onlyElement }
  }
}

/// An expression with the method that it stands in.
struct ObjCValue: Sendable {
  var body: ObjCBody
  var nodes: [ObjCNode]
  /// The variable of the method that holds it.
  var name: String?
}

extension ObjCBody {
  /// What an expression stands for, followed through variables, properties and methods of any file that
  /// give one value.
  func resolved(_ expression: [ObjCNode], _ steps: Int = 4) -> ObjCValue {
    let name = expression.name
    let own = value(expression)
    let here = ObjCValue(
      body: self, nodes: own, name: name.flatMap { values[$0] == nil ? nil : $0 })
    guard steps > 0 else { return here }
    if let message = own.message, let giver = giver(of: message), let result = giver.returned {
      return giver.resolved(result, steps - 1)
    }
    guard let property = own.name?.propertyName, own.name != name || values[own.name ?? ""] == nil
    else { return here }
    // A getter that is written by hand makes it; else the only place that sets it.
    if let getter = helpers.project.method(property, of: method.owner),
      getter.method.selector != method.selector, let result = getter.returned
    {
      return with(getter).resolved(result, steps - 1)
    }
    guard let value = helpers.project.value(of: property, in: method.owner) else { return here }
    return with(value.body).resolved(value.nodes, steps - 1)
  }

  /// The method that a message calls, as far as its receiver says whose it is.
  func giver(of message: ObjCMessage) -> ObjCBody? {
    guard let owner = message.owner(in: self),
      let found = helpers.project.method(message.selector, of: owner),
      found.method.selector != method.selector || found.method.owner != method.owner
    else { return nil }
    var called = with(found)
    called.given = [:]
    for (place, part) in message.parts.enumerated() where !part.argument.isEmpty {
      guard let name = found.method.parameter(place) else { continue }
      called.given[name] = ObjCValue(body: self, nodes: part.argument)
    }
    // A method of a class that inherits it: `[Note all]`.
    if owner.first?.isUppercase ?? false, message.receiver.name == owner {
      called.given["self"] = ObjCValue(body: self, nodes: message.receiver)
    }
    return called
  }

  private func with(_ other: ObjCBody) -> ObjCBody { other.with(helpers) }

  /// The same method with what all files tell.
  func with(_ helpers: ObjCHelpers) -> ObjCBody {
    var other = self
    other.helpers = helpers
    return other
  }

  /// The only expression that the method returns.
  private var returned: [ObjCNode]? { results(besides: []).onlyElement }

  /// The expressions that the method returns, but for nil.
  var results: [[ObjCNode]] { results(besides: ["nil", "NULL"]) }

  private func results(besides nothing: Set<String>) -> [[ObjCNode]] {
    var found: [[ObjCNode]] = []
    method.body.walk { place in
      guard place.node.isWord, place.node.text == "return" else { return }
      found.append(Array(place.siblings[(place.index + 1)...].prefix { !$0.isMark(";") }))
    }
    return found.filter { !$0.isEmpty && !($0.count == 1 && nothing.contains($0[0].text)) }
  }
}

extension [ObjCNode] {
  /// `nil`, `NULL`
  var isNothing: Bool { count == 1 && ["nil", "NULL"].contains(self[0].text) }
}

extension String {
  /// `notes` of `self.notes` and `_notes`.
  var propertyName: String? {
    if hasPrefix("self.") { return dropFirst(5).contains(".") ? nil : String(dropFirst(5)) }
    return hasPrefix("_") && !contains(".") ? String(dropFirst()) : nil
  }
}

extension String {
  var withoutUnderscore: String { hasPrefix("_") ? String(dropFirst()) : self }
}

extension [ObjCNode] {
  /// `context` of `self.context`, `[Store shared].context` and `[store context]`.
  var memberName: String? {
    if let message { return message.selector.contains(":") ? nil : message.selector }
    guard count > 1, let last, last.isWord,
      self[count - 2].isMark(".") || self[count - 2].isMark("->")
    else { return count == 1 && self[0].isWord ? self[0].text.withoutUnderscore : nil }
    return last.text.withoutUnderscore
  }
}
