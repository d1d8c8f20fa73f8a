internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds variables that a block of a context fills later, and that the code reads before it has run, and callers
/// that are told too early.
struct ResultBeforePerform: SourceRule {
  static let info = RuleInfo(
    id: "result-before-perform", group: .dataAccess, severity: .warning,
    summary:
      "a variable that an asynchronous block of a context fills is read right behind it, or a caller is told that the "
      + "block has run",
    why:
      "'perform' and 'performBackgroundTask' only put the block on the queue and return: what is read behind them is "
      + "the value from before, an empty list or nil, each time or whenever the queue is busy",
    fix:
      "use 'performAndWait', 'try await perform { … }' which gives the block's result, or go on inside of the block",
    limits:
      "local variables that nothing but the block gives a value, and that statements of the same function read, and "
      + "closures that the function is given and calls behind a block that fetches or saves; silent where the function "
      + "waits for anything, and in tests",
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
        ---
        func add(_ title: String, to context: NSManagedObjectContext, completion: () -> Void) {
          context.perform {
            CDNote(context: context).title = title
            do { try context.save() } catch { show(error) }
          }
          ↓completion()
        }
        ---
        final class Importer {
          let container: NSPersistentContainer
          init(_ container: NSPersistentContainer) { self.container = container }
          func load(_ titles: [String], _ done: ((Int) -> Void)?) {
            container.performBackgroundTask { worker in
              for title in titles { CDNote(context: worker).title = title }
              do { try worker.save() } catch { show(error) }
            }
            ↓done?(titles.count)
          }
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
        func add(_ title: String, to context: NSManagedObjectContext, completion: @escaping (Bool) -> Void) {
          guard !title.isEmpty else { return completion(false) }
          context.perform {
            CDNote(context: context).title = title
            do {
              try context.save()
              completion(true)
            } catch { completion(false) }
          }
        }
        func show(_ context: NSManagedObjectContext, started: () -> Void) {
          context.perform { print(context.name ?? "") }
          started()
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

  /// What a caller waits for.
  private static let working: Set = ["count", "delete", "execute", "fetch", "save"]

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
        || call.isOnContext || call.receiver.map({ file.queue(of: $0) != nil }) ?? false,
      call.enclosing(AwaitExprSyntax.self) == nil, call.enclosing(ClosureExprSyntax.self) == nil,
      let item = call.enclosing(CodeBlockItemSyntax.self),
      let items = item.parent?.as(CodeBlockItemListSyntax.self),
      let body = call.enclosingBody, body.isHandwritten, !body.mentions(Self.waiting)
    else { return }
    if block.mentions(Self.working),
      let told = items.callOfGiven(behind: item), !block.mentions([told.name])
    {
      report(
        "'\(told.name)' is called before the block in line \(file.location(call.nameNode).line ?? 0) has run",
        at: file.location(told.nameNode),
        help: "call it at the end of the block, or use 'performAndWait'")
    }
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
  /// The first statement behind another one that calls a closure which the function is given.
  fileprivate func callOfGiven(behind item: CodeBlockItemSyntax) -> FunctionCallExprSyntax? {
    for other in self where other.position > item.position {
      guard let call = other.item.onlyExpression?.call,
        let name = call.calledExpression.unwrapped.as(DeclReferenceExprSyntax.self),
        case .parameter(let type, _)? = name.nameOrigin,
        type.is(FunctionTypeSyntax.self)
          || type.hasDescendant(where: { $0.is(FunctionTypeSyntax.self) })
      else { continue }
      return call
    }
    return nil
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
