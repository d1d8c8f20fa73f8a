internal import Foundation
internal import StoreModel

/// What Apple's SDK demands of a schema that is mirrored to CloudKit (swiftdata-migration.md §10).
/// A store can be mirrored only if a database is named, so `.automatic` is not checked.
enum CloudKitRules {
  static func check(_ schema: Schema, _ configuration: ModelConfiguration) throws {
    guard configuration.cloudKitContainerIdentifier != nil else { return }
    let problems = problems(of: schema.model)
    guard !problems.isEmpty else { return }
    throw SwiftDataError(
      .loadIssueModelContainer,
      "CloudKit integration does not support this schema: " + problems.joined(separator: "; "))
  }

  static func problems(of model: DataModel) -> [String] {
    var problems: [String] = []
    if model.entities.isEmpty { problems.append("the configuration is empty") }
    for entity in model.entities {
      if !entity.uniquenessConstraints.isEmpty {
        problems.append("'\(entity.name)' has unique constraints")
      }
      for attribute in entity.attributes {
        let name = "'\(entity.name).\(attribute.name)'"
        if !attribute.isOptional, attribute.defaultValue == nil, !attribute.isTransient,
          !attribute.leaves.allSatisfy(\.isOptional)
        {
          problems.append("\(name) is neither optional nor has a default value")
        }
        if attribute.type == .objectID || attribute.type == .undefined {
          problems.append("\(name) has a type CloudKit does not know")
        }
        if let transformer = attribute.valueTransformerName,
          ValueTransformer.named(.init(transformer)).map({
            type(of: $0).allowsReverseTransformation()
          }) != true
        {
          problems.append("\(name) has a transformer that is not registered or not reversible")
        }
      }
      for relationship in entity.relationships {
        let name = "'\(entity.name).\(relationship.name)'"
        if !relationship.isOptional { problems.append("\(name) is not optional") }
        if relationship.inverse == nil { problems.append("\(name) has no inverse") }
        if relationship.isOrdered { problems.append("\(name) is ordered") }
        if relationship.deleteRule == .deny { problems.append("\(name) has the delete rule Deny") }
        if model.entity(named: relationship.destination) == nil {
          problems.append("\(name) leads out of the configuration")
        }
      }
    }
    return problems
  }
}
