internal import StoreModel

extension ModelComparer {
  mutating func compareRelationship(
    _ old: Relationship, _ new: Relationship, pair: ModelPairing.EntityPair
  ) {
    let entity = pair.destination.name
    let certainty = new.certainty.weaker(old.certainty)
    func difference(
      _ change: ModelDifference.Change, _ from: String?, _ to: String?, _ why: String
    ) -> ModelDifference {
      ModelDifference(
        entity: entity, property: new.name, change: change, from: from, to: to, why: why,
        location: new.location)
    }
    if old.name != new.name {
      differences.append(
        difference(
          .relationshipRenamed, old.name, new.name,
          "the renaming identifier '\(new.renamingIdentifier ?? new.name)' pairs them, "
            + "so the links are kept"))
    }
    if certainty.isUnknown {
      undecided.append(
        UndecidedProperty(entity: entity, property: new.name, reason: certainty.reason ?? ""))
    } else {
      let changes = [destinationChange(old, new, difference), inverseChange(old, new, difference)]
      for var change in changes.compactMap({ $0 }) {
        change.certainty = change.certainty.weaker(certainty)
        differences.append(change)
      }
    }
    compareCounts(old, new, difference)
    if old.isOrdered != new.isOrdered {
      differences.append(
        difference(
          .orderedChanged, old.isOrdered ? "ordered" : "unordered",
          new.isOrdered ? "ordered" : "unordered",
          new.isOrdered ? "the links are kept and get an order" : "the links are kept without order"
        ))
    }
    if old.deleteRule != new.deleteRule {
      var change = difference(
        .deleteRuleChanged, old.deleteRule.name, new.deleteRule.name,
        "it concerns deletions from now on; nothing stored depends on it")
      change.affectsHash = false
      differences.append(change)
    }
    compareHashModifiers(old.hashModifier, new.hashModifier, entity, new.name, new.location)
  }

  private typealias Make = (ModelDifference.Change, String?, String?, String) -> ModelDifference

  private func destinationChange(
    _ old: Relationship, _ new: Relationship, _ make: Make
  ) -> ModelDifference? {
    let expected = pairing.pair(from: old.destination)?.destination.name
    guard old.destination != new.destination || expected != new.destination else { return nil }
    var change = make(.destinationChanged, old.destination, new.destination, "")
    if expected == new.destination {
      change.why = "the destination was renamed; the links are kept"
    } else if let expected, let before = destination.entity(named: expected),
      let after = destination.entity(named: new.destination),
      destination.root(of: before).name == destination.root(of: after).name
    {
      let widens = destination.lineage(of: before).contains { $0.name == after.name }
      change.migration = widens ? .lightweight : .dataDependent
      change.why =
        widens
        ? "'\(new.destination)' includes every object the links lead to"
        : "links to objects that are not of '\(new.destination)' do not fit"
      change.certainty = RuleBasis.unverified
    } else {
      change.migration = .custom
      change.why =
        old.destination == new.destination
        ? "the links lead to rows of the old '\(old.destination)', "
          + (expected.map { "which is now '\($0)'" } ?? "which is gone")
          + ", not of the new entity of that name"
        : "the links lead to rows of '\(old.destination)', not of '\(new.destination)'"
      change.hint = "give the new relationship another name and connect it in a custom stage"
      if expected == nil, canGuess,
        let added = pairing.added.first(where: { $0.name == new.destination }),
        let guess = renameGuess(for: added), guess.origin == old.destination
      {
        change.hint = "'\(added.name)' \(guess.text); else " + (change.hint ?? "")
      }
      change.certainty = RuleBasis.unverified
    }
    return change
  }

  private func inverseChange(
    _ old: Relationship, _ new: Relationship, _ make: Make
  ) -> ModelDifference? {
    let target = pairing.pair(from: old.destination)
    let expected = old.inverse.map { name in
      target?.properties.first { $0.source.name == name }?.destination.name ?? name
    }
    guard old.inverse != new.inverse || expected != new.inverse else { return nil }
    var change = make(.inverseChanged, old.inverse, new.inverse, "")
    if expected == new.inverse {
      change.why = "the inverse was renamed; the links are kept"
    } else {
      change.why = "an inverse is part of the model only; the links of this side are kept"
      change.certainty = RuleBasis.unverified
    }
    return change
  }

  private mutating func compareCounts(_ old: Relationship, _ new: Relationship, _ make: Make) {
    if old.minCount != new.minCount || old.maxCount != new.maxCount {
      var change = make(.cardinalityChanged, old.countText, new.countText, "")
      switch (old.isToMany, new.isToMany) {
      case (false, true): change.why = "the one link of each object becomes the first of many"
      case (true, false):
        change.migration = .custom
        change.why = "inference cannot choose which of many links to keep"
        change.hint = "give the new relationship another name and choose in a custom stage"
        change.certainty = RuleBasis.analysis
      default:
        change.why = "counts are checked when objects are saved, not by the migration"
        change.certainty = RuleBasis.unverified
      }
      differences.append(change)
    }
    if old.isOptional != new.isOptional {
      var change = make(
        .optionalityChanged, old.isOptional ? "optional" : "required",
        new.isOptional ? "optional" : "required", "every object fits an optional relationship")
      if !new.isOptional {
        change.certainty = RuleBasis.analysis
        change.why = "a to-many relationship may be empty, required or not"
        if new.needsLink {
          change.migration = .dataDependent
          change.why = "objects without a link make the migration fail (134110)"
          change.hint = "connect them in a custom stage while the relationship is optional"
        }
      }
      differences.append(change)
    }
  }

  /// A relationship that is new in an entity that may have rows.
  func addition(of relationship: Relationship) -> ModelDifference {
    var difference = ModelDifference(
      entity: "", property: relationship.name, change: .relationshipAdded,
      to: relationship.summary, why: "objects have no links yet",
      certainty: relationship.certainty, location: relationship.location)
    if !relationship.isOptional && relationship.needsLink {
      difference.migration = .dataDependent
      difference.why =
        "it is required, so any existing row makes the migration fail (134110); "
        + "a default object does not help"
      difference.hint = "make it optional, connect the objects, and require it in a later version"
      difference.certainty = RuleBasis.reports.weaker(relationship.certainty)
    }
    return difference
  }
}

extension Relationship {
  /// Whether a required relationship of this kind refuses an object without links.
  fileprivate var needsLink: Bool { !isToMany || minCount > 0 }

  /// `to-one`, `to-many, at least 1, at most 5`.
  fileprivate var countText: String {
    guard isToMany else { return minCount > 0 ? "to-one, at least \(minCount)" : "to-one" }
    let lowest = minCount > 0 ? ", at least \(minCount)" : ""
    let highest =
      maxCount > 0 ? ", at most \(maxCount)" : (maxCount < 0 ? ", maximum \(maxCount)" : "")
    return "to-many" + lowest + highest
  }

  /// `optional to-one 'Folder', inverse 'notes'`.
  var summary: String {
    (isOptional ? "optional " : "required ") + (isOrdered ? "ordered " : "") + countText
      + " '\(destination)'" + (inverse.map { ", inverse '\($0)'" } ?? "")
  }
}
