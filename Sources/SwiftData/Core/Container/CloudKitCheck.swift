internal import Foundation
internal import StoreModel

/// Refuses a schema that CloudKit would. A store can be mirrored only if a database is named, so
/// `.automatic` is not checked.
enum CloudKitCheck {
  static func run(_ schema: Schema, _ configuration: ModelConfiguration) throws {
    guard configuration.cloudKitContainerIdentifier != nil else { return }
    let problems = problems(of: schema.model)
    guard !problems.isEmpty else { return }
    throw SwiftDataError(
      .loadIssueModelContainer,
      "CloudKit integration does not support this schema: " + problems.joined(separator: "; "))
  }

  /// - Parameter model: the entities of one configuration.
  static func problems(of model: DataModel) -> [String] {
    var problems = CloudKitRules.violations(in: model).compactMap { breach in
      guard breach.rule == CloudKitRules.valueTransformers else { return breach.text }
      // Which transformers there are shows here.
      return hasTransformer(breach, in: model)
        ? nil : breach.text + ", which is not registered or not reversible"
    }
    if model.entities.isEmpty { problems.append("the configuration is empty") }
    for entity in model.entities {
      for relationship in entity.relationships
      where model.entity(named: relationship.destination) == nil {
        problems.append("'\(entity.name).\(relationship.name)' leads out of the configuration")
      }
    }
    return problems
  }

  private static func hasTransformer(
    _ breach: CloudKitRules.Violation, in model: DataModel
  ) -> Bool {
    let entity = breach.entity.flatMap { model.entity(named: $0) }
    let name = entity?.attributes.first { $0.name == breach.property }?.valueTransformerName
    let transformer = name.flatMap { ValueTransformer.named(.init($0)) }
    return transformer.map { type(of: $0).allowsReverseTransformation() } ?? false
  }
}
