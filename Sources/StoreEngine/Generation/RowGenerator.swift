package import StoreModel

/// Fills a store with rows for every entity and every kind of relationship of its model, edge
/// cases included: the same seed and model always give the same store.
package struct RowGenerator: Sendable {
  package let seed: UInt64
  /// By entity, properties with equal rows: what becomes unique in a later version has duplicates.
  package var repeated: [String: Set<String>] = [:]

  /// Whether what is deleted with its owner always has one, as in an app; otherwise some rows have none.
  package var givesOwners = false

  package init(seed: UInt64 = 1) { self.seed = seed }

  /// Has rows repeat what a later version declares unique and the model of the store does not.
  package mutating func repeatWhatBecomesUnique(from model: DataModel, in later: [DataModel]) {
    // Most models have nothing unique, and pairing them takes long.
    for version in later
    where version.entities.contains(where: { !$0.uniquenessConstraints.isEmpty }) {
      for pair in ModelPairing(from: model, to: version).entities {
        let known = Set(pair.source.uniquenessConstraints.map(Set.init))
        for constraint in pair.destination.uniquenessConstraints {
          let old = constraint.compactMap { name in
            pair.properties.first { $0.destination.name == name }?.source.name
          }
          guard old.count == constraint.count, !known.contains(Set(old)) else { continue }
          repeated[pair.source.name, default: []].formUnion(old)
        }
      }
    }
  }

  /// What was made, for people and tests.
  package struct Summary: Sendable, Hashable {
    /// Rows of each concrete entity, without those of subentities.
    package var rows: [String: Int] = [:]
    /// Links of each join table, by `Entity.relationship` of the side that names it.
    package var links: [String: Int] = [:]
    /// What the model asks for and could not be made, one sentence each.
    package var notes: [String] = []
  }

  /// Shares out `count` rows evenly among the concrete entities and links them.
  ///
  /// - Parameter progress: is told every thousand rows how many there are.
  package func fill(
    _ writer: StoreWriter, rows count: Int, progress: ((_ done: Int) -> Void)? = nil
  ) throws -> Summary {
    var population = Population(writer.layout, rows: count)
    var summary = Summary()
    var done = 0
    for entity in writer.layout.entities where !entity.isAbstract {
      let made = population.count(of: entity)
      summary.rows[entity.name] = made
      guard made > 0 else { continue }
      let rows = try EntityRows(
        entity, writer: writer, population: population, seed: seed,
        givesOwners: givesOwners,
        repeated: Set(writer.layout.lineage(of: entity.name).flatMap { repeated[$0.name] ?? [] }))
      for index in 0..<made {
        var row = try rows.next(index)
        try writer.insertRow(rows.plan, &row)
        done += 1
        if done % 1000 == 0 { progress?(done) }
      }
      population.notes += rows.notes
    }
    for join in writer.layout.joinTables {
      let name = "\(join.owner).\(join.relationship)"
      summary.links[name] = try link(join, writer: writer, population: &population)
    }
    summary.notes = population.notes
    return summary
  }

  /// The first object has none, the second many (also itself), the third one, others up to three.
  private func link(
    _ join: JoinTable, writer: StoreWriter, population: inout Population
  ) throws -> Int {
    let layout = writer.layout
    guard !join.isOwnInverse else {
      population.notes.append(
        "'\(join.owner).\(join.relationship)' is its own inverse; how its links are stored is not "
          + "known, so there are none")
      return 0
    }
    guard let forward = layout.relationship(of: join.owner, join.relationship),
      let back = layout.relationship(of: join.other, join.inverse),
      let owners = population.keys(of: join.owner), let others = population.keys(of: join.other)
    else { return 0 }
    var random = SplitMix(seed: seed ^ SplitMix.hash(join.name))
    let ownerLimit = Population.limit(forward, available: others.count)
    let otherLimit = Population.limit(back, available: owners.count)
    let plan = try writer.joinPlan(join)
    var linksOfOther: [Int64: Int] = [:]
    var made = 0
    for (index, owner) in owners.enumerated() {
      let wanted =
        switch index {
        case 0 where owners.count > 1: 0
        case 1: min(others.count, 1000)
        case 2: 1
        default: random.below(4)
        }
      let count = min(max(wanted, Int(forward.minCount)), ownerLimit)
      let start = random.below(others.count)
      for step in 0..<count {
        let other = others.lowerBound + Int64((start + step) % others.count)
        if otherLimit < owners.count {
          guard linksOfOther[other, default: 0] < otherLimit else { continue }
          linksOfOther[other, default: 0] += 1
        }
        try plan.insert(owner: owner, other: other)
        made += 1
      }
    }
    return made
  }
}

/// How many rows each entity gets, and which keys: known beforehand, so that any may refer to any.
struct Population {
  private let layout: StoreLayout
  private let counts: [Int]
  /// First key of each entity's own rows, by number less 1.
  private let firstKeys: [Int64]
  var notes: [String] = []

  init(_ layout: StoreLayout, rows: Int) {
    self.layout = layout
    let concrete = layout.entities.filter { !$0.isAbstract }
    var counts = [Int](repeating: 0, count: layout.entities.count)
    for (index, entity) in concrete.enumerated() {
      counts[entity.number - 1] = rows / concrete.count + (index < rows % concrete.count ? 1 : 0)
    }
    Self.settle(&counts, layout)
    var next: [String: Int64] = [:]
    var firstKeys: [Int64] = []
    for entity in layout.entities {
      let first = next[entity.table] ?? 1
      firstKeys.append(first)
      next[entity.table] = first + Int64(counts[entity.number - 1])
    }
    self.counts = counts
    self.firstKeys = firstKeys
  }

  /// Moves rows between entities until there are enough for every required partner: a row of its own
  /// for each in a required one-to-one, as many as the least count for each in a one-to-many.
  private static func settle(_ counts: inout [Int], _ layout: StoreLayout) {
    func family(_ name: String) -> ClosedRange<Int>? {
      layout.entity(named: name).map { ($0.number - 1)...($0.last - 1) }
    }
    let needs = layout.entities.flatMap { entity -> [(ClosedRange<Int>, ClosedRange<Int>, Int)] in
      guard let own = layout.model.entity(named: entity.name), let near = family(entity.name) else {
        return []
      }
      return own.relationships.compactMap { relationship in
        guard let far = family(relationship.destination), !near.overlaps(far),
          let back = relationship.inverse.flatMap({
            layout.relationship(of: relationship.destination, $0)
          }), !back.isToMany
        else { return nil }
        let least =
          relationship.isToMany ? Int(relationship.minCount) : relationship.isOptional ? 0 : 1
        return least > 0 ? (near, far, least) : nil
      }
    }
    // Needs may lead in a circle; a few rounds settle what can be settled.
    for _ in 0..<8 {
      for (near, far, least) in needs {
        func sum(_ range: ClosedRange<Int>) -> Int { range.reduce(0) { $0 + counts[$1] } }
        guard let taker = far.first(where: { !layout.entities[$0].isAbstract }) else { continue }
        // Each row moved makes one need less and one partner more.
        let missing = sum(near) * least - sum(far)
        var moves = missing <= 0 ? 0 : (missing + least) / (least + 1)
        while moves > 0, let giver = near.max(by: { (counts[$0], $1) < (counts[$1], $0) }),
          counts[giver] > 1
        {
          counts[giver] -= 1
          counts[taker] += 1
          moves -= 1
        }
      }
    }
  }

  func count(of entity: NumberedEntity) -> Int { counts[entity.number - 1] }

  func firstKey(of entity: NumberedEntity) -> Int64 { firstKeys[entity.number - 1] }

  func lastKey(of entity: NumberedEntity) -> Int64 {
    firstKey(of: entity) + Int64(count(of: entity)) - 1
  }

  /// Keys of the entity's rows and those of its subentities; nil when there are none.
  func keys(of name: String) -> ClosedRange<Int64>? {
    guard let entity = layout.entity(named: name) else { return nil }
    let total = counts[(entity.number - 1)..<entity.last].reduce(0, +)
    let first = firstKeys[entity.number - 1]
    return total == 0 ? nil : first...(first + Int64(total) - 1)
  }

  /// `Z_ENT` of the row with that key among the rows of an entity and its subentities.
  func entityNumber(of key: Int64, within name: String) -> Int64? {
    guard let entity = layout.entity(named: name) else { return nil }
    // The last entity that starts at or before the key and has rows.
    var low = entity.number - 1
    var high = entity.last - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if firstKeys[middle] <= key { low = middle } else { high = middle - 1 }
    }
    while low > entity.number - 1, counts[low] == 0 { low -= 1 }
    return Int64(low + 1)
  }

  /// How many objects a to-many relationship may hold.
  static func limit(_ relationship: Relationship, available: Int) -> Int {
    relationship.maxCount > 1 ? min(Int(relationship.maxCount), available) : available
  }
}
