internal import Diagnostics
internal import SwiftSyntax

/// Finds code that reports a failed store and then reports again, as if it had worked.
struct CompletionCalledTwice: SourceRule {
  static let info = RuleInfo(
    id: "completion-called-twice", group: .dataAccess, severity: .warning,
    summary: "a completion is called for a failure of the store, and once more behind it",
    why:
      "whoever waits is told twice: the app goes on with a store that did not open, and a continuation that "
      + "is resumed a second time ends the app",
    fix: "return behind the call that tells of the failure",
    limits:
      "parameters that are closures and called as completions are, where the 'do' works with a store or a "
      + "context, and the second call follows in the same list of statements; tests are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func move(_ url: URL, _ mover: StoreMover, completion: @escaping (Result<Void, any Error>) -> Void) {
          do {
            try mover.migrateStore(at: url)
          } catch {
            ↓completion(.failure(error))
          }
          completion(.success(()))
        }
        struct StoreMover { func migrateStore(at url: URL) throws {} }
        ---
        func reset(
          _ container: NSPersistentContainer, _ url: URL, _ done: @escaping ((any Error)?) -> Void
        ) {
          DispatchQueue.main.async {
            do {
              try container.persistentStoreCoordinator.destroyPersistentStore(at: url, type: .sqlite)
            } catch {
              print(error)
              ↓done(error)
            }
            container.loadPersistentStores { _, error in done(error) }
          }
        }
        ---
        func open(_ container: NSPersistentContainer, completion: @escaping (Bool) -> Void) {
          container.loadPersistentStores { _, error in
            if let error {
              print(error)
              ↓completion(false)
            }
            completion(true)
          }
        }
        """,
      clean: """
        func move(_ url: URL, _ mover: StoreMover, completion: @escaping (Result<Void, any Error>) -> Void) {
          do {
            try mover.migrateStore(at: url)
            completion(.success(()))
          } catch {
            completion(.failure(error))
          }
        }
        struct StoreMover { func migrateStore(at url: URL) throws {} }
        ---
        func open(_ container: NSPersistentContainer, completion: @escaping (Bool) -> Void) {
          container.loadPersistentStores { _, error in
            if let error {
              print(error)
              completion(false)
              return
            }
            completion(true)
          }
        }
        ---
        func keep(_ context: NSManagedObjectContext, _ completion: (Bool) -> Void) {
          do { try context.save() } catch {
            context.rollback()
            completion(false)
            return
          }
          completion(true)
        }
        """))

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten
    else { return }
    for (place, item) in items.enumerated() {
      guard let failed = item.branchOfFailure,
        let (call, name) = failed.calledCompletion, call.isParameterOfFunction(name)
      else { continue }
      let later = items.dropFirst(place + 1)
      // What lies under a condition may ask whether it failed.
      let isAgain = later.contains { $0.callsInAnyCase(name) }
      guard isAgain else { continue }
      report(
        "'\(name)' tells of the failure here, and is called once more below",
        at: file.location(call))
    }
  }
}

extension CodeBlockItemSyntax {
  private static let words = ["store", "migrat", "save", "fetch", "container", "context"]

  /// What runs when the store fails: the last `catch` of a `do` that works with one, and
  /// `if let error { … }` in the closure of `loadPersistentStores`.
  fileprivate var branchOfFailure: CodeBlockItemListSyntax? {
    if let attempt = item.as(DoStmtSyntax.self) {
      let isOfStore = attempt.body.statements.hasDescendant { node in
        guard let call = node.as(TryExprSyntax.self)?.expression.call else { return false }
        let name = call.name.lowercased()
        return Self.words.contains { name.contains($0) } || call.isOnContext
      }
      return isOfStore ? attempt.catchClauses.last?.body.statements : nil
    }
    guard
      let choice = item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        ?? item.as(IfExprSyntax.self), choice.elseBody == nil,
      let closure = enclosing(ClosureExprSyntax.self),
      closure.userCall?.name == "loadPersistentStores", let error = closure.parameterNames.last,
      choice.conditions.count == 1, let condition = choice.conditions.first
    else { return nil }
    let binding = condition.condition.as(OptionalBindingConditionSyntax.self)
    let isBound =
      binding.map { ($0.initializer?.value.lastName ?? $0.pattern.trimmedDescription) == error }
      ?? (condition.trimmedDescription == "\(error) != nil")
    return isBound ? choice.body.statements : nil
  }

  /// Whether the statement calls it by itself, or hands a closure on that does so.
  fileprivate func callsInAnyCase(_ name: String) -> Bool {
    guard let call = item.onlyExpression?.unwrapped.call else { return false }
    if call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == name { return true }
    guard let closure = call.trailingClosure else { return false }
    return closure.statements.mentions([name])
  }
}

extension CodeBlockItemListSyntax {
  private static let names: Set = [
    "callback", "complete", "completed", "completion", "done", "finish", "finished", "handler",
  ]

  /// The completion that the last statements call; nil where the code leaves behind it.
  fileprivate var calledCompletion: (call: FunctionCallExprSyntax, name: String)? {
    guard isHandwritten, let last,
      let call = last.item.onlyExpression?.unwrapped.call,
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.camelWords.contains(where: Self.names.contains)
    else { return nil }
    return (call, name)
  }
}

extension FunctionCallExprSyntax {
  /// Whether a function around takes it as a closure, and none of its own is in between.
  fileprivate func isParameterOfFunction(_ name: String) -> Bool {
    guard let function = enclosing(FunctionDeclSyntax.self) else { return false }
    return function.signature.parameterClause.parameters.contains { parameter in
      (parameter.secondName ?? parameter.firstName).text == name
        && parameter.type.trimmedDescription.contains("->")
    }
  }
}
