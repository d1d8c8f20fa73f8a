public import StoreModel

/// The stages from a store's version to the target, with the start found as Core Data finds it
/// (Documentation/Format/MigrationRules.md, 4.1).
public struct MigrationPath: Sendable {
  /// The plan or model bundle the path goes through.
  public var history: SchemaHistory
  /// The store's version, as the history has it, or as the store carries it.
  public var source: DataModel
  /// The version to migrate to.
  public var target: DataModel
  /// How the store's version was found.
  public var evidence: Evidence
  /// Empty when the store has the target's version already.
  public var steps: [MigrationStep]
  /// The versions that mapping models lead through, one after the other, where none leads from the
  /// store's version to the target: the way of an app that goes from version to version by its own
  /// code. Empty where there is none, and where this path is that way.
  public var chain: [String] = []
  /// The same where the mapping models lead on to several versions, so that only the app's code says which
  /// it takes.
  public var ways: Ways?
  /// Whether it leads to an older version, which Core Data itself never does.
  public var isBackwards = false
  /// On a way back: the stages, as the plan has them, whose closures have changed rows for good.
  public var notUndone: [MigrationStep] = []

  /// Mapping models that begin at one version and lead to several.
  public struct Ways: Sendable, Hashable {
    /// The mapping models' names.
    public var mappings: [String]
    /// Where they begin.
    public var from: String
    /// Where they lead.
    public var to: [String]
  }

  /// How the store's version was found.
  public enum Evidence: String, Sendable, Hashable, CaseIterable {
    /// The checksum in the store's metadata.
    case checksum
    /// The entity hashes in the store's metadata.
    case entityHashes
    /// The model the store carries, which then is the start itself or leads to it.
    case cachedModel
    /// The store's own model, because the version's hashes rest on something that is not known.
    case shape
  }

  /// Finds the way.
  ///
  /// - Parameters:
  ///   - histories: the given plans and bundles; the one that knows the store's version is taken.
  ///   - name: the target's name as in its history; nil for the current version.
  ///   - mappings: the app's mapping models.
  ///   - isChained: whether the app goes through its mapping models one after the other, which Core
  ///     Data does not do by itself.
  ///   - goesBack: whether a target that comes before the store's version is gone back to, version by
  ///     version; otherwise it is an error, as for Core Data.
  /// - Throws: `MigrationError` with Core Data's code where it would refuse as well.
  public static func find(
    from store: StoreVersion, in histories: [SchemaHistory], to name: String? = nil,
    mappings: [MappingModel] = [], isChained: Bool = false, goesBack: Bool = false
  ) throws(MigrationError) -> MigrationPath {
    let search = PathSearch(
      store: store, mappings: mappings, isChained: isChained, goesBack: goesBack,
      isTargetNamed: name != nil)
    let given = histories
    let histories = histories.map { $0.settled(like: store.cachedModel) }
    do throws(MigrationError) {
      let (history, target) = try search.goal(among: histories, target: name)
      var path = try search.path(in: history, to: target)
      let source = given.first { $0.name == history.name }?.versions
        .first { $0.name == path.source.name }
      if let source { path.evidence = store.evidence(path.evidence, before: source) }
      return path
    } catch {
      // What seems to be missing in a plan may be what could not be read of it.
      guard error.isAboutPlan, let plan = histories.first(where: { !$0.isComplete }) else {
        throw error
      }
      throw PathSearch.unread(plan)
    }
  }
}
