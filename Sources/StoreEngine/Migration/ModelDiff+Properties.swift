internal import StoreModel

/// Properties that came, went, or moved within a hierarchy.
extension ModelComparer {
  mutating func remove(_ property: ModelProperty, in pair: ModelPairing.EntityPair) {
    var difference = ModelDifference(
      entity: pair.destination.name, property: property.name,
      change: property.isRelationship ? .relationshipRemoved : .attributeRemoved,
      from: property.summary,
      why: property.isRelationship
        ? "the links are dropped" : "the column and its values are dropped",
      certainty: property.certainty.isUnknown ? .certain : property.certainty,
      location: property.location)
    let heirs = children(of: pair) { $0.source == property }
    if !heirs.isEmpty {
      difference.why =
        "moved down to \(heirs.quotedList()); rows of these keep their values, "
        + "rows of other entities lose them"
    } else if isTransient(property.name, in: destination.lineage(of: pair.destination)) {
      difference.why = "it became transient: the column and its values are dropped"
    }
    differences.append(difference)
  }

  mutating func add(_ property: ModelProperty, in pair: ModelPairing.EntityPair) {
    var difference: ModelDifference
    switch property.kind {
    case .attribute(let attribute): difference = addition(of: attribute)
    case .relationship(let relationship): difference = addition(of: relationship)
    }
    difference.entity = pair.destination.name
    if case .attribute(let attribute) = property.kind, attribute.demandsNewValue,
      destination.isUnique(attribute.name, of: pair.destination.name)
    {
      difference.hint = destination.adviceOnNewUnique([attribute.name], isValued: false)
    }
    let heirs = children(of: pair) { $0.destination == property }
    if !heirs.isEmpty {
      difference.why =
        "moved up from \(heirs.quotedList()), whose rows keep their values; for other rows: "
        + difference.why
    } else if isTransient(property.name, in: source.lineage(of: pair.source)) {
      difference.why = "it was transient and had no stored value; " + difference.why
    } else if let guess = renameGuess(for: property, in: pair) {
      difference.hint = [guess.text, difference.hint].compactMap(\.self).joined(
        separator: "; else ")
      difference.probableOrigin = guess.origin
    }
    differences.append(difference)
  }

  /// A pair declared on different levels of the hierarchy: both hashes change, the column stays.
  mutating func reportMove(of property: ModelPairing.PropertyPair, in pair: ModelPairing.EntityPair)
  {
    let wasOwn = property.source.declaredBy == pair.source.name
    let isOwn = property.destination.declaredBy == pair.destination.name
    guard wasOwn != isOwn else { return }
    let moved = wasOwn ? property.source : property.destination
    let change: ModelDifference.Change =
      switch (moved.isRelationship, wasOwn) {
      case (true, true): .relationshipRemoved
      case (true, false): .relationshipAdded
      case (false, true): .attributeRemoved
      case (false, false): .attributeAdded
      }
    differences.append(
      ModelDifference(
        entity: pair.destination.name, property: moved.name, change: change,
        from: wasOwn ? property.source.summary : nil,
        to: isOwn ? property.destination.summary : nil,
        why: wasOwn
          ? "moved up to '\(property.destination.declaredBy)'; values are kept"
          : "moved down from '\(property.source.declaredBy)'; values are kept",
        location: moved.location))
  }

  /// Names of subentities of this pair, in either model, that have a matching pair of properties.
  private func children(
    of pair: ModelPairing.EntityPair, where isMatch: (ModelPairing.PropertyPair) -> Bool
  ) -> [String] {
    guard parents.contains(pair.source.name) || parents.contains(pair.destination.name) else {
      return []
    }
    return pairing.entities.filter { child in
      child.destination.name != pair.destination.name
        && (source.lineage(of: child.source).contains { $0.name == pair.source.name }
          || destination.lineage(of: child.destination)
            .contains { $0.name == pair.destination.name })
        && child.properties.contains(where: isMatch)
    }.map(\.destination.name)
  }

  private func isTransient(_ name: String, in lineage: [Entity]) -> Bool {
    lineage.contains { entity in
      entity.attribute(named: name)?.isTransient ?? entity.relationship(named: name)?.isTransient
        ?? false
    }
  }
}

extension ModelComparer {
  /// A removed and an added property of the same type were probably one.
  private func renameGuess(
    for added: ModelProperty, in pair: ModelPairing.EntityPair
  ) -> (origin: String?, text: String)? {
    if let lost = pair.removed.first(where: { $0.name == added.identifier }) {
      return (
        nil,
        "'\(lost.name)' of the older model has itself the renaming identifier "
          + "'\(lost.identifier)', and these are compared with each other: use '\(lost.identifier)'"
      )
    }
    if let lost = pair.removed.first(where: { $0.name == added.name }) {
      return (
        nil,
        "the older model knows it as '\(lost.identifier)': keep that as its original name, "
          + "or its values are dropped"
      )
    }
    let gone = pair.removed.filter { $0.declaredBy == pair.source.name }
    let isOnlyChange = gone.count == 1 && pair.added.count == 1
    let length = added.name.utf8.count
    // Names of too different lengths need not be compared: a class may have a thousand of them.
    let best = gone.filter {
      let other = $0.name.utf8.count
      return (isOnlyChange || abs(other - length) * 2 <= max(other, length))
        && $0.hasSameType(as: added, pairing: pairing) && !$0.identifiesOther(than: added)
    }
    .map { (property: $0, distance: NameDistance.between($0.name, added.name)) }
    // A name that has nothing in common is a guess only where nothing else came or went.
    .filter { isOnlyChange || $0.distance * 2 <= max($0.property.name.count, added.name.count) }
    .sorted { ($0.distance, $0.property.name) < ($1.distance, $1.property.name) }
    guard let first = best.first else { return nil }
    // Two candidates are worth naming only if one name is clearly closer.
    if best.count > 1, best[1].distance == first.distance { return nil }
    let original = first.property.identifier
    let remedy =
      destination.source == .swift
      ? "originalName: \"\(original)\" keeps its values"
      : "the renaming identifier '\(original)' keeps its values"
    return (
      first.property.name, "looks like a rename of '\(first.property.name)' (a guess): \(remedy)"
    )
  }
}

extension ModelProperty {
  private static let identifiers = ["ID", "Id", "_id", "UUID", "Uuid", "_uuid", "Identifier"]

  /// What comes before the word for an identifier: `facebook` of `facebookID`.
  private var identified: String? {
    Self.identifiers.filter { name.hasSuffix($0) && name.count > $0.count }
      .max { $0.count < $1.count }.map { String(name.dropLast($0.count)) }
  }

  private var isIdentifier: Bool {
    identified != nil || ["id", "uuid", "identifier"].contains(name.lowercased())
  }

  /// Whether both are identifiers of different things, or only one of them is an identifier: `facebookID` did
  /// not become `digitsID`, nor `syncID` `owner`.
  fileprivate func identifiesOther(than other: ModelProperty) -> Bool {
    if isIdentifier != other.isIdentifier {
      return NameDistance.between(name, other.name) * 2 > max(name.count, other.name.count)
    }
    guard let own = identified, let new = other.identified else { return false }
    return NameDistance.between(own, new) * 2 > max(own.count, new.count)
  }

  fileprivate func hasSameType(as other: ModelProperty, pairing: ModelPairing) -> Bool {
    switch (kind, other.kind) {
    case (.attribute(let old), .attribute(let new)):
      return old.type == new.type && !old.certainty.isUnknown && !new.certainty.isUnknown
        && old.mayBecome(new)
    case (.relationship(let old), .relationship(let new)):
      let target = pairing.pair(from: old.destination)?.destination.name
      return target == new.destination && old.isToMany == new.isToMany
    default: return false
    }
  }
}
