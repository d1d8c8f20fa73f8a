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
