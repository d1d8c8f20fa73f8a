internal import Foundation
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

  enum Visit: UInt8 { case none, onPath, done }

  // Programs have hundreds of thousands of these, so nothing is counted or checked that need not be.
  // What leaves out the runtime's checks of exclusive access below is read at once or replaced at once:
  // no access lasts while other code runs.

  /// Not counted, because a type keeps itself.
  unowned(unsafe) let type: _ModelType
  // Safe because it never leaves this class: as many slots as there are are initialized for as long
  // as the storage lives, and `read` and `write` check the number. An array in its place would be
  // held for writing while the old value of a slot is freed, which may run code of the user's that
  // comes back to this storage.
  private let places: UnsafeMutablePointer<Slot>
  private let count: UInt32
  @exclusivity(unchecked) var state: State
  /// Whether a walk along links (`openCircles`) has come here.
  var visit = Visit.none
  var isInserted = false
  var isDeleted = false
  /// Listed among the context's changed objects.
  var isListed = false
  /// How many levels of the object that is being made have this storage.
  private var levels: UInt8 = 0
  /// `Z_PK`; 0 for an object that was never saved.
  @exclusivity(unchecked) var key: Int64 = 0
  /// `Z_OPT`.
  @exclusivity(unchecked) var version: Int64 = 0
  @exclusivity(unchecked) var changed = SlotSet()
  /// Where objects of this class are in the context's stores; nil without a context.
  @exclusivity(unchecked) var plan: EntityPlan?
  /// Of the context; nil for an object that belongs to none.
  @exclusivity(unchecked) var core: ContextCore?
  private var rarities: Rarities?

  init(_ type: _ModelType, _ slot: Slot, state: State) {
    self.type = type
    self.state = state
    count = UInt32(type.slotCount)
    places = .allocate(capacity: type.slotCount)
    places.initialize(repeating: slot, count: type.slotCount)
  }

  /// - Parameter value: gives the slots one after the other, each once: putting a value where there is
  ///   one already means looking at what was there.
  @inline(__always)
  init(_ type: _ModelType, state: State, _ value: (Int) -> Slot) {
    self.type = type
    self.state = state
    let slotCount = type.slotCount
    count = UInt32(slotCount)
    places = .allocate(capacity: slotCount)
    for index in 0..<slotCount { (places + index).initialize(to: value(index)) }
  }

  deinit {
    if !type.relationships.isEmpty { letGoOfRelated() }
    places.deinitialize(count: Int(count))
    places.deallocate()
  }

  /// Objects that only this one holds may hold others that only they hold, and so on.
  private func letGoOfRelated() {
    var queue: ReleaseQueue?
    for property in type.relationships {
      switch places[property.slot] {
      case .one, .many:
        let waiting = queue ?? .current
        waiting.add(places[property.slot])
        places[property.slot] = .null
        queue = waiting
      default: break
      }
    }
    queue?.run()
  }

  @inline(__always)
  fileprivate func read(_ index: Int) -> Slot {
    precondition(UInt(bitPattern: index) < UInt(count), "there is no such slot")
    return places[index]
  }

  @inline(__always)
  fileprivate func write(_ index: Int, _ slot: Slot) {
    precondition(UInt(bitPattern: index) < UInt(count), "there is no such slot")
    places[index] = slot
    switch slot {
    case .one, .many:
      if let core, let relationship = plan?.relationship[index] { core.noteLink(relationship) }
    default: break
    }
  }

  @inline(__always)
  var slots: SlotRow { SlotRow(self) }

  /// The storage for an object that is being made: the one a fetch has prepared, or a new one.
  public static func make(_ type: _ModelType) -> _ModelStorage {
    if let prepared = StorageHandover.current, prepared.isMeant(for: type) {
      prepared.levels += 1
      return prepared
    }
    return _ModelStorage(type, .null, state: .fresh)
  }

  /// Whether the next level of the object that is being made is of the class: an initializer may make
  /// other objects, too.
  private func isMeant(for level: _ModelType) -> Bool {
    if levels == 0 { return type === level }
    var next: _ModelType? = type
    for _ in 0..<levels { next = next?.superclass }
    return next === level
  }

  /// Whether somebody has watched the object.
  public var hasWatchers: Bool { rarities != nil && rarities?.watchers != nil }

  /// Whether somebody watches what is read now.
  public var isWatched: Bool { hasWatchers || ObservationProbe.isWatched }

  /// Made on first use: most objects are never watched.
  public var registrar: ObservationRegistrar {
    if let watchers = rarities?.watchers { return watchers.registrar }
    let made = ObjectWatchers()
    makeRarities().watchers = made
    return made.registrar
  }

  private func makeRarities() -> Rarities {
    if let rarities { return rarities }
    let made = Rarities()
    rarities = made
    return made
  }

  /// Takes a deleted object out of its context; it keeps its identifier.
  func leaveContext() {
    makeRarities().formerIdentifier = identifier
    core = nil
    plan = nil
  }

  var formerIdentifier: PersistentIdentifier? { rarities?.formerIdentifier }

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
    top.state = .ready
    for property in top.type.constants {
      let value: Any? = object[keyPath: property.keyPath]
      top.slots[property.slot] = value.map { property.slotValue($0) } ?? .null
    }
    // An object that relates to one in a context belongs to that context.
    for property in top.type.relationships {
      if let core = top.related(property.slot).lazy.compactMap({ $0._$storage.core }).first {
        if ObjectReference.keepable(object) != nil { core.context.insert(object) }
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
  var watchers: ObjectWatchers?
  var temporaryIdentifier: UUID?
  /// Of an object that was deleted.
  var formerIdentifier: PersistentIdentifier?
}

/// Holds a registrar, whose own layout only the Observation library knows: asking whether there is
/// one must be no more than a look at a pointer.
private final class ObjectWatchers {
  let registrar = ObservationRegistrar()
}

/// The slots of a storage by their numbers; a view that keeps the storage.
struct SlotRow {
  private let storage: _ModelStorage

  @inline(__always)
  init(_ storage: _ModelStorage) { self.storage = storage }

  subscript(index: Int) -> Slot {
    @inline(__always) get { storage.read(index) }
    @inline(__always) nonmutating set { storage.write(index, newValue) }
  }
}
