/// A collection of related objects: an array, or an optional one.
public protocol RelationshipCollection {
  /// The class of the objects.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The class of the objects.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  /// The class of the objects.
  public typealias PersistentElement = Wrapped.PersistentElement
}

/// The values behind one object, by key paths.
public protocol BackingData<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// Makes values for an object that does not exist yet.
  init(for modelType: Model.Type)
  /// The object, if there is one.
  var persistentModelID: PersistentIdentifier? { get set }
  /// What else there is to know.
  var metadata: Any { get }

  /// The value of an attribute.
  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value
  /// The destination of a relationship that must have one.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value
  /// The destination of a relationship.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value?
  /// The members of a relationship.
  func getValue<Value: RelationshipCollection, OtherModel>(
    forKey: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement
  /// The members of a relationship whose models are Codable.
  func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
    forKey: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement
  /// The value of an attribute that goes through a transformer, or any other.
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

  /// Changes an attribute.
  func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value)
  /// Points a relationship at another object.
  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  /// Points a relationship at another object, or at none.
  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?)
  /// Gives a relationship other members.
  func setValue<Value: RelationshipCollection, OtherModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement
  /// Gives a relationship whose models are Codable other members.
  func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement
  /// Changes an attribute that goes through a transformer, or any other.
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}

/// Backing data over a storage.
protocol StorageKeeping {
  var storage: _ModelStorage { get }
}

/// The values of an object of this module. It holds the object, if there is one, because the object
/// holds its storage and not the other way round; of an object that is made from it it has a weak
/// reference, so that the object may hold it.
final class StoredBackingData<Model: PersistentModel>: BackingData, StorageKeeping {
  private(set) var storage: _ModelStorage
  private let object: Model?
  private weak var made: Model?

  init(for modelType: Model.Type) {
    storage = _ModelStorage.make(modelType._$type)
    object = nil
  }

  init(_ object: Model) {
    self.object = object
    storage = object._$linked
  }

  init(_ storage: _ModelStorage) {
    self.storage = storage
    object = nil
  }

  /// Whether no object has the storage.
  var isFree: Bool { object == nil && made == nil && storage.state == .fresh && !isTaken }

  private var isTaken = false

  /// An object has taken the storage for its own.
  func adopted(by object: Model) {
    made = object
    isTaken = true
  }

  private var owner: AnyObject { (object ?? made) ?? storage }

  var persistentModelID: PersistentIdentifier? {
    get { storage.identifier }
    set {
      precondition(newValue == storage.identifier, "an object's identifier is given by its store")
    }
  }

  /// The entity's name.
  var metadata: Any { Model._$type.name }

  private func get<Value>(_ keyPath: KeyPath<Model, Value>) -> Value {
    storage.value(at: keyPath, of: Model._$type, owner)
  }

  private func set<Value>(_ keyPath: KeyPath<Model, Value>, _ value: Value) {
    storage.setValue(at: keyPath, to: value, of: Model._$type, owner)
  }

  func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value { get(keyPath) }
  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    get(keyPath)
  }
  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
    get(keyPath)
  }
  func getValue<Value: RelationshipCollection, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement { get(keyPath) }
  func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement { get(keyPath) }
  func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    get(keyPath)
  }

  func setValue<Value: Encodable>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    set(keyPath, newValue)
  }
  func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    set(keyPath, newValue)
  }
  func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) { set(keyPath, newValue) }
  func setValue<Value: RelationshipCollection, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement { set(keyPath, newValue) }
  func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement { set(keyPath, newValue) }
  func setTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    set(keyPath, newValue)
  }
}
