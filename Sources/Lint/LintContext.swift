internal import ModelSource
package import StoreModel

/// Everything the rules may ask about the input.
package struct LintContext: Sendable {
  /// Plans, versions and unversioned models of the Swift files, then model files and stores.
  package let histories: [SchemaHistory]
  /// The places in the Swift files that open containers.
  let containers: [ContainerUse]
  /// Those of which it is only known that they are there.
  let unreadContainers: [ContainerUse]
  /// What could not be read and belongs to no version.
  let problems: [ModelProblem]
  /// The versions that have shipped, where that is known.
  package let lock: SchemaLock?
  let cloud: CloudEvidence
  let settings: LintSettings
  /// Plans that have shipped, or that an earlier revision had, and that are gone.
  var lostPlans = LostPlans()
  /// Mapping models beside the model files, with the versions they were made for.
  var mappings: [MappingUse] = []
  /// The classes that bare names stand for outside of all types, by name.
  let fullNames: [String: [String]]
  /// Types of other modules that the Swift files make `Codable`.
  var madeCodable: Set<String> = []
  /// The value transformers of the code; nil when no model names one, or there is no code.
  var transformers: TransformerUse?
  /// What the code does with fetched objects; empty before it was read.
  private(set) var flows = ObjectFlows()
  /// The same joined by names, and what each function of it does to stores.
  private(set) var graph = FlowGraph(ObjectFlows())
  private(set) var code = CalledCode(ObjectFlows())
  /// Which tables stay small.
  private(set) var growth = TableGrowth()
  /// What the code filters and sorts by; nil before it was read.
  var queries: QueriedNames?
  /// What types of other files keep; nil before the files are known.
  var foreign: ForeignMembers?
  /// What the types of all files say of their members; nil before the files are known.
  var members: SourceMembers?
  /// What the code says of stores of Core Data.
  var coreData = CoreDataUse()
  /// The oldest systems the apps run on.
  var targets = DeploymentTargets()
  /// Whether an app begins in the files, so that they hold all of it.
  var hasStart: @Sendable () -> Bool = { false }
  /// A Swift file of the input that the parser can take.
  var source: @Sendable (String) -> SourceFile? = { _ in nil }
  /// Whether a word stands in a file that was not read for rules.
  var isWordElsewhere: @Sendable (String) -> Bool = { _ in false }

  /// All files with code of both languages, for the few questions that only a look at their text answers.
  var allFiles: @Sendable () -> [SourceFile] = { [] }

  /// The classes of the versions read from Swift, by name.
  private var classes: [String: [(model: DataModel, entity: Entity)]]
  private var relationships: [Location: [LocatedRelationship]]
  private var shipped: Set<Location>
  /// What the model files hold; without any, the classes that the code speaks of.
  private(set) var modelIndex: ModelFileIndex
  /// Where the classes stand that belong to versions which have shipped, and to no other.
  private(set) var shippedClasses: Set<Location> = []

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
    (classes, relationships) = ([:], [:])
    modelIndex = ModelFileIndex(Self.modelFiles(of: histories))
    var classes: [String: [(DataModel, Entity)]] = [:]
    var relationships: [Location: [LocatedRelationship]] = [:]
    var (openClasses, closedClasses): (Set<Location>, Set<Location>) = ([], [])
    shipped = Self.shipped(in: histories)
    for history in histories {
      let open = Set(openVersions(of: history).map(\.name))
      for model in history.versions {
        let places = model.entities.compactMap(\.location)
        if open.contains(model.name) {
          openClasses.formUnion(places)
        } else {
          closedClasses.formUnion(places)
        }
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
    shippedClasses = closedClasses.subtracting(openClasses)
  }

  /// Takes over what the code of all files does, and joins it once for all rules.
  mutating func join(_ flows: ObjectFlows) {
    (self.flows, graph, code) = (flows, FlowGraph(flows), CalledCode(flows))
    growth = TableGrowth(self)
  }

  /// Takes over what an earlier run found out about the code, and the entities that it speaks of.
  mutating func adopt(codeOf other: LintContext) {
    (flows, graph, code, growth) = (other.flows, other.graph, other.code, other.growth)
    (queries, coreData) = (other.queries, other.coreData)
    (isWordElsewhere, transformers) = (other.isWordElsewhere, other.transformers)
    allFiles = other.allFiles
    if modelIndex.entityNames.isEmpty, other.modelIndex.isInferred { modelIndex = other.modelIndex }
  }

  /// Takes over the entities that code speaks of, where there is no model file to read them from.
  mutating func infer(_ entities: [Entity]) {
    guard modelIndex.entityNames.isEmpty, !entities.isEmpty else { return }
    modelIndex = ModelFileIndex(inferred: entities)
  }

  /// Where the versions stand that a plan has followed by newer ones.
  private static func shipped(in histories: [SchemaHistory]) -> Set<Location> {
    let context = LintContext(unsorted: histories)
    let plans = histories.filter { $0.isOrdered && !$0.isDowngrade(in: context) }
    return Set(plans.flatMap { $0.versions.dropLast().compactMap(\.location) })
  }

  /// Without anything that follows from the histories.
  private init(unsorted histories: [SchemaHistory]) {
    self.histories = histories
    (fullNames, unreadContainers) = ([:], [])
    (containers, problems, lock, cloud) = ([], [], nil, CloudEvidence())
    (settings, classes, relationships) = (LintSettings(), [:], [:])
    (shipped, shippedClasses) = ([], [])
    modelIndex = ModelFileIndex()
  }

  /// The versions read from Swift that hold a class of that name.
  func classes(_ name: String) -> [(model: DataModel, entity: Entity)] { classes[name] ?? [] }

  var hasClasses: Bool { !classes.isEmpty }

  /// The relationships whose name stands at a place, in every version that lists their class.
  func relationships(at place: Location) -> [LocatedRelationship] { relationships[place] ?? [] }

  /// Whether any code may filter or sort by a property of that name.
  func mayQuery(_ property: String) -> Bool {
    guard let queries else { return true }
    return queries.properties.contains(property) || isWordElsewhere(property)
  }

  /// The versions that may still be edited.
  var openVersions: [DataModel] { histories.flatMap(openVersions) }

  /// The versions of a history that may still be edited. One that a plan has followed by a newer one
  /// has shipped, whatever another plan ends with.
  func openVersions(of history: SchemaHistory) -> [DataModel] {
    history.openVersions.filter { model in
      model.location.map { !shipped.contains($0) } ?? true
    }
  }

  /// Model files and compiled models.
  var modelFiles: [SchemaHistory] { Self.modelFiles(of: histories) }

  private static func modelFiles(of histories: [SchemaHistory]) -> [SchemaHistory] {
    histories.filter { [.xcodeModel, .compiledModel].contains($0.versions.first?.source) }
  }

  /// The model file that a version of Core Data belongs to.
  func history(of model: DataModel) -> SchemaHistory? {
    histories.first { history in
      history.versions.contains {
        $0.name == model.name && $0.location == model.location && $0.source == model.source
      }
    }
  }
}

extension SchemaHistory {
  /// The versions that may still be edited: the newest of an order, the current one of a model
  /// file, and all of a list that says neither.
  package var openVersions: [DataModel] {
    if isOrdered { return versions.last.map { [$0] } ?? [] }
    if let currentVersion, let current = versions.first(where: { $0.name == currentVersion }) {
      return [current]
    }
    if currentVersion == nil, let newest = newestByNumber { return [newest] }
    // Versions outside of any plan: the highest identifier is the newest.
    let newest = versions.compactMap(\.identifierNumbers).max { $0.lexicographicallyPrecedes($1) }
    guard versions.count > 1, let newest else { return versions }
    return versions.filter { $0.identifierNumbers == newest }
  }
}

extension SchemaHistory {
  /// The version of a model file with the highest number at the end of its name, where the file names no
  /// current one: Xcode counts them, and what all of them have in common is one thing to mend.
  private var newestByNumber: DataModel? {
    guard versions.count > 1,
      versions.allSatisfy({ [.xcodeModel, .compiledModel].contains($0.source) })
    else { return nil }
    let numbers = versions.map { Int($0.name.suffix(while: \.isNumber)) ?? 0 }
    guard let highest = numbers.max(), numbers.count(where: { $0 == highest }) == 1 else {
      return nil
    }
    return zip(versions, numbers).first { $0.1 == highest }?.0
  }
}

extension String {
  fileprivate func suffix(while isKept: (Character) -> Bool) -> Substring {
    suffix(from: lastIndex { !isKept($0) }.map { index(after: $0) } ?? startIndex)
  }
}
