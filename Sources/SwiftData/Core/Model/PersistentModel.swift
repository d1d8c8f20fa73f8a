internal import Foundation
public import Observation

/// Makes an object by a function, which only an initializer of a protocol that is not one of classes
/// alone can do.
public protocol _ModelMaking {
  /// An object with the storage.
  static func _$made(with storage: _ModelStorage) -> Self
}

extension _ModelMaking {
  init(_$made storage: _ModelStorage) { self = Self._$made(with: storage) }
}

/// A class whose objects are kept in a store. `@Model` writes the conformance.
///
/// A class may also have what an expansion of Apple's macro consists of: `init(backingData:)`,
/// `persistentBackingData` and `schemaMetadata`. Then the members whose names begin with `_$` are made
/// of these, and for a class with `@Model` it is the other way round.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, _ModelMaking {
  /// The class that identifiers are of.
  associatedtype Root: PersistentModel = Self
  /// Makes an object with the values, which it shares with the backing data if nobody else has them.
  init(backingData: any BackingData<Self>)
  /// The values behind the object.
  var persistentBackingData: any BackingData<Self> { get set }
  /// The class's properties as `@Model` lists them, those of superclasses first.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
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

  /// The storage, joined and tied to the object.
  var _$linked: _ModelStorage {
    let storage = _$storage
    if storage.state == .fresh { storage.link(self) }
    return _$storage
  }
}
