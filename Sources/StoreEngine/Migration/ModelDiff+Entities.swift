internal import StoreModel

extension ModelComparer {
  mutating func addEntity(_ entity: Entity) {
    let guess = canGuess ? renameGuess(for: entity) : nil
    let tooMany = "too many entities came and went to say whether this one was renamed"
    differences.append(
      ModelDifference(
        entity: entity.name, change: .entityAdded, to: entity.summary,
        why: "a new table without rows", hint: canGuess ? guess?.text : tooMany,
        probableOrigin: guess?.origin, location: entity.location))
  }

  mutating func removeEntity(_ entity: Entity) {
    differences.append(
      ModelDifference(
        entity: entity.name, change: .entityRemoved, from: entity.summary,
        why: entity.isAbstract
          ? "an abstract entity has no rows of its own"
          : "the migration succeeds and drops all its rows; persistent history is cut off",
        location: entity.location))
  }

  mutating func compareEntity(_ pair: ModelPairing.EntityPair) {
    let (old, new) = (pair.source, pair.destination)
    if pair.isRenamed {
      differences.append(
        ModelDifference(
          entity: new.name, change: .entityRenamed, from: old.name, to: new.name,
          why: "the renaming identifier '\(new.identifier)' pairs them, so the rows are kept",
          location: new.location))
    }
    compareSuperentity(pair)
    if old.isAbstract != new.isAbstract {
      differences.append(
        ModelDifference(
          entity: new.name, change: .abstractChanged,
          from: old.isAbstract ? "abstract" : "concrete",
          to: new.isAbstract ? "abstract" : "concrete",
          migration: new.isAbstract ? .dataDependent : .lightweight,
          why: new.isAbstract
            ? "an abstract entity has no rows of its own; rows of exactly this entity would be left"
            : "an entity that may have rows needs nothing from the rows of its subentities",
          certainty: RuleBasis.unverified, location: new.location))
    }
    compareUniqueness(pair)
    compareIndexes(pair)
    compareHashModifiers(old.hashModifier, new.hashModifier, new.name, nil, new.location)
  }

  mutating func compareHashModifiers(
    _ old: String?, _ new: String?, _ entity: String, _ property: String?, _ location: Location?
  ) {
    guard old != new else { return }
    differences.append(
      ModelDifference(
        entity: entity, property: property, change: .hashModifierChanged, from: old, to: new,
        why: "a hash modifier changes nothing but the hash; it forces a migration",
        location: location))
  }

  private mutating func compareSuperentity(_ pair: ModelPairing.EntityPair) {
    let (old, new) = (pair.source, pair.destination)
    let expected = old.superentity.flatMap { pairing.pair(from: $0)?.destination.name }
    guard expected != new.superentity || old.superentity != new.superentity else { return }
    var difference = ModelDifference(
      entity: new.name, change: .superentityChanged, from: old.superentity, to: new.superentity,
      why: "entities may move into, out of and within a hierarchy", location: new.location)
    if let expected, expected == new.superentity {
      difference.why = "the superentity was renamed; the hierarchy is the same"
    } else if let other = mergedWith(pair) {
      difference.migration = .custom
      difference.why =
        "'\(new.name)' and '\(other)' had no common superentity and would get one; "
        + "inference does not merge hierarchies"
      difference.hint = "keep them apart, or copy the rows into new entities in a custom stage"
    } else if movesUnderForeignRows(pair) {
      difference.certainty = .inferred(
        "moving an entity below another that already has a table of its own is documented only in "
          + "general terms")
    }
    differences.append(difference)
  }

  /// The name of an entity from another hierarchy that shares a superentity with this one now.
  private func mergedWith(_ pair: ModelPairing.EntityPair) -> String? {
    let ancestors = Set(destination.lineage(of: pair.destination).dropFirst().map(\.name))
    guard !ancestors.isEmpty else { return nil }
    let root = source.root(of: pair.source).name
    return pairing.entities.first { other in
      other.destination.name != pair.destination.name
        && source.root(of: other.source).name != root
        && destination.lineage(of: other.destination).dropFirst()
          .contains { ancestors.contains($0.name) }
    }?.destination.name
  }

  private func movesUnderForeignRows(_ pair: ModelPairing.EntityPair) -> Bool {
    let root = source.root(of: pair.source).name
    return destination.lineage(of: pair.destination).dropFirst().contains { ancestor in
      pairing.pair(to: ancestor.name).map { source.root(of: $0.source).name != root } ?? false
    }
  }

  private mutating func compareIndexes(_ pair: ModelPairing.EntityPair) {
    // Names are made up by the tools in different ways; what is indexed is what counts.
    let old = pair.source.indexTexts
    let new = pair.destination.indexTexts
    let added = new.subtracting(old).sorted()
    let removed = old.subtracting(new).sorted()
    guard !added.isEmpty || !removed.isEmpty else { return }
    differences.append(
      ModelDifference(
        entity: pair.destination.name, change: .indexChanged,
        from: removed.isEmpty ? nil : removed.joined(separator: "; "),
        to: added.isEmpty ? nil : added.joined(separator: "; "),
        why: "an index is not part of the data; alone it does not even start a migration",
        affectsHash: false, location: pair.destination.location))
  }
}

extension ModelComparer {
  /// Core Data pairs entities by renaming identifier only, and SwiftData has none for classes: a
  /// removed and an added entity with nearly the same properties were probably one.
  func renameGuess(for added: Entity) -> (origin: String, text: String)? {
    if let lost = pairing.removed.first(where: { $0.name == added.name }) {
      return (
        lost.name,
        "the older model knows it as '\(lost.identifier)': set that as its renaming identifier, or its "
          + "rows are dropped"
      )
    }
    if let lost = pairing.removed.first(where: { $0.name == added.identifier }) {
      return (
        lost.name,
        "'\(lost.name)' of the older model has itself the renaming identifier '\(lost.identifier)', "
          + "and these are compared with each other: use '\(lost.identifier)'"
      )
    }
    let best = pairing.removed
      .map { (entity: $0, share: likeness($0, added)) }.filter { $0.share >= 0.5 }
      .map { entity, share in
        let distance = NameDistance.between(entity.name, added.name)
        return (name: entity.name, identifier: entity.identifier, share: share, distance: distance)
      }
      .filter { guess in
        // Many classes have an 'id', a 'date' and a 'parent'.
        guess.distance * 2 <= max(guess.name.count, added.name.count)
          || pairing.removed.contains {
            $0.name == guess.name && likenessOfTypes($0, added) >= 0.5
          }
      }
      .max { ($0.share, -$0.distance, $1.name) < ($1.share, -$1.distance, $0.name) }
    // The removed entity may be more like another of the added ones.
    if let best, let removed = source.entity(named: best.name),
      pairing.added.contains(where: { likeness(removed, $0) > best.share })
    {
      return nil
    }
    guard let best, isAlone(best.name, best.share, beside: added) else {
      return best == nil ? followed(by: added) : nil
    }
    return (
      best.name,
      "looks like a rename of '\(best.name)' (a guess); \(remedy(keeping: best.identifier))"
    )
  }

  private func remedy(keeping identifier: String) -> String {
    destination.source == .swift
      ? "SwiftData cannot rename a class: keep its name, or copy the rows in a custom stage"
      : "set the renaming identifier '\(identifier)' to keep its rows"
  }

  /// What a relationship that both models have led to before, where the new entity has everything of it:
  /// one that has grown much since is less like it by its properties.
  private func followed(by added: Entity) -> (origin: String, text: String)? {
    var leads: [String: String] = [:]
    for pair in pairing.entities {
      for property in pair.properties {
        guard case .relationship(let old) = property.source.kind,
          case .relationship(let new) = property.destination.kind, new.destination == added.name,
          old.destination != new.destination
        else { continue }
        leads[old.destination] = "\(pair.destination.name).\(new.name)"
      }
    }
    guard leads.count == 1, let (name, path) = leads.first,
      let lost = pairing.removed.first(where: { $0.name == name }),
      let before = removedNames[name], let after = addedNames[added.name], before.count > 1,
      before.isSubset(of: after)
    else { return nil }
    return (
      name,
      "looks like a rename of '\(name)', which '\(path)' led to before (a guess); "
        + remedy(keeping: lost.identifier)
    )
  }

  /// Whether nothing else that is gone is as much like it, or only by names that are further away: of
  /// several with the same properties any may be the one.
  private func isAlone(_ name: String, _ share: Double, beside added: Entity) -> Bool {
    let distance = NameDistance.between(name, added.name)
    let others = pairing.removed.filter {
      $0.name != name && likeness($0, added) == share
    }
    return others.allSatisfy { NameDistance.between($0.name, added.name) > distance }
      && (others.isEmpty || distance * 2 <= max(name.count, added.name.count))
  }

  /// The share of property names the two have in common.
  private func likeness(_ old: Entity, _ new: Entity) -> Double {
    let before = removedNames[old.name] ?? []
    let after = addedNames[new.name] ?? []
    let (few, many) = before.count < after.count ? (before, after) : (after, before)
    let common = few.count(where: many.contains)
    let all = before.count + after.count - common
    return all == 0 ? 0 : Double(common) / Double(all)
  }
}

extension ModelComparer {
  /// The share of properties that hold the same as well: values of one type, or objects of one class,
  /// which may have another name now.
  private func likenessOfTypes(_ old: Entity, _ new: Entity) -> Double {
    func held(_ entity: Entity, _ model: DataModel, _ other: DataModel) -> [String: String] {
      Dictionary(
        keepingFirst: model.storedProperties(of: entity).map { property in
          switch property.kind {
          case .attribute(let attribute): (property.name, attribute.type.name)
          case .relationship(let relationship):
            (
              property.name,
              other.entity(named: relationship.destination) == nil
                ? "objects" : relationship.destination
            )
          }
        })
    }
    let (before, after) = (held(old, source, destination), held(new, destination, source))
    let common = before.count { name, type in
      after[name] == type
    }
    let all = before.count + after.count - common
    return all == 0 ? 0 : Double(common) / Double(all)
  }
}

extension Entity {
  /// `3 attributes, 1 relationship`.
  var summary: String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    let kind = isAbstract ? "abstract, " : ""
    let parent = superentity.map { ", inherits from '\($0)'" } ?? ""
    return kind + count(attributes.filter { !$0.isTransient }.count, "attribute") + ", "
      + count(relationships.filter { !$0.isTransient }.count, "relationship") + parent
  }

  /// One text per index, whichever of the three ways declares it.
  fileprivate var indexTexts: Set<String> {
    let fetch = fetchIndexes.map { index in
      let elements = index.elements.map { element in
        element.property + (element.isAscending ? "" : " descending")
          + (element.isRTree ? " (R-tree)" : "")
      }
      let condition = index.partialPredicate.map { " where \($0)" } ?? ""
      return elements.joined(separator: ", ") + condition
    }
    let compound = compoundIndexes.map { $0.joined(separator: ", ") }
    let single = attributes.filter { $0.isIndexed && !$0.isTransient }.map(\.name)
    return Set(fetch + compound + single)
  }
}

extension ModelComparer {
  /// Constraints are compared by what they hold together, with renamed properties under their new
  /// names; only a constraint no older one implies can meet duplicates.
  mutating func compareUniqueness(_ pair: ModelPairing.EntityPair) {
    let renamed = Dictionary(
      keepingFirst: pair.properties.map { ($0.source.name, $0.destination.name) })
    let old = pair.source.uniquenessConstraints
    let new = pair.destination.uniquenessConstraints
    let translated = old.map { $0.map { renamed[$0] ?? $0 } }
    guard old.texts != new.texts else { return }

    let added = new.filter { !translated.contains($0) }
    // No value is equal to no value.
    let empty = Set(pair.added.filter(\.isEmptyWhereNew).map(\.name))
    let risky = added.filter { constraint in
      !translated.contains { Set($0).isSubset(of: Set(constraint)) }
        && empty.isDisjoint(with: constraint)
    }
    var difference = ModelDifference(
      entity: pair.destination.name, change: .uniquenessChanged, from: old.text, to: new.text,
      why: "a uniqueness constraint that is gone or implied by an older one cannot be violated",
      location: pair.destination.location)
    if !risky.isEmpty {
      difference.migration = .dataDependent
      difference.why = "rows that are equal in \(risky.text ?? "") make the migration fail (134111)"
      difference.hint = "remove duplicates in willMigrate, while the old model has no constraint"
      if let fresh = risky.lazy.map(pair.fresh).first(where: { !$0.isEmpty }) {
        let isValued = !pair.added.contains { fresh.contains($0.name) && $0.demandsNewValue }
        difference.hint = destination.adviceOnNewUnique(fresh, isValued: isValued)
      }
    } else if added.contains(where: { !empty.isDisjoint(with: $0) }) {
      difference.why =
        "no row has a value of what is new in it, and rows without a value are never equal"
    } else if translated.texts == new.texts {
      difference.why = "a property of the constraint was renamed; it holds the same values"
    } else if Set(translated.map(Set.init)) == Set(new.map(Set.init)) {
      difference.why = "only the order inside the constraint changed; it forbids the same rows"
    }
    differences.append(difference)
  }
}

extension [[String]] {
  /// The texts that enter the hash, sorted as there.
  fileprivate var texts: [String] {
    map { $0.joined(separator: ".") }.sorted { $0.codePointsPrecede($1) }
  }

  /// `(name), (number, book)`; nil without constraints.
  fileprivate var text: String? {
    isEmpty ? nil : map { "(\($0.joined(separator: ", ")))" }.sorted().joined(separator: ", ")
  }
}
