internal import ModelSource
internal import StoreModel

/// Everything the rules may ask about the input.
struct LintContext: Sendable {
  /// Plans, versions and unversioned models of the Swift files, then model files and stores.
  let histories: [SchemaHistory]
  /// The places in the Swift files that open containers.
  let containers: [ContainerUse]
  /// What could not be read and belongs to no version.
  let problems: [ModelProblem]
  /// The versions that have shipped, where that is known.
  let lock: SchemaLock?
  let cloud: CloudEvidence
  let settings: LintSettings
  /// What the code filters and sorts by; nil before it was read.
  var queries: QueriedNames?
  /// Whether a word stands in a file that was not read for rules.
  var isWordElsewhere: @Sendable (String) -> Bool = { _ in false }

  private let entities: [Location: Entity]
  private let attributes: [Location: (entity: Entity, attribute: Attribute)]
  private let relationships: [Location: (entity: Entity, relationship: Relationship)]

  init(
    histories: [SchemaHistory], containers: [ContainerUse] = [], problems: [ModelProblem] = [],
    lock: SchemaLock? = nil, cloud: CloudEvidence = CloudEvidence(),
    settings: LintSettings = LintSettings()
  ) {
    self.histories = histories
    self.containers = containers
    self.problems = problems
    self.lock = lock
    self.cloud = cloud
    self.settings = settings
    var entities: [Location: Entity] = [:]
    var attributes: [Location: (Entity, Attribute)] = [:]
    var relationships: [Location: (Entity, Relationship)] = [:]
    for entity in histories.flatMap(\.versions).flatMap(\.entities) {
      if let place = entity.location { entities[place] = entities[place] ?? entity }
      for attribute in entity.attributes {
        if let place = attribute.location { attributes[place] = (entity, attribute) }
      }
      for relationship in entity.relationships {
        if let place = relationship.location { relationships[place] = (entity, relationship) }
      }
    }
    self.entities = entities
    self.attributes = attributes
    self.relationships = relationships
  }

  /// The entity whose class name (or element) stands at a place.
  func entity(at place: Location) -> Entity? { entities[place] }

  /// The attribute whose name stands at a place.
  func attribute(at place: Location) -> (entity: Entity, attribute: Attribute)? {
    attributes[place]
  }

  /// The relationship whose name stands at a place.
  func relationship(at place: Location) -> (entity: Entity, relationship: Relationship)? {
    relationships[place]
  }

  /// Every entity of a class or entity name, in whichever version.
  func entities(named name: String) -> [Entity] {
    histories.flatMap(\.versions).compactMap { $0.entity(named: name) }
  }

  /// Whether any code may filter or sort by a property of that name.
  func mayQuery(_ property: String) -> Bool {
    guard let queries else { return true }
    return queries.properties.contains(property) || isWordElsewhere(property)
  }

  /// The versions that may still be edited.
  var openVersions: [DataModel] { histories.flatMap(\.openVersions) }
}

extension SchemaHistory {
  /// The versions that may still be edited: the newest of an order, the current one of a model
  /// file, and all of a list that says neither.
  var openVersions: [DataModel] {
    if isOrdered { return versions.last.map { [$0] } ?? [] }
    if let currentVersion, let current = versions.first(where: { $0.name == currentVersion }) {
      return [current]
    }
    // Versions outside of any plan: the highest identifier is the newest.
    let newest = versions.compactMap(\.identifierNumbers).max { $0.lexicographicallyPrecedes($1) }
    guard versions.count > 1, let newest else { return versions }
    return versions.filter { $0.identifierNumbers == newest }
  }
}

extension DataModel {
  /// `[2, 0, 0]` of the identifier `2.0.0`; nil when it is not made of numbers.
  var identifierNumbers: [Int]? {
    guard versionIdentifiers.count == 1, let text = versionIdentifiers.first else { return nil }
    let numbers = text.split(separator: ".").map { Int($0) }
    return numbers.isEmpty || numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }
}
