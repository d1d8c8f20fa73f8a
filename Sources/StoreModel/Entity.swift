/// A named type of object in a schema: its own (not inherited) properties and settings.
public struct Entity: Sendable, Hashable {
  /// Unique within its model.
  public var name: String
  /// The class that represents it; nil when the source does not say.
  public var className: String?
  /// The name of the entity it inherits from.
  public var superentity: String?
  /// Whether it has no objects of its own.
  public var isAbstract: Bool
  /// Own attributes, in the order of the source; transient and derived ones included.
  public var attributes: [Attribute]
  /// Own relationships, in the order of the source.
  public var relationships: [Relationship]
  /// Own fetched properties; they have no column and take no part in the version hash.
  public var fetchedProperties: [String]
  /// Own uniqueness constraints, each with its property names in declared order.
  public var uniquenessConstraints: [[String]]
  /// Own fetch indexes, in the order of the source.
  public var fetchIndexes: [FetchIndex]
  /// Compound indexes of the era before fetch indexes (framework 754 and older).
  public var compoundIndexes: [[String]]
  /// A text that only changes the version hash.
  public var hashModifier: String?
  /// The name this entity had in the previous version.
  public var renamingIdentifier: String?
  /// What the model notes beside it.
  public var userInfo: [String: String]
  /// Where it is declared.
  public var location: Location?

  /// Whatever is left out is off, empty or nil.
  public init(
    name: String, className: String? = nil, superentity: String? = nil, isAbstract: Bool = false,
    attributes: [Attribute] = [], relationships: [Relationship] = [],
    fetchedProperties: [String] = [], uniquenessConstraints: [[String]] = [],
    fetchIndexes: [FetchIndex] = [], compoundIndexes: [[String]] = [], hashModifier: String? = nil,
    renamingIdentifier: String? = nil, userInfo: [String: String] = [:], location: Location? = nil
  ) {
    self.name = name
    self.className = className
    self.superentity = superentity
    self.isAbstract = isAbstract
    self.attributes = attributes
    self.relationships = relationships
    self.fetchedProperties = fetchedProperties
    self.uniquenessConstraints = uniquenessConstraints
    self.fetchIndexes = fetchIndexes
    self.compoundIndexes = compoundIndexes
    self.hashModifier = hashModifier
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
    self.location = location
  }
}

extension Entity {
  /// An own attribute; nil where there is none of the name.
  public func attribute(named name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }

  /// An own relationship; nil where there is none of the name.
  public func relationship(named name: String) -> Relationship? {
    relationships.first { $0.name == name }
  }

  /// What the entity's constraints and indexes make of a property, in words: `unique`, `indexed`.
  package func roles(of property: String) -> [String] {
    let constraints = uniquenessConstraints.filter { $0.contains(property) }.map { names in
      let others = names.filter { $0 != property }
      return others.isEmpty ? "unique" : "unique with \(others.quotedNames)"
    }
    let isIndexed =
      attribute(named: property)?.isIndexed == true
      || fetchIndexes.contains { $0.elements.contains { $0.property == property } }
      || compoundIndexes.contains { $0.contains(property) }
    return constraints + (isIndexed ? ["indexed"] : [])
  }

  /// The fetch indexes that Xcode's model compiler has made since iOS 11 of "Indexed" attributes,
  /// under their names, and of compound indexes, under the names of their properties joined by `_`.
  /// Seen in eleven stores of such models, frameworks 847 to 1145.
  package var impliedFetchIndexes: [FetchIndex] {
    let properties =
      attributes.filter { $0.isIndexed && !$0.isTransient }.map { [$0.name] } + compoundIndexes
    return properties.filter { !$0.isEmpty }.map { names in
      FetchIndex(name: names.joined(separator: "_"), elements: names.map { .init(property: $0) })
    }
  }
}

/// A fetch index (`#Index`, or an index of the model editor).
public struct FetchIndex: Sendable, Hashable {
  /// Unique within its entity.
  public var name: String
  /// What it is sorted by, most significant first.
  public var elements: [Element]
  /// The predicate of a partial index, as written.
  public var partialPredicate: String?

  /// A property in an index.
  public struct Element: Sendable, Hashable {
    /// The name of the property, or the text of an expression.
    public var property: String
    /// False for descending order.
    public var isAscending: Bool
    /// Whether the index is of the R-tree kind, for ranges.
    public var isRTree: Bool

    /// An ascending element of the usual kind, unless said otherwise.
    public init(property: String, isAscending: Bool = true, isRTree: Bool = false) {
      self.property = property
      self.isAscending = isAscending
      self.isRTree = isRTree
    }
  }

  /// An index over all rows, unless a predicate limits it.
  public init(name: String, elements: [Element], partialPredicate: String? = nil) {
    self.name = name
    self.elements = elements
    self.partialPredicate = partialPredicate
  }
}
