internal import Foundation

extension Schema {
  /// The arguments of `@Attribute`. Unchecked because of `property`; nothing changes after `init`.
  public final class Attribute: Hashable, @unchecked Sendable {
    /// What `@Attribute` may say besides names.
    public enum Option: Hashable, Sendable {
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

    func has(_ option: Option) -> Bool { options.contains(option) }

    var transformerName: String? {
      options.lazy.compactMap { option in
        if case .transformable(let name) = option { name } else { nil }
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

    /// What `@Relationship` may say besides names.
    public enum Option: Hashable, Sendable {
      /// No two objects have the same destination.
      case unique
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
