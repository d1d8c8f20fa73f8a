internal import Foundation
public import Observation

/// A class whose objects are kept in a store. `@Model` writes the conformance.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable {
  /// Makes an object whose values are those of the storage.
  init(_$storage: _ModelStorage)
  /// The table of the class.
  static var _$type: _ModelType { get }
  /// The storage of the most derived class.
  var _$storage: _ModelStorage { get }
  /// The storages of all classes of the object, base class first.
  var _$levels: [_ModelStorage] { get }
  /// Makes every class of the object use the storage.
  func _$adopt(_ storage: _ModelStorage)
}

extension PersistentModel {
  /// The context the object was inserted into or fetched with.
  public var modelContext: ModelContext? { _$linked.context }

  /// Names the object in its store; temporary until the object is saved.
  public var persistentModelID: PersistentIdentifier { _$linked.identifier }

  /// The same as `persistentModelID`.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the object has changes that are not saved.
  public var hasChanges: Bool {
    let storage = _$linked
    return storage.isInserted || storage.isDeleted || !storage.changed.isEmpty
  }

  /// Whether the object is deleted from its context and the deletion is not saved yet.
  public var isDeleted: Bool { _$linked.isDeleted }

  /// The class's properties as `@Model` lists them, those of superclasses first.
  public static var schemaMetadata: [Schema.PropertyMetadata] { _$type.metadata }

  public static func == (left: Self, right: Self) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The value of a property by its key path.
  public func getValue<Value>(forKey key: KeyPath<Self, Value>) -> Value { self[keyPath: key] }

  /// Changes a property by its key path.
  public func setValue<Value>(forKey key: ReferenceWritableKeyPath<Self, Value>, to value: Value) {
    self[keyPath: key] = value
  }

  /// The storage, joined and tied to the object.
  var _$linked: _ModelStorage {
    let storage = _$storage
    if storage.state == .fresh { storage.link(self) }
    return _$storage
  }
}
