internal import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// Whether a fetch takes the first few objects, or the first of a sorted list: no single fetch finds the
  /// first few, or the newest, of each of many.
  func takesFirst(of fetch: FunctionCallExprSyntax) -> Bool {
    guard let name = fetch.arguments.first?.expression.as(DeclReferenceExprSyntax.self) else {
      return false
    }
    return hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
        let limit = terms.first?.as(MemberAccessExprSyntax.self),
        limit.declName.baseName.text == "fetchLimit",
        limit.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name.baseName.text
      else { return false }
      let number = terms.last?.as(IntegerLiteralExprSyntax.self)?.literal.text
      // A few of those that fit, in no order, are as good as all of them.
      return number == nil || number != "1" && isOrdered(name)
        || takesNewest(name.baseName.text) || ExprSyntax(name).newestKeys != nil
    }
  }

  private func isOrdered(_ descriptor: DeclReferenceExprSyntax) -> Bool {
    let words: Set = ["SortDescriptor", "sortBy", "sortDescriptors"]
    return mentions(words) || descriptor.localValue?.mentions(words) ?? false
  }

  /// Whether a request of Core Data is sorted by a date, and looks for no identifier: an object that is the
  /// only one anyway is not the newest of many.
  private func takesNewest(_ request: String) -> Bool {
    var isSorted = false
    var looksUp = false
    forEachDescendant { node in
      if let text = node.as(StringLiteralExprSyntax.self).flatMap({ ExprSyntax($0).literalText }) {
        let small = text.lowercased()
        looksUp =
          looksUp || small.has("id ==") || small.has("identifier ==") || small.has("name ==")
      }
      if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == "sortDescriptors",
        target.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == request,
        let list = terms.last?.resolved.as(ArrayExprSyntax.self)
      {
        isSorted = list.elements.contains { $0.expression.resolved.sortsByDate }
      }
      return true
    }
    return isSorted && !looksUp
  }

  /// What every call of a function with this body does to a store.
  var effects: [ObjectFlows.Effect] {
    var found: [ObjectFlows.Effect] = changesObjects ? [.change] : []
    for item in self {
      if item.countsTurns { break }
      if item.calls.contains(where: \.isSave) { found.append(.save) }
      // What follows an early return may not happen for each element, as with a cache.
      if item.mayReturn || item.returnsKept { break }
      item.forEachDescendant { node in
        // `context.performAndWait { … }` and `await context.perform { … }` run at once.
        if let closure = node.as(ClosureExprSyntax.self) {
          return closure.runsAtOnce
        }
        if let loop = node.as(ForStmtSyntax.self) {
          // What the loop goes through is asked for once.
          if let asked = loop.asked { found.append(asked) }
          return false
        }
        if node.is(FunctionDeclSyntax.self) { return false }
        if let choice = node.as(IfExprSyntax.self) {
          return choice.conditions.hasDescendant {
            $0.as(FunctionCallExprSyntax.self)?.isQuery ?? false
          }
        }
        if let choice = node.as(SwitchExprSyntax.self), choice.isOfManyCases { return false }
        guard let call = node.as(FunctionCallExprSyntax.self), call.isQuery else { return true }
        found.append(.ask)
        if !takesFirst(of: call) { found.append(call.name == "fetch" ? .fetch : .fetchCount) }
        return true
      }
    }
    return found
  }

  /// Whether objects are inserted or deleted, in any case or under a condition.
  private var changesObjects: Bool {
    var found = false
    forEachDescendant { node in
      if let closure = node.as(ClosureExprSyntax.self) {
        return !found && (closure.runsAtOnce || closure.loopedList != nil)
      }
      if !found, let call = node.as(FunctionCallExprSyntax.self),
        ["insert", "delete"].contains(call.name) && call.isOnContext || call.makesManaged
      {
        found = true
      }
      return !found && !node.is(FunctionDeclSyntax.self)
    }
    return found
  }
}

extension ExprSyntax {
  /// What a descriptor of SwiftData's with a condition is sorted by, where that is the time or the last comes
  /// first: with a limit of one, it is the newest of many.
  var newestKeys: (condition: ExprSyntax, order: KeyPathExprSyntax)? {
    guard let made = DescriptorSource(self).made, made.makesDescriptor,
      let condition = made.argument("predicate"), !condition.is(NilLiteralExprSyntax.self),
      let first = made.argument("sortBy")?.unwrapped.as(ArrayExprSyntax.self)?.elements.first?
        .expression.call, first.name == "SortDescriptor",
      let path = first.arguments.first?.expression.as(KeyPathExprSyntax.self),
      let key = path.onlyName
    else { return nil }
    let words = key.camelWords
    let isOfTime =
      ["date", "time", "timestamp"].contains { word in words.contains(word) } || words.last == "at"
    return isOfTime || first.argument("order")?.lastName == "reverse" ? (condition, path) : nil
  }

  /// `NSSortDescriptor(key: "datePerformed", ascending: false)`, `NSSortDescriptor(keyPath: \Note.createdAt, …)`
  fileprivate var sortsByDate: Bool {
    guard let call, call.name == "NSSortDescriptor", let key = call.arguments.first?.expression
    else { return false }
    let words = key.trimmedDescription.lowercased()
    return ["date", "time"].contains { words.contains($0) } || words.hasSuffix("at\"")
      || words.hasSuffix("at)") || words.hasSuffix("at")
  }
}

extension ForStmtSyntax {
  /// What is asked of a store for what the loop goes through.
  fileprivate var asked: ObjectFlows.Effect? {
    var found: ObjectFlows.Effect?
    forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self), call.isQuery {
        found = call.name == "fetch" ? .fetch : .fetchCount
      }
      return found == nil && node.id != body.id
    }
    return found
  }
}

extension FunctionCallExprSyntax {
  /// Whether it makes an object of Core Data, which is inserted at once: `Note(context: context)`.
  var makesManaged: Bool {
    if name == "insertNewObject" {
      return (argument("into") ?? argument("inManagedObjectContext")) != nil
    }
    guard name.first?.isUppercase ?? false,
      argument("context") != nil && arguments.count == 1 || argument("insertInto") != nil
    else { return false }
    return FileMemo.current?.types.isManaged(name) ?? false
  }

  /// Asks the store for objects or for their number.
  var isQuery: Bool { isOnContext && (["fetch", "fetchCount"].contains(name) || isCount) }

  /// `count(for: request)`
  var isCount: Bool { name == "count" && argument("for") != nil }

  /// Whether the code around the call goes on only when its closure has run on a context's queue.
  var performsAtOnce: Bool {
    // What an app adds itself says so by its name: `performAndWaitReturning { … }`, `performSync { … }`.
    isPerform && (name.contains("AndWait") || name.hasSuffix("Sync") || awaiting != nil)
  }
}

extension CodeBlockItemSyntax {
  /// An `if` or `guard` that returns before anything was asked.
  var mayReturn: Bool {
    let isChoice =
      hasDescendant { $0.is(IfExprSyntax.self) } && !hasDescendant { $0.is(ClosureExprSyntax.self) }
    guard isChoice, hasDescendant(where: { $0.is(ReturnStmtSyntax.self) }) else { return false }
    // Without changes there is nothing to save.
    if item.as(GuardStmtSyntax.self)?.conditions.mentions(["hasChanges"]) ?? false { return false }
    return !hasDescendant { $0.as(FunctionCallExprSyntax.self)?.isQuery ?? false }
  }
}
