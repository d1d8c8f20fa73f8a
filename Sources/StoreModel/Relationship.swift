/// A link from one entity to another.
public struct Relationship: Sendable, Hashable {
  /// Unique within its entity.
  public var name: String
  /// Name of the destination entity.
  public var destination: String
  /// Name of the property on the destination that points back; nil when there is none.
  public var inverse: String?
  /// What names the inverse.
  public var inverseOrigin: InverseOrigin
  /// The least number of objects; 0 where any will do.
  public var minCount: Int32
  /// 1 is to-one; 0, or -1 in models built in code, unlimited; hashed as it is.
  public var maxCount: Int32
  /// Whether the objects have an order of their own.
  public var isOrdered: Bool
  /// What becomes of the objects when their owner is deleted.
  public var deleteRule: DeleteRule
  /// Whether there may be no object.
  public var isOptional: Bool
  /// Not stored, and left out of the version hash.
  public var isTransient: Bool
  /// A text that only changes the version hash.
  public var hashModifier: String?
  /// The name this property had in the previous version (`originalName`).
  public var renamingIdentifier: String?
  /// What the model notes beside it.
  public var userInfo: [String: String]
  /// The property's type as written in Swift; nil for other sources.
  public var swiftType: String?
  /// How well the destination and the inverse are known.
  public var certainty: Certainty
  /// Where it is declared.
  public var location: Location?

  /// Whether it may hold more than one object.
  public var isToMany: Bool { maxCount != 1 }

  /// How the inverse was found.
  public enum InverseOrigin: String, Sendable, Hashable {
    /// Named on this property.
    case declared
    /// Named on the property of the other side only.
    case otherSide
    /// Neither side names it; SwiftData pairs the only two candidates.
    case implied
    /// There is no inverse.
    case none
  }

  /// Core Data's numbers: 0 no action, 1 nullify, 2 cascade, 3 deny.
  public enum DeleteRule: Int, Sendable, Hashable {
    case noAction = 0
    case nullify
    case cascade
    case deny

    /// The name Xcode's model editor shows.
    public var name: String {
      switch self {
      case .noAction: "No Action"
      case .nullify: "Nullify"
      case .cascade: "Cascade"
      case .deny: "Deny"
      }
    }
  }

  /// Whatever is left out is off, empty or nil.
  public init(
    name: String, destination: String, inverse: String? = nil,
    inverseOrigin: InverseOrigin? = nil, minCount: Int32 = 0, maxCount: Int32 = 1,
    isOrdered: Bool = false, deleteRule: DeleteRule = .nullify, isOptional: Bool = false,
    isTransient: Bool = false, hashModifier: String? = nil, renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:], swiftType: String? = nil, certainty: Certainty = .certain,
    location: Location? = nil
  ) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.inverseOrigin = inverseOrigin ?? (inverse == nil ? .none : .declared)
    self.minCount = minCount
    self.maxCount = maxCount
    self.isOrdered = isOrdered
    self.deleteRule = deleteRule
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.hashModifier = hashModifier
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
    self.swiftType = swiftType
    self.certainty = certainty
    self.location = location
  }
}
