public import Foundation

/// A set of model objects that belong together, with the changes that are not saved yet.
///
/// Not for use by several threads at once, like the objects themselves.
public final class ModelContext: Equatable, CustomDebugStringConvertible {
  /// Made again if it is gone, which the main context does not prevent.
  public var container: ModelContainer { stores.container }
  let stores: OpenStores
  /// Who has a context has its container; but a container has its main context.
  private let holdsContainer: ModelContainer?
  /// Whether changes made on the main queue are saved when it is next free.
  public var autosaveEnabled: Bool
  /// Notes changes so that they can be taken back; nil, as at first, to note nothing.
  public var undoManager: UndoManager?
  /// Kept in the history of what this context saves.
  public var author: String?
  /// Posted after a save.
  public static let didSave = Notification.Name("ModelContextDidSave")
  /// Posted before a save.
  public static let willSave = Notification.Name("ModelContextWillSave")

  // Objects with changes are kept until they are saved.
  var inserted: [ModelObject] = []
  var changed: [ModelObject] = []
  var deleted: [ModelObject] = []
  /// Objects whose to-many lists changed without a change of their own row.
  var touched: [ModelObject] = []
  let core: ContextCore
  /// Of the object that was inserted last.
  @exclusivity(unchecked) var lastPlan: EntityPlan?
  /// Whether it was made for objects whose own context is gone.
  let isStandIn: Bool
  var isAutosaveScheduled = false
  /// Kept in the history of what this context saves: the stage of a migration.
  var name: String?
  private lazy var editingIdentifier = UUID()
  private var hasEditingState = false

  /// A context over the container's stores that saves only when told to.
  public convenience init(_ container: ModelContainer) {
    self.init(ContextCore(container.opened), container, isStandIn: false)
  }

  convenience init(mainOf stores: OpenStores) {
    self.init(ContextCore(stores), nil, isStandIn: false)
  }

  convenience init(standInWith core: ContextCore) { self.init(core, nil, isStandIn: true) }

  private init(_ core: ContextCore, _ container: ModelContainer?, isStandIn: Bool) {
    self.core = core
    self.isStandIn = isStandIn
    stores = core.stores
    holdsContainer = container
    autosaveEnabled = false
    core.begin(self)
  }

  deinit {
    if core.end() { close() }
    guard hasEditingState else { return }
    for store in stores.stores { store.foreign?.end(editingState) }
  }

  /// The context as data stores see it.
  public var editingState: EditingState {
    hasEditingState = true
    return EditingState(id: editingIdentifier, author: author)
  }

  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }

  /// How many objects have changes that are not saved.
  public var debugDescription: String {
    "ModelContext(\(inserted.count) inserted, \(changed.count) changed, \(deleted.count) deleted)"
  }

  // MARK: - Objects by key

  func table(_ plan: EntityPlan) -> ObjectTable { core.tables[plan.tableNumber] }

  /// The object in use, if it is of the plan's class: in a table of several entities a row may have
  /// become one of another.
  func known(_ plan: EntityPlan, _ key: Int64) -> ModelObject? {
    guard let object = table(plan)[key] else { return nil }
    let storage = object._$storage
    return storage.type.isKind(of: plan.type) ? ModelObject(object, storage) : nil
  }

  /// From now on this is the object with its key; says whether there was another.
  func register(_ object: ModelObject) -> Bool {
    guard let plan = object.storage.plan else { return false }
    let earlier = table(plan).insert(object.object, object.storage.key)
    guard let earlier, earlier !== object.object else { return false }
    earlier._$storage.revert()
    core.noteStray(earlier)
    return true
  }

  func forget(_ object: ModelObject) {
    guard let plan = object.storage.plan else { return }
    let table = table(plan)
    if table[object.storage.key] === object.object { table.remove(object.storage.key) }
  }

  func reserve(_ count: Int, _ plan: EntityPlan) { table(plan).reserve(count) }

  /// Makes an object that is not in the context yet; `storage` has its values.
  func make(
    _ storage: _ModelStorage, _ plan: EntityPlan, _ table: ObjectTable, key: Int64, version: Int64,
    as state: _ModelStorage.State
  ) -> ModelObject {
    storage.plan = plan
    storage.core = core
    storage.key = key
    storage.version = version
    let object = StorageHandover.with(storage) { plan.type.model.init(_$storage: storage) }
    if let earlier = table.insert(object, key) { core.noteStray(earlier) }
    if storage.state == .filling { storage.state = state }
    return ModelObject(object, storage)
  }

  /// The object with a key: the one in use, or a new fault.
  func object(_ plan: EntityPlan, _ key: Int64) -> ModelObject {
    if let known = known(plan, key) { return known }
    let storage = _ModelStorage(plan.type, .unloaded, state: .filling)
    return make(storage, plan, table(plan), key: key, version: 0, as: .fault)
  }

  // MARK: - Public look-up

  /// The object with the identifier; its values are read when they are first needed.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    if let object = find(identifier) { return object }
    guard let (plan, key) = place(of: identifier) else {
      fatalError("there is no object with the identifier \(identifier)")
    }
    return object(plan, key).object
  }

  /// The object if it is in the context already.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    find(identifier) as? T
  }

  /// The object with the identifier, read if need be; nil if there is none of the class.
  public subscript<T: PersistentModel>(_ identifier: PersistentIdentifier, as type: T.Type) -> T? {
    if let known = find(identifier) { return known as? T }
    guard let (plan, key) = place(of: identifier) else { return nil }
    try? plan.store.foreign?.load([identifier], for: self)
    return (try? objects(plan, keys: [key]))?[key] as? T
  }

  /// Where the row of a saved object is, or would be.
  private func place(of identifier: PersistentIdentifier) -> (plan: EntityPlan, key: Int64)? {
    guard let plan = stores.plan(named: identifier.entityName) else { return nil }
    if let foreign = plan.store.foreign { return foreign.key(of: identifier) }
    guard identifier.key > 0 else { return nil }
    return (plan, identifier.key)
  }

  private func find(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
    if let plan = stores.plan(named: identifier.entityName), let foreign = plan.store.foreign,
      let key = foreign.knownKey(of: identifier)
    {
      return known(plan, key)?.object
    }
    if let temporary = identifier.temporary {
      if let known = core.permanent[temporary], known != identifier { return find(known) }
      return inserted.first { $0.storage.identifier == identifier }?.object
    }
    guard let plan = stores.plan(named: identifier.entityName) else { return nil }
    return known(plan, identifier.key)?.object
  }

  // MARK: - Changes

  /// Whether anything is not saved.
  public var hasChanges: Bool {
    inserted.contains { $0.storage.isInserted } || changed.contains { $0.storage.isListed }
      || deleted.contains { $0.storage.isDeleted } || !touched.isEmpty
  }

  /// The objects that the next save inserts.
  public var insertedModelsArray: [any PersistentModel] {
    inserted.filter { $0.storage.isInserted }.map(\.object)
  }

  /// The objects with changes that the next save writes.
  public var changedModelsArray: [any PersistentModel] {
    changed.filter { $0.storage.isListed }.map(\.object)
  }

  /// The objects that the next save deletes.
  public var deletedModelsArray: [any PersistentModel] {
    deleted.filter { $0.storage.isDeleted }.map(\.object)
  }

  func noteChange(_ object: ModelObject) {
    let storage = object.storage
    guard !storage.isListed, !storage.isInserted, !storage.isDeleted, storage.core === core
    else { return scheduleAutosave() }
    storage.isListed = true
    changed.append(object)
    scheduleAutosave()
  }
}
