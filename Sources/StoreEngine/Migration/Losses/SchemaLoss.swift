public import StoreModel

/// Something the newer version of a step has no place for, so that the schema drops it whatever the
/// closures of the stage did with it before: Core Data migrates without a word.
public struct SchemaLoss: Sendable, Hashable {
  /// What is lost.
  public enum Kind: String, Sendable, Hashable {
    /// All rows of an entity that is gone.
    case rows
    case values
    case links
    /// Numbers that the newer type cannot hold.
    case conversion
  }

  /// A newer thing that looks like the one that is gone.
  public struct Rename: Sendable, Hashable {
    /// `Note.heading`, or `Memo` for a class.
    public var name: String
    /// The line that keeps the data.
    public var cure: String
    /// Whether only the looks say so, and no name that the newer version has for it.
    public var isGuess = true
  }

  /// The stage's name.
  public var stage: String
  /// What is lost.
  public var kind: Kind
  /// The name in the older version.
  public var entity: String
  /// `title`, or `address.street` for a field of a composite; nil when the entity itself goes.
  public var property: String?
  /// The other end of a relationship both ends of which go.
  public var inverse: String?
  /// Entities whose own rows lose it, in the older version; sorted.
  public var members: [String]
  /// What was probably meant, where something new looks like it.
  public var rename: Rename?
  /// The newer version's name.
  public var newer: String
  /// Whether the newer version is Swift source, and not a model file.
  public var isSwift: Bool
  /// Why it goes, when not because the newer version has none: half a sentence.
  public var why: String?
  /// What the newer version pairs in its stead, where it has the same name: the renaming identifier that the
  /// older one has.
  package var identifier: String?
  /// Whether it goes because the newer version has a relationship of its name.
  package var becomesRelationship = false
  /// Filters of a mapping model: the rows that go are those that none of them takes. Nil for all rows.
  package var filters: [String]?
  /// The newer type of what is converted.
  package var newType: AttributeType?
  /// The older one.
  package var oldType: AttributeType?
  /// Where the newer version shows it: the place a person would change, then what encloses it.
  public var places: [Location]
  /// Whether it is lost on a way back to an older version.
  public var isBackwards = false
  /// Where code of the plan that runs before it goes reads it, and so may carry it on; nil when none is
  /// known to.
  public var reader: Location?
  /// Whether nobody has seen yet what the code that reads it does with it.
  public var isForecast = false
  /// Rows of the class that looks like its new name, when that code has made some; nil when none were
  /// counted.
  public var made: Int64?
  /// The property in which every row that had a value has the same one afterwards; nil where there is none,
  /// or nobody looked.
  public var carriedTo: String?
  /// Whether code made all rows anew, so that their values were held against each other without the rows.
  package var isCarriedAnew = false
  /// What a store has of it; nil when nobody counted.
  public var count: Int64?
  /// What the store had of it before the stage's own code ran; nil when none ran.
  public var had: Int64?
  /// How many of its values lie in files beside the store; nil when nobody counted.
  public var files: Int64?

  /// `Note` or `Note.title`.
  public var path: String { property.map { "\(entity).\($0)" } ?? entity }

  /// What a step drops, sorted by path.
  package static func all(of step: MigrationStep, _ comparison: ModelComparison) -> [SchemaLoss] {
    if let mapping = step.mapping { return MappingLosses(step, mapping).all }
    var finder = SchemaLossFinder(step: step, comparison: comparison)
    finder.find()
    return finder.losses.map { loss in
      var loss = loss
      loss.members = Set(loss.members).sorted()
      loss.isBackwards = step.isBackwards
      // What came later is no new name of anything.
      if step.isBackwards { loss.rename = nil }
      return loss
    }.sorted { $0.path.codePointsPrecede($1.path) }
  }

  /// What the steps of a path drop, stage by stage.
  public static func all(of path: MigrationPath) -> [SchemaLoss] {
    path.steps.flatMap { all(of: $0, ModelDiff.compare(from: $0.from, to: $0.to)) }
  }
}

extension MigrationStep {
  /// Whether the versions show that what a difference names is not what it looks like under a new name:
  /// one has both of them, or one in between has neither.
  package func isNoRename(_ difference: ModelDifference) -> Bool {
    // One name in both is one thing: only its renaming identifiers differ.
    guard let origin = difference.probableOrigin,
      origin != difference.property ?? difference.entity
    else { return false }
    func names(_ model: DataModel) -> Set<String>? {
      guard let property = difference.property else {
        return Set(model.entities.map(\.name)).intersection([difference.entity, origin])
      }
      guard let entity = model.entity(named: difference.entity) else { return nil }
      return Set(model.storedProperties(of: entity).map(\.name)).intersection([property, origin])
    }
    return others.contains { names($0)?.count == 2 } || between.contains { names($0)?.count == 0 }
  }
}

/// What is new in an entity, by what it may have been.
private struct Additions {
  private var byName: [String: ModelProperty] = [:]
  private var byOrigin: [String: ModelProperty] = [:]

  init(_ pair: ModelPairing.EntityPair, _ origins: [String: [(origin: String, property: String)]]) {
    guard !pair.removed.isEmpty else { return }
    for added in pair.added {
      for name in [added.name, added.identifier] where byName[name] == nil { byName[name] = added }
    }
    let named = Dictionary(keepingFirst: pair.added.map { ($0.name, $0) })
    for entity in Set([pair.destination.name] + pair.added.map(\.declaredBy)) {
      for (origin, property) in origins[entity] ?? [] {
        guard let added = named[property],
          [pair.destination.name, added.declaredBy].contains(entity)
        else { continue }
        if byOrigin[origin].map({ $0.name.codePointsPrecede(added.name) }) ?? false { continue }
        byOrigin[origin] = added
      }
    }
  }

  func successor(of name: String) -> ModelProperty? { byName[name] ?? byOrigin[name] }
}

/// Finds what one step drops.
private struct SchemaLossFinder {
  let step: MigrationStep
  let comparison: ModelComparison
  var losses: [SchemaLoss] = []
  private var additions: Additions?
  /// Places in `losses`, by kind and path.
  private var known: [String: Int] = [:]
  /// Names of entities that still have rows of their own or of subentities.
  private let survivors: Set<String>
  /// What is new and was probably something else before: by entity, the origin and the new name.
  private let origins: [String: [(origin: String, property: String)]]
  /// By the class it probably was: the new one.
  private let successors: [String: ModelDifference]

  init(step: MigrationStep, comparison: ModelComparison) {
    self.step = step
    self.comparison = comparison
    survivors = Set(
      comparison.pairing.entities.lazy.map(\.source).filter { !$0.isAbstract }
        .flatMap { step.from.lineage(of: $0).map(\.name) })
    let guesses = comparison.differences.filter { $0.probableOrigin != nil && !step.isNoRename($0) }
    origins = Dictionary(grouping: guesses.filter { $0.property != nil }, by: \.entity)
      .mapValues { $0.map { ($0.probableOrigin ?? "", $0.property ?? "") } }
    successors = Dictionary(
      keepingFirst: guesses.filter { $0.change == .entityAdded }.map {
        ($0.probableOrigin ?? "", $0)
      })
  }

  private var pairing: ModelPairing { comparison.pairing }
  private var isSwift: Bool { step.to.source == .swift }

  mutating func find() {
    for entity in pairing.removed where !entity.isAbstract { addEntity(entity) }
    for pair in pairing.entities where !pair.source.isAbstract {
      additions = Additions(pair, origins)
      for property in pair.removed { addProperty(property, pair) }
      for property in pair.properties { addParts(property, pair) }
    }
  }

  private mutating func addEntity(_ entity: Entity) {
    let successor = successors[entity.name]
    let cure =
      isSwift
      ? "keep the class's name '\(entity.name)' in the schema, with a typealias for the app's code: "
        + "SwiftData has no original name for classes"
      : "set the renaming identifier '\(entity.identifier)' on '\(successor?.entity ?? "")'"
    losses.append(
      SchemaLoss(
        stage: step.name, kind: .rows, entity: entity.name, members: [entity.name],
        rename: successor.map { successor in
          let named = step.to.entity(named: successor.entity)?.identifier == entity.name
          return SchemaLoss.Rename(name: successor.entity, cure: cure, isGuess: !named)
        },
        newer: step.to.name, isSwift: isSwift, identifier: entity.identifier,
        places: places(successor?.location)))
  }

  private func places(_ first: Location?, in entity: Entity? = nil) -> [Location] {
    [first, entity?.location, step.to.location, step.location].compactMap { $0 }
  }

  /// Adds a loss, or its rows to the same loss of a superentity or subentity.
  private mutating func add(_ loss: SchemaLoss) {
    let key = "\(loss.kind) \(loss.path)"
    guard let same = known[key] else {
      known[key] = losses.count
      return losses.append(loss)
    }
    losses[same].members += loss.members
  }

  private mutating func addProperty(_ property: ModelProperty, _ pair: ModelPairing.EntityPair) {
    switch property.kind {
    case .attribute(let attribute):
      // What the store computes is nobody's data.
      guard attribute.derivation == nil else { return }
      var loss = self.loss(.values, property, pair)
      if pair.added.contains(where: { $0.isRelationship && $0.identifier == property.identifier }) {
        loss.why = "it becomes a relationship"
        loss.becomesRelationship = true
      }
      add(loss)
    case .relationship(let relationship):
      // Else the links go with the rows.
      guard survivors.contains(relationship.destination) else { return }
      var loss = self.loss(.links, property, pair)
      if let inverse = relationship.inverse,
        let other = step.from.entity(named: relationship.destination).flatMap({ entity in
          step.from.storedProperties(of: entity).first { $0.name == inverse }
        })
      {
        let opposite = pairing.pair(from: relationship.destination)
        if opposite?.properties.contains(where: { $0.source.name == inverse }) == true {
          // The other end still has the links.
          return
        }
        let path = "\(other.declaredBy).\(inverse)"
        guard isFirst(property, of: relationship, other, path) else { return }
        loss.inverse = path == loss.path ? nil : path
      }
      add(loss)
    }
  }

  /// Of two ends that go, the one that is told of: the to-one end, where there is one.
  private func isFirst(
    _ property: ModelProperty, of relationship: Relationship, _ other: ModelProperty, _ path: String
  ) -> Bool {
    guard case .relationship(let back) = other.kind else { return true }
    if relationship.isToMany != back.isToMany { return !relationship.isToMany }
    let own = "\(property.declaredBy).\(property.name)"
    return own == path || own.codePointsPrecede(path)
  }

  private func loss(
    _ kind: SchemaLoss.Kind, _ property: ModelProperty, _ pair: ModelPairing.EntityPair
  ) -> SchemaLoss {
    let (rename, place) = self.rename(of: property, pair)
    return SchemaLoss(
      stage: step.name, kind: kind, entity: property.declaredBy, property: property.name,
      members: [pair.source.name], rename: rename, newer: step.to.name,
      isSwift: isSwift, identifier: property.identifier, places: places(place, in: pair.destination)
    )
  }

  /// The newer property that was probably meant to continue one that goes.
  private func rename(
    of property: ModelProperty, _ pair: ModelPairing.EntityPair
  ) -> (SchemaLoss.Rename?, Location?) {
    guard let successor = additions?.successor(of: property.name),
      successor.isRelationship == property.isRelationship
    else {
      return (nil, nil)
    }
    let name = "\(successor.declaredBy).\(successor.name)"
    let macro = property.isRelationship ? "@Relationship" : "@Attribute"
    let cure =
      isSwift
      ? "write '\(macro)(originalName: \"\(property.identifier)\")' at '\(name)'"
      : "set the renaming identifier '\(property.identifier)' on '\(name)'"
    let isNamed = [successor.name, successor.identifier].contains(property.name)
    return (SchemaLoss.Rename(name: name, cure: cure, isGuess: !isNamed), successor.location)
  }

  /// Why none of an enum's values goes on, where it is kept in another way: its columns have no names that
  /// anybody has written.
  private func storageChange(
    of old: Attribute, to new: Attribute, keepsNothing: Bool
  ) -> String? {
    guard keepsNothing, old.userInfo["EnumType"] != nil else { return nil }
    let newer = "\(step.to.inSentence) keeps"
    guard new.userInfo["EnumType"] != nil else { return "\(newer) no enum in it, but a struct" }
    return switch (old.isCaseByCase, new.isCaseByCase) {
    case (false, true): "\(newer) the enum's case, no longer its raw value"
    case (true, false): "\(newer) the enum's raw value, no longer its case"
    case (true, true): "\(newer) an enum in it that has none of its cases"
    case (false, false): nil
    }
  }

  /// Fields of a composite that go, and numbers that do not fit.
  private mutating func addParts(
    _ property: ModelPairing.PropertyPair, _ pair: ModelPairing.EntityPair
  ) {
    guard case .attribute(let old) = property.source.kind,
      case .attribute(let new) = property.destination.kind, old.derivation == nil
    else { return }
    var loss = SchemaLoss(
      stage: step.name, kind: .values, entity: property.source.declaredBy,
      members: [pair.source.name], newer: step.to.name, isSwift: isSwift,
      places: places(property.destination.location, in: pair.destination))
    if old.type == .composite, new.type == .composite {
      let fields = ModelPairing.fields(from: old, to: new)
      guard !fields.removed.isEmpty else { return }
      if let why = storageChange(of: old, to: new, keepsNothing: fields.pairs.isEmpty) {
        loss.property = old.name
        loss.why = why
        return add(loss)
      }
      for field in fields.removed {
        loss.property = "\(old.name).\(field.path)"
        if old.isCaseByCase {
          loss.why = "the enum has no case '\(field.path)' in \(step.to.inSentence)"
        }
        add(loss)
      }
    } else if NumericFit.canLose(from: old.type, to: new.type) {
      loss.kind = .conversion
      loss.newType = new.type
      loss.oldType = old.type
      loss.property = old.name
      loss.why = "\(new.type.name) cannot hold every \(old.type.name)"
      add(loss)
    }
  }
}
