internal import StoreModel

extension ModelComparer {
  mutating func compareAttribute(_ old: Attribute, _ new: Attribute, entity: String) {
    let certainty = new.certainty.weaker(old.certainty)
    if old.name != new.name { renameAttribute(old, new, entity: entity, certainty: certainty) }
    if certainty.isUnknown {
      if let change = likelyTypeChange(old, new) { differences.append(change.at(entity, new.name)) }
      undecided.append(
        UndecidedProperty(entity: entity, property: new.name, reason: certainty.reason ?? ""))
    } else if old.type == .composite && new.type == .composite {
      compareFields(old, new, entity: entity)
    } else {
      compareValue(old, new, entity: entity, path: new.name)
    }
    compareSettings(old, new, entity: entity)
  }

  /// Another Swift type whose storage is not known is probably stored in another way.
  private func likelyTypeChange(_ old: Attribute, _ new: Attribute) -> ModelDifference? {
    guard let from = old.bareSwiftType, let to = new.bareSwiftType, from != to else { return nil }
    var difference = ModelDifference(
      entity: "", change: .typeChanged, from: from, to: to, migration: .custom,
      why: "values are probably stored in another way, which no inference converts",
      hint: "give the new attribute another name, copy the values in a custom stage, "
        + "and drop the old one in the next version", location: new.location)
    let unknown = new.certainty.isUnknown ? to : from
    difference.certainty = .inferred("how '\(unknown)' is stored is not known")
    return difference
  }

  /// Type, optionality and storage of one stored value: an attribute or a field of a composite.
  mutating func compareValue(
    _ old: Attribute, _ new: Attribute, entity: String, path: String
  ) {
    var found: [ModelDifference] = []
    if let open = [new, old].lazy.compactMap(\.assumption).first, old.type != new.type {
      found.append(TypeChange(from: old, to: new).unknown(because: open))
    } else if old.type != new.type {
      found.append(TypeChange(from: old, to: new).difference)
    }
    if let change = unreadable(old, new) {
      differences.append(change.at(entity, path))
    }
    if old.isOptional != new.isOptional { found.append(optionality(old, new)) }
    let certainty = new.certainty.weaker(old.certainty)
    let isDerived = old.derivation != nil && new.derivation != nil
    for index in found.indices {
      found[index].certainty = found[index].certainty.weaker(certainty)
      found[index].affectsHash = !isDerived
    }
    if old.allowsExternalStorage != new.allowsExternalStorage {
      found.append(externalStorage(old, new))
    }
    differences += found.map { $0.at(entity, path) }
  }

  private mutating func renameAttribute(
    _ old: Attribute, _ new: Attribute, entity: String, certainty: Certainty
  ) {
    var difference = ModelDifference(
      entity: entity, property: new.name, change: .attributeRenamed, from: old.name, to: new.name,
      why: "the renaming identifier '\(new.renamingIdentifier ?? new.name)' pairs them, "
        + "so the values are kept", certainty: certainty.isUnknown ? .certain : certainty,
      affectsHash: new.type != .composite && new.derivation == nil, location: new.location)
    if let leaf = new.elements.first, new.elements.count == 1, leaf.name == new.name {
      // An enum's single field is named after the property, and has no original name of its own.
      difference.affectsHash = true
      difference.certainty = .inferred(
        "the field of an enum is named after its property; whether its values follow is not known")
    }
    differences.append(difference)
  }

  func optionality(_ old: Attribute, _ new: Attribute) -> ModelDifference {
    var difference = ModelDifference(
      entity: "", change: .optionalityChanged,
      from: old.isOptional ? "optional" : "required", to: new.isOptional ? "optional" : "required",
      why: "every value that is there fits an optional attribute", location: new.location)
    guard !new.isOptional else { return difference }
    if new.defaultValue != nil {
      difference.why = "rows without a value get the default"
    } else {
      difference.migration = .dataDependent
      difference.why = "rows without a value make the migration fail (134110): there is no default"
      difference.hint =
        "give it a default value in the model, or fill it in a custom stage while it is optional"
      difference.certainty = RuleBasis.reports
    }
    return difference
  }

  private func externalStorage(_ old: Attribute, _ new: Attribute) -> ModelDifference {
    var difference = ModelDifference(
      entity: "", change: .storageChanged, from: old.allowsExternalStorage ? "external" : "inline",
      to: new.allowsExternalStorage ? "external" : "inline",
      why: "values stay where they are until they are written again", location: new.location)
    difference.certainty = RuleBasis.analysis
    if old.allowsExternalStorage {
      difference.migration = .custom
      difference.why = "external files cannot be moved into the store by inference"
      difference.hint = "keep external storage, or copy the data to a new attribute"
      difference.certainty = .inferred(
        "from analyses of Core Data's behaviour; a widely read list says the opposite")
    }
    return difference
  }

  /// What does not decide over rows: default, deletion history, derivation, transformer, modifier.
  private mutating func compareSettings(_ old: Attribute, _ new: Attribute, entity: String) {
    func add(
      _ change: ModelDifference.Change, from: String?, to: String?, why: String,
      affectsHash: Bool = true
    ) {
      differences.append(
        ModelDifference(
          entity: entity, property: new.name, change: change, from: from, to: to, why: why,
          affectsHash: affectsHash, location: new.location))
    }
    if !new.hasSameDefault(as: old) {
      add(
        .defaultChanged, from: old.defaultValue?.text, to: new.defaultValue?.text,
        why: "only new objects take it; rows keep their values", affectsHash: false)
    }
    if old.preservesValueOnDeletion != new.preservesValueOnDeletion {
      // With external storage the hash input is the same byte, whichever option is set.
      add(
        .storageChanged, from: old.preservesValueOnDeletion ? "kept when deleted" : nil,
        to: new.preservesValueOnDeletion ? "kept when deleted" : nil,
        why: "it concerns deletions from now on")
    }
    if old.derivation != new.derivation {
      add(
        .storageChanged, from: old.derivation.map { "derived: \($0)" } ?? "stored",
        to: new.derivation.map { "derived: \($0)" } ?? "stored",
        why: new.derivation == nil
          ? "the last derived values stay as stored ones" : "the values are computed by the store")
    }
    if old.type == new.type, old.type == .transformable,
      old.valueTransformerName != new.valueTransformerName
    {
      add(
        .storageChanged, from: old.valueTransformerName, to: new.valueTransformerName,
        why: "stored values stay as the old transformer wrote them; the new one has to read them",
        affectsHash: false)
    }
    compareHashModifiers(old.hashModifier, new.hashModifier, entity, new.name, new.location)
  }
}

extension ModelComparer {
  /// A stored value that is new in an entity that may have rows.
  func addition(of attribute: Attribute) -> ModelDifference {
    var difference = ModelDifference(
      entity: "", property: attribute.name, change: .attributeAdded, to: attribute.summary,
      why: "rows get no value", certainty: attribute.certainty, location: attribute.location)
    if attribute.derivation != nil {
      difference.why = "the values are computed by the store"
    } else if attribute.type == .composite {
      let required = attribute.leaves.first { !$0.isOptional && $0.defaultValue == nil }
      if attribute.isOptional {
        guard let value = attribute.defaultValue else { return difference }
        difference.why =
          "rows that exist get no value; the default \(value.text) is of new rows alone"
        difference.certainty = RuleBasis.reports.weaker(attribute.certainty)
        return difference
      }
      difference.migration = .dataDependent
      difference.certainty = RuleBasis.reports.weaker(attribute.certainty)
      // No closure runs before a required column refuses the rows.
      difference.hint =
        required == nil ? "make it optional, or fill it in a custom stage" : "make it optional"
      difference.why =
        required.map { "rows have no value for the required field '\($0.name)' (134110)" }
        ?? "its default is not written to existing rows; the app crashes when it reads such a row"
    } else if let value = attribute.defaultValue {
      difference.why = "existing rows get the default \(value.text)"
      if case .expression = value {
        difference.certainty = RuleBasis.unverified.weaker(attribute.certainty)
      }
    } else if attribute.isOptional {
      return difference
    } else {
      difference.migration = .dataDependent
      difference.why =
        "it is required and has no default in the model, so any existing row makes the migration "
        + "fail (134110)"
      difference.hint =
        "declare a default at the property (one in init does not count), or make it optional"
      difference.certainty = RuleBasis.reports.weaker(attribute.certainty)
    }
    return difference
  }
}

extension ModelProperty {
  /// Whether it is an attribute that rows need a value of, and nothing gives them one.
  var demandsNewValue: Bool {
    if case .attribute(let attribute) = kind { attribute.demandsNewValue } else { false }
  }

  /// Whether it is an attribute that rows just have no value of.
  var isEmptyWhereNew: Bool {
    guard case .attribute(let attribute) = kind, attribute.type != .composite else { return false }
    return attribute.isOptional && attribute.defaultValue == nil && attribute.derivation == nil
  }
}

extension Attribute {
  /// Whether rows have no value where it is new, and no default gives them one.
  var demandsNewValue: Bool {
    !isOptional && defaultValue == nil && derivation == nil && type != .composite
  }
}

extension ModelDifference {
  /// The same, of another property.
  func at(_ entity: String, _ property: String) -> ModelDifference {
    var moved = self
    (moved.entity, moved.property) = (entity, property)
    return moved
  }
}

extension Attribute {
  /// The Swift type without `?` and without what its names are nested in: two versions may declare
  /// one enum each.
  var bareSwiftType: String? {
    guard var text = swiftType?.filter({ $0 != " " }) else { return nil }
    if text.hasPrefix("Optional<"), text.hasSuffix(">") {
      text = String(text.dropFirst("Optional<".count).dropLast())
    }
    while let last = text.last, "?!".contains(last) { text.removeLast() }
    var bare = ""
    var word = ""
    for character in text {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        if character != "." { bare += word + String(character) }
        word = ""
      }
    }
    return bare + word
  }
}
