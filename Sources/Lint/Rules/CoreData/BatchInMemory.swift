internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds stores in memory beside code that runs batch requests.
struct BatchInMemory: ProjectRule {
  static let info = RuleInfo(
    id: "batch-in-memory", group: .dataAccess, severity: .note,
    summary: "a store in memory is used with code that runs batch requests",
    why:
      "batch requests are SQL, and only a store of SQLite runs them: with a store in memory the app or the test ends "
      + "with 'Unknown command type' where one is executed",
    fix:
      "give the description the URL '/dev/null' instead of the type in memory: that is a store of SQLite which keeps "
      + "nothing",
    limits:
      "silent where a file that makes batch requests asks for the type of the store; that the code with the request "
      + "runs with the store in memory is not known",
    examples: .texts(
      in: { CoreDataText.code(batch + $0) },
      flagged: """
        // file: Stack.swift
        import CoreData
        func open(inMemory: Bool) -> NSPersistentContainer {
          let container = NSPersistentContainer(name: "Notes")
          if inMemory { container.persistentStoreDescriptions.first?.type = ↓NSInMemoryStoreType }
          container.loadPersistentStores { _, error in show(error) }
          return container
        }
        ---
        // file: Stack.swift
        import CoreData
        func describe() -> NSPersistentStoreDescription {
          let description = NSPersistentStoreDescription()
          description.type = ↓NSInMemoryStoreType
          return description
        }
        ---
        // file: Coordinators.swift
        import CoreData
        struct Coordinators {
          func coordinator(_ model: NSManagedObjectModel) throws -> NSPersistentStoreCoordinator {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
              ofType: ↓NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
            return coordinator
          }
        }
        """,
      clean: """
        // file: Stack.swift
        import CoreData
        func open(inMemory: Bool) -> NSPersistentContainer {
          let container = NSPersistentContainer(name: "Notes")
          if inMemory { container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null") }
          container.loadPersistentStores { _, error in show(error) }
          return container
        }
        ---
        func mayClear(_ store: NSPersistentStore) -> Bool { store.type != NSInMemoryStoreType }
        ---
        // file: Copying.swift
        import CoreData
        func mayCopy(_ description: NSPersistentStoreDescription) -> Bool {
          guard description.type != NSInMemoryStoreType else { return false }
          switch description.type {
          case NSInMemoryStoreType: return false
          default: return true
          }
        }
        ---
        // file: Removing.swift
        import CoreData
        func remove(_ store: URL, of coordinator: NSPersistentStoreCoordinator, inMemory: Bool) throws {
          let type = inMemory ? NSInMemoryStoreType : NSSQLiteStoreType
          try coordinator.destroyPersistentStore(at: store, ofType: type)
        }
        ---
        func clearByHand(_ folder: CDFolder, _ context: NSManagedObjectContext) { context.delete(folder) }
        """))

  private static let batch = """
    func clear(_ context: NSManagedObjectContext) throws {
      let delete = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
      delete.resultType = .resultTypeObjectIDs
      let result = try context.execute(delete) as? NSBatchDeleteResult
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: result?.result as? [NSManagedObjectID] ?? []], into: [context])
    }

    """

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let batches = code.batchMakers.filter { !code.memoryStores.map(\.path).contains($0.path) }
    guard let store = code.memoryStores.min(by: { $0.precedes($1) }),
      let batch = batches.min(by: { $0.precedes($1) }), batches.count == code.batchMakers.count
    else { return }
    report(
      "a store in memory runs no batch requests: the one of \(batch.path.split(separator: "/").last ?? ""):"
        + "\(batch.line ?? 1) ends the app, or the test, that runs it with this store",
      at: store, certainty: .inferred("the code with the request may never run with this store"),
      likewise: [])
  }
}

extension CoreDataCode {
  private static let batchKinds: Set = [
    "NSBatchDeleteRequest", "NSBatchInsertRequest", "NSBatchUpdateRequest",
  ]

  /// Notes where stores in memory are asked for, and where batch requests are made.
  mutating func noteBatchInMemory(_ name: DeclReferenceExprSyntax, in file: LintFile) {
    switch name.baseName.text {
    case "NSInMemoryStoreType" where !name.isCompared && !name.isOfDestroyed:
      memoryStores.append(file.location(name))
    case let kind where Self.batchKinds.contains(kind):
      if !file.isTest, name.parent?.is(FunctionCallExprSyntax.self) ?? false {
        batchMakers.append(file.location(name))
      }
    default: break
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the code around removes stores and opens none:
  /// `coordinator.destroyPersistentStore(at: url, ofType: isTest ? NSInMemoryStoreType : NSSQLiteStoreType)`.
  fileprivate var isOfDestroyed: Bool {
    guard let body = enclosingBody else { return false }
    return body.mentions(["destroyPersistentStore"])
      && !body.mentions([
        "NSPersistentStoreDescription", "addPersistentStore", "loadPersistentStores",
      ])
  }

  /// Whether the type of a store is only asked for: `store.type == NSInMemoryStoreType`.
  fileprivate var isCompared: Bool {
    if parent?.is(ExpressionPatternSyntax.self) ?? false { return true }
    return parent?.as(ExprListSyntax.self)?.contains {
      ["==", "!="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
    } ?? false
  }
}
