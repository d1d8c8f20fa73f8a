public import StoreModel

/// One difference between two models, at the level of a property where it has one.
public struct ModelDifference: Sendable, Hashable {
  /// The entity's name in the newer model; in the older one when it was removed.
  public var entity: String
  /// The property's name in the newer model (in the older one when it was removed); a field of a
  /// composite is `parent.child`. Nil when the difference concerns the entity itself.
  public var property: String?
  /// What differs.
  public var change: Change
  /// The older state in words; nil when there was none.
  public var from: String?
  /// The newer state in words; nil when there is none.
  public var to: String?
  /// What it asks of a migration.
  public var migration = MigrationConsequence.lightweight
  /// Why the consequence is what it is: one sentence without a full stop.
  public var why: String
  /// What to do, or a guess at what was meant; nil when nothing needs doing.
  public var hint: String?
  /// For something new: the removed thing it was probably before, by names and types alone.
  public var probableOrigin: String?
  /// Anything short of certain says what the consequence rests on.
  public var certainty = Certainty.certain
  /// Whether this difference alone changes the entity's version hash. One that does not also does
  /// not make Core Data migrate (Documentation/Format/VersionHash.md, 1 and 4).
  public var affectsHash = true
  /// Whether a migration that succeeds drops values or rows; set for all differences together.
  public internal(set) var losesData = false
  /// Whether an attribute becomes a relationship, or the reverse: what a custom stage gets past.
  public var isChangeOfKind = false
  /// Whether the field is a case of an enum, not one of a struct.
  public internal(set) var isEnumCase = false
  /// Where the newer model declares it; the older one when it was removed.
  public var location: Location?

  /// `Note` or `Note.body`.
  public var path: String { property.map { "\(entity).\($0)" } ?? entity }

  /// What differs. The raw values are part of the JSON output.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    case entityAdded, entityRemoved, entityRenamed
    case attributeAdded, attributeRemoved, attributeRenamed
    /// The attribute's type, or an attribute that became a relationship, or the reverse.
    case typeChanged
    case optionalityChanged, defaultChanged
    case relationshipAdded, relationshipRemoved, relationshipRenamed
    case destinationChanged, inverseChanged, cardinalityChanged, orderedChanged, deleteRuleChanged
    case uniquenessChanged, indexChanged, superentityChanged, abstractChanged
    /// How the value is kept: external files, deletion history, derivation, value transformer.
    case storageChanged
    case hashModifierChanged
  }
}

/// What a difference asks of a migration, from harmless to hopeless.
public enum MigrationConsequence: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Inferred by Core Data.
  case lightweight
  /// Inferred, but rows that exist can make it fail.
  case dataDependent
  /// Cannot be inferred: a custom stage or a mapping model has to do it.
  case custom
  /// The models contradict themselves; no migration works until they are changed.
  case impossible

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .lightweight: 0
    case .dataDependent: 1
    case .custom: 2
    case .impossible: 3
    }
  }
}

extension Collection<ModelDifference> {
  /// The worst consequence of all; lightweight without differences.
  public var consequence: MigrationConsequence { map(\.migration).max() ?? .lightweight }

  /// Whether a migration that succeeds still drops values or rows.
  public var losesData: Bool { contains(where: \.losesData) }

  /// Whether Core Data would migrate at all: some entity hash changes.
  public var changesHashes: Bool { contains(where: \.affectsHash) }
}
