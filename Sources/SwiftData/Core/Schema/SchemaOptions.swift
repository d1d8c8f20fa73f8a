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

    /// The options in the order they were given.
    public let options: [Option]
    let renamedFrom: String?
    /// A text that enters the version hash, so that it changes though nothing else did.
    public let hashModifier: String?
    /// Nil for the arguments alone.
    let property: ModelProperty?

    /// The arguments as `@Attribute` takes them.
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
    /// What happens to related objects when an object is deleted; `deny` is checked by the save.
    public enum DeleteRule: String, Hashable, Codable, Sendable, CaseIterable {
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
    public enum Option: Hashable, Sendable {
      /// No two objects have the same destination.
      case unique
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
    /// Nil for the arguments alone.
    let property: ModelProperty?
    /// The name of the property that points back.
    public let inverseName: String?

    /// The arguments as `@Relationship` takes them.
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
  }

  /// `#Unique`: each list of properties has different values in every object.
  public struct Unique<T: PersistentModel>: SchemaRule {
    let constraints: [[PartialKeyPath<T>]]
    /// One list per constraint.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    /// Calls `add` for each constraint.
    public func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void) {
      for list in constraints { add(.unique, list) }
    }
  }

  /// `#Index`.
  public struct Index<T: PersistentModel>: SchemaRule {
    /// The kinds of index that can be named.
    public enum Types<Model: PersistentModel> {
      /// For comparisons and sorting.
      case binary([PartialKeyPath<Model>])
      /// For ranges of numbers; the store has none.
      case rtree([PartialKeyPath<Model>])
    }

    private let lists: [(_RuleKind, [AnyKeyPath])]

    /// Plain indexes, one list per index.
    public init(_ indices: [PartialKeyPath<T>]...) { lists = indices.map { (.binary, $0) } }

    /// Indexes of the kinds that are named, one list per index.
    public init(_ indices: Types<T>...) {
      lists = indices.map { index in
        switch index {
        case .binary(let list): (.binary, list)
        case .rtree(let list): (.rtree, list)
        }
      }
    }

    /// Calls `add` for each index.
    public func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void) {
      for (kind, list) in lists { add(kind, list) }
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
