internal import Foundation
internal import StoreModel

extension Schema {
  /// An attribute of an entity, or the arguments of `@Attribute`. Unchecked because of the types and the
  /// default; nothing changes after `init`.
  public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
    /// What `@Attribute` may say besides names.
    public enum Option: Hashable, Codable, Sendable, CustomDebugStringConvertible {
      /// No two objects have the same value; an insert with one that exists updates its row.
      case unique
      /// Large values of `Data` lie in files beside the store.
      case externalStorage
      /// The history keeps the value of a deleted object.
      case preserveValueOnDeletion
      /// Not stored, though changes of it are noticed.
      case ephemeral
      /// Noted in the model for CloudKit, which is not there.
      case allowsCloudEncryption
      /// Noted in the model for Spotlight, which is not there.
      case spotlight
      /// Keeps a Codable value as one encoded column.
      case codable
      /// Says nothing; a spelling that circulates.
      @available(*, deprecated, message: "Apple's SDK has no such option; use '#Index'")
      case indexed
      /// Values go through the transformer that is registered under the name.
      case transformable(by: String)

      /// Values go through the transformer that is registered under the name of the type.
      public static func transformable(by type: ValueTransformer.Type) -> Option {
        .transformable(by: String(describing: type))
      }
    }

    /// The options in the order they were given.
    public let options: [Option]
    let renamedFrom: String?
    /// A text that enters the version hash, so that it changes though nothing else did.
    public let hashModifier: String?
    /// Nil for one that is no class's.
    let property: ModelProperty?
    private let ownName: String
    private let ownType: Any.Type
    private let ownDefault: Any?

    /// The arguments as `@Attribute` takes them.
    public convenience init(
      _ options: Option..., originalName: String? = nil, hashModifier: String? = nil
    ) {
      self.init(options, originalName: originalName, hashModifier: hashModifier, of: nil)
    }

    /// An attribute for an entity that is built by hand.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.options = options
      renamedFrom = originalName
      self.hashModifier = hashModifier
      property = nil
      ownName = name
      ownType = valueType
      ownDefault = defaultValue
    }

    init(
      _ options: [Option], originalName: String?, hashModifier: String?, of property: ModelProperty?
    ) {
      self.options = options
      renamedFrom = originalName
      self.hashModifier = hashModifier
      self.property = property
      ownName = ""
      ownType = Any.self
      ownDefault = nil
    }

    private enum CodingKeys: CodingKey {
      case name, originalName, options, valueType, defaultValue, hashModifier
    }

    public required init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      options = try fields.decode([Option].self, forKey: .options)
      renamedFrom = try fields.decodeIfPresent(String.self, forKey: .originalName)
      hashModifier = try fields.decodeIfPresent(String.self, forKey: .hashModifier)
      property = nil
      ownName = try fields.decode(String.self, forKey: .name)
      let type = try fields.decode(TypeName.self, forKey: .valueType).type
      ownType = type
      func decoded<T: Decodable>(_ type: T.Type) throws -> Any? {
        try fields.decodeIfPresent(type, forKey: .defaultValue)
      }
      let plain = unwrappedType(type).type as? any Decodable.Type
      ownDefault = try plain.flatMap { try decoded($0) }
    }

    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(name, forKey: .name)
      try fields.encodeIfPresent(renamedFrom, forKey: .originalName)
      try fields.encode(options, forKey: .options)
      try fields.encode(TypeName(type: valueType), forKey: .valueType)
      if let value = defaultValue.flatMap(unwrapped) as? any Encodable {
        try fields.encode(value, forKey: .defaultValue)
      }
      try fields.encodeIfPresent(hashModifier, forKey: .hashModifier)
    }

    func has(_ option: Option) -> Bool { options.contains(option) }

    var transformerName: String? {
      options.lazy.compactMap { option in
        if case .transformable(let name) = option { name } else { nil }
      }.first
    }

    /// Empty where only the arguments of a macro are known.
    public var name: String { property?.name ?? ownName }
    /// The name in earlier versions, which is the name unless `originalName:` was given.
    public var originalName: String { renamedFrom ?? name }
    /// As declared, optional or not; without a meaning where only the arguments of a macro are known.
    public var valueType: any Any.Type { property?.metadata.valueType ?? ownType }
    /// Always true.
    public var isAttribute: Bool { true }
    /// Whether it may be nil.
    public var isOptional: Bool { unwrappedType(valueType).isOptional }
    /// Always false.
    public var isRelationship: Bool { false }
    /// Whether it has the option `.ephemeral`.
    public var isTransient: Bool { has(.ephemeral) }
    /// Whether it has the option `.unique`; `#Unique` is the entity's.
    public var isUnique: Bool { has(.unique) }
    /// Whether its values go through a transformer.
    public var isTransformable: Bool { transformerName != nil }
    /// Whether it has the option `.codable`.
    public var isCodable: Bool { has(.codable) }
    /// What an object begins with unless its initializer says otherwise.
    public var defaultValue: Any? { property?.defaultValue() ?? ownDefault }

    public static func == (left: Attribute, right: Attribute) -> Bool {
      left.name == right.name && left.options == right.options
        && left.renamedFrom == right.renamedFrom && left.hashModifier == right.hashModifier
        && left.valueType == right.valueType
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(options)
      hasher.combine(name)
    }

    /// The name, the type and the options.
    public var debugDescription: String { "\(name): \(valueType) \(options)" }
  }

  /// An attribute of several columns: a struct by its stored properties. Unchecked because whoever reads
  /// or changes `parts` holds the lock.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    private let lock = RecursiveLock()
    private var parts: [Attribute]

    /// The attributes it is made of, those of the struct unless others were given.
    public var properties: [Attribute] {
      get { lock.locked { parts } }
      set { lock.locked { parts = newValue } }
    }

    /// An attribute for an entity that is built by hand.
    public override init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      parts = Self.parts(of: valueType)
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    override init(
      _ options: [Option], originalName: String?, hashModifier: String?, of property: ModelProperty?
    ) {
      parts = Self.parts(of: property?.metadata.valueType ?? Any.self)
      super.init(options, originalName: originalName, hashModifier: hashModifier, of: property)
    }

    static func parts(of type: Any.Type) -> [Attribute] {
      let plain = unwrappedType(type).type
      guard TypeShape.isPlainStruct(plain) else { return [] }
      return TypeShape.fields(of: plain).map { field in
        let coder = AttributeCoding.coder(
          for: unwrappedType(field.type).type, property: field.name, isOptional: false)
        return coder.template.type == .composite
          ? CompositeAttribute(name: field.name, valueType: field.type)
          : Attribute(name: field.name, valueType: field.type)
      }
    }

    private enum CodingKeys: CodingKey { case properties }

    public required init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      parts = try fields.decode([EncodedProperty].self, forKey: .properties)
        .compactMap { $0.property as? Attribute }
      try super.init(from: decoder)
    }

    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(properties.map { EncodedProperty($0) }, forKey: .properties)
    }

    /// The name, the type, the options and what it is made of.
    public override var debugDescription: String { "\(super.debugDescription) \(properties)" }
  }

  /// One row of a class's property table, as `@Model` writes it. Unchecked because of the closures,
  /// which capture nothing.
  public struct PropertyMetadata: @unchecked Sendable {
    /// The property's name.
    public let name: String
    /// The property itself.
    public let keypath: AnyKeyPath
    /// As declared, optional or not.
    public let valueType: Any.Type
    let isConstant: Bool
    let defaultValue: (() -> Any)?
    /// A `Schema.Attribute` or a `Schema.Relationship`.
    let metadata: (() -> AnyObject)?

    /// A row as `@Model` writes it.
    public init<Root: PersistentModel, Value>(
      _ name: String, _ keypath: KeyPath<Root, Value>, isConstant: Bool = false,
      defaultValue: (() -> Value)? = nil, metadata: (() -> AnyObject)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      valueType = Value.self
      self.isConstant = isConstant
      self.defaultValue = defaultValue.map { value in { value() as Any } }
      self.metadata = metadata
    }

    /// A row of a class that is written by hand, as Apple's macro makes it.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.init(
        name: name, keypath: keypath, valueType: Swift.type(of: keypath).valueType, defaultValue,
        metadata)
    }

    init(
      name: String, keypath: AnyKeyPath, valueType: Any.Type, _ defaultValue: Any?,
      _ metadata: (any SchemaProperty)?
    ) {
      self.name = name
      self.keypath = keypath
      self.valueType = valueType
      isConstant = false
      self.defaultValue = defaultValue.map { value in { value } }
      self.metadata = metadata.map { options in { options as AnyObject } }
    }
  }
}

/// What a rule is about.
public enum _RuleKind { case unique, binary, rtree }

/// A rule about several properties of a class.
public protocol SchemaRule {
  /// Calls `add` for each list of properties.
  func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void)
}
