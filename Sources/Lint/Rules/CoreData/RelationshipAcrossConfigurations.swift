internal import Diagnostics
internal import StoreModel

/// Finds relationships between entities that are never in one store.
struct RelationshipAcrossConfigurations: ModelRule {
  static let info = RuleInfo(
    id: "relationship-across-configurations", group: .relationships, severity: .error,
    summary: "a relationship leads to an entity of another configuration",
    why: "each configuration is opened as a store of its own, and the app crashes when objects of "
      + "two stores are connected ('Illegal attempt to establish a relationship')",
    fix: "put both entities into one configuration, or keep the other object's identifier, as an "
      + "attribute or for a fetched property",
    limits: "runs where the code names the configuration of every store it opens",
    examples: [
      .flagged(
        ConfigurationText.model(cloud: ["Song"], local: ["Play"], marks: ["Play.song"])),
      .flagged(
        ConfigurationText.model(cloud: ["Play"], local: ["Song"], marks: ["Play.song"])),
      .flagged(
        ConfigurationText.model(
          cloud: ["Play"], local: ["Song"], opening: ["Local", "Cloud"], marks: ["Play.song"])),
      .clean(ConfigurationText.model(cloud: ["Song", "Play"], local: [])),
      .clean(ConfigurationText.model(cloud: ["Song"], local: ["Play"], opening: [])),
      .clean(ConfigurationText.model(cloud: ["Song", "Play"], local: ["Play"])),
    ])

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    // Of a mirrored model another rule says so.
    guard MirroredModel(model, in: lint) == nil, let opened = OpenedConfigurations(model, in: lint)
    else { return }
    var said: Set<String> = []
    for entity in model.entities {
      let near = opened.names(holding: entity.name)
      for relationship in entity.relationships where !near.isEmpty {
        let far = opened.names(holding: relationship.destination)
        guard let other = far.min(), let own = near.min(), near.isDisjoint(with: far),
          // Once for both sides.
          !said.contains("\(relationship.destination).\(relationship.inverse ?? "")")
        else { continue }
        said.insert("\(entity.name).\(relationship.name)")
        report(
          "'\(entity.name).\(relationship.name)' leads from the configuration '\(own)' to '\(other)'",
          about: relationship, of: entity)
      }
    }
  }
}
