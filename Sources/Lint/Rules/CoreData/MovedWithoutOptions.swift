internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds stores that are moved without the options that they are opened with.
struct MovedWithoutOptions: SourceRule {
  static let info = RuleInfo(
    id: "moved-without-options", group: .dataAccess, severity: .note,
    summary: "a store that keeps a history is moved without the option for it",
    why:
      "the coordinator goes on with the moved store as it was opened for the move: until the next launch no history "
      + "is kept, and extensions and other readers never learn of what is changed till then",
    fix: "hand over the options of the old store: 'options: store.options'",
    limits: "only files that ask for a history themselves; tests are left alone",
    examples: [RuleExample].texts(
      in: tracked,
      flagged: """
        func move(_ store: NSPersistentStore, to url: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
          _ = try coordinator.migratePersistentStore(
            store, to: url, options: ↓nil, withType: NSSQLiteStoreType)
        }
        ---
        func move(_ store: NSPersistentStore, to url: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
          _ = try coordinator.migratePersistentStore(store, to: url, options: ↓[:], type: .sqlite)
        }
        ---
        extension NSPersistentStoreCoordinator {
          func move(_ store: NSPersistentStore, to url: URL) throws {
            _ = try migratePersistentStore(store, to: url, options: ↓nil, withType: NSSQLiteStoreType)
          }
        }
        """,
      clean: """
        func move(_ store: NSPersistentStore, to url: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
          _ = try coordinator.migratePersistentStore(
            store, to: url, options: store.options, withType: NSSQLiteStoreType)
        }
        """)
      + [
        .clean(
          CoreDataText.code(
            """
            func move(_ store: NSPersistentStore, to url: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
              _ = try coordinator.migratePersistentStore(
                store, to: url, options: nil, withType: NSSQLiteStoreType)
            }
            """)),
        .clean(
          tracked(
            """
            func backUp(_ store: NSPersistentStore, to url: URL, _ all: NSPersistentStoreCoordinator) throws {
              _ = try all.migratePersistentStore(store, to: url, options: nil, withType: NSSQLiteStoreType)
            }
            """)),
      ])

  private static func tracked(_ text: String) -> String {
    CoreDataText.code(
      text + """

        func describe(_ url: URL) -> NSPersistentStoreDescription {
          let description = NSPersistentStoreDescription(url: url)
          description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          return description
        }
        func tidy(_ date: Date, _ context: NSManagedObjectContext) throws {
          _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: date))
        }
        """)
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "migratePersistentStore", let options = call.argument("options"),
      options.is(NilLiteralExprSyntax.self)
        || options.as(DictionaryExprSyntax.self)?.trimmedDescription == "[:]",
      file.source.bytes.has("NSPersistentHistoryTrackingKey"),
      // A copy elsewhere is closed again, and a backup needs no history.
      !(call.enclosing(FunctionDeclSyntax.self)?.name.text.lowercased().has("backup") ?? false),
      !(call.enclosing(FunctionDeclSyntax.self)?.name.text.lowercased().has("export") ?? false)
    else { return }
    report(
      "the moved store is opened without its options: until the next launch it keeps no history",
      at: file.location(options))
  }
}
