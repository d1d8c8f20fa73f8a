internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds variables that a block of a context fills later, and that the code reads before it has run.
struct ResultBeforePerform: SourceRule {
  static let info = RuleInfo(
    id: "result-before-perform", group: .dataAccess, severity: .warning,
    summary: "a variable that an asynchronous block of a context fills is read right behind it",
    why:
      "'perform' and 'performBackgroundTask' only put the block on the queue and return: what is read behind them is "
      + "the value from before, an empty list or nil, each time or whenever the queue is busy",
    fix:
      "use 'performAndWait', 'try await perform { … }' which gives the block's result, or go on inside of the block",
    limits:
      "local variables that nothing but the block gives a value, and that statements of the same function read; silent "
      + "where the function waits for anything, and in tests",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func all(_ context: NSManagedObjectContext) -> [CDNote] {
          var notes: [CDNote] = []
          context.perform {
            notes = (try? context.fetch(CDNote.fetchRequest())) ?? []
          }
          return ↓notes
        }
        ---
        func count(_ container: NSPersistentContainer) -> Int {
          var number = 0
          container.performBackgroundTask { worker in
            number = (try? worker.count(for: CDNote.fetchRequest())) ?? 0
          }
          print("counted")
          return ↓number
        }
        ---
        func id(_ container: NSPersistentContainer) -> NSManagedObjectID? {
          let worker = container.newBackgroundContext()
          var id: NSManagedObjectID?
          worker.perform {
            let note = CDNote(context: worker)
            do { try worker.save() } catch { show(error) }
            id = note.objectID
          }
          if let id = ↓id { return id }
          return nil
        }
        """,
      clean: """
        func all(_ context: NSManagedObjectContext) -> [CDNote] {
          var notes: [CDNote] = []
          context.performAndWait {
            notes = (try? context.fetch(CDNote.fetchRequest())) ?? []
          }
          return notes
        }
        ---
        func all(_ context: NSManagedObjectContext, _ done: @escaping ([CDNote]) -> Void) {
          var notes: [CDNote] = []
          context.perform {
            notes = (try? context.fetch(CDNote.fetchRequest())) ?? []
            done(notes)
          }
        }
        ---
        func count(_ container: NSPersistentContainer) -> Int {
          var number = 0
          let group = DispatchGroup()
          group.enter()
          container.performBackgroundTask { worker in
            number = (try? worker.count(for: CDNote.fetchRequest())) ?? 0
            group.leave()
          }
          group.wait()
          return number
        }
        ---
        func all(_ context: NSManagedObjectContext) async -> Int {
          var number = 0
          await context.perform { number = (try? context.count(for: CDNote.fetchRequest())) ?? 0 }
          return number
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// What makes the code wait for the block in other ways.
  private static let waiting: Set = [
    "DispatchGroup", "DispatchSemaphore", "Task", "expectation", "notify", "semaphore", "wait",
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self),
      ["perform", "performBackgroundTask"].contains(call.name), !file.isTest,
      let block = call.trailingClosure,
      call.name == "performBackgroundTask" || call.receiver?.isContextOfCoreData ?? false
        || call.isOnContext,
      call.enclosing(AwaitExprSyntax.self) == nil, call.enclosing(ClosureExprSyntax.self) == nil,
      let item = call.enclosing(CodeBlockItemSyntax.self),
      let items = item.parent?.as(CodeBlockItemListSyntax.self),
      let body = call.enclosingBody, body.isHandwritten, !body.mentions(Self.waiting)
    else { return }
    for name in block.filledNames.sorted() where body.declaresVariable(name, before: item) {
      guard let place = items.read(of: name, behind: item) else { continue }
      return report(
        "'\(name)' is read before the block in line \(file.location(call.nameNode).line ?? 0) has run, which only "
          + "then gives it a value", at: file.location(place))
    }
  }
}

extension ClosureExprSyntax {
  /// The names that the closure gives a value and does not declare itself.
  fileprivate var filledNames: Set<String> {
    var names: Set<String> = []
    statements.forEachDescendant { node in
      if let terms = node.as(ExprListSyntax.self), terms.count > 2,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let name = terms.first?.as(DeclReferenceExprSyntax.self)
      {
        names.insert(name.baseName.text)
      }
      return true
    }
    return names.subtracting(Syntax(statements).declaredNames).subtracting(parameterNames)
  }
}

extension SyntaxProtocol {
  /// Whether `var name` stands before a statement, and nothing but a block gives it another value.
  fileprivate func declaresVariable(_ name: String, before item: CodeBlockItemSyntax) -> Bool {
    var (isDeclared, isGiven) = (false, false)
    forEachDescendant { node in
      if let variable = node.as(VariableDeclSyntax.self), !variable.isConstant,
        variable.position < item.position,
        variable.bindings.contains(where: { $0.name == name })
      {
        isDeclared = true
      }
      if node.is(ClosureExprSyntax.self) { return false }
      if let terms = node.as(ExprListSyntax.self), terms.count > 2,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.first?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      {
        isGiven = true
      }
      return true
    }
    return isDeclared && !isGiven
  }
}

extension CodeBlockItemListSyntax {
  /// The first place behind a statement that reads a variable, where that runs with the function.
  fileprivate func read(of name: String, behind item: CodeBlockItemSyntax) -> Syntax? {
    for other in self where other.position > item.position {
      var found: Syntax?
      other.forEachDescendant { node in
        guard found == nil, !node.is(ClosureExprSyntax.self), !node.is(FunctionDeclSyntax.self)
        else { return false }
        if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue {
          found = Syntax(use)
        }
        return found == nil
      }
      if let found { return found }
    }
    return nil
  }
}
