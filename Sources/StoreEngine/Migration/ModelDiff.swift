public import StoreModel

/// Compares two models the way a migration from one to the other would see them.
///
/// The consequences follow the decision table of Documentation/Format/MigrationRules.md, 2.2; a row
/// of that table that Apple does not document is carried as inferred.
public enum ModelDiff {
  /// Every difference, sorted by entity, then property, then kind of change.
  public static func differences(
    from source: DataModel, to destination: DataModel
  ) -> [ModelDifference] {
    compare(from: source, to: destination).differences
  }

  /// The differences together with the pairing they rest on and what could not be compared.
  ///
  /// - Parameters:
  ///   - sourceHashes: the hashes of `source`, when they are known already.
  ///   - destinationHashes: likewise for `destination`.
  public static func compare(
    from source: DataModel, to destination: DataModel, sourceHashes: ModelHashes? = nil,
    destinationHashes: ModelHashes? = nil
  ) -> ModelComparison {
    guard sourceHashes == nil, destinationHashes == nil else {
      return compared(source, destination, sourceHashes, destinationHashes)
    }
    return memo.answer(of: source, destination) { compared(source, destination, nil, nil) }
  }

  private static let memo = ModelMemo<ModelComparison>()

  private static func compared(
    _ source: DataModel, _ destination: DataModel, _ sourceHashes: ModelHashes?,
    _ destinationHashes: ModelHashes?
  ) -> ModelComparison {
    var comparer = ModelComparer(
      source: source, destination: destination,
      pairing: ModelPairing(
        from: source, to: destination, sourceHashes: sourceHashes ?? ModelHashes(of: source),
        destinationHashes: destinationHashes ?? ModelHashes(of: destination)))
    comparer.compare()
    var comparison = ModelComparison(
      pairing: comparer.pairing, differences: comparer.differences.sorted(by: ModelDiff.precedes),
      undecided: comparer.undecided)
    comparison.markLosses(from: source, to: destination)
    for index in comparison.differences.indices {
      comparison.differences[index].hint = comparison.differences[index].hint.map(
        destination.advice)
    }
    return comparison
  }

  private static func precedes(_ left: ModelDifference, _ right: ModelDifference) -> Bool {
    if left.entity != right.entity { return left.entity.codePointsPrecede(right.entity) }
    let (first, second) = (left.property ?? "", right.property ?? "")
    if first != second { return first.codePointsPrecede(second) }
    // Renames before what else happened to a thing; the order of the JSON contract otherwise.
    let order = ModelDifference.Change.allCases
    return order.firstIndex(of: left.change) ?? 0 < order.firstIndex(of: right.change) ?? 0
  }
}

/// The result of comparing two models.
public struct ModelComparison: Sendable {
  /// What continues as what.
  public var pairing: ModelPairing
  /// Sorted by entity, then property, then kind of change.
  public var differences: [ModelDifference]
  /// Properties whose comparison would rest on an unknown fact.
  public var undecided: [UndecidedProperty]

  /// The worst consequence of the differences; what is undecided is not counted.
  public var consequence: MigrationConsequence { differences.consequence }
}

/// A property that could not be compared.
public struct UndecidedProperty: Sendable, Hashable {
  /// In the newer version.
  public var entity: String
  /// In the newer version.
  public var property: String
  /// What is not known.
  public var reason: String

  /// `Note.body: AttributedString`.
  public var text: String { "\(entity).\(property): \(reason)" }
}

/// Why a rule of the decision table is not certain.
enum RuleBasis {
  static let analysis = Certainty.inferred(
    "a rule from analyses of Core Data's behaviour, not from Apple's documentation")
  static let reports = Certainty.inferred(
    "a rule from developers' reports, not from Apple's documentation")
  static let disputed = Certainty.inferred(
    "published courses do it in a custom stage; analyses of Core Data's behaviour expect 134140")
  static let unverified = Certainty.inferred("our assumption; unconfirmed")
}

/// One comparison in progress. The parts are in the files named after what they compare.
struct ModelComparer {
  let source: DataModel
  let destination: DataModel
  let pairing: ModelPairing
  var differences: [ModelDifference] = []
  var undecided: [UndecidedProperty] = []
  /// The names of the properties of what was removed and what was added, by entity.
  var removedNames: [String: Set<String>] = [:]
  var addedNames: [String: Set<String>] = [:]
  /// The names of entities that others inherit from, in either model.
  var parents: Set<String> = []
  /// A guess compares all that is gone with all that is new; past so many pairs none is made.
  private static let mostGuesses = 1_000_000
  var canGuess: Bool { pairing.removed.count * pairing.added.count <= Self.mostGuesses }

  mutating func compare() {
    parents = Set((source.entities + destination.entities).compactMap(\.superentity))
    for entity in pairing.removed {
      removedNames[entity.name] = Set(source.storedProperties(of: entity).map(\.name))
    }
    for entity in pairing.added {
      addedNames[entity.name] = Set(destination.storedProperties(of: entity).map(\.name))
    }
    for entity in pairing.added { addEntity(entity) }
    for entity in pairing.removed { removeEntity(entity) }
    for duplicate in pairing.duplicates { report(duplicate) }
    for pair in pairing.entities {
      compareEntity(pair)
      for property in pair.properties where isReported(property, in: pair) {
        compareProperty(property, in: pair)
      }
      for property in pair.removed where isReported(removed: property, in: pair) {
        if !pair.added.contains(where: property.isOtherKind) { remove(property, in: pair) }
      }
      for property in pair.added where isReported(added: property, in: pair) {
        if let old = pair.removed.first(where: property.isOtherKind) {
          changeKind(old, property, entity: pair.destination.name)
        } else {
          add(property, in: pair)
        }
      }
    }
  }

  /// An inherited property is reported with the entity that declares it, if that has a counterpart.
  private func isReported(_ property: ModelPairing.PropertyPair, in pair: ModelPairing.EntityPair)
    -> Bool
  {
    if property.destination.declaredBy == pair.destination.name { return true }
    if property.source.declaredBy == pair.source.name { return true }
    guard let declaring = pairing.pair(to: property.destination.declaredBy) else { return true }
    return !source.lineage(of: pair.source).contains { $0.name == declaring.source.name }
  }

  private func isReported(removed property: ModelProperty, in pair: ModelPairing.EntityPair) -> Bool
  {
    if property.declaredBy == pair.source.name { return true }
    // Inherited from an entity that is still an ancestor: reported there.
    guard let declaring = pairing.pair(from: property.declaredBy) else { return true }
    return !destination.lineage(of: pair.destination).contains {
      $0.name == declaring.destination.name
    }
  }

  private func isReported(added property: ModelProperty, in pair: ModelPairing.EntityPair) -> Bool {
    if property.declaredBy == pair.destination.name { return true }
    guard let declaring = pairing.pair(to: property.declaredBy) else { return true }
    return !source.lineage(of: pair.source).contains { $0.name == declaring.source.name }
  }

  private mutating func compareProperty(
    _ property: ModelPairing.PropertyPair, in pair: ModelPairing.EntityPair
  ) {
    reportMove(of: property, in: pair)
    let entity = pair.destination.name
    switch (property.source.kind, property.destination.kind) {
    case (.attribute(let old), .attribute(let new)): compareAttribute(old, new, entity: entity)
    case (.relationship(let old), .relationship(let new)): compareRelationship(old, new, pair: pair)
    default: break
    }
  }

  private mutating func changeKind(_ old: ModelProperty, _ new: ModelProperty, entity: String) {
    var difference = ModelDifference(
      entity: entity, property: new.name, change: .typeChanged, from: old.text, to: new.text,
      migration: .custom,
      why: "an attribute cannot be inferred into a relationship, nor a relationship into one",
      hint: "give the new property another name and connect the objects in a custom stage",
      certainty: RuleBasis.disputed, location: new.location)
    difference.isChangeOfKind = true
    differences.append(difference)
  }

  private mutating func report(_ duplicate: ModelPairing.DuplicateIdentifier) {
    let names = duplicate.names.quotedList(separator: " and ")
    let side = duplicate.side == .source ? "older" : "newer"
    differences.append(
      ModelDifference(
        entity: duplicate.entity ?? duplicate.names.first ?? "",
        property: duplicate.entity == nil ? nil : duplicate.names.first,
        change: duplicate.entity == nil ? .entityRenamed : .attributeRenamed,
        from: duplicate.identifier, to: duplicate.names.joined(separator: ", "),
        migration: .impossible,
        why: "in the \(side) model \(names) carry the same renaming identifier "
          + "'\(duplicate.identifier)', so inference refuses the models",
        hint: "keep the original name on one of them only", affectsHash: false))
  }
}

extension ModelProperty {
  /// An attribute under the name of a relationship, or a relationship under that of an attribute.
  fileprivate func isOtherKind(_ other: ModelProperty) -> Bool {
    identifier == other.identifier && isRelationship != other.isRelationship
  }

  /// What it is, in words.
  fileprivate var text: String { "\(isRelationship ? "relationship" : "attribute"), \(summary)" }
}
