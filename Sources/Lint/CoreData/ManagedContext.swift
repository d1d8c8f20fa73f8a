internal import SwiftSyntax

/// The queue that a context of Core Data belongs to.
enum ContextQueue: String {
  /// That of the main thread, as of a container's `viewContext`.
  case main
  /// One of its own, which only `perform` and its like reach.
  case own
}

extension ExprSyntax {
  /// As far as the file says what the context is.
  var contextQueue: ContextQueue? { contextQueue(8) }

  /// - Parameter steps: how many names to follow.
  fileprivate func contextQueue(_ steps: Int) -> ContextQueue? {
    guard steps > 0 else { return nil }
    let node = unwrapped
    if let call = node.as(FunctionCallExprSyntax.self) {
      return call.madeQueue ?? call.calledExpression.as(ClosureExprSyntax.self)?.madeQueue
    }
    if let access = node.as(MemberAccessExprSyntax.self),
      !(access.base?.unwrapped.isSelfName ?? false)
    {
      return access.declName.baseName.text == "viewContext" ? .main : nil
    }
    let name =
      node.as(MemberAccessExprSyntax.self)?.declName ?? node.as(DeclReferenceExprSyntax.self)
    guard let name else { return nil }
    let origin =
      node.is(DeclReferenceExprSyntax.self)
      ? name.nameOrigin
      : name.ownerName.flatMap { owner in
        name.enclosing(MemberBlockSyntax.self)?.property(name.baseName.text, owner: owner)
      }
    switch origin {
    case .local(_, let value?): return value.contextQueue(steps - 1)
    case .property(let binding, _): return binding.contextQueue(steps - 1)
    case nil: return name.baseName.text == "viewContext" ? .main : nil
    default: return nil
    }
  }

  /// The property that `self.context` names.
  private var ownProperty: PatternBindingSyntax? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.base?.unwrapped.isSelfName ?? false,
      let owner = access.ownerName,
      case .property(let binding, _)? = access.enclosing(MemberBlockSyntax.self)?
        .property(access.declName.baseName.text, owner: owner)
    else { return nil }
    return binding
  }

  var isSelfName: Bool { self.as(DeclReferenceExprSyntax.self)?.isSelf ?? false }

  /// What `try`, `await` and a comparison with `nil` leave of the object that calls are made on.
  var isContextOfCoreData: Bool {
    contextQueue != nil || unwrapped.as(DeclReferenceExprSyntax.self)?.writtenContext ?? false
      || unwrapped.as(DeclReferenceExprSyntax.self)?.givingTask != nil
      || unwrapped.ownProperty?.isWrittenContext ?? false
  }
}

extension DeclReferenceExprSyntax {
  /// The closure of the `performBackgroundTask` around the name that is given it as its context.
  var givingTask: ClosureExprSyntax? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node, !next.is(MemberBlockItemSyntax.self) else { return nil }
      if let closure = next.as(ClosureExprSyntax.self),
        closure.parameterNames.contains(baseName.text)
      {
        return closure.userCall?.taskContext == baseName.text ? closure : nil
      }
      node = next.parent
    }
    return nil
  }

  /// Whether its declaration says that it is a context.
  fileprivate var writtenContext: Bool {
    switch nameOrigin {
    case .local(let type?, _), .parameter(let type, _):
      WrittenType(type)?.name == "NSManagedObjectContext"
    case .property(let binding, _): binding.isWrittenContext
    default: false
    }
  }
}

extension PatternBindingSyntax {
  fileprivate var isWrittenContext: Bool {
    typeAnnotation.flatMap { WrittenType($0.type) }?.name == "NSManagedObjectContext"
  }

  /// As far as the file says what the context in the property is.
  var contextQueue: ContextQueue? { contextQueue(8) }

  /// The queue of the context in a property: that of its first value, of what its getter makes, or of
  /// all that the type assigns to it.
  fileprivate func contextQueue(_ steps: Int) -> ContextQueue? {
    if let value = initializer?.value { return value.contextQueue(steps) }
    if let block = accessorBlock {
      guard case .getter(let items) = block.accessors else { return nil }
      return items.onlyResult?.contextQueue(steps)
    }
    guard let name, let members = enclosing(MemberBlockSyntax.self), members.isReadable else {
      return nil
    }
    var queues: Set<ContextQueue?> = []
    members.forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.first?.plainTarget == name, let value = terms.last
      else { return true }
      queues.insert(value.contextQueue(steps - 1))
      return true
    }
    let known = queues.count == 1 ? queues.first ?? nil : nil
    return known ?? (name == "viewContext" ? .main : nil)
  }
}

extension FunctionCallExprSyntax {
  /// Functions that make a background context: that of containers, and what people call their own.
  static let makers: Set = [
    "newBackgroundContext", "makeBackgroundContext", "createBackgroundContext",
  ]

  /// The queue of the context that the call makes.
  fileprivate var madeQueue: ContextQueue? {
    if Self.makers.contains(name) { return .own }
    guard name == "NSManagedObjectContext",
      let type = (argument("concurrencyType") ?? arguments.first?.expression)?.lastName
    else { return nil }
    switch type {
    case "privateQueueConcurrencyType", "privateQueue", "PrivateQueueConcurrencyType": return .own
    case "mainQueueConcurrencyType", "mainQueue", "MainQueueConcurrencyType": return .main
    default: return nil
    }
  }

  private static let performing: Set = ["perform", "performAndWait", "performBackgroundTask"]

  /// Whether the closure of the call runs on the queue of the context, or of one made for it.
  var isPerform: Bool {
    guard let receiver, lastClosure != nil else { return false }
    // What an app adds to contexts under such a name hands the closure on: `context.performAsync { … }`,
    // `context.safelyPerform { … }`.
    return Self.performing.contains(name)
      || (name.hasPrefix("perform") || name.contains("Perform"))
        && (receiver.isContextOfCoreData || receiver.isNamedLikeContext)
  }

  /// The name of the context that `performBackgroundTask` makes.
  var taskContext: String? {
    guard name == "performBackgroundTask", let closure = lastClosure else { return nil }
    return closure.parameterNames.first ?? "$0"
  }

  private static let bound: Set = [
    "assign", "count", "delete", "detectConflicts", "execute", "existingObject", "fetch", "insert",
    "object", "obtainPermanentIDs", "processPendingChanges", "redo", "refresh", "refreshAllObjects",
    "registeredObject", "reset", "rollback", "save", "undo",
  ]

  /// The context that the call uses in a way that only the context's queue may.
  func queueBoundContext(_ file: LintFile) -> ExprSyntax? {
    if let receiver, Self.bound.contains(name) { return receiver }
    if let context = argument("context"), arguments.count == 1, name.first?.isUppercase ?? false {
      // `Store(context: context)` only keeps it.
      return file.ask(.isManagedClass(name)).isEmpty ? nil : context
    }
    return argument("insertInto") ?? argument("inManagedObjectContext")
      ?? (name == "insertNewObject" ? argument("into") : nil)
  }
}

extension ClosureExprSyntax {
  /// The queue of the context that `{ … }()` makes, where it makes one.
  fileprivate var madeQueue: ContextQueue? {
    var queues: Set<ContextQueue> = []
    statements.forEachDescendant { node in
      if let queue = node.as(FunctionCallExprSyntax.self)?.madeQueue { queues.insert(queue) }
      // `if isExtension { return newBackgroundContext() } else { return container.viewContext }`
      if node.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "viewContext" {
        queues.insert(.main)
      }
      return true
    }
    return queues.count == 1 ? queues.first : nil
  }
}

extension SyntaxProtocol {
  /// The call of `perform` or its like whose closure the node runs in, up to the next function and as
  /// far as nothing in between goes to another queue.
  var performCall: FunctionCallExprSyntax? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return nil }
      if next.is(FunctionDeclSyntax.self) {
        // What is declared inside of the closure is called there.
        guard next.parent?.is(CodeBlockItemSyntax.self) ?? false,
          next.enclosing(ClosureExprSyntax.self) != nil
        else { return nil }
      }
      if next.is(MemberBlockItemSyntax.self) { return nil }
      if let call = next.as(ClosureExprSyntax.self)?.userCall {
        // A task begins when the closure around it has ended.
        if ["Task", "detached"].contains(call.name) { return nil }
        if call.isPerform { return call }
        if call.otherThread != nil || Syntax(call).returnsToMain { return nil }
      }
      node = next.parent
    }
    return nil
  }
}
