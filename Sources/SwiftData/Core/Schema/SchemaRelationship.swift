internal import Foundation
internal import StoreModel

extension Schema {
  /// A relationship of an entity, or the arguments of `@Relationship`. Unchecked because of the key path,
  /// and because whoever reads or changes `draft` holds the lock.
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable
  {
    /// What happens to related objects when an object is deleted; `deny` is checked by the save.
    public enum DeleteRule: String, Hashable, Codable, Sendable, CaseIterable {
      /// How a rule is written.
      public typealias RawValue = String
      /// They keep what points at the object.
      case noAction
      /// They forget the object.
      case nullify
      /// They are deleted, too.
      case cascade
      /// A save refuses the deletion while there are any.
      case deny
    }

    /// What `@Relationship` may say besides names.
    public enum Option: Hashable, Codable, Sendable, CustomDebugStringConvertible {
      /// No two objects have the same destination.
      case unique
    }

    /// What is set after `init` where no class says it.
    private struct Draft {
      var name = ""
      var valueType: Any.Type = Any.self
      var destination = ""
      var inverseName: String?
    }

    /// The options in the order they were given.
    public let options: [Option]
    /// What happens to the destinations when an object is deleted.
    public let deleteRule: DeleteRule
    /// How many members a save demands, unless there are none and the property is optional.
    public let minimumModelCount: Int?
    /// How many members a save allows; nil or 0 for any number.
    public let maximumModelCount: Int?
    let renamedFrom: String?
    /// The property that points back, if it was named on this side.
    public let inverseKeyPath: AnyKeyPath?
    /// A text that enters the version hash, so that it changes though nothing else did.
    public let hashModifier: String?
    /// Nil for one that is no class's.
    let property: ModelProperty?
    private let lock = RecursiveLock()
    private var draft: Draft

    /// The arguments as `@Relationship` takes them. Where the entity is built by hand, name, type and
    /// destination are set afterwards.
    public convenience init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = nil,
      maximumModelCount: Int? = nil, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.init(
        options: options, deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, originalName: originalName, inverse: inverse,
        hashModifier: hashModifier)
    }

    init(
      options: [Option], deleteRule: DeleteRule, minimumModelCount: Int?, maximumModelCount: Int?,
      originalName: String?, inverse: AnyKeyPath?, hashModifier: String?,
      of property: ModelProperty? = nil, inverseName: String? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      renamedFrom = originalName
      inverseKeyPath = inverse
      self.hashModifier = hashModifier
      self.property = property
      draft = Draft(
        name: property?.name ?? "", valueType: property?.metadata.valueType ?? Any.self,
        destination: property?.destination?._$type.name ?? "", inverseName: inverseName)
    }

    private enum CodingKeys: CodingKey {
      case name, originalName, options, deleteRule, minimumModelCount, maximumModelCount
      case hashModifier, valueType, destination, inverseName
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      options = try fields.decode([Option].self, forKey: .options)
      deleteRule = try fields.decode(DeleteRule.self, forKey: .deleteRule)
      minimumModelCount = try fields.decodeIfPresent(Int.self, forKey: .minimumModelCount)
      maximumModelCount = try fields.decodeIfPresent(Int.self, forKey: .maximumModelCount)
      renamedFrom = try fields.decodeIfPresent(String.self, forKey: .originalName)
      inverseKeyPath = nil
      hashModifier = try fields.decodeIfPresent(String.self, forKey: .hashModifier)
      property = nil
      draft = Draft(
        name: try fields.decode(String.self, forKey: .name),
        valueType: try fields.decode(TypeName.self, forKey: .valueType).type,
        destination: try fields.decode(String.self, forKey: .destination),
        inverseName: try fields.decodeIfPresent(String.self, forKey: .inverseName))
    }

    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(name, forKey: .name)
      try fields.encodeIfPresent(renamedFrom, forKey: .originalName)
      try fields.encode(options, forKey: .options)
      try fields.encode(deleteRule, forKey: .deleteRule)
      try fields.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
      try fields.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
      try fields.encodeIfPresent(hashModifier, forKey: .hashModifier)
      try fields.encode(TypeName(type: valueType), forKey: .valueType)
      try fields.encode(destination, forKey: .destination)
      try fields.encodeIfPresent(inverseName, forKey: .inverseName)
    }

    /// Empty where only the arguments of a macro are known.
    public var name: String {
      get { lock.locked { draft.name } }
      set { lock.locked { draft.name = newValue } }
    }
    /// As declared, optional or not; an array for a relationship to many.
    public var valueType: any Any.Type {
      get { lock.locked { draft.valueType } }
      set {
        let model = Self.model(newValue)
        lock.locked {
          draft.valueType = newValue
          if let model { draft.destination = model._$type.name }
        }
      }
    }
    /// The name of the entity it leads to.
    public var destination: String {
      get { lock.locked { draft.destination } }
      set { lock.locked { draft.destination = newValue } }
    }
    /// The name of the property that points back.
    public var inverseName: String? {
      get { lock.locked { draft.inverseName } }
      set { lock.locked { draft.inverseName = newValue } }
    }

    private static func model(_ type: Any.Type) -> (any PersistentModel.Type)? {
      let plain = unwrappedType(type).type
      return plain as? any PersistentModel.Type ?? (plain as? any ModelList.Type)?.elementModel
    }

    /// The name in earlier versions, which is the name unless `originalName:` was given.
    public var originalName: String { renamedFrom ?? name }
    /// Always false.
    public var isAttribute: Bool { false }
    /// Whether it may be nil.
    public var isOptional: Bool { unwrappedType(valueType).isOptional }
    /// Always true.
    public var isRelationship: Bool { true }
    /// Always false.
    public var isTransient: Bool { false }
    /// Whether it has the option `.unique`; `#Unique` is the entity's.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether it leads to one object at most.
    public var isToOneRelationship: Bool {
      unwrappedType(valueType).type is any PersistentModel.Type
    }
    /// The key path of the property; nil where no class says it.
    public var keypath: AnyKeyPath? { property?.keyPath }

    public static func == (left: Relationship, right: Relationship) -> Bool {
      left.name == right.name && left.deleteRule == right.deleteRule
        && left.renamedFrom == right.renamedFrom && left.valueType == right.valueType
        && left.options == right.options && left.destination == right.destination
        && left.inverseName == right.inverseName
        && left.minimumModelCount == right.minimumModelCount
        && left.maximumModelCount == right.maximumModelCount
        && left.hashModifier == right.hashModifier
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(deleteRule)
      hasher.combine(destination)
    }

    /// The name, the destination and the delete rule.
    public var debugDescription: String {
      "\(name): \(valueType) to \(destination), \(deleteRule)"
    }
  }
}
