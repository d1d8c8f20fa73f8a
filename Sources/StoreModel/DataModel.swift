/// One version of a schema: what Core Data calls a managed object model.
///
/// The same value comes from Swift source, an `.xcdatamodel`, a compiled `.mom`, or the model that
/// a store caches, so everything that compares, hashes or migrates works on this alone.
public struct DataModel: Sendable, Hashable {
  /// What the source calls this version: a `VersionedSchema`'s type name, a model file's base
  /// name, `live` for unversioned `@Model` classes, or the store's file name.
  public var name: String
  /// `NSStoreModelVersionIdentifiers`: `["2.0.0"]` for SwiftData, `[""]` for a model with a blank
  /// identifier, `[]` for one built in code.
  public var versionIdentifiers: [String]
  /// Every entity, sorted by name (code points).
  public var entities: [Entity]
  /// Configuration name to the names of its entities.
  public var configurations: [String: [String]]
  /// The configurations that the model editor marks as used with CloudKit; `default` for the whole
  /// model.
  public var cloudKitConfigurations: Set<String> = []
  /// What it was read from.
  public var source: Source
  /// Where the version is declared.
  public var location: Location?
  /// What could not be read or resolved, in the order met. Never silently dropped.
  public var problems: [ModelProblem]

  /// Whether the app that the model is of has a migration plan, as far as its source was read; others
  /// than Swift have none to be asked about.
  package var isPlanned = true

  /// Where a model comes from.
  public enum Source: String, Sendable, Hashable {
    case swift, xcodeModel, compiledModel, storeCache, store
  }

  /// The entities are sorted.
  public init(
    name: String, versionIdentifiers: [String] = [], entities: [Entity] = [],
    configurations: [String: [String]] = [:], source: Source, location: Location? = nil,
    problems: [ModelProblem] = []
  ) {
    self.name = name
    self.versionIdentifiers = versionIdentifiers
    self.entities = entities.sorted { $0.name.codePointsPrecede($1.name) }
    self.configurations = configurations
    self.source = source
    self.location = location
    self.problems = problems
  }
}

/// Something in a model source that could not be understood, with the place it was met.
public struct ModelProblem: Sendable, Hashable, Codable {
  /// What it is about, for those that rules tell apart.
  public enum Topic: String, Sendable, Hashable, Codable {
    /// A model class declared inside a versioned schema whose `models` leave it out.
    case unlistedModel
    /// A model class that others lead to and that `models` leave out.
    case reachedModel
    /// A version's list of models, or an entry of it, that could not be read.
    case unreadList
    /// A plan's list of versions, or an entry of it, that could not be read.
    case unreadVersions
    /// A plan's list of stages, or an entry of it, that could not be read.
    case unreadStages
    /// Declarations that depend on a build condition.
    case conditional
    /// A macro's argument or option that Apple's macros do not have.
    case unknownOption
    /// A whole file that was not read.
    case unreadFile
    /// A whole version that was not read: it has no entities.
    case unreadModel
    /// Source that does not parse: what it declares may be misread.
    case syntax
    /// A second model class of one name in a version.
    case repeatedEntity
    /// A struct of the app's own that is kept as one encoded value.
    case encodedOwnType
    /// A version without the identifier that the protocol demands.
    case missingIdentifier
    /// A second declaration of one name, of which only the first is read.
    case declaredTwice
    /// What no compiler of models takes, so that no hash is known.
    case broken
    /// A relationship whose inverse is not there.
    case lostInverse
  }

  /// A sentence without a full stop.
  public var message: String
  /// Nil for those that no rule asks about.
  public var topic: Topic?
  /// The entity it is about, where it is about one.
  public var entity: String?
  /// The property it is about, where it is about one.
  public var property: String?
  /// The name that was probably meant, where one is not declared.
  public var meant: String?
  /// Where it was met.
  public var location: Location?

  /// A problem with a place.
  public init(
    _ message: String, topic: Topic? = nil, entity: String? = nil, property: String? = nil,
    meant: String? = nil, location: Location? = nil
  ) {
    self.message = message
    self.topic = topic
    self.entity = entity
    self.property = property
    self.meant = meant
    self.location = location
  }

  /// The sentence behind its place.
  package var placed: String {
    guard let location, location.line != nil else { return message }
    return "\(location.text): \(message)"
  }
}

extension DataModel {
  /// Nil where there is none of the name.
  public func entity(named name: String) -> Entity? {
    // Entities are sorted by name, but a hand-made array may not be: then a scan finds it.
    var low = 0
    var high = entities.count
    while low < high {
      let middle = (low + high) / 2
      if entities[middle].name.codePointsPrecede(name) { low = middle + 1 } else { high = middle }
    }
    if low < entities.count, entities[low].name == name { return entities[low] }
    return entities.first { $0.name == name }
  }

  /// Direct subentities, sorted by name.
  public func subentities(of name: String) -> [Entity] {
    entities.filter { $0.superentity == name }
  }

  /// The entity itself, then its superentity, up to the root. Stops at a missing or repeated name,
  /// so a model that claims a cycle does not hang.
  public func lineage(of entity: Entity) -> [Entity] {
    var chain = [entity]
    var seen: Set<String> = [entity.name]
    var next = entity.superentity
    while let name = next, seen.insert(name).inserted, let parent = self.entity(named: name) {
      chain.append(parent)
      next = parent.superentity
    }
    return chain
  }

  /// The root of the entity's inheritance tree; its table holds all of the family's rows.
  public func root(of entity: Entity) -> Entity { lineage(of: entity).last ?? entity }

  /// The entity and everything below it, depth first.
  public func family(of name: String) -> [Entity] {
    guard let first = entity(named: name) else { return [] }
    var below: [String: [Int]] = [:]
    for (place, entity) in entities.enumerated() {
      if let above = entity.superentity { below[above, default: []].append(place) }
    }
    var family: [Entity] = []
    var seen: Set<String> = []
    var waiting = [first]
    while let next = waiting.popLast() {
      guard seen.insert(next.name).inserted else { continue }
      family.append(next)
      waiting += (below[next.name] ?? []).reversed().map { entities[$0] }
    }
    return family
  }

  /// Own and inherited attributes; a property declared again lower down hides the inherited one.
  public func allAttributes(of entity: Entity) -> [Attribute] {
    var seen: Set<String> = []
    return lineage(of: entity).flatMap(\.attributes).filter { seen.insert($0.name).inserted }
  }

  /// Own and inherited relationships; a property declared again lower down hides the inherited one.
  public func allRelationships(of entity: Entity) -> [Relationship] {
    var seen: Set<String> = []
    return lineage(of: entity).flatMap(\.relationships).filter { seen.insert($0.name).inserted }
  }
}

extension String {
  /// Apple sorts names by Unicode code point, not by locale and not by grapheme.
  /// UTF-8 keeps the order of code points, and its bytes are compared faster.
  package func codePointsPrecede(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension DataModel {
  /// In a sentence: the name in quotes. The classes outside of all versions have no name of anybody's.
  package var inSentence: String { Self.inSentence(name) }

  /// The same of a version by its name.
  package static func inSentence(_ name: String) -> String {
    name == "live" ? "the unversioned schema" : "'\(name)'"
  }
}
