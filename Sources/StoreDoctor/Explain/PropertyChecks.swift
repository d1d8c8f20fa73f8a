internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

extension CaseCheck {
  /// What the store and each target version say about the property an error names.
  func propertyFindings(for answer: ErrorAnswer) -> [CaseFinding] {
    guard let (entity, property) = named(in: answer) else { return [] }
    var findings: [CaseFinding] = []
    if let model = facts.store?.model, let name = facts.store?.name {
      findings.append(describe(entity, property, in: model, called: "'\(name)'"))
    }
    for target in targets {
      findings.append(describe(entity, property, in: target.model, called: target.title))
    }
    return findings
  }

  /// Which required properties the rows of the store cannot fill.
  func mandatoryFindings(for answer: ErrorAnswer) -> [CaseFinding] {
    let name = named(in: answer)
    var findings: [CaseFinding] = []
    for target in targets {
      if let previous = previousVersion(of: target), let (entity, property) = name {
        let had = has(entity, property, in: previous.model)
        findings.append(
          CaseFinding(
            "the version before, \(previous.title), \(had ? "has" : "does not have") "
              + "'\(entity).\(property)'", entity: entity, property: property))
      }
      guard let store = facts.store, let old = store.model else { continue }
      for gap in gaps(from: old, to: target.model) {
        if let name, name != (gap.entity, gap.property) { continue }
        findings.append(gapFinding(gap, in: store, target: target))
      }
    }
    return findings
  }

  /// What no migration of the store's model to the app's can infer.
  func inferenceFindings() -> [CaseFinding] {
    guard let store = facts.store, let old = store.model, old.source != .store else { return [] }
    return targets.flatMap { target in
      ModelDiff.differences(from: old, to: target.model).filter {
        $0.migration >= .custom && !$0.certainty.isUnknown
      }.map {
        CaseFinding(
          "'\($0.path)' cannot be inferred from '\(store.name)' to \(target.title): \($0.why)",
          certainty: $0.certainty, entity: $0.entity, property: $0.property, location: $0.location)
      }
    }
  }

  // MARK: - Gaps

  /// A required property without a default that existing rows may lack.
  struct Gap {
    var entity: String
    var property: String
    /// Whether the old model has the property, as an optional one.
    var wasOptional: Bool
    var location: Location?
  }

  /// Documentation/Format/MigrationRules.md, 2.2: new mandatory properties and optional ones made
  /// mandatory.
  func gaps(from old: DataModel, to new: DataModel) -> [Gap] {
    var gaps: [Gap] = []
    for entity in new.entities {
      let oldName = entity.renamingIdentifier ?? entity.name
      guard let before = old.entity(named: oldName) else { continue }
      for attribute in entity.attributes
      where !attribute.isTransient && !attribute.isOptional && attribute.defaultValue == nil
        && attribute.derivation == nil
      {
        let name = attribute.renamingIdentifier ?? attribute.name
        let known = old.allAttributes(of: before).first { $0.name == name }
        if let known, !known.isOptional, !known.isTransient { continue }
        gaps.append(
          Gap(
            entity: entity.name, property: attribute.name, wasOptional: known != nil,
            location: attribute.location))
      }
      for relationship in entity.relationships
      where !relationship.isTransient && !relationship.isOptional && !relationship.isToMany {
        let name = relationship.renamingIdentifier ?? relationship.name
        let known = old.allRelationships(of: before).first { $0.name == name }
        if let known, !known.isOptional { continue }
        gaps.append(
          Gap(
            entity: entity.name, property: relationship.name, wasOptional: known != nil,
            location: relationship.location))
      }
    }
    return gaps
  }

  private func gapFinding(
    _ gap: Gap, in store: CaseStore, target: Candidate
  ) -> CaseFinding {
    let path = "'\(gap.entity).\(gap.property)'"
    let change = gap.wasOptional ? "becomes required" : "is new and required"
    let count =
      gap.wasOptional
      ? store.countNulls(gap.entity, gap.property) : store.countRows(gap.entity)
    let start = "\(path) \(change) in \(target.title) and has no default"
    guard let count else {
      return CaseFinding(
        start, certainty: .unknown("how many rows lack a value could not be counted"),
        entity: gap.entity, property: gap.property, location: gap.location)
    }
    let rows = count == 1 ? "1 row of the store has" : "\(count) rows of the store have"
    return CaseFinding(
      count == 0 ? "\(start), but no row of the store needs one" : "\(start); \(rows) no value",
      entity: gap.entity, property: gap.property, location: gap.location)
  }

  // MARK: - Properties

  /// The entity and property an error names.
  func named(in answer: ErrorAnswer) -> (String, String)? {
    let entity = answer.captures.first { $0.name == "entity" }?.value
    let names = ["attribute", "property", "relationship", "key"]
    let property = answer.captures.first { names.contains($0.name) }?.value
    // Of a key path its beginning: what follows belongs to another entity.
    let key = answer.captures.first { $0.name == "key path" }?.value.split(separator: ".").first
    guard let entity, let property = property ?? key.map(String.init) else { return nil }
    return (entity, property)
  }

  private func has(_ entity: String, _ property: String, in model: DataModel) -> Bool {
    guard let entity = model.entity(named: entity) else { return false }
    return attribute(property, of: entity, in: model) != nil
      || model.allRelationships(of: entity).contains { $0.name == property }
  }

  /// An attribute by name; sub-fields of composites are named "parent.child".
  private func attribute(_ path: String, of entity: Entity, in model: DataModel) -> Attribute? {
    let parts = path.split(separator: ".").map(String.init)
    guard let first = parts.first else { return nil }
    var found = model.allAttributes(of: entity).first { $0.name == first }
    for part in parts.dropFirst() { found = found?.elements.first { $0.name == part } }
    return found
  }

  private func describe(
    _ entityName: String, _ property: String, in model: DataModel, called title: String
  ) -> CaseFinding {
    guard let entity = model.entity(named: entityName) else {
      return CaseFinding("\(title) has no entity '\(entityName)'", entity: entityName)
    }
    let path = "'\(entityName).\(property)'"
    if let attribute = attribute(property, of: entity, in: model) {
      let need = attribute.isOptional ? "optional" : "required"
      let value = attribute.defaultValue == nil ? "without a default" : "with a default"
      return CaseFinding(
        "in \(title), \(path) is \(need), \(attribute.type.name), \(value)",
        certainty: attribute.certainty, entity: entityName, property: property,
        location: attribute.location)
    }
    if let relationship = model.allRelationships(of: entity).first(where: { $0.name == property }) {
      let need = relationship.isOptional ? "optional" : "required"
      let kind = relationship.isToMany ? "to-many" : "to-one"
      return CaseFinding(
        "in \(title), \(path) is a \(need) \(kind) relationship to '\(relationship.destination)'",
        certainty: relationship.certainty, entity: entityName, property: property,
        location: relationship.location)
    }
    return CaseFinding(
      "\(title) has no property \(path)",
      certainty: model.problems.isEmpty
        ? .certain : .inferred("parts of the model could not be read"),
      entity: entityName, property: property)
  }

  private func previousVersion(of target: Candidate) -> Candidate? {
    guard target.history.isOrdered else { return nil }
    let own = versions.filter { $0.history == target.history && $0.model.name != "live" }
    guard let index = own.firstIndex(where: { $0.model.name == target.model.name }), index > 0
    else { return nil }
    return own[index - 1]
  }
}
