internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Opens the stores of a schema, migrating them if need be, and makes contexts for them.
///
/// It holds its main context, and contexts hold its stores: what a container does is done by these
/// (`OpenStores`), so that the main context need not hold the container.
///
/// Unchecked because only `main` changes after `init`, and whoever uses it holds the lock.
public final class ModelContainer: Equatable, @unchecked Sendable {
  /// The models of all its stores.
  public var schema: Schema { opened.schema }
  /// The plan by which stores are migrated; nil for migrations without stages.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { opened.migrationPlan }
  /// Where its stores are.
  public var configurations: Set<ModelConfiguration> { opened.configurations }
  let opened: OpenStores
  private let lock = RecursiveLock()
  private var main: ModelContext?

  /// Opens stores for the classes and what they relate to, of the version the plan ends with.
  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(types, version: Self.version(migrationPlan)), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  /// Opens the stores of a schema; throws where one cannot be opened or migrated.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the stores of a schema, `default.store` without a configuration.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      schema, plan: migrationPlan,
      configurations.isEmpty ? [ModelConfiguration(schema: schema)] : configurations)
  }

  /// Opens stores of the app's own, or of any kind, for the classes and what they relate to.
  @_disfavoredOverload
  public convenience init(
    for types: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(Schema(types), plan: nil, configurations)
  }

  /// Opens stores of the app's own, or of any kind, for a schema.
  @_disfavoredOverload
  public convenience init(
    for schema: Schema, configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(schema, plan: nil, configurations)
  }

  private init(
    _ given: Schema, plan: (any SchemaMigrationPlan.Type)?,
    _ configurations: [any DataStoreConfiguration]
  ) throws {
    let schema = try given.withClasses()
    opened = OpenStores(schema, plan, Set(configurations.compactMap { $0 as? ModelConfiguration }))
    opened.container = self
    var parts: [(any DataStoreConfiguration, Schema)] = []
    for configuration in configurations {
      let own = try configuration.schema?.withClasses() ?? schema
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
    for (configuration, schema) in parts {
      try configuration.validate()
      guard let configuration = configuration as? ModelConfiguration else {
        try open(configuration, schema, plan)
        continue
      }
      try CloudKitCheck.run(schema, configuration)
      let opener = StoreOpener(configuration: configuration, schema: schema, plan: plan)
      opened.add(try opener.open(firstTable: opened.tableCount))
    }
  }

  private func open(
    _ configuration: any DataStoreConfiguration, _ schema: Schema,
    _ plan: (any SchemaMigrationPlan.Type)?
  ) throws {
    ModelRegistry.add(schema.types)
    let data = try configuration.open(schema, plan)
    // What is unique is for the data store to say.
    let opener = StoreOpener(
      configuration: ModelConfiguration(
        configuration.name, isStoredInMemoryOnly: true, cloudKitDatabase: .none),
      schema: schema.withoutConstraints, plan: nil)
    let store = try opener.open(firstTable: opened.tableCount)
    store.mirror(data)
    opened.add(store)
  }

  /// A container over one open store; for the contexts of a migration stage.
  init(_ store: SQLStore) {
    opened = OpenStores(store.schema, nil, [store.configuration])
    opened.container = self
    opened.add(store)
  }

  /// The container of stores whose own is gone.
  init(_ opened: OpenStores) { self.opened = opened }

  private static func version(_ plan: (any SchemaMigrationPlan.Type)?) -> Schema.Version {
    plan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
  }

  public static func == (left: ModelContainer, right: ModelContainer) -> Bool {
    left.opened === right.opened
  }

  /// The context for the user interface, which saves by itself.
  public var mainContext: ModelContext {
    lock.locked {
      if let main { return main }
      let context = ModelContext(mainOf: opened)
      context.autosaveEnabled = true
      main = context
      return context
    }
  }

  /// The identifier of the store that was opened for a configuration, as `PersistentIdentifier`, history
  /// tokens and transactions have it; nil where the container has no configuration of that name.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    opened.stores.first { $0.configuration.name == name }?.identifier
  }

  /// The name of the configuration for which a store was opened; nil where the container has none with
  /// that identifier.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    opened.stores.first { $0.identifier == identifier }?.configuration.name
  }

  /// Removes every object of every store.
  public func deleteAllData() {
    for store in opened.stores { try? store.deleteAllRows() }
  }

  /// Removes every object and closes nothing: contexts made before show no objects.
  ///
  /// - Throws: what a data store of the app's own throws.
  public func erase() throws {
    for store in opened.stores { try store.deleteAllRows() }
  }
}
