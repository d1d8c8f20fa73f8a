internal import Diagnostics
internal import SwiftSyntax

/// Stores that are deleted behind their migration or copy, whether that worked or not.
extension StoreDeletedOnFailure {
  private static let moves: Set = [
    "migratePersistentStore", "migrateStore", "replacePersistentStore",
  ]

  static func message(behind move: String) -> String {
    "the old store is deleted here although '\(move)' may have failed, whose error goes nowhere"
  }

  /// `try? manager.migrateStore(from: old, …)`, and then `removeItem(at: old)`.
  func checkMoved(_ items: CodeBlockItemListSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, items.isHandwritten else { return }
    var move: FunctionCallExprSyntax?
    for item in items {
      if let move, let removal = item.removal {
        report(
          Self.message(behind: move.name), at: file.location(removal),
          help:
            "delete it only where '\(move.name)' has worked: inside of the same 'do', behind the call"
        )
        return
      }
      move = item.ignoredCall(of: Self.moves) ?? move
    }
  }

  /// Those of 'checkMoved'.
  static let moved: [RuleExample] =
    .texts(
      in: AccessText.models,
      flagged: """
        func upgrade(_ manager: NSMigrationManager, _ old: URL, _ new: URL) {
          try? manager.migrateStore(
            from: old, sourceType: NSSQLiteStoreType, options: nil, with: nil, toDestinationURL: new,
            destinationType: NSSQLiteStoreType, destinationOptions: nil)
          try? FileManager.default.↓removeItem(at: old)
        }
        ---
        func start(_ context: NSManagedObjectContext, _ url: URL) {
          if context.persistentStoreCoordinator == nil {
            print("the store is damaged")
            try? FileManager.default.↓removeItem(at: url)
          }
        }
        ---
        func share(_ coordinator: NSPersistentStoreCoordinator, _ old: URL, _ new: URL) {
          do {
            try coordinator.replacePersistentStore(at: new, withPersistentStoreFrom: old, type: .sqlite)
          } catch {
            print(error)
          }
          do {
            try coordinator.↓destroyPersistentStore(at: old, type: .sqlite)
          } catch { print(error) }
        }
        """,
      clean: """
        func share(_ coordinator: NSPersistentStoreCoordinator, _ old: URL, _ new: URL) {
          do {
            try coordinator.replacePersistentStore(at: new, withPersistentStoreFrom: old, type: .sqlite)
            try coordinator.destroyPersistentStore(at: old, type: .sqlite)
          } catch { print(error) }
        }
        ---
        func share(_ coordinator: NSPersistentStoreCoordinator, _ old: URL, _ new: URL) {
          do {
            try coordinator.replacePersistentStore(at: new, withPersistentStoreFrom: old, type: .sqlite)
          } catch {
            print(error)
            return
          }
          try? coordinator.destroyPersistentStore(at: old, type: .sqlite)
        }
        ---
        func share(_ coordinator: NSPersistentStoreCoordinator, _ old: URL, _ new: URL) throws {
          try? coordinator.replacePersistentStore(at: new, withPersistentStoreFrom: old, type: .sqlite)
          if FileManager.default.fileExists(atPath: new.path) {
            for end in ["", "-wal", "-shm"] {
              try FileManager.default.removeItem(atPath: old.path + end)
            }
          }
        }
        """)
    + .texts(
      in: { CoreDataText.objectiveC($0) },
      flagged: """
        - (void)open:(UIManagedDocument *)document {
          [document openWithCompletionHandler:^(BOOL success) {
            if (!success) {
              [[NSFileManager defaultManager] ↓removeItemAtURL:document.fileURL error:nil];
              [self open:document];
            }
          }];
        }
        ---
        - (void)upgrade:(NSMigrationManager *)manager from:(NSURL *)old to:(NSURL *)new {
          [manager migrateStoreFromURL:old type:NSSQLiteStoreType options:nil withMappingModel:self.mapping toDestinationURL:new destinationType:NSSQLiteStoreType destinationOptions:nil error:nil];
          [[NSFileManager defaultManager] ↓removeItemAtURL:old error:nil];
        }
        ---
        - (void)moveStore:(NSPersistentStore *)store to:(NSURL *)new {
          NSError *error = nil;
          [self.coordinator migratePersistentStore:store toURL:new options:nil withType:NSSQLiteStoreType error:&error];
        }
        - (void)move:(NSPersistentStore *)store from:(NSString *)old to:(NSURL *)new {
          [self moveStore:store to:new];
          if ([[NSFileManager defaultManager] fileExistsAtPath:old]) {
            [[NSFileManager defaultManager] ↓removeItemAtPath:old error:nil];
          }
        }
        """,
      clean: """
        - (void)open:(UIManagedDocument *)document {
          [document openWithCompletionHandler:^(BOOL success) {
            if (success) {
              [[NSFileManager defaultManager] removeItemAtURL:self.draft error:nil];
            } else {
              [self tellOfProblem];
            }
          }];
        }
        ---
        - (void)open:(UIDocument *)picture {
          [picture openWithCompletionHandler:^(BOOL success) {
            if (!success) { [[NSFileManager defaultManager] removeItemAtURL:picture.fileURL error:nil]; }
          }];
        }
        ---
        - (void)move:(NSPersistentStore *)store from:(NSString *)old to:(NSString *)new {
          [self.coordinator migratePersistentStore:store toURL:[NSURL fileURLWithPath:new] options:nil withType:NSSQLiteStoreType error:nil];
          if ([[NSFileManager defaultManager] fileExistsAtPath:new]) {
            [[NSFileManager defaultManager] removeItemAtPath:old error:nil];
          }
        }
        ---
        - (void)upgrade:(NSMigrationManager *)manager from:(NSURL *)old to:(NSURL *)new {
          NSError *error = nil;
          BOOL isDone = [manager migrateStoreFromURL:old type:NSSQLiteStoreType options:nil withMappingModel:self.mapping toDestinationURL:new destinationType:NSSQLiteStoreType destinationOptions:nil error:&error];
          if (isDone) { [[NSFileManager defaultManager] removeItemAtURL:old error:nil]; }
        }
        """)
}

extension CodeBlockItemSyntax {
  /// A call of one of some names whose error is thrown away, or only printed.
  fileprivate func ignoredCall(of names: Set<String>) -> FunctionCallExprSyntax? {
    if let attempt = item.as(StmtSyntax.self)?.as(DoStmtSyntax.self) {
      guard let last = attempt.catchClauses.last, last.goesOn else { return nil }
      return Syntax(attempt.body).firstCall(of: names) { node in
        node.as(TryExprSyntax.self)?.questionOrExclamationMark == nil && !node.is(DoStmtSyntax.self)
      }
    }
    guard let attempt = item.onlyExpression?.withoutDiscard.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "?", let call = attempt.expression.call,
      names.contains(call.name)
    else { return nil }
    return call
  }

  /// Where the statement deletes a store or its file whatever has happened before.
  fileprivate var removal: Syntax? {
    Syntax(self).firstCall(of: ["destroyPersistentStore", "removeItem"]) { node in
      !node.is(IfExprSyntax.self) && !node.is(GuardStmtSyntax.self)
        && !node.is(SwitchExprSyntax.self)
        && !node.is(CatchClauseSyntax.self)
    }.map { Syntax($0.nameNode) }
  }
}

extension ExprSyntax {
  /// The value of `_ = value`.
  fileprivate var withoutDiscard: ExprSyntax {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false, let value = terms.last
    else { return self }
    return value
  }
}

extension Syntax {
  fileprivate func firstCall(
    of names: Set<String>, in isLookedAt: (Syntax) -> Bool
  ) -> FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      guard found == nil, isLookedAt(node), !node.is(ClosureExprSyntax.self),
        !node.is(FunctionDeclSyntax.self)
      else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), names.contains(call.name) { found = call }
      return found == nil
    }
    return found
  }
}
