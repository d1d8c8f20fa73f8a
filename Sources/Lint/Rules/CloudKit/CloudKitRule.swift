internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// A rule that CloudKit coreData checks itself before it contacts any server. It holds for the
/// models that a container in the source mirrors, or for all when the settings say so.
protocol CloudKitRule: ModelRule {
  /// Whether a breach that rests on facts not known for certain is worth a word.
  static var reportsUnknown: Bool { get }
  /// Whether the model compiler refuses a breach itself where the model is marked as used with CloudKit.
  static var isOfCompiler: Bool { get }
  /// Whether a breach is one for sure, beyond what the model reader knows.
  func isSure(_ breach: CloudKitRules.Violation, in model: DataModel) -> Bool
  /// The same, as far as the code says it.
  func isSure(_ breach: CloudKitRules.Violation, in model: DataModel, _ lint: LintContext) -> Bool
  /// What to do in the model editor, where that is something else than in Swift.
  static var editorFix: String? { get }
  /// What the end of the sentence says of CloudKit.
  static var consequence: String { get }
}

extension CloudKitRule {
  static var reportsUnknown: Bool { false }

  static var isOfCompiler: Bool { false }

  func isSure(_ breach: CloudKitRules.Violation, in model: DataModel) -> Bool { true }

  func isSure(_ breach: CloudKitRules.Violation, in model: DataModel, _ lint: LintContext) -> Bool {
    isSure(breach, in: model)
  }

  static var editorFix: String? { nil }

  static var consequence: String { ", and CloudKit refuses the model" }

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard let mirrored = MirroredModel(model, in: lint) else { return }
    // A mark in the model mirrors nothing where all code opens the stores without CloudKit.
    if lint.settings.cloudKit == .fromSource, !Self.isOfCompiler,
      !model.cloudKitConfigurations.isEmpty,
      lint.coreData.mirrorsNothing, !lint.cloud.isLikely
    {
      return
    }
    for breach in CloudKitRules.violations(of: Self.info.id, in: model)
    where mirrored.holds(breach) && isSure(breach, in: model, lint) {
      var certainty = breach.certainty.weaker(mirrored.certainty)
      if certainty.isUnknown, let reason = certainty.reason {
        guard Self.reportsUnknown else { continue }
        certainty = .inferred(reason)
      }
      report(
        breach.text + Self.consequence,
        at: breach.propertyLocation(in: model) ?? breach.location, entity: breach.entity,
        property: breach.property, help: model.source == .swift ? nil : Self.editorFix,
        certainty: certainty)
    }
  }
}

extension CloudKitRules.Violation {
  /// The property's own place: a constraint is reported at its class.
  fileprivate func propertyLocation(in model: DataModel) -> Location? {
    guard let property, let entity = entity.flatMap({ model.entity(named: $0) }) else { return nil }
    return entity.attribute(named: property)?.location
      ?? entity.relationship(named: property)?.location
  }
}

/// The part of a model that is mirrored to CloudKit.
struct MirroredModel {
  /// Names of the mirrored entities; nil for all.
  private let entities: Set<String>?
  let certainty: Certainty

  /// Nil when nothing says that the model is mirrored.
  init?(_ model: DataModel, in lint: LintContext) {
    switch lint.settings.cloudKit {
    case .off: return nil
    case .on: (entities, certainty) = (nil, .certain)
    case .fromSource:
      guard model.source == .swift else {
        guard let mirrored = Self.coreData(model, in: lint) else { return nil }
        self = mirrored
        return
      }
      let uses = (lint.containers + lint.unreadContainers.filter { !$0.parts.isEmpty })
        .flatMap(\.stores).filter { $0.isMirrored(lint.cloud) }
      let found = uses.compactMap { use in use.entities(of: model).map { (use, $0) } }
      guard !found.isEmpty else { return nil }
      entities = found.reduce(into: []) { $0.formUnion($1.1) }
      certainty =
        found.contains { $0.0.database == .named }
        ? .certain : .inferred("'.automatic' mirrors once the app has an iCloud container")
    }
  }

  /// What a model of Core Data says of itself, and what the code says that opens it.
  private static func coreData(_ model: DataModel, in lint: LintContext) -> MirroredModel? {
    // The code says it best: the configurations of the stores that it gives options of CloudKit.
    let lists = lint.coreData.mirrored.compactMap { model.configurations[$0] }
    if !lists.isEmpty, !lint.coreData.mirrorsOther, lists.count == lint.coreData.mirrored.count {
      return MirroredModel(entities: Set(lists.joined()), certainty: .certain)
    }
    if !model.cloudKitConfigurations.isEmpty {
      var lists = model.cloudKitConfigurations.map { model.configurations[$0] }
      // The default configuration, which has no list, holds all; code may open the others alone.
      if lists.contains(where: { $0 != nil }), !lint.coreData.configurations.isEmpty,
        !lint.coreData.opensOther
      {
        lists.removeAll { $0 == nil }
      }
      let names = lists.contains(nil) ? nil : Set(lists.compactMap(\.self).joined())
      return MirroredModel(
        entities: names, certainty: .inferred("the model is marked as used with CloudKit"))
    }
    // Which of several configurations is mirrored is said where the stores are described.
    guard model.configurations.count <= 1, let bundle = lint.history(of: model),
      lint.coreData.mayMirror(bundle.name, ofSeveral: lint.modelFiles.count > 1),
      !lint.cloud.isRuledOut
    else { return nil }
    return MirroredModel(
      entities: nil,
      certainty: lint.coreData.namesContainer
        ? .certain
        : .inferred("NSPersistentCloudKitContainer mirrors once the app has an iCloud container"))
  }

  private init(entities: Set<String>?, certainty: Certainty) {
    self.entities = entities
    self.certainty = certainty
  }

  func holds(_ breach: CloudKitRules.Violation) -> Bool {
    breach.entity.map(holds) ?? true
  }

  func holds(_ entity: String) -> Bool { entities?.contains(entity) ?? true }
}

extension ContainerUse {
  /// Opens a store of the app, and what it says of it is known. With several configurations it is
  /// not known which of them holds what.
  var isPlain: Bool {
    call != "Schema" && !isStoredInMemoryOnly && !location.isInTests && !hasUnknownConfiguration
      && configurations <= 1
  }

  /// The container, or where it has several configurations, those of them that name a schema of their own.
  var stores: [ContainerUse] {
    configurations > 1 && call != "Schema" && !isStoredInMemoryOnly ? parts : [self]
  }

  /// Says itself that its store is mirrored. Where it says nothing, one finding at the container
  /// speaks for all places of its models.
  fileprivate func isMirrored(_ cloud: CloudEvidence) -> Bool {
    guard isPlain else { return false }
    return switch database {
    case .named: true
    case .automatic: !cloud.isRuledOut
    case .none, .unsaid, .unknown: false
    }
  }

  /// The entities of a model that the container opens, with all they lead to; nil for a model of
  /// another container.
  func entities(of model: DataModel) -> Set<String>? {
    if let versionedSchema {
      return model.location == declared[versionedSchema] && model.location != nil
        ? Set(model.entities.map(\.name)) : nil
    }
    var waiting = types.compactMap { type in
      declared[type].flatMap { place in model.entities.first { $0.location == place }?.name }
    }
    guard !waiting.isEmpty else { return nil }
    var found: Set<String> = []
    while let name = waiting.popLast() {
      guard found.insert(name).inserted, let entity = model.entity(named: name) else { continue }
      waiting += entity.relationships.map(\.destination) + [entity.superentity].compactMap(\.self)
      waiting += model.subentities(of: name).map(\.name)
    }
    return found
  }
}
