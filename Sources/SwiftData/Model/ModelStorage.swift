internal import Foundation
internal import Glibc
public import Observation

/// The values of one object and its ties to a context.
///
/// Slots stand in the order of the class table (`_ModelType`): those of the base class first.
/// Public only because the code that `@Model` writes uses it.
public final class _ModelStorage {
  enum State: UInt8 {
    /// Made by an initializer of the user's class, which may still be running.
    case fresh
    /// Being filled by a fetch: what initializers assign does not count.
    case filling
    case ready
    /// Only the key is known.
    case fault
  }

  // Programs have hundreds of thousands of these, so nothing is counted or checked that need not be:
  // types are never freed, a plan lives as long as its context, and the properties that every access
  // to a value goes through leave out the runtime's checks of exclusive access, because none of them
  // is held while other code runs.
  unowned(unsafe) let type: _ModelType
  /// As many as the type has.
  let slots: UnsafeMutablePointer<Slot>
  @exclusivity(unchecked) var state: State
  var isInserted = false
  var isDeleted = false
  /// In the context's table of objects by key.
  var isRegistered = false
  /// Listed among the context's changed objects.
  var isListed = false
  /// `Z_PK`; 0 for an object that was never saved.
  @exclusivity(unchecked) var key: Int64 = 0
  /// `Z_OPT`.
  @exclusivity(unchecked) var version: Int64 = 0
  @exclusivity(unchecked) var changed = SlotSet()
  /// Where objects of this class are in the context's stores; nil without a context.
  @exclusivity(unchecked) unowned(unsafe) var plan: EntityPlan?
  @exclusivity(unchecked) var context: ModelContext?
  /// The object itself, which owns the storage.
  @exclusivity(unchecked) unowned(unsafe) var model: (any PersistentModel)?
  private var rarities: Rarities?

  /// A storage whose slots the caller fills.
  init(unfilled type: _ModelType, state: State) {
    self.type = type
    self.state = state
    slots = .allocate(capacity: type.slotCount)
  }

  convenience init(_ type: _ModelType, _ slot: Slot, state: State) {
    self.init(unfilled: type, state: state)
    slots.initialize(repeating: slot, count: type.slotCount)
  }

  deinit {
    if isRegistered, let context { context.forget(self) }
    slots.deinitialize(count: type.slotCount)
    slots.deallocate()
  }

  /// The storage for an object that is being made: the one a fetch has prepared, or a new one.
  public static func make(_ type: _ModelType) -> _ModelStorage {
    if let prepared = StorageHandover.current,
      prepared.type === type || prepared.type.isKind(of: type)
    {
      return prepared
    }
    return _ModelStorage(type, .null, state: .fresh)
  }

  /// Whether somebody has watched the object.
  public var hasWatchers: Bool { rarities != nil && rarities?.watchers != nil }

  /// Whether somebody watches what is read now.
  public var isWatched: Bool { hasWatchers || ObservationProbe.isWatched }

  /// Made on first use: most objects are never watched.
  public var registrar: ObservationRegistrar {
    if let watchers = rarities?.watchers { return watchers.registrar }
    let made = Watchers()
    makeRarities().watchers = made
    return made.registrar
  }

  private func makeRarities() -> Rarities {
    if let rarities { return rarities }
    let made = Rarities()
    rarities = made
    return made
  }

  /// Takes a deleted object out of its context. What its plan belongs to stays for its identifier.
  func leaveContext() {
    makeRarities().store = plan?.store
    context = nil
  }

  /// The object as what it is.
  var object: any PersistentModel {
    guard let model else { fatalError("a model object is not complete yet") }
    return model
  }

  var usedTemporaryIdentifier: UUID? { rarities?.temporaryIdentifier }

  var temporaryIdentifier: UUID {
    if let usedTemporaryIdentifier { return usedTemporaryIdentifier }
    let identifier = UUID()
    makeRarities().temporaryIdentifier = identifier
    return identifier
  }

  /// Joins the storages of all levels of a complete object into that of the most derived class.
  func link(_ object: any PersistentModel) {
    let top = object._$storage
    guard top.state == .fresh else { return }
    if top.type.superclass != nil { top.join(object) }
    top.model = object
    top.state = .ready
    for property in top.type.constants {
      let value: Any? = object[keyPath: property.keyPath]
      top.slots[property.slot] = value.map { property.slotValue($0) } ?? .null
    }
    // An object that relates to one in a context belongs to that context.
    for property in top.type.relationships {
      if let context = top.related(property.slot).lazy.compactMap({ $0._$storage.context }).first {
        context.insert(object)
        break
      }
    }
  }

  private func join(_ object: any PersistentModel) {
    for level in object._$levels where level !== self {
      let first = level.type.first
      for slot in first..<level.type.slotCount { slots[slot] = level.slots[slot] }
      if let watchers = level.rarities?.watchers, !hasWatchers {
        makeRarities().watchers = watchers
      }
    }
    object._$adopt(self)
  }

  /// Called before any access to a slot unless the storage is ready.
  func prepare(_ model: AnyObject) {
    switch state {
    case .ready, .filling: break
    case .fresh:
      if let object = model as? any PersistentModel { link(object) }
    case .fault: fire()
    }
  }

  /// Reads the row of a fault.
  func fire() {
    guard let context, let plan else { return }
    context.fulfill(self, plan)
  }
}

/// What few objects have.
private final class Rarities {
  var watchers: Watchers?
  var temporaryIdentifier: UUID?
  var store: DataStore?
}

/// Holds a registrar, whose own layout only the Observation library knows: asking whether there is
/// one must be no more than a look at a pointer.
private final class Watchers {
  let registrar = ObservationRegistrar()
}

/// Passes a storage to the initializers of the object that is made for it.
enum StorageHandover {
  private static let slot: pthread_key_t = {
    var slot = pthread_key_t()
    pthread_key_create(&slot, nil)
    return slot
  }()

  static var current: _ModelStorage? {
    guard let pointer = pthread_getspecific(slot) else { return nil }
    return Unmanaged<_ModelStorage>.fromOpaque(pointer).takeUnretainedValue()
  }

  static func with<T>(_ storage: _ModelStorage, _ body: () -> T) -> T {
    let outer = pthread_getspecific(slot)
    pthread_setspecific(slot, Unmanaged.passUnretained(storage).toOpaque())
    defer { pthread_setspecific(slot, outer) }
    return body()
  }
}
