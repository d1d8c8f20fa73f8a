internal import Glibc

/// An object together with its storage.
///
/// An object owns its storage, and the storage does not know its object. Whatever has to remember
/// an object therefore holds the object itself: there is no way from a storage to an object that is
/// gone. Contexts find objects by their keys through weak references (`ObjectTable`).
struct ModelObject {
  var object: any PersistentModel
  let storage: _ModelStorage

  init(_ object: any PersistentModel, _ storage: _ModelStorage) {
    self.object = object
    self.storage = storage
  }

  init(_ object: any PersistentModel) { self.init(object, object._$linked) }

  /// Puts another value into a slot and notes the change.
  func change(_ index: Int, to new: Slot) {
    let old = storage.slots[index]
    storage.slots[index] = new
    noteChange(index, old: old)
  }

  /// Notes that a slot's value is no longer that of the store.
  func noteChange(_ index: Int, old: Slot) {
    guard let context = storage.context else { return }
    context.undoManager?.registerValue(of: self, slot: index, old, in: context)
    guard !storage.type.ephemeralSlots.contains(index) else { return }
    storage.changed.insert(index)
    context.noteChange(self)
  }

  /// Whether nobody else holds the object, so that it goes when this does.
  mutating func isUnshared() -> Bool {
    func isUnique<T: AnyObject>(_ object: inout T) -> Bool { isKnownUniquelyReferenced(&object) }
    return isUnique(&object)
  }
}

extension _ModelStorage {
  /// The storage with its object, which a property of the class calls from; nil while the object's
  /// deinitializer runs, because no reference that is made then may outlive it.
  func whole(_ model: AnyObject) -> ModelObject? {
    ObjectReference.keepable(model).flatMap(type.object).map { ModelObject($0, self) }
  }
}

/// Passes a storage to the initializers of the object that is made for it.
///
/// The reference is not counted. It is safe because it is the thread's own, is there only while
/// `with` runs, and `with` keeps the storage until the reference is taken away.
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
    defer { withExtendedLifetime(storage) { _ = pthread_setspecific(slot, outer) } }
    return body()
  }
}
