internal import ModelSource
internal import SwiftSyntax

extension MemberAccessExprSyntax {
  /// The actor whose code this is, as far as nothing takes it to the main one.
  var ownActor: String? {
    guard let actor = enclosing(ActorDeclSyntax.self), enclosing(ClosureExprSyntax.self) == nil,
      actor.attribute("MainActor") == nil,
      enclosing(FunctionDeclSyntax.self)?.attribute("MainActor") == nil,
      enclosing(VariableDeclSyntax.self)?.attribute("MainActor") == nil,
      enclosing(InitializerDeclSyntax.self)?.attribute("MainActor") == nil
    else { return nil }
    return actor.name.text
  }
}

extension FunctionCallExprSyntax {
  var lastClosure: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }

  /// The same, also where a constant of the function holds the closure.
  var handedClosure: ClosureExprSyntax? {
    if let own = lastClosure { return own }
    let name = arguments.last?.expression.as(DeclReferenceExprSyntax.self)
    guard case .local(_, let value?)? = name?.nameOrigin else { return nil }
    return value.unwrapped.as(ClosureExprSyntax.self)
  }

  /// Where the closure of the call runs, when that is certainly another thread.
  var otherThread: String? { givenThread ?? ownThread }

  /// The same of what Apple's functions do.
  private var ownThread: String? {
    let text = calledExpression.dottedName
    if text == "Task.detached" { return "in a detached task" }
    if text == "Thread.detachNewThread" { return "on a thread of its own" }
    if Self.healthQueries.contains(name),
      FileMemo.current?.file.imports.contains("HealthKit") ?? false
    {
      return "when HealthKit answers"
    }
    guard let receiver else {
      // As Swift 2 writes it.
      if name == "dispatch_async",
        arguments.first?.expression.call?.name == "dispatch_get_global_queue"
      {
        return "on a global queue"
      }
      guard text == "Task", isOffMainActor else { return nil }
      return "in a task that runs on any thread"
    }
    switch name {
    case "async", "asyncAfter", "sync":
      guard let queue = receiver.queueName, name != "sync" else { return nil }
      return "on \(queue)"
    // `group.notify(queue: .global()) { … }`
    case "notify": return (argument("queue")?.queueName).map { "on \($0)" }
    case "addTask", "addTaskUnlessCancelled": return "in a task group"
    case "concurrentPerform": return "on several threads"
    case "addOperation": return receiver.mentions(["main"]) ? nil : "in an operation"
    case "dataTask", "downloadTask", "uploadTask":
      return receiver.isSessionOfOwnQueue ? Self.request : nil
    case "sink": return receiver.publishedQueue.map { "on \($0)" }
    // A notification that is given no queue comes on the thread that sends it.
    case "addObserver":
      let queue = argument("queue")?.unwrapped
      if queue?.call?.name == "OperationQueue" { return "in an operation" }
      return hearsOfRemoteChange && queue?.is(NilLiteralExprSyntax.self) ?? false
        ? Self.remoteChange : nil
    case "register":
      return argument("forTaskWithIdentifier") != nil
        && argument("using")?.is(NilLiteralExprSyntax.self) ?? false
        ? "on the queue of the background task" : nil
    case "evaluatePolicy", "getNotificationSettings", "requestAccess", "requestAuthorization",
      "requestFullAccessToEvents", "requestFullAccessToReminders":
      return lastClosure == nil ? nil : "when the system answers"
    case "delete", "fetch", "perform", "save":
      return isCloudRequest(receiver) ? "when CloudKit answers" : nil
    default: return nil
    }
  }

  /// Where code runs that is told of another process's or machine's changes.
  static let remoteChange = "on the thread that reports a change of the store"

  fileprivate static let request = "when a request is done"

  /// `center.addObserver(…, name: .NSPersistentStoreRemoteChange, …)`: Core Data posts that on any thread.
  var hearsOfRemoteChange: Bool {
    name == "addObserver"
      && (argument("forName") ?? argument("name"))?.lastName == "NSPersistentStoreRemoteChange"
  }

  private static let healthQueries: Set = [
    "HKAnchoredObjectQuery", "HKObserverQuery", "HKSampleQuery", "HKStatisticsQuery",
  ]

  /// `database.perform(query, inZoneWith: nil) { … }`, whose closure CloudKit calls on a queue of its own.
  private func isCloudRequest(_ receiver: ExprSyntax) -> Bool {
    guard lastClosure != nil, FileMemo.current?.file.imports.contains("CloudKit") ?? false,
      let owner = receiver.lastName?.lowercased(), owner.hasSuffix("database")
    else { return false }
    let labels = arguments.compactMap(\.label?.text)
    return name == "save"
      || labels.contains { $0.hasPrefix("inZone") || $0.hasPrefix("with") }
  }

  /// A plain `Task` runs where the code around it does, which for a struct or class that is bound to
  /// no actor is anywhere. A view is bound to the main actor.
  private var isOffMainActor: Bool {
    guard !(trailingClosure?.isOnMainActor ?? true), let type = enclosingType,
      let group = type.asProtocol((any DeclGroupSyntax).self),
      type.is(ActorDeclSyntax.self) || hasEnvironmentContext(group)
    else { return false }
    if type.is(ActorDeclSyntax.self) { return false }
    if let function = enclosing(FunctionDeclSyntax.self), function.attribute("MainActor") != nil {
      return false
    }
    return group.inheritanceClause == nil
      && type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") == nil
      && !group.memberBlock.members.contains { member in
        member.decl.as(VariableDeclSyntax.self)?.bindings.first?.name == "body"
      }
  }

  private func hasEnvironmentContext(_ group: some DeclGroupSyntax) -> Bool {
    group.memberBlock.members.contains { member in
      member.decl.as(VariableDeclSyntax.self)?.attribute("Environment")?.argumentList?
        .mentions(["modelContext"]) ?? false
    }
  }
}

extension FunctionCallExprSyntax {
  /// Where a function of the file runs the closure that it is given: `func inBackground(_ work: …)`.
  fileprivate var givenThread: String? {
    guard handedClosure != nil, name.first?.isLowercase ?? false,
      let function = sendingFunction, let body = function.body, body.isHandwritten,
      let parameter = function.signature.parameterClause.parameters.last(where: {
        $0.type.is(FunctionTypeSyntax.self) || $0.type.is(AttributedTypeSyntax.self)
          || $0.type.is(OptionalTypeSyntax.self)
            && $0.type.hasDescendant { $0.is(FunctionTypeSyntax.self) }
      }), !parameter.type.mentions(["MainActor"])
    else { return nil }
    let work = (parameter.secondName ?? parameter.firstName).text
    var place: String?
    body.forEachDescendant { node in
      guard place == nil, let call = node.as(FunctionCallExprSyntax.self),
        call.calledExpression.is(MemberAccessExprSyntax.self), let thread = call.ownThread
      else { return place == nil }
      if thread == Self.request {
        // What some answers take to another queue, may be the one that is meant.
        if call.lastClosure?.statements.callsHere(work) ?? false { place = thread }
        return false
      }
      let given = call.argument("execute")?.as(DeclReferenceExprSyntax.self)?.baseName.text == work
      if given || call.lastClosure?.handsOn(work) ?? false { place = thread }
      // `Task.detached(operation: work)`
      if call.arguments.last?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == work {
        place = thread
      }
      return place == nil
    }
    return place
  }
}

extension CodeBlockItemListSyntax {
  /// Whether all uses of a closure that a function was given are calls, on the thread that the statements run on.
  fileprivate func callsHere(_ work: String) -> Bool {
    var (isCalled, isElsewhere) = (false, false)
    forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == work,
        use.parent?.as(MemberAccessExprSyntax.self)?.declName.id != use.id
      else { return !isElsewhere }
      var callee = Syntax(use)
      if let chain = callee.parent?.as(OptionalChainingExprSyntax.self) { callee = Syntax(chain) }
      let isCall =
        callee.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
        == callee.as(ExprSyntax.self)?.id
      if isCall, use.enclosing(ClosureExprSyntax.self)?.statements.id == id {
        isCalled = true
      } else {
        isElsewhere = true
      }
      return !isElsewhere
    }
    return isCalled && !isElsewhere
  }
}

extension ExprSyntax {
  /// `URLSession.shared`, and a session that is made without a queue to answer on: it has one of its own.
  fileprivate var isSessionOfOwnQueue: Bool {
    if dottedName == "URLSession.shared" { return true }
    guard let memo = FileMemo.current, !memo.file.source.bytes.has("delegateQueue") else {
      return false
    }
    return memo.types.type(of: self).map { $0.name == "URLSession" && !$0.isList } ?? false
  }

  /// The queue of `publisher.receive(on: DispatchQueue.global()).map { … }`.
  fileprivate var publishedQueue: String? {
    var step = self.call
    while let call = step, call.name != "receive" { step = call.receiver?.call }
    return step?.argument("on")?.queueName
  }

  /// What a queue is called; nil for the main one and for what may be one.
  fileprivate var queueName: String? {
    if let call = self.call, call.name == "global",
      call.receiver.map({ $0.dottedName == "DispatchQueue" }) ?? true
    {
      return "a global queue"
    }
    if let call = self.call, call.name == "DispatchQueue" { return "a queue of its own" }
    guard let name = lastName, name.lowercased().hasSuffix("queue"), !mentions(["main"]),
      !name.lowercased().contains("main")
    else { return nil }
    return "'\(name)'"
  }
}

extension ClosureExprSyntax {
  var isOnMainActor: Bool {
    signature?.attributes.contains { element in
      if case .attribute(let attribute) = element {
        attribute.simpleName == "MainActor"
      } else {
        false
      }
    } ?? false
  }
}

extension Syntax {
  /// `MainActor.run { }`, `DispatchQueue.main.async { }`, `OperationQueue.main.addOperation { }`,
  /// `Task { @MainActor in }`.
  var returnsToMain: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    if let closure = call.lastClosure, closure.isOnMainActor { return true }
    if ["dispatch_async", "dispatch_sync"].contains(call.name),
      call.arguments.first?.expression.call?.name == "dispatch_get_main_queue"
    {
      return true
    }
    return [
      "MainActor.run", "DispatchQueue.main.async", "DispatchQueue.main.asyncAfter",
      "DispatchQueue.main.sync", "OperationQueue.main.addOperation",
    ].contains(call.calledExpression.dottedName ?? "")
  }
}

extension DeclReferenceExprSyntax {
  var isSelf: Bool { baseName.text == "self" }

  func isContext(_ types: TypeReader) -> Bool {
    if let type = types.type(of: ExprSyntax(self)) { return type.name == "ModelContext" }
    guard case .property(let binding, _)? = nameOrigin,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    else { return false }
    return variable.attribute("Environment")?.argumentList?.mentions(["modelContext"]) ?? false
  }

  /// Whether the name gets its meaning outside of a closure, or as a parameter of a function.
  func comesFromOutside(of code: Syntax) -> Bool {
    switch nameOrigin {
    case .local(let type, let value):
      guard let place = type.map({ Syntax($0) }) ?? value.map({ Syntax($0) }) else { return false }
      return !code.contains(place)
    case .element(let list), .content(let list): return !code.contains(Syntax(list))
    case .parameter(_, let function): return function.id == code.id || !code.contains(function)
    case .property: return true
    case .unknown, nil: return false
    }
  }
}

extension SyntaxProtocol {
  func contains(_ node: Syntax) -> Bool {
    (position..<endPosition).contains(node.position)
  }
}

extension MemberAccessExprSyntax {
  /// The context or object that a type keeps, where `self` is asked for it.
  ///
  /// - Parameter isCertain: whether the place is certainly not the type's own thread. A class that is
  ///   bound to no actor may keep a context for its queue.
  func ownState(_ types: TypeReader, isCertain: Bool) -> String? {
    guard let type = enclosingType, let owner = type.typeName, !types.isModel(owner),
      type.is(ClassDeclSyntax.self) || type.is(StructDeclSyntax.self),
      isCertain || type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") != nil,
      case let name = declName.baseName.text,
      case .property(let binding, _)? = enclosing(MemberBlockSyntax.self)?
        .property(name, owner: owner),
      let kept = binding.typeAnnotation.flatMap({ WrittenType($0.type) }) ?? binding.environmentType
    else { return nil }
    // What is read of an object that may go anywhere: its identifier, a context's container.
    let member = parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    if kept.name == "ModelContext" { return member == "container" ? nil : "the context '\(name)'" }
    guard types.isModel(kept),
      !["persistentModelID", "id", "count", "isEmpty"].contains(member ?? "")
    else { return nil }
    return "'\(name)', \(kept.isList ? "a list of" : "a") '\(kept.name)' "
      + "\(kept.isList ? "objects" : "object"),"
  }
}

extension String {
  /// Whether a place is a queue that a type may have for itself.
  var isOwnQueue: Bool { self == "on a queue of its own" || hasPrefix("on '") }
}
