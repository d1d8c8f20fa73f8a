internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The batch request that the call executes without looking at the result or telling a context of it.
  var ignoredBatch: String? {
    guard name == "execute", arguments.count <= 2,
      receiver.map(\.executesRequests) ?? isInContext,
      let argument = arguments.first?.expression,
      let made = argument.resolved.call, Self.batches.contains(made.name),
      let body = enclosingBody, body.isHandwritten, isDiscarded || givesNoIDs(argument, body)
    else { return nil }
    return body.mentions(Self.refreshing) ? nil : made.name
  }

  /// The batch request that the call executes to tell contexts of the ids in its result, although nothing
  /// has asked for ids: without that, the result is no more than whether it worked.
  var batchWithoutIDs: String? {
    guard name == "execute", arguments.count <= 2, receiver.map(\.executesRequests) ?? isInContext,
      let request = arguments.first?.expression.as(DeclReferenceExprSyntax.self),
      let made = request.localValue?.call, Self.batches.contains(made.name),
      let body = enclosingBody, body.isHandwritten, body.mentions(["mergeChanges"]),
      body.mentions(["NSManagedObjectID"]),
      !body.mentions(["resultType"]) || givesNoIDs(ExprSyntax(request), body)
    else { return nil }
    // Whoever else is given the request may ask for them.
    let isHandedOn = body.hasDescendant { node in
      guard let argument = node.as(LabeledExprSyntax.self),
        argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == request.baseName.text
      else { return false }
      return argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.name != "execute"
    }
    return isHandedOn ? nil : made.name
  }

  fileprivate static let refreshing: Set = [
    "mergeChanges", "reset", "refreshAllObjects", "refresh", "NSManagedObjectContextDidSave",
    "performFetch",
  ]

  /// The batch that the call hands to a function, which may execute it.
  var handedBatch: String? {
    guard name != "execute", name.first?.isLowercase ?? false else { return nil }
    return arguments.lazy.compactMap { argument -> String? in
      guard let made = argument.expression.resolved.call, Self.batches.contains(made.name) else {
        return nil
      }
      return made.name
    }.first
  }

  static let batches: Set = [
    "NSBatchDeleteRequest", "NSBatchUpdateRequest", "NSBatchInsertRequest",
  ]

  /// Whether the result is asked to be a number or a status, which no context can be told of.
  private func givesNoIDs(_ request: ExprSyntax, _ body: Syntax) -> Bool {
    guard let name = request.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    let kinds = body.assigned("resultType", of: name).map { $0.lastName ?? "" }
    return !kinds.isEmpty
      && kinds.allSatisfy { kind in
        kind.hasSuffix("Count") || kind.contains("CountResult") || kind == "count"
          || kind.contains("tatusOnly")
      }
  }

  /// Whether nothing takes the result: it stands alone, or after `_ =`.
  fileprivate var isDiscarded: Bool {
    var node = Syntax(self)
    for _ in 0..<6 {
      guard let next = node.parent else { return false }
      if next.is(CodeBlockItemSyntax.self) {
        let list = next.parent?.as(CodeBlockItemListSyntax.self)
        // `try context.performAndWait { try context.execute(request) }`
        if list?.count == 1, let closure = list?.parent?.as(ClosureExprSyntax.self),
          let user = closure.userCall, user.isPerform
        {
          return user.isDiscarded
        }
        // What 'do' and 'catch' are around has no result.
        if let owner = list?.parent?.parent,
          owner.is(DoStmtSyntax.self) || owner.is(CatchClauseSyntax.self)
        {
          return true
        }
        // The only expression of a closure or function is its result.
        let function = list?.parent?.parent?.as(FunctionDeclSyntax.self)
        return (list?.count ?? 0) > 1 || function.map { $0.signature.returnClause == nil } ?? false
      }
      if let terms = next.as(SequenceExprSyntax.self)?.elements {
        return terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false
      }
      if !(next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self)
        || next.is(ExprListSyntax.self))
      {
        return false
      }
      node = next
    }
    return false
  }
}

extension ExprSyntax {
  /// Whether it is a context or a coordinator.
  fileprivate var executesRequests: Bool {
    let name = lastName?.lowercased() ?? ""
    return name.hasSuffix("context") || name.hasSuffix("coordinator") || isContextOfCoreData
  }
}

extension CoreDataCode {
  /// A function that executes a request which it is given.
  struct BatchRunner: Sendable, Codable {
    var name: String
    var labels: [String]
    /// Whether it drops the result, and tells no context.
    var ignoresResult: Bool
  }

  /// A batch request that is handed to a function.
  struct HandedBatch: Sendable, Codable {
    var callee: String
    var labels: [String]
    var batch: Batch
  }

  /// The batches of which a function makes nothing but a change in the store.
  var allIgnoredBatches: [Batch] {
    let runners = Dictionary(grouping: batchRunners, by: \.name)
    return batches
      + handedBatches.filter { handed in
        let meant = (runners[handed.callee] ?? []).filter { handed.labels.fit($0.labels) }
        return !meant.isEmpty && meant.allSatisfy(\.ignoresResult)
      }.map(\.batch)
  }

  private static let requests: Set = FunctionCallExprSyntax.batches.union([
    "NSPersistentStoreRequest"
  ])

  mutating func noteRunner(_ function: FunctionDeclSyntax) {
    guard let body = function.body, body.isHandwritten else { return }
    for parameter in function.signature.parameterClause.parameters
    where parameter.type.mentions(Self.requests) {
      let name = (parameter.secondName ?? parameter.firstName).text
      var isIgnored: Bool?
      body.forEachDescendant { node in
        if let call = node.as(FunctionCallExprSyntax.self), call.name == "execute",
          call.arguments.first?.expression.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text
            == name
        {
          isIgnored = call.isDiscarded
        }
        return true
      }
      guard let isIgnored else { continue }
      batchRunners.append(
        .init(
          name: function.name.text, labels: function.signature.parameterClause.parameters.labels,
          ignoresResult: isIgnored && !body.mentions(FunctionCallExprSyntax.refreshing)))
    }
  }

  mutating func noteHanded(_ call: FunctionCallExprSyntax, in file: LintFile) {
    guard let kind = call.handedBatch, let body = call.enclosingBody, body.isHandwritten,
      !body.mentions(FunctionCallExprSyntax.refreshing)
    else { return }
    handedBatches.append(
      .init(
        callee: call.name, labels: call.arguments.map { $0.label?.text ?? "_" },
        batch: .init(kind: kind, location: file.location(call.nameNode))))
  }
}
