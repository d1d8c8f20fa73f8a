internal import StoreModel

/// Makes the rows of one entity, one after the other.
struct EntityRows {
  let plan: StoreWriter.EntityPlan
  private(set) var notes: [String] = []

  private let writer: StoreWriter
  private let population: Population
  private let seed: UInt64
  private let firstKey: Int64
  /// Properties in which some rows are to be equal.
  private let repeated: Set<String>
  /// Whether what is deleted with its owner always has one.
  private let givesOwners: Bool
  private var makers: [Maker] = []
  /// Places whose values a relationship's maker fills in.
  private var cases: [String: (places: [Int], names: [String])] = [:]

  private enum Maker {
    /// - Parameter groups: of the optional structs around it; with any of them it is left out.
    case attribute(place: Int, AttributeValues, groups: [UInt64], isRepeated: Bool)
    /// One of several columns gets the name of the case.
    case enumeration(
      places: [Int], names: [String], isOptional: Bool, salt: UInt64, isRepeated: Bool)
    case toOne(ToOne)
  }

  /// A class like `AttributeValues`, since both are used for every row and are costly to copy.
  final class ToOne {
    let place: Int
    let companion: Int?
    let order: (place: Int, counter: OrderCounter)?
    /// Where the destination's keys are looked up.
    let destination: String
    let keys: ClosedRange<Int64>
    let choice: Choice
    let isOptional: Bool
    let salt: UInt64
    var isRepeated = false

    init(
      place: Int, companion: Int?, order: (place: Int, counter: OrderCounter)?,
      destination: String, keys: ClosedRange<Int64>, choice: Choice, isOptional: Bool, salt: UInt64
    ) {
      self.place = place
      self.companion = companion
      self.order = order
      self.destination = destination
      self.keys = keys
      self.choice = choice
      self.isOptional = isOptional
      self.salt = salt
    }
  }

  enum Choice {
    /// Most rows pick at random, many the second, none the first.
    case skewed
    /// A row of the same entity with a lower key.
    case older
    /// Row by row the next one, at most so often.
    case roundRobin(limit: Int)
    /// The partner in a one-to-one relationship.
    case pair(sources: ClosedRange<Int64>)
    /// Partners within one entity that point at each other.
    case neighbours
  }

  init(
    _ entity: NumberedEntity, writer: StoreWriter, population: Population, seed: UInt64,
    givesOwners: Bool = false, repeated: Set<String> = []
  ) throws {
    self.givesOwners = givesOwners
    self.writer = writer
    self.population = population
    self.repeated = repeated
    self.seed = seed ^ SplitMix.hash(entity.name)
    plan = try writer.plan(for: entity.name)
    firstKey = population.firstKey(of: entity)
    let unique = UniqueProperties(entity, layout: writer.layout)
    for (place, column) in plan.columns.enumerated() {
      switch column.role {
      case .attribute(_, let path): addAttribute(path, place, entity: entity, unique: unique)
      case .toOne(_, let name): addToOne(name, column, place, entity: entity, unique: unique)
      case .inverseless(let source, let name): addInverseless(source, name, column, place)
      default: break
      }
    }
    for (name, found) in cases.sorted(by: { $0.key.codePointsPrecede($1.key) }) {
      let attribute = writer.layout.attribute(of: entity.name, [name])
      makers.append(
        .enumeration(
          places: found.places, names: found.names, isOptional: attribute?.isOptional ?? true,
          salt: SplitMix.hash(name), isRepeated: repeated.contains(name)))
    }
  }

  /// The entity's row `index`, as `StoreWriter.insertRow` takes it.
  func next(_ index: Int) throws -> [SQLiteValue] {
    var row = [SQLiteValue](repeating: .null, count: 3 + plan.columns.count)
    let key = firstKey + Int64(index)
    for maker in makers {
      switch maker {
      case .attribute(let place, let values, let groups, let isRepeated):
        let source = isRepeated ? Self.original(of: index) : index
        guard !groups.contains(where: { isLeftOut($0, source) }) else { continue }
        row[3 + place] = try writer.storedValue(
          values.value(source, key: key, seed: seed), values.attribute)
      case .enumeration(let places, let names, let isOptional, let salt, let isRepeated):
        let index = isRepeated ? Self.original(of: index) : index
        var random = SplitMix(seed: seed ^ salt ^ UInt64(index) &* 0x9E37_79B9)
        if isOptional && random.below(8) == 0 { continue }
        let chosen = index < names.count ? index : random.below(names.count)
        row[3 + places[chosen]] = .text(names[chosen])
      case .toOne(let toOne): fill(toOne, index, key: key, into: &row)
      }
    }
    return row
  }

  /// Every fifth row repeats the one before where rows are to be equal, beginning with the second.
  private static func original(of index: Int) -> Int { index % 5 == 1 ? index - 1 : index }

  /// Whether a row goes without an optional struct: all of its fields or none.
  private func isLeftOut(_ group: UInt64, _ index: Int) -> Bool {
    if group == Self.always { return true }
    var random = SplitMix(seed: seed ^ group ^ UInt64(index) &* 0x9E37_79B9)
    return index == 1 || index > 1 && random.below(4) == 0
  }

  private func fill(_ toOne: ToOne, _ index: Int, key: Int64, into row: inout [SQLiteValue]) {
    let index = toOne.isRepeated ? Self.original(of: index) : index
    var random = SplitMix(seed: seed ^ toOne.salt ^ UInt64(index) &* 0x9E37_79B9)
    guard let destination = choose(toOne, index, key: key, &random) else { return }
    row[3 + toOne.place] = .integer(destination)
    if let companion = toOne.companion {
      row[3 + companion] =
        population.entityNumber(of: destination, within: toOne.destination)
        .map(SQLiteValue.integer) ?? .null
    }
    if let order = toOne.order {
      row[3 + order.place] = .integer(order.counter.next(parent: destination))
    }
  }

  private func choose(_ toOne: ToOne, _ index: Int, key: Int64, _ random: inout SplitMix) -> Int64?
  {
    let keys = toOne.keys
    switch toOne.choice {
    case .skewed:
      if toOne.isOptional && (index == 3 || random.below(8) == 0) { return nil }
      guard keys.count > 3 else { return keys.upperBound }
      // The last of them is the only one's, the second that of many.
      if index == 2 { return keys.upperBound }
      if index < 2 || random.below(3) == 0 { return keys.lowerBound + 1 }
      return keys.lowerBound + 1 + Int64(random.below(keys.count - 2))
    case .older:
      // A tree: who follows the parents of any row comes to an end.
      let older = key - keys.lowerBound
      guard older > 0, !toOne.isOptional || random.below(6) != 0 else {
        return toOne.isOptional ? nil : keys.lowerBound
      }
      return keys.lowerBound + (random.below(3) == 0 ? 0 : Int64(random.below(Int(older))))
    case .roundRobin(let limit):
      guard index / keys.count < limit else { return nil }
      return keys.lowerBound + Int64(index % keys.count)
    case .pair(let sources):
      guard sources.contains(key) else { return nil }
      let place = key - sources.lowerBound
      // Both sides must leave the same pairs out, so only the place decides.
      if toOne.isOptional && place % 8 == 7 { return nil }
      return place < Int64(keys.count) ? keys.lowerBound + place : nil
    case .neighbours:
      let place = key - keys.lowerBound
      let partner = place % 2 == 0 ? place + 1 : place - 1
      return partner < Int64(keys.count) ? keys.lowerBound + partner : nil
    }
  }

  // MARK: Plans

  private mutating func addAttribute(
    _ path: [String], _ place: Int, entity: NumberedEntity, unique: UniqueProperties
  ) {
    guard let attribute = writer.layout.attribute(of: entity.name, path), let name = path.first
    else { return }
    // Triggers or the app fill these in.
    guard attribute.derivation == nil else { return }
    let top = writer.layout.attribute(of: entity.name, [name])
    if path.count == 2, let top, top.isEnumeration, top.elements.count > 1 {
      cases[name, default: ([], [])].places.append(place)
      cases[name, default: ([], [])].names.append(attribute.name)
      return
    }
    let full = path.joined(separator: ".")
    let (groups, isFieldOptional) = path.count == 1 ? ([], false) : self.groups(path, entity)
    var isOptional = path.count == 1 ? attribute.isOptional : isFieldOptional
    var chosen = attribute
    if let top, top.isEnumeration {
      // The element is always optional; whether the property is decides. Raw values that the
      // source does not tell can only be guessed from the default.
      isOptional = path.count == 2 ? top.isOptional : isOptional
      chosen.defaultValue = attribute.defaultValue ?? top.defaultValue
      if chosen.defaultValue == nil, chosen.rawValues.isEmpty {
        notes.append("the raw values of the enum '\(entity.name).\(name)' are not known; made up")
      }
    }
    let isUnique = unique.attributes.contains(full) || unique.attributes.contains(name)
    if isUnique, let last = attribute.lastUniqueKey, population.lastKey(of: entity) > last {
      notes.append(
        "'\(entity.name).\(full)' is unique but has few values; rows beyond them have none")
    }
    makers.append(
      .attribute(
        place: place,
        AttributeValues(
          chosen, isOptional: isOptional, isUnique: isUnique, isEnum: top?.isEnumeration ?? false,
          salt: SplitMix.hash(full), largeSize: writer.options.externalThreshold + 1),
        groups: top?.isEnumeration == true ? [] : groups,
        isRepeated: repeated.contains(full) || repeated.contains(name)))
  }

  /// The optional structs around a field, and whether the field itself may be left out.
  ///
  /// Within an optional struct every column is optional; only the field's type as written tells.
  private func groups(_ path: [String], _ entity: NumberedEntity) -> ([UInt64], Bool) {
    var groups: [UInt64] = []
    var isWithinOptional = false
    func isOptional(_ attribute: Attribute) -> Bool {
      // The column of an enum is optional in any case.
      let isOpen = isWithinOptional || attribute.userInfo["EnumType"] != nil
      return attribute.isOptional && (!isOpen || attribute.swiftType?.hasSuffix("?") == true)
    }
    for count in 1..<path.count {
      guard let group = writer.layout.attribute(of: entity.name, Array(path.prefix(count))),
        isOptional(group)
      else { continue }
      isWithinOptional = true
      groups.append(
        group.leaves.contains(where: \.hasUnreadableBytes)
          ? Self.always : SplitMix.hash(path.prefix(count).joined(separator: ".")))
    }
    let field = writer.layout.attribute(of: entity.name, path)
    return (groups, field.map(isOptional) ?? true)
  }

  /// A struct with a field nobody can make up is left out in every row.
  private static let always = UInt64.max

  private mutating func addToOne(
    _ name: String, _ column: StoreColumn, _ place: Int, entity: NumberedEntity,
    unique: UniqueProperties
  ) {
    let layout = writer.layout
    guard let relationship = layout.relationship(of: entity.name, name) else { return }
    guard let keys = population.keys(of: relationship.destination) else {
      if !relationship.isOptional {
        notes.append(
          "'\(entity.name).\(name)' is required, but '\(relationship.destination)' has no rows")
      }
      return
    }
    let back = relationship.inverse.flatMap {
      layout.relationship(of: relationship.destination, $0)
    }
    let choice = self.choice(
      relationship, back: back, keys: keys, isUnique: unique.toOnes.contains(name),
      entity: entity.name)
    // A pair is left out only when both sides allow it.
    let isOwned = givesOwners && back.map { $0.isToMany && $0.deleteRule == .cascade } ?? false
    let isOptional =
      relationship.isOptional && !isOwned && (back.map { $0.isToMany || $0.isOptional } ?? true)
    makers.append(
      .toOne(
        ToOne(
          place: place, companion: layout.companion(of: column).flatMap { plan.places[$0] },
          order: layout.orderColumn(for: column).flatMap { order in
            plan.places[order].map { ($0, writer.orderCounter(entity.table.sqlName, order)) }
          }, destination: relationship.destination, keys: keys, choice: choice,
          isOptional: isOptional, salt: SplitMix.hash(name))))
    if case .toOne(let toOne)? = makers.last { toOne.isRepeated = repeated.contains(name) }
  }

  private func choice(
    _ relationship: Relationship, back: Relationship?, keys: ClosedRange<Int64>, isUnique: Bool,
    entity: String
  ) -> Choice {
    if !isUnique, back?.isToMany ?? true, back?.minCount ?? 0 == 0, back?.maxCount ?? 0 <= 1,
      keys == population.keys(of: entity)
    {
      return .older
    }
    guard let back else { return isUnique ? .roundRobin(limit: 1) : .skewed }
    if back.isToMany {
      let limit = Population.limit(back, available: Int.max)
      let isFair = isUnique || back.minCount > 0 || back.maxCount > 1
      return isFair ? .roundRobin(limit: isUnique ? 1 : limit) : .skewed
    }
    if back.name == relationship.name && relationship.destination == back.destination {
      return .neighbours
    }
    guard let sources = population.keys(of: back.destination) else { return .skewed }
    return .pair(sources: sources)
  }

  private mutating func addInverseless(
    _ source: String, _ name: String, _ column: StoreColumn, _ place: Int
  ) {
    guard let keys = population.keys(of: source) else { return }
    let order = writer.layout.orderColumn(for: column).flatMap { order in
      plan.places[order].map { ($0, writer.orderCounter(plan.entity.table.sqlName, order)) }
    }
    makers.append(
      .toOne(
        ToOne(
          place: place, companion: nil, order: order, destination: source, keys: keys,
          choice: .skewed, isOptional: true, salt: SplitMix.hash("\(source).\(name)"))))
  }
}
