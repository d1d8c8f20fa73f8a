internal import Foundation

extension Schema {
  /// The arguments of `@Attribute`. Unchecked because of `property`; nothing changes after `init`.
  public final class Attribute: Hashable, @unchecked Sendable {
    public struct Option: Hashable, Sendable {
      enum Kind: Hashable, Sendable {
        case unique, externalStorage, preserveValueOnDeletion, ephemeral, allowsCloudEncryption
        case spotlight, codable, indexed
        case transformable(String)
      }

      let kind: Kind
      init(_ kind: Kind) { self.kind = kind }

      public static var unique: Option { Option(.unique) }
      public static var externalStorage: Option { Option(.externalStorage) }
      public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }
      public static var ephemeral: Option { Option(.ephemeral) }
      public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }
      public static var spotlight: Option { Option(.spotlight) }
      /// Keeps a Codable value as one encoded column.
      public static var codable: Option { Option(.codable) }

      public static func transformable(by name: String) -> Option { Option(.transformable(name)) }
      public static func transformable(by type: ValueTransformer.Type) -> Option {
        Option(.transformable(String(describing: type)))
      }
    }

    public let options: [Option]
    let renamedFrom: String?
    public let hashModifier: String?
    /// Nil for the arguments alone.
    let property: ModelProperty?

    public convenience init(
      _ options: Option..., originalName: String? = nil, hashModifier: String? = nil
    ) {
      self.init(options, originalName: originalName, hashModifier: hashModifier, of: nil)
    }

    init(
      _ options: [Option], originalName: String?, hashModifier: String?, of property: ModelProperty?
    ) {
      self.options = options
      renamedFrom = originalName
      self.hashModifier = hashModifier
      self.property = property
    }

    func has(_ kind: Option.Kind) -> Bool { options.contains { $0.kind == kind } }

    var transformerName: String? {
      options.lazy.compactMap { option in
        if case .transformable(let name) = option.kind { name } else { nil }
      }.first
    }

    public static func == (left: Attribute, right: Attribute) -> Bool {
      left.options == right.options && left.renamedFrom == right.renamedFrom
        && left.hashModifier == right.hashModifier && left.property === right.property
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(options)
      hasher.combine(property?.name)
    }
  }

  /// The arguments of `@Relationship`. Unchecked because of the key path; nothing changes after `init`.
  public final class Relationship: Hashable, @unchecked Sendable {
    public enum DeleteRule: String, Hashable, Codable, Sendable, CaseIterable {
      case noAction, nullify, cascade, deny
    }

    public struct Option: Hashable, Sendable {
      let isUnique: Bool
      public static var unique: Option { Option(isUnique: true) }
    }

    public let options: [Option]
    public let deleteRule: DeleteRule
    public let minimumModelCount: Int?
    public let maximumModelCount: Int?
    let renamedFrom: String?
    public let inverseKeyPath: AnyKeyPath?
    public let hashModifier: String?
    /// Nil for the arguments alone.
    let property: ModelProperty?
    /// The name of the property that points back.
    public let inverseName: String?

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
      self.inverseName = inverseName
    }

    public static func == (left: Relationship, right: Relationship) -> Bool {
      left.deleteRule == right.deleteRule && left.renamedFrom == right.renamedFrom
        && left.property === right.property && left.inverseKeyPath == right.inverseKeyPath
        && left.minimumModelCount == right.minimumModelCount
        && left.maximumModelCount == right.maximumModelCount
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(deleteRule)
      hasher.combine(property?.name)
    }
  }

  /// One row of a class's property table, as `@Model` writes it. Unchecked because of the closures,
  /// which capture nothing.
  public struct PropertyMetadata: @unchecked Sendable {
    public let name: String
    public let keypath: AnyKeyPath
    public let valueType: Any.Type
    let isConstant: Bool
    let defaultValue: (() -> Any)?
    /// A `Schema.Attribute` or a `Schema.Relationship`.
    let metadata: (() -> AnyObject)?

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
  }

  /// `#Unique`: each list of properties has different values in every object.
  public struct Unique<T: PersistentModel>: SchemaRule {
    let constraints: [[PartialKeyPath<T>]]
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    public func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void) {
      for list in constraints { add(.unique, list) }
    }
  }

  /// `#Index`.
  public struct Index<T: PersistentModel>: SchemaRule {
    public enum Types<Model: PersistentModel> {
      case binary([PartialKeyPath<Model>])
      case rtree([PartialKeyPath<Model>])
    }

    private let lists: [(_RuleKind, [AnyKeyPath])]

    public init(_ indices: [PartialKeyPath<T>]...) { lists = indices.map { (.binary, $0) } }

    public init(_ indices: Types<T>...) {
      lists = indices.map { index in
        switch index {
        case .binary(let list): (.binary, list)
        case .rtree(let list): (.rtree, list)
        }
      }
    }

    public func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void) {
      for (kind, list) in lists { add(kind, list) }
    }
  }
}

public enum _RuleKind { case unique, binary, rtree }

/// A rule about several properties of a class.
public protocol SchemaRule {
  func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void)
}
