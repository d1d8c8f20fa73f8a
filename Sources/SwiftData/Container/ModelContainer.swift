internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Opens the stores of a schema, migrating them if need be, and makes contexts for them.
///
/// Unchecked because only `main` changes after `init`, and whoever uses it holds the lock.
public final class ModelContainer: Equatable, @unchecked Sendable {
  public let schema: Schema
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  public let configurations: Set<ModelConfiguration>
  private let opened = OpenStores()
  var stores: [DataStore] { opened.stores }
  let tableCount: Int
  private let lock = RecursiveLock()
  private var plansByName: [String: EntityPlan] = [:]
  private var plansByType: [ObjectIdentifier: EntityPlan] = [:]
  private var main: ModelContext?

  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(types, version: Self.version(migrationPlan)), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      schema, plan: migrationPlan,
      configurations.isEmpty ? [ModelConfiguration(schema: schema)] : configurations)
  }

  private init(
    _ schema: Schema, plan: (any SchemaMigrationPlan.Type)?, _ configurations: [ModelConfiguration]
  ) throws {
    self.schema = schema
    migrationPlan = plan
    self.configurations = Set(configurations)
    var parts: [(ModelConfiguration, Schema)] = []
    for configuration in configurations {
      let own = configuration.schema ?? schema
      guard own.types.allSatisfy({ type in schema.types.contains { $0.name == type.name } }) else {
        throw SwiftDataError(
          .configurationSchemaNotFoundInContainerSchema,
          "the configuration '\(configuration.name)' has models the container's schema lacks")
      }
      parts.append((configuration, configurations.count == 1 ? schema : own))
    }
    guard Set(configurations.map(\.name)).count == configurations.count else {
      throw SwiftDataError(.duplicateConfiguration, "two configurations have the same name")
    }
    var tables = 0
    for (configuration, schema) in parts {
      try CloudKitCheck.run(schema, configuration)
      let store = try StoreOpener(configuration, schema, plan).open(firstTable: tables)
      tables += store.layout.tables.count
      opened.stores.append(store)
    }
    tableCount = tables
    for store in opened.stores {
      for plan in store.plans where plansByName[plan.type.name] == nil {
        plansByName[plan.type.name] = plan
        plansByType[ObjectIdentifier(plan.type)] = plan
      }
    }
  }

  /// A container over one open store; for the contexts of a migration stage.
  init(_ store: DataStore) {
    schema = store.schema
    migrationPlan = nil
    configurations = [store.configuration]
    opened.stores = [store]
    tableCount = store.layout.tables.count
    for plan in store.plans {
      plansByName[plan.type.name] = plan
      plansByType[ObjectIdentifier(plan.type)] = plan
    }
  }

  private static func version(_ plan: (any SchemaMigrationPlan.Type)?) -> Schema.Version {
    plan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
  }

  public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }

  /// The context for the user interface, which saves by itself.
  public var mainContext: ModelContext {
    lock.locked {
      if let main { return main }
      let context = ModelContext(self)
      context.autosaveEnabled = true
      main = context
      return context
    }
  }

  var allowsSave: Bool { stores.contains { $0.configuration.allowsSave } }

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

  /// Removes every object of every store.
  public func deleteAllData() {
    for store in stores { store.deleteAllRows() }
  }

  /// Removes every object and closes nothing: contexts made before show no objects.
  public func erase() throws { deleteAllData() }
}

/// The stores of a container. A store and its plans hold each other; they are taken apart when the
/// container goes, or cannot be made. By then nobody uses them: a context holds its container, and an
/// object with a plan its context.
private final class OpenStores {
  var stores: [DataStore] = []

  deinit { for store in stores { store.close() } }
}

extension DataStore {
  func deleteAllRows() {
    locked {
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
