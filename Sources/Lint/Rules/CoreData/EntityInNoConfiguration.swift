internal import Diagnostics
internal import StoreModel

/// Finds entities that no store has a place for.
struct EntityInNoConfiguration: ModelRule {
  static let info = RuleInfo(
    id: "entity-in-no-configuration", group: .versions, severity: .warning,
    summary: "an entity belongs to none of the configurations that stores are opened with",
    why:
      "a store holds the entities of its configuration alone: saving an object of any other stops "
      + "with 'Can't find a suitable persistent store'",
    fix: "add the entity to one of the configurations in the model editor",
    limits: "runs where the code names the configuration of every store it opens",
    examples: [
      .flagged(
        ConfigurationText.model(cloud: ["Song"], local: ["Song"], marks: ["Play"])),
      .flagged(
        ConfigurationText.model(
          cloud: ["Song", "Play"], local: [], opening: ["Local"], marks: ["Song", "Play"])),
      .flagged(
        ConfigurationText.model(
          cloud: ["Play"], local: ["Song"], opening: ["Cloud"], marks: ["Song"])),
      .clean(ConfigurationText.model(cloud: ["Song", "Play"], local: [])),
      .clean(ConfigurationText.model(cloud: [], local: [], opening: [])),
      .clean(ConfigurationText.model(cloud: ["Song"], local: ["Song"], opening: ["Other"])),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard let opened = OpenedConfigurations(model, in: lint) else { return }
    for entity in model.entities
    where !entity.isAbstract && opened.names(holding: entity.name).isEmpty {
      let names = opened.names.sorted().map { "'\($0)'" }.joined(separator: ", ")
      report(
        "'\(entity.name)' is in no configuration that a store is opened with (\(names))",
        at: entity.location ?? model.location, entity: entity.name,
        certainty: .inferred("stores that other code opens are not seen"))
    }
  }
}

/// The configurations of a model that the code opens stores with.
struct OpenedConfigurations {
  let names: Set<String>
  private let model: DataModel

  /// Nil where the code does not name them all, or they are another model's.
  init?(_ model: DataModel, in lint: LintContext) {
    guard [.xcodeModel, .compiledModel].contains(model.source), !lint.coreData.opensOther,
      !lint.coreData.configurations.isEmpty,
      lint.coreData.configurations.isSubset(of: model.configurations.keys)
    else { return nil }
    names = lint.coreData.configurations
    self.model = model
  }

  /// Those that an entity belongs to.
  func names(holding entity: String) -> Set<String> {
    names.filter { model.configurations[$0]?.contains(entity) ?? false }
  }
}
