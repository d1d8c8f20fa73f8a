package import Diagnostics
internal import ModelInputs
public import StoreEngine
public import StoreModel

/// Where a migration starts and where it should end.
public struct MigrationQuestion {
  /// What a migration starts from.
  public enum Start {
    /// A store, with the rows it has.
    case store(Store)
    /// A version, of which no store is at hand.
    case model(DataModel)
  }

  /// The plans and model bundles among which the way is looked for.
  public let histories: [SchemaHistory]
  /// What the migration starts from.
  public let start: Start
  /// The name of the version to end with; nil for the current one.
  public var target: String?
  /// Whether the app goes through its mapping models one after the other by its own code; Core Data
  /// takes one alone.
  public var isChained = false
  /// Whether a target that is older than the store is gone back to. No app does that by itself.
  public var goesBack = false

  /// The question of a store's migration.
  public init(_ store: Store, among histories: [SchemaHistory], to target: String? = nil) {
    self.histories = histories.asStagesLead
    start = .store(store)
    self.target = target
  }

  /// The question of the way from a version: the one that the path names, or the oldest of the one
  /// plan there, of several the one that has the target.
  ///
  /// - Parameters:
  ///   - start: where the model is, `PATH` or `PATH@VERSION`.
  ///   - histories: those given beside it; nil for those at the path.
  ///   - target: the version to end with, as a user names it; nil for the current one.
  /// - Throws: `ModelInputError` for a path without that version, or with several.
  public init(
    from start: String, among histories: [SchemaHistory]?, to target: String? = nil
  ) throws {
    let path = try ModelPath(start)
    let all = try ModelLoader.load(path.path).asStagesLead
    let own = all.filter { !$0.isCovered(among: all) }
    self.histories =
      histories.map { given in
        let given = given.asStagesLead
        return given.filter { !$0.isCovered(among: given) }
      } ?? own
    let plans = own.filter { $0.isOrdered && !$0.versions.isEmpty }
    // A plan for the way back is meant only where it leads to the version asked for.
    let forward = plans.filter { !$0.isDowngrade(among: own) }
    let ordered =
      target.flatMap { target in
        try? VersionSelection.select(target, from: plans, path: path.path)
      }.map { found in
        let having = plans.filter { plan in found.contains { $0.name == plan.name } }
        let names = Set(found.flatMap(\.versions).map(\.name))
        let leading = having.filter { !names.contains($0.versions[0].name) }
        return leading.isEmpty ? having : leading
      } ?? (forward.isEmpty ? plans : forward)
    if let version = path.version {
      self.start = .model(try ModelLoader.model("\(path.path)@\(version)"))
    } else if ordered.count == 1, let first = ordered[0].versions.first {
      self.start = .model(first)
    } else if ordered.count > 1 {
      throw ModelInputError.severalPlans(
        path: path.path,
        plans: ordered.map { plan in
          .init(
            name: plan.name, first: plan.versions[0].name,
            last: plan.versions[plan.versions.count - 1].name)
        })
    } else {
      self.start = .model(try ModelLoader.model(path.path))
    }
  }

  /// The store; nil when the start is a version.
  public var store: Store? {
    if case .store(let store) = start { store } else { nil }
  }

  /// What the start is called: a version, or the file of a store.
  public var startName: String {
    switch start {
    case .store(let store): store.path.lastPathComponent
    case .model(let model): model.name
    }
  }

  /// The name of the version that a user means by it.
  ///
  /// - Parameters:
  ///   - name: a version's name, identifier or model.
  ///   - paths: where the histories are from, for messages.
  /// - Throws: `ModelInputError` for none or several.
  public static func target(
    _ name: String, among histories: [SchemaHistory], of paths: [String]
  ) throws -> String {
    let path = paths.joined(separator: "', '")
    let found = try VersionSelection.select(name, from: histories, path: path)
    let names = Set(found.flatMap(\.versions).map(\.name))
    guard names.count == 1, let only = names.first else {
      throw ModelInputError.ambiguousVersion(path: path, version: name, candidates: names.sorted())
    }
    return only
  }

  /// The stages from the start to the target.
  ///
  /// - Throws: `MigrationError` with Core Data's code where it would find none as well.
  public func path() throws(MigrationError) -> MigrationPath {
    let version =
      switch start {
      case .store(let store): StoreVersion(store)
      case .model(let model): StoreVersion(model: model)
      }
    do throws(MigrationError) {
      let path = try MigrationPath.find(
        from: version, in: histories, to: target, mappings: histories.mappingModels(),
        isChained: isChained, goesBack: goesBack)
      if path.source.source == .storeCache, let other = otherApp {
        throw MigrationError.anotherApp("\(other.text); \(other.loss)")
      }
      if path.source.source == .storeCache, case .unread(let unread) = identification?.mismatch {
        throw MigrationError.unreadModels(unread.text)
      }
      return path
    } catch .ambiguousHistory(let names) {
      throw otherApp.map { .anotherApp($0.text) } ?? .ambiguousHistory(names)
    }
  }

  /// Which version the store has, or why none fits; nil when the start is a version.
  public var identification: Identification? {
    store.map { Identifier.identify(StoreSchema($0), among: histories) }
  }

  /// What the versions have in common with a store of another app; nil of any other store.
  private var otherApp: OtherModels? {
    guard case .anotherApp(let other) = identification?.mismatch else { return nil }
    return other
  }

  /// What is to be said of the store itself where it migrates from the model it carries, because it has
  /// none of the versions, and where it counts as migrated but its tables are not.
  package func findings(along path: MigrationPath) -> [Finding] {
    guard path.source.source == .storeCache else {
      // Without a stage nothing comes upon the tables, until the app does.
      let findings = path.steps.isEmpty ? identification?.findings ?? [] : []
      return findings.filter { $0.rule == HalfMigrated.info.id }
    }
    guard let identification else { return [] }
    switch identification.mismatch {
    case .newer: return identification.findings.filter { $0.rule == StoreRules.newerStore.id }
    case .edited, .unsettled:
      // A single version is changed in place.
      guard identification.mismatch?.isOpen == false || identification.isVersioned else {
        return []
      }
      // The migration runs all the same, from what the version was.
      return identification.findings.filter { $0.rule == StoreRules.noMatchingVersion.id }.map {
        var finding = $0
        finding.severity = .warning
        return finding
      }
    default: return []
    }
  }

  /// What could not be compared of a stage's versions, as they were given.
  func unknown(in step: MigrationStep, of history: SchemaHistory) -> [String] {
    let given = histories.first { $0.name == history.name }?.versions ?? []
    func version(_ model: DataModel) -> DataModel {
      model.source == .storeCache ? model : given.first { $0.name == model.name } ?? model
    }
    let (from, to) = (version(step.from), version(step.to))
    return ModelDiff.compare(from: from, to: to).unknown(from: from, to: to)
  }

  func preview() throws -> MigrationPreview {
    switch start {
    case .store(let store): try MigrationPreview(store)
    case .model(let model): try MigrationPreview(model)
    }
  }
}
