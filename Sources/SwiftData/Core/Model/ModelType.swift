internal import Foundation
internal import StoreModel

/// What is known about a model class, whatever schema it is used in: its properties in the order
/// of their slots. Public only because the code that `@Model` writes uses it.
///
/// Unchecked because class and key paths have no `Sendable` types; nothing changes after `init`.
public final class _ModelType: @unchecked Sendable {
  let model: any PersistentModel.Type
  /// The bare class name: the entity's name.
  let name: String
  let superclass: _ModelType?
  /// Base class first.
  let properties: [ModelProperty]
  /// The first slot of the class's own properties.
  public let first: Int
  let rules: [any SchemaRule]
  let relationships: [ModelProperty]
  let constants: [ModelProperty]
  /// Slots of properties that are not stored.
  let ephemeralSlots: SlotSet
  /// By slot, as the class itself has them: for what a superclass declares, others than there.
  let keyPaths: [AnyKeyPath]
  private let slotsByKeyPath: [AnyKeyPath: Int]
  let slotCount: Int

  /// The closures name the class and its key paths, which may belong to the main actor. They only
  /// build tables, so they are called wherever the table is first needed. Taking the actor from their
  /// types is safe: it says where a function may be called and is no part of how it is called.
  public convenience init(
    model: @escaping @MainActor () -> any PersistentModel.Type,
    properties: @escaping @MainActor () -> [Schema.PropertyMetadata],
    rules: @escaping @MainActor () -> [any SchemaRule],
    inherited: @escaping @MainActor () -> [AnyKeyPath] = { [] }
  ) {
    let model = unsafeBitCast(model, to: (() -> any PersistentModel.Type).self)()
    let properties = unsafeBitCast(properties, to: (() -> [Schema.PropertyMetadata]).self)
    let rules = unsafeBitCast(rules, to: (() -> [any SchemaRule]).self)
    let inherited = unsafeBitCast(inherited, to: (() -> [AnyKeyPath]).self)
    let parent = _getSuperclass(model as AnyClass) as? any PersistentModel.Type
    self.init(model, parent?._$type, properties(), rules(), inherited())
  }

  /// - Parameter properties: those of superclasses included.
  convenience init(
    handWritten model: any PersistentModel.Type, properties: [Schema.PropertyMetadata]
  ) {
    self.init(model, nil, properties, [], [])
  }

  private init(
    _ model: any PersistentModel.Type, _ superclass: _ModelType?,
    _ properties: [Schema.PropertyMetadata], _ rules: [any SchemaRule], _ above: [AnyKeyPath]
  ) {
    self.model = model
    name = String(describing: model)
    self.superclass = superclass
    let inherited = superclass?.properties ?? []
    first = inherited.count
    let owner = name
    self.properties =
      inherited
      + properties.enumerated().map { offset, row in
        ModelProperty(row, slot: inherited.count + offset, owner: owner)
      }
    self.rules = rules
    relationships = self.properties.filter { $0.destination != nil }
    constants = self.properties.filter(\.isConstant)
    ephemeralSlots = SlotSet(self.properties.filter(\.isEphemeral).map(\.slot))
    var slots = superclass?.slotsByKeyPath ?? [:]
    // A superclass written by hand tells none.
    let above = above.count == inherited.count ? above : inherited.map(\.keyPath)
    keyPaths = above + self.properties[first...].map(\.keyPath)
    for (slot, keyPath) in keyPaths.enumerated() { slots[keyPath] = slot }
    slotsByKeyPath = slots
    slotCount = self.properties.count
    // Never released, so that storages need not count it.
    _ = Unmanaged.passRetained(self)
  }

  var ownProperties: ArraySlice<ModelProperty> { properties[first...] }

  var metadata: [Schema.PropertyMetadata] { properties.map(\.metadata) }

  func isKind(of other: _ModelType) -> Bool {
    var type: _ModelType? = self
    while let current = type {
      if current === other { return true }
      type = current.superclass
    }
    return false
  }

  func slot<T>(_ index: Int, _ value: T) -> Slot { properties[index].slotValue(value) }

  func property(_ keyPath: AnyKeyPath) -> ModelProperty? {
    slotsByKeyPath[keyPath].map { properties[$0] }
  }

  /// A key path for a message: the text Swift has for one holds an address.
  func text(_ keyPath: AnyKeyPath) -> String {
    property(keyPath).map { "\\\(name).\($0.name)" }
      ?? "a key path from '\(name)' to '\(Swift.type(of: keyPath).valueType)'"
  }

  func property(named name: String) -> ModelProperty? {
    properties.last { $0.name == name }
  }
}

/// One property of a model class. Unchecked as its class is: nothing changes after `init`.
final class ModelProperty: @unchecked Sendable {
  enum Kind {
    case scalar(any ScalarValue.Type)
    case coded(any AttributeCoder)
    case toOne(any PersistentModel.Type)
    case toMany(any PersistentModel.Type)
  }

  let metadata: Schema.PropertyMetadata
  let owner: String
  let slot: Int
  let isOptional: Bool
  let attribute: Schema.Attribute?
  let relationship: Schema.Relationship?
  let kind: Kind

  init(_ metadata: Schema.PropertyMetadata, slot: Int, owner: String) {
    self.metadata = metadata
    self.slot = slot
    self.owner = owner
    let options = metadata.metadata?()
    attribute = options as? Schema.Attribute
    relationship = options as? Schema.Relationship
    let type: Any.Type
    (type, isOptional) = unwrappedType(metadata.valueType)
    if let model = type as? any PersistentModel.Type {
      kind = .toOne(model)
    } else if let list = type as? any ModelList.Type, let model = list.elementModel {
      kind = .toMany(model)
    } else {
      kind = Self.attributeKind(type, metadata.name, attribute, isOptional: isOptional)
    }
  }

  var name: String { metadata.name }
  var keyPath: AnyKeyPath { metadata.keypath }
  var isConstant: Bool { metadata.isConstant }
  var isEphemeral: Bool { attribute?.has(.ephemeral) == true }

  var destination: (any PersistentModel.Type)? {
    switch kind {
    case .toOne(let model), .toMany(let model): model
    default: nil
    }
  }

  var isToMany: Bool {
    if case .toMany = kind { true } else { false }
  }

  private static func attributeKind(
    _ type: Any.Type, _ name: String, _ attribute: Schema.Attribute?, isOptional: Bool
  ) -> Kind {
    if let transformer = attribute?.transformerName {
      return .coded(TransformerCoder(type: type, transformer: transformer))
    }
    if attribute?.has(.codable) == true { return .coded(JSONCoder(type: type)) }
    if let scalar = type as? any ScalarValue.Type { return .scalar(scalar) }
    return .coded(AttributeCoding.coder(for: type, property: name, isOptional: isOptional))
  }

  /// The slot for a value of the property's type.
  func slotValue(_ value: Any) -> Slot {
    guard let value = unwrapped(value) else { return .null }
    switch kind {
    case .scalar: return (value as? any ScalarValue)?.slot ?? .null
    case .coded: return .value(Box(value))
    case .toOne: return (value as? any PersistentModel).map { .one($0) } ?? .null
    case .toMany: return .many(ToMany(isLoaded: true, members: value as? [AnyObject] ?? []))
    }
  }

  /// The value in a slot as the property's type has it, without optional; nil for NULL.
  func value(_ slot: Slot) -> Any? {
    switch slot {
    case .null: return empty
    case .unloaded, .key: return nil
    case .value(let box): return box.value
    case .one(let object): return object
    case .many(let list): return list.members
    case .raw(let raw):
      guard case .coded(let coder) = kind else { return nil }
      do {
        return try coder.decode(raw.value) ?? empty
      } catch {
        fatalError("'\(owner).\(name)' cannot be read from the store: \(error)")
      }
    case .integer, .real, .text, .data, .uuid:
      guard case .scalar(let scalar) = kind else { return nil }
      return scalar.init(slot: slot)
    }
  }

  /// What a property that cannot be nil has where no column of it has a value.
  private var empty: Any? {
    guard !isOptional, case .coded(let coder) = kind else { return nil }
    return coder.empty
  }

  /// The declared default, evaluated now.
  func defaultValue() -> Any? { metadata.defaultValue.flatMap { unwrapped($0()) } }
}

/// The value inside any number of optionals.
func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.wrappedValue.flatMap(unwrapped)
}

/// The type inside any number of optionals, and whether there is one.
func unwrappedType(_ type: Any.Type) -> (type: Any.Type, isOptional: Bool) {
  guard let optional = type as? any OptionalValue.Type else { return (type, false) }
  return (unwrappedType(optional.wrappedType).type, true)
}

protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { map { $0 as Any } }
}

protocol ModelList {
  static var elementModel: (any PersistentModel.Type)? { get }
}

extension Array: ModelList {
  static var elementModel: (any PersistentModel.Type)? { Element.self as? any PersistentModel.Type }
}
