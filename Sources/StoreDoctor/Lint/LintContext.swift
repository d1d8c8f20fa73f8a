internal import ModelSource
internal import StoreModel

/// Everything the rules may ask about the input.
struct LintContext: Sendable {
  /// Plans, versions and unversioned models of the Swift files, then model files and stores.
  let histories: [SchemaHistory]
  /// The places in the Swift files that open containers.
  let containers: [ContainerUse]
  /// Those of which it is only known that they are there.
  let unreadContainers: [ContainerUse]
  /// What could not be read and belongs to no version.
  let problems: [ModelProblem]
  /// The versions that have shipped, where that is known.
  let lock: SchemaLock?
  let cloud: CloudEvidence
  let settings: LintSettings
  /// The classes that bare names stand for outside of all types, by name.
  let fullNames: [String: [String]]
  /// What the code does with fetched objects; empty before it was read.
  var flows = ObjectFlows()
  /// What the code filters and sorts by; nil before it was read.
  var queries: QueriedNames?
  /// Whether a word stands in a file that was not read for rules.
  var isWordElsewhere: @Sendable (String) -> Bool = { _ in false }

  /// The classes of the versions read from Swift, by name.
  private let classes: [String: [(model: DataModel, entity: Entity)]]
  private let relationships: [Location: [LocatedRelationship]]

  /// A relationship with what it belongs to, and whether that version may still be edited.
  typealias LocatedRelationship = (
    model: DataModel, entity: Entity, relationship: Relationship, isOpen: Bool
  )

  init(
    histories: [SchemaHistory], containers: [ContainerUse] = [], problems: [ModelProblem] = [],
    lock: SchemaLock? = nil, cloud: CloudEvidence = CloudEvidence(),
    settings: LintSettings = LintSettings(), fullNames: [String: [String]] = [:]
  ) {
    self.fullNames = fullNames
    self.histories = histories
    self.containers = containers.filter { !$0.isUnread }
    unreadContainers = containers.filter(\.isUnread)
    self.problems = problems
    self.lock = lock
    self.cloud = cloud
    self.settings = settings
    var classes: [String: [(DataModel, Entity)]] = [:]
    var relationships: [Location: [LocatedRelationship]] = [:]
    for history in histories {
      let open = Set(history.openVersions.map(\.name))
      for model in history.versions {
        var names: Set<String> = []
        for entity in model.entities {
          if model.source == .swift, names.insert(entity.name).inserted {
            classes[entity.name, default: []].append((model, entity))
          }
          for relationship in entity.relationships {
            guard let place = relationship.location else { continue }
            relationships[place, default: []].append(
              (model, entity, relationship, open.contains(model.name)))
          }
        }
      }
    }
    self.classes = classes
    self.relationships = relationships
  }

  /// The versions read from Swift that hold a class of that name.
  func classes(_ name: String) -> [(model: DataModel, entity: Entity)] { classes[name] ?? [] }

  /// The relationships whose name stands at a place, in every version that lists their class.
  func relationships(at place: Location) -> [LocatedRelationship] { relationships[place] ?? [] }

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
