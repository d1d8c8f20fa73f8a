/// What an expansion of Apple's macro calls, over the storage.
extension PersistentModel {
  /// Values for an object that does not exist yet.
  public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
    StoredBackingData<P>(for: P.self)
  }

  /// The values behind the object. Setting them copies each value that is kept.
  public var persistentBackingData: any BackingData<Self> {
    get { StoredBackingData(self) }
    set {
      let storage = _$linked
      if let own = newValue as? any StorageKeeping, own.storage === storage { return }
      for property in storage.type.properties where !property.isConstant {
        storage.take(property, SnapshotValues.plain(of: property, in: newValue), self)
      }
    }
  }

  /// Makes an object with the values. It shares them with backing data that `createBackingData` has
  /// made, and copies those of another object.
  public init(backingData: any BackingData<Self>) {
    let own = backingData as? StoredBackingData<Self>
    let storage = own?.free ?? _ModelStorage(Self._$type, .null, state: .fresh)
    if own?.free == nil {
      for property in Self._$type.properties {
        let value = SnapshotValues.plain(of: property, in: backingData)
        storage.slots[property.slot] = value.map { property.slotValue($0) } ?? .null
      }
    }
    // Initial values of properties do not count.
    storage.state = .filling
    self.init(_$made: storage)
    storage.state = .fresh
    own?.adopted(by: self)
  }

  /// An object with the storage.
  public static func _$made(with storage: _ModelStorage) -> Self {
    StorageHandover.with(storage) { Self(_$storage: storage) }
  }

  /// The value of an attribute by its key path.
  public func getValue<Value: Decodable>(forKey key: KeyPath<Self, Value>) -> Value { read(key) }

  /// The destination of a relationship that must have one.
  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value>) -> Value {
    read(key)
  }

  /// The destination of a relationship.
  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value?>) -> Value? {
    read(key)
  }

  /// The members of a relationship.
  public func getValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement { read(key) }

  /// The members of a relationship whose models are Codable.
  public func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
    forKey key: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement { read(key) }

  /// The value of an attribute that goes through a transformer, or of any other.
  public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value { read(key) }

  /// Changes an attribute by its key path; who watches the property is not told.
  public func setValue<Value: Encodable>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    write(key, newValue)
  }

  /// Points a relationship at another object.
  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) { write(key, newValue) }

  /// Points a relationship at another object, or at none.
  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Self, Value?>, to newValue: Value?
  ) { write(key, newValue) }

  /// Gives a relationship other members.
  public func setValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement { write(key, newValue) }

  /// Gives a relationship whose models are Codable other members.
  public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement { write(key, newValue) }

  /// Changes an attribute that goes through a transformer, or any other.
  public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    write(key, newValue)
  }

  private func read<Value>(_ key: KeyPath<Self, Value>) -> Value {
    _$storage.value(at: key, of: Self._$type, self)
  }

  private func write<Value>(_ key: KeyPath<Self, Value>, _ value: Value) {
    _$storage.setValue(at: key, to: value, of: Self._$type, self)
  }
}

// MARK: - Classes that are written by hand

/// For classes that have what Apple's macro makes instead of `@Model`.
extension PersistentModel {
  /// Makes an object whose values are those of the storage.
  public init(_$storage: _ModelStorage) {
    self.init(backingData: StoredBackingData<Self>(_$storage))
  }

  /// The table of the class.
  public static var _$type: _ModelType { HandWrittenModels.type(of: self) }

  /// The storage behind the object.
  public var _$storage: _ModelStorage {
    guard let own = persistentBackingData as? any StorageKeeping else {
      // Without a storage of this module there is no object, and a property cannot throw.
      fatalError(
        "the backing data of '\(Self.self)' must be made by 'createBackingData()'; other types of "
          + "backing data only give their values to 'init(backingData:)' of a class with '@Model'")
    }
    return own.storage
  }

  /// The same: there is one class.
  public var _$levels: [_ModelStorage] { [_$storage] }

  /// Does nothing: there is one class.
  public func _$adopt(_ storage: _ModelStorage) {}
}

private enum HandWrittenModels {
  /// Unchecked because whoever reads or changes it holds the lock.
  private final class Types: @unchecked Sendable {
    let lock = RecursiveLock()
    var types: [ObjectIdentifier: _ModelType] = [:]
  }

  private static let types = Types()

  static func type<M: PersistentModel>(of model: M.Type) -> _ModelType {
    let key = ObjectIdentifier(model)
    if let known = types.lock.locked({ types.types[key] }) { return known }
    let made = _ModelType(handWritten: model, properties: model.schemaMetadata)
    return types.lock.locked {
      let known = types.types[key] ?? made
      types.types[key] = known
      return known
    }
  }
}

extension StoredBackingData {
  /// The storage, if no object has it yet.
  fileprivate var free: _ModelStorage? { isFree ? storage : nil }
}

extension _ModelStorage {
  /// The value of a property, or whatever else the key path of the object leads to.
  ///
  /// A key path of another class, or a value of another, ends the process: Apple's `getValue` has no way
  /// to throw, and there is no value to give.
  func value<Value>(at keyPath: AnyKeyPath, of type: _ModelType, _ owner: AnyObject) -> Value {
    guard let property = self.type.property(keyPath) ?? type.property(keyPath) else {
      if let other = (owner as Any)[keyPath: keyPath] as? Value { return other }
      fatalError("\(type.text(keyPath)) is no property that '\(type.name)' keeps")
    }
    guard property.destination != nil else { return get(property.slot, owner) }
    let storage = owner === self ? self : joined(owner)
    let found: Any? =
      property.isToMany
      ? storage.loadedMembers(property.slot).members : storage.destination(property.slot)
    if let typed = found as? Value { return typed }
    if found == nil, let none = Optional<Any>.none as? Value { return none }
    fatalError("'\(type.name).\(property.name)' is nil, or of another class")
  }

  /// Sets a property; what is none of the class ends the process, as it does for `value(at:of:_:)`.
  func setValue<Value>(
    at keyPath: AnyKeyPath, to value: Value, of type: _ModelType, _ owner: AnyObject
  ) {
    guard let property = self.type.property(keyPath) ?? type.property(keyPath) else {
      fatalError("\(type.text(keyPath)) is no property that '\(type.name)' keeps")
    }
    take(property, unwrapped(value), owner)
  }

  /// - Parameter value: without optionals; nil for none.
  func take(_ property: ModelProperty, _ value: Any?, _ owner: AnyObject) {
    switch property.kind {
    case .toOne:
      linkedTo(owner).setDestination(
        property.slot, value.flatMap(unwrapped) as? any PersistentModel, owner)
    case .toMany:
      linkedTo(owner).setMembers(
        property.slot, value.flatMap(unwrapped) as? [AnyObject] ?? [], owner)
    case .scalar, .coded: set(property.slot, value, owner)
    }
  }

  private func linkedTo(_ owner: AnyObject) -> _ModelStorage {
    owner === self || state == .fresh ? self : joined(owner)
  }
}
