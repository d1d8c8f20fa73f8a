public import Foundation

/// Reading and writing slots by the property's type. The compiler picks the overload from the
/// property's declaration; everything that is not a simple value takes the generic one. The most
/// used types have overloads of their own because other modules call generic code unspecialised.
extension _ModelStorage {
  @inline(__always)
  func slot(_ index: Int, _ model: AnyObject) -> Slot {
    if state != .ready { return joined(model).loaded(index) }
    let slot = slots[index]
    if case .unloaded = slot { return loaded(index) }
    return slot
  }

  /// The storage that has the values after the levels are joined.
  func joined(_ model: AnyObject) -> _ModelStorage {
    guard state == .fresh, let object = model as? any PersistentModel else {
      prepare(model)
      return self
    }
    link(object)
    return object._$storage
  }

  private func loaded(_ index: Int) -> Slot {
    if case .unloaded = slots[index], state != .filling { fire() }
    return slots[index]
  }

  // MARK: - Initial values

  // A value that is not optional becomes one on the way.

  /// What a text property begins with.
  public func initialize(_ index: Int, _ value: String?) { first(index, value) }
  /// What an integer property begins with.
  public func initialize(_ index: Int, _ value: Int?) { first(index, value) }
  /// What a floating-point property begins with.
  public func initialize(_ index: Int, _ value: Double?) { first(index, value) }
  /// What a Boolean property begins with.
  public func initialize(_ index: Int, _ value: Bool?) { first(index, value) }
  /// What a date property begins with.
  public func initialize(_ index: Int, _ value: Date?) { first(index, value) }
  /// What a UUID property begins with.
  public func initialize(_ index: Int, _ value: UUID?) { first(index, value) }
  /// What a data property begins with.
  public func initialize(_ index: Int, _ value: Data?) { first(index, value) }
  /// What a property of another integer type begins with.
  public func initialize<I: FixedWidthInteger>(_ index: Int, _ value: I?) {
    first(index, value.map { Int64(truncatingIfNeeded: $0) })
  }

  /// What a property of any other type begins with.
  @_disfavoredOverload
  public func initialize<T>(_ index: Int, _ value: T) {
    if state == .fresh { slots[index] = type.slot(index, value) }
  }

  @inline(__always)
  private func first<T: ScalarValue>(_ index: Int, _ value: T?) {
    if state == .fresh { slots[index] = value?.slot ?? .null }
  }

  // MARK: - Reading

  /// The value of a text property.
  public func get(_ index: Int, _ model: AnyObject) -> String { scalar(index, model) }
  /// The value of an integer property.
  public func get(_ index: Int, _ model: AnyObject) -> Int { scalar(index, model) }
  /// The value of a floating-point property.
  public func get(_ index: Int, _ model: AnyObject) -> Double { scalar(index, model) }
  /// The value of a Boolean property.
  public func get(_ index: Int, _ model: AnyObject) -> Bool { scalar(index, model) }
  /// The value of a date property.
  public func get(_ index: Int, _ model: AnyObject) -> Date { scalar(index, model) }
  /// The value of a UUID property.
  public func get(_ index: Int, _ model: AnyObject) -> UUID { scalar(index, model) }
  /// The value of a data property.
  public func get(_ index: Int, _ model: AnyObject) -> Data { scalar(index, model) }
  /// The value of a property of another integer type.
  public func get<I: FixedWidthInteger>(_ index: Int, _ model: AnyObject) -> I {
    if state == .ready, case .integer(let value) = slots[index] {
      return I(truncatingIfNeeded: value)
    }
    return convert(index, model)
  }

  /// The value of an optional text property.
  public func get(_ index: Int, _ model: AnyObject) -> String? { scalar(index, model) }
  /// The value of an optional integer property.
  public func get(_ index: Int, _ model: AnyObject) -> Int? { scalar(index, model) }
  /// The value of an optional floating-point property.
  public func get(_ index: Int, _ model: AnyObject) -> Double? { scalar(index, model) }
  /// The value of an optional Boolean property.
  public func get(_ index: Int, _ model: AnyObject) -> Bool? { scalar(index, model) }
  /// The value of an optional date property.
  public func get(_ index: Int, _ model: AnyObject) -> Date? { scalar(index, model) }
  /// The value of an optional UUID property.
  public func get(_ index: Int, _ model: AnyObject) -> UUID? { scalar(index, model) }
  /// The value of an optional data property.
  public func get(_ index: Int, _ model: AnyObject) -> Data? { scalar(index, model) }

  /// The value of an optional property of another integer type.
  public func get<I: FixedWidthInteger>(_ index: Int, _ model: AnyObject) -> I? {
    switch slot(index, model) {
    case .integer(let value): I(truncatingIfNeeded: value)
    case .null: nil
    default: convert(index, model)
    }
  }

  /// The value of a property of any other type.
  @_disfavoredOverload
  public func get<T>(_ index: Int, _ model: AnyObject) -> T { convert(index, model) }

  @inline(__always)
  private func scalar<T: ScalarValue>(_ index: Int, _ model: AnyObject) -> T {
    if state == .ready, let value = T(slot: slots[index]) { return value }
    return convert(index, model)
  }

  @inline(__always)
  private func scalar<T: ScalarValue>(_ index: Int, _ model: AnyObject) -> T? {
    let slot = slot(index, model)
    if case .null = slot { return nil }
    return T(slot: slot) ?? convert(index, model)
  }

  /// Values that are not kept as what the property's type is.
  private func convert<T>(_ index: Int, _ model: AnyObject) -> T {
    let storage = state == .ready ? self : joined(model)
    let slot = storage.loaded(index)
    let property = storage.type.properties[index]
    let value = property.value(slot)
    if case .raw = slot, let value { storage.slots[index] = .value(Box(value)) }
    if let typed = value as? T { return typed }
    if value == nil, let none = Optional<Any>.none as? T { return none }
    let found = value.map { "a value of \(Swift.type(of: $0))" } ?? "nil"
    fatalError(
      "'\(storage.type.name).\(property.name)' is \(found) in the store, but the property needs \(T.self)"
    )
  }

  // MARK: - Writing

  /// Changes a text property.
  public func set(_ index: Int, _ value: String?, _ model: AnyObject) { put(index, value, model) }
  /// Changes an integer property.
  public func set(_ index: Int, _ value: Int?, _ model: AnyObject) { put(index, value, model) }
  /// Changes a floating-point property.
  public func set(_ index: Int, _ value: Double?, _ model: AnyObject) { put(index, value, model) }
  /// Changes a Boolean property.
  public func set(_ index: Int, _ value: Bool?, _ model: AnyObject) { put(index, value, model) }
  /// Changes a date property.
  public func set(_ index: Int, _ value: Date?, _ model: AnyObject) { put(index, value, model) }
  /// Changes a UUID property.
  public func set(_ index: Int, _ value: UUID?, _ model: AnyObject) { put(index, value, model) }
  /// Changes a data property.
  public func set(_ index: Int, _ value: Data?, _ model: AnyObject) { put(index, value, model) }
  /// Changes a property of another integer type.
  public func set<I: FixedWidthInteger>(_ index: Int, _ value: I?, _ model: AnyObject) {
    put(index, value.map { Int64(truncatingIfNeeded: $0) }, model)
  }

  /// Changes a property of any other type.
  @_disfavoredOverload
  public func set<T>(_ index: Int, _ value: T, _ model: AnyObject) {
    assign(index, type.slot(index, value), model)
  }

  /// The value of a constant of an object that is being read from its store.
  public func constant<T>(_ name: String) -> T {
    guard let property = type.properties.first(where: { $0.name == name }) else {
      fatalError("'\(type.name)' has no property '\(name)'")
    }
    return convert(property.slot, self)
  }

  @inline(__always)
  private func put<T: ScalarValue>(_ index: Int, _ value: T?, _ model: AnyObject) {
    assign(index, value?.slot ?? .null, model)
  }

  private func assign(_ index: Int, _ new: Slot, _ model: AnyObject) {
    // An initializer is running, or has just run: the levels are joined when they are needed.
    if state == .fresh {
      slots[index] = new
      return
    }
    let storage = state == .ready ? self : joined(model)
    // A fault that is written to must know its other values before it is saved.
    if storage.state == .fault { storage.fire() }
    storage.replace(index, new, model)
  }

  /// Puts a new value into a slot and notes the change.
  func replace(_ index: Int, _ new: Slot, _ model: AnyObject) {
    guard let context else {
      slots[index] = new
      return
    }
    // A value that a fetch left out has to be known to be put back.
    if case .unloaded = slots[index], context.undoManager != nil { fire() }
    let old = slots[index]
    guard !old.isEqual(to: new) else { return }
    slots[index] = new
    // Mostly the context knows already, and nobody wants to take the change back.
    if isListed || isInserted, context.undoManager == nil, !type.ephemeralSlots.contains(index) {
      changed.insert(index)
      return context.scheduleAutosave()
    }
    whole(model)?.noteChange(index, old: old)
  }
}

extension Slot {
  /// Whether two slots surely hold the same value.
  func isEqual(to other: Slot) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    default: false
    }
  }
}
