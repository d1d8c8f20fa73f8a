/// Which contexts of Objective-C are the main thread's, as far as all files say.
extension ObjCProject {
  /// The names under which no class keeps any context but the main thread's, and those of the methods that
  /// give no other.
  func mainContexts(_ bodies: [ObjCBody]) -> Set<String> {
    let given = bodies.flatMap(\.givenContexts)
    // First all that may be one, because classes hand the same context to each other, then without those
    // that are also given another one.
    var main: Set<String> = []
    for _ in 0..<3 {
      main.formUnion(
        given.filter { $0.body.isMainContext($0.nodes, main, self) }.compactMap(\.name))
    }
    while true {
      let kept = main.subtracting(
        given.filter { value in
          // What is handed on under the same name is the same.
          !value.isGetter && value.nodes.memberName != value.name
            && !value.body.isMainContext(value.nodes, main, self)
            || value.isGetter && !value.body.isMainContext(value.nodes, main, self)
        }.map(\.name))
      if kept == main { return main }
      main = kept
    }
  }
}

extension ObjCBody {
  /// A value that a property is given which may be a context, or the result of a getter.
  fileprivate struct GivenContext {
    var name: String
    var nodes: [ObjCNode]
    var body: ObjCBody
    var isGetter = false
  }

  fileprivate var givenContexts: [GivenContext] {
    var found: [GivenContext] = []
    for (name, given) in values {
      let isOwn = file.properties[name] == "NSManagedObjectContext" && types[name] == nil
      guard let property = name.split(separator: ".").last.map(String.init)?.withoutUnderscore,
        isOwn || name.contains(".") || name.hasPrefix("_")
      else { continue }
      found += given.filter { !$0.isNothing }
        .map { GivenContext(name: property, nodes: $0, body: self) }
    }
    // `- (NSManagedObjectContext *)context { return self.container.viewContext; }`
    guard !method.selector.contains(":") else { return found }
    return found
      + results.map { value($0) }
      .filter { $0.memberName != method.selector }
      .map { GivenContext(name: method.selector, nodes: $0, body: self, isGetter: true) }
  }

  /// Whether an expression is the main thread's context, made here or given by what is known to.
  fileprivate func isMainContext(
    _ nodes: [ObjCNode], _ known: Set<String>, _ project: ObjCProject
  ) -> Bool {
    if nodes.isMainContext(madeIn: method.owner) { return true }
    guard let member = nodes.memberName, known.contains(member),
      !isContextOfObject(nodes, project)
    else { return false }
    // A parameter or variable of that name may be any context.
    return nodes.count > 1 || nodes.message != nil || types[member] == nil
  }

  /// Whether a stored object, or a parameter that keeps no context of its own, is asked for the one it happens
  /// to be in, which may be any: `note.managedObjectContext`. That a class of the app keeps the main thread's
  /// under the same name says nothing of it.
  func isContextOfObject(_ context: [ObjCNode], _ project: ObjCProject) -> Bool {
    let member = "managedObjectContext"
    guard context.memberName == member else { return false }
    let message = context.message
    guard
      let owner = message.map(\.receiver.name)
        ?? context.name.flatMap({ name in
          name.hasSuffix("." + member) ? String(name.dropLast(member.count + 1)) : nil
        })
    else { return false }
    if owner == "self" { return project.isManaged(method.owner ?? "") }
    guard let type = message?.cast ?? type(of: owner) else { return false }
    if project.isManaged(type) || managedClasses.contains(type) { return true }
    return method.parameters[owner] != nil && project.type(of: member, in: type) == nil
      && project.method(member, of: type) == nil
  }
}

extension [ObjCNode] {
  /// Whether it makes a context for the main thread. What an app's delegate makes for a thread of no
  /// kind, as old templates do, is the main one's.
  fileprivate func isMainContext(madeIn owner: String?) -> Bool {
    if mentions("NSMainQueueConcurrencyType") || memberName == "viewContext" { return true }
    guard let message, message.selector == "init" || message.selector == "new",
      mentions("NSManagedObjectContext")
    else { return false }
    return owner?.hasSuffix("AppDelegate") ?? false
  }
}
