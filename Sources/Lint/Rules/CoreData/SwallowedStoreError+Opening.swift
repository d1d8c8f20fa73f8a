internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Stores that a coordinator is given, where nobody is told that this has failed.
extension SwallowedStoreError {
  static let quietLoad =
    "when the store does not open, nothing is done about it, and the app goes on without one"

  /// `do { try coordinator.addPersistentStore(…) } catch { print(error) }`
  static func checkOpening(_ attempt: DoStmtSyntax, in file: LintFile, report: RuleReport) {
    guard file.loadsManagedStores, let last = attempt.catchClauses.last, last.goesOnWithoutStore,
      attempt.catchClauses.count == 1, let call = attempt.body.statements.firstOpening
    else { return }
    report(
      last.body.statements.isEmpty ? quietLoad : load, at: file.location(call.nameNode),
      help: loadHelp)
  }

  /// `try? coordinator.addPersistentStore(…)`
  static func checkOpening(_ attempt: TryExprSyntax, in file: LintFile, report: RuleReport) {
    guard file.loadsManagedStores, attempt.questionOrExclamationMark?.text == "?",
      attempt.isForgotten, let call = attempt.expression.call, call.opensStoreForGood
    else { return }
    report(quietLoad, at: file.location(call.nameNode), help: loadHelp)
  }

  static let openings: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func open(_ model: NSManagedObjectModel, at url: URL) -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        do {
          try coordinator.↓addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        } catch {
          let problem = error as NSError
          print("not opened", problem)
        }
        return coordinator
      }
      ---
      func open(_ coordinator: NSPersistentStoreCoordinator, at url: URL) {
        try? coordinator.↓addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
      }
      """,
    clean: """
      func open(_ coordinator: NSPersistentStoreCoordinator, at url: URL) -> Bool {
        do {
          try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        } catch {
          print("not opened", error)
          return false
        }
        return true
      }
      ---
      func open(_ coordinator: NSPersistentStoreCoordinator) {
        try? coordinator.addPersistentStore(
          ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
      }
      """)
}

extension CatchClauseSyntax {
  /// Whether nothing but a note in a log comes of the error.
  fileprivate var goesOnWithoutStore: Bool {
    body.statements.allSatisfy { item in
      if item.item.is(DeclSyntax.self) { return true }
      guard let terms = item.item.onlyExpression?.as(SequenceExprSyntax.self)?.elements else {
        return item.item.onlyExpression?.call.map { $0.onlyLogs } ?? false
      }
      // `details[NSUnderlyingErrorKey] = error`, for what is printed then
      return terms.first?.is(SubscriptCallExprSyntax.self) ?? false
    }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var onlyLogs: Bool {
    [
      "assert", "assertionFailure", "critical", "debug", "debugPrint", "dump", "error", "fault",
      "info", "log", "notice", "NSLog", "os_log", "print", "trace", "warning",
    ].contains(name)
  }

  /// Whether it opens a store on disk, and no other one is made of it.
  fileprivate var opensStoreForGood: Bool {
    name == "addPersistentStore" && !arguments.isEmpty
      && !mentions(["NSInMemoryStoreType", "inMemory"])
      && !(enclosingBody?.mentions([
        "migratePersistentStore", "replacePersistentStore", "destroyPersistentStore", "removeItem",
      ]) ?? false)
  }
}

extension CodeBlockItemListSyntax {
  fileprivate var firstOpening: FunctionCallExprSyntax? {
    lazy.compactMap { $0.calls.first(where: \.opensStoreForGood) }.first
  }
}
