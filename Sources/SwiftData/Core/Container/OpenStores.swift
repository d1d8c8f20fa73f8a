internal import Foundation
internal import StoreEngine
internal import StoreModel
internal import Synchronization

/// The stores of a container, and what is known of their classes.
///
/// A store and its plans hold each other; they are taken apart when the container goes, or cannot be
/// made. By then nobody uses them: contexts hold this, and an object with a plan the core of its
/// context, which does, too.
///
/// Unchecked because stores are added before anybody else has it, and whoever asks for the container
/// holds the lock.
final class OpenStores: @unchecked Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: Set<ModelConfiguration>
  private(set) var stores: [SQLStore] = []
  private(set) var tableCount = 0
  private var plansByName: [String: EntityPlan] = [:]
  private var plansByType: [ObjectIdentifier: EntityPlan] = [:]
  private let lock = RecursiveLock()
  private weak var known: ModelContainer?
  /// Told of every save, whoever made it.
  let watchers = Watchers()

  init(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?,
    _ configurations: Set<ModelConfiguration>
  ) {
    self.schema = schema
    migrationPlan = plan
    self.configurations = configurations
  }

  deinit {
    fileWatches = nil
    for store in stores { store.close() }
  }

  private var fileWatches: [FileWatch]?

  func startWatching(_ make: () -> [FileWatch]) {
    lock.locked { if fileWatches == nil { fileWatches = make() } }
  }

  /// The container, unless it is gone.
  var livingContainer: ModelContainer? { lock.locked { known } }

  /// Made again if it is gone.
  var container: ModelContainer {
    get {
      lock.locked {
        if let known { return known }
        let made = ModelContainer(self)
        known = made
        return made
      }
    }
    set { lock.locked { known = newValue } }
  }

  func add(_ store: SQLStore) {
    stores.append(store)
    tableCount += store.layout.tables.count
    for plan in store.plans where plansByName[plan.type.name] == nil {
      plansByName[plan.type.name] = plan
      plansByType[ObjectIdentifier(plan.type)] = plan
    }
  }

  /// Where the objects of a class are kept; nil for a class that is not in the schema.
  func plan(of type: _ModelType) -> EntityPlan? { plansByType[ObjectIdentifier(type)] }

  func plan(named name: String) -> EntityPlan? { plansByName[name] }

  func requiredPlan<T: PersistentModel>(of type: T.Type) throws -> EntityPlan {
    if let plan = plan(of: T._$type) { return plan }
    let hint =
      plansByName[T._$type.name] == nil
      ? "" : "; the schema has a class of the same name from another version"
    let error = SwiftDataError(
      .unknownSchema, "'\(String(reflecting: type))' is not in the schema of the container\(hint)")
    ForeignModels.report(error)
    throw error
  }
}

extension SQLStore {
  func deleteAllRows() throws {
    try locked {
      try foreign?.data.erase()
      foreign?.dropAll()
      do {
        try connection.transaction(.immediate) {
          for table in layout.tables { try connection.run("DELETE FROM \(table.name.sqlName)") }
          for table in layout.joinTables { try connection.run("DELETE FROM \(table.name.sqlName)") }
          for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
            try connection.run("DELETE FROM \(table)")
          }
        }
      } catch {
        // Rows that stay keep their files.
        return
      }
      history?.forget()
      if !configuration.isStoredInMemoryOnly { externalStorage.remove() }
    }
  }
}

/// Tells of fetches for classes that the container's schema lacks, since code may catch the error.
package enum ForeignModels {
  package typealias Listener = @Sendable (SwiftDataError) -> Void

  private static let listener = Mutex<Listener?>(nil)

  /// Every such error goes to the last one who listens.
  package static func listen(_ listener: @escaping Listener) {
    self.listener.withLock { $0 = listener }
  }

  static func report(_ error: SwiftDataError) { listener.withLock { $0 }?(error) }
}
