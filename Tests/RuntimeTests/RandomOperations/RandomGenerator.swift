/// Draws operations that make sense in the present state of a world.
struct OperationGenerator {
  private(set) var dice: Dice
  private let lane: Int
  private var nextTag: Int
  private let limit = 70

  init(seed: UInt64, lane: Int) {
    dice = Dice(seed: seed, lane: lane)
    self.lane = lane
    nextTag = lane * World.laneSize + 1
  }

  mutating func next(_ world: World) -> Operation? {
    let ids = world.now.items.keys.sorted()
    if world.isRefused, dice.isTrue(60) { return .rollback }
    switch dice.below(110) {
    case 0..<16:
      return ids.count < limit ? create(world, ids) : dice.pick(ids).map { .delete(id: $0) }
    case 16..<34: return set(world, ids)
    case 34..<52: return point(world, ids)
    case 52..<60: return change(world, ids)
    case 60..<63: return assign(world, ids)
    case 63..<69: return dice.pick(ids).map { .delete(id: $0) }
    case 69:
      guard let id = dice.pick(ids) else { return nil }
      return .deleteRange(kind: world.now[id]!.kind, range: id..<id + 1 + dice.below(6))
    case 70..<80:
      return .save(
        dice.pick([.plain, .plain, .plain, .transaction, .auto])!, keeps: dice.isTrue(30))
    case 80..<82: return .rollback
    case 82..<87: return .undo
    case 87..<90: return .redo
    case 90..<92: return .watchUndo(dice.isTrue(70))
    case 92..<95: return dice.pick(ids).map { .hold(id: $0, fetches: dice.isTrue(50)) }
    case 95: return .drop
    case 96..<101:
      guard let id = dice.pick(ids) else { return nil }
      let links = world.now[id]!.kind.rule.links
      return links.isEmpty ? nil : .read(id: id, place: dice.below(links.count))
    case 101: return .fetchAll(dice.pick(Kind.allCases)!, keeps: dice.isTrue(30))
    case 102..<105: return .use(context: dice.below(World.contexts), keeps: dice.isTrue(40))
    case 105: return .renew(context: dice.below(World.contexts))
    case 106: return lane == 0 && dice.isTrue(40) ? .reopen : nil
    default:
      guard let id = dice.pick(ids), let other = dice.pick(ids) else { return nil }
      let rule = world.now[id]!.kind.rule
      let unique = Set(rule.unique.joined())
      guard let attribute = dice.pick(rule.attributes.indices.filter { !unique.contains($0) })
      else { return nil }
      return .clash(
        id: id, attribute: attribute, seed: dice.next(), other: other,
        dice.pick([.sameObject, .otherObject, .deletion])!)
    }
  }

  private func candidates(_ world: World, _ ids: [Int], _ kind: Kind) -> [Int] {
    ids.filter { world.now[$0]!.kind.isKind(of: kind) }
  }

  /// Whether an object may come to the end of a link: without inverse nobody else may have it.
  private func isFree(_ world: World, _ id: Int, _ place: Int, _ other: Int) -> Bool {
    let rule = world.now[id]!.kind.rule.links[place]
    guard rule.isToMany, rule.inverse == nil else { return true }
    return !world.now.items.contains { owner, item in
      owner != id
        && item.kind.rule.links.indices.contains { place in
          let link = item.kind.rule.links[place]
          return link.isToMany && link.inverse == nil && item.links[place].contains(other)
        }
    }
  }

  private mutating func create(_ world: World, _ ids: [Int]) -> Operation? {
    let kind = dice.pick(Kind.allCases)!
    let rule = kind.rule
    var needed: [Int] = []
    for link in rule.links where link.isRequired {
      // Taking what another needs makes a save fail.
      let free = candidates(world, ids, link.destination).filter {
        link.inverse.map { place in
          let back = link.destination.rule.links[place]
          return { (id: Int) in back.isToMany || world.now[id]!.links[place].isEmpty }
        }?($0) ?? true
      }
      guard let other = dice.pick(free) else { return nil }
      needed.append(other)
    }
    guard let seed = values(world, kind) else { return nil }
    var link: (place: Int, other: Int)?
    let places = rule.links.indices.filter { !rule.links[$0].isRequired }
    if let place = dice.pick(places), dice.isTrue(70),
      let other = dice.pick(candidates(world, ids, rule.links[place].destination)),
      rule.links[place].inverse != nil || !rule.links[place].isToMany
    {
      link = (place, other)
    }
    nextTag += 1
    let how: Operation.Creation = dice.pick([.insertFirst, .linkFirst, .adopted])!
    return .create(id: nextTag, kind: kind, seed: seed, needed: needed, how: how, link: link)
  }

  /// Values whose unique ones are free, or those of an object that is stored and has not changed.
  private mutating func values(_ world: World, _ kind: Kind) -> UInt64? {
    for _ in 0..<12 {
      let seed = dice.next()
      let item = world.item(kind, seed)
      let wanted = Set(world.now.keys(item))
      if wanted.isEmpty { return seed }
      let now = world.now.items.filter { !wanted.isDisjoint(with: world.now.keys($0.value)) }.keys
      let stored = world.base.items.filter { !wanted.isDisjoint(with: world.base.keys($0.value)) }
        .keys
      if now.isEmpty, stored.isEmpty { return seed }
      if Set(now) == Set(stored), now.count == 1, dice.isTrue(40) { return seed }
      let isNew = now.allSatisfy { world.now.inserted.contains($0) } && stored.isEmpty
      if isNew, now.count == 1, world.undo == nil, dice.isTrue(30) { return seed }
    }
    return nil
  }

  private mutating func set(_ world: World, _ ids: [Int]) -> Operation? {
    guard let id = dice.pick(ids) else { return nil }
    let kind = world.now[id]!.kind
    guard !kind.rule.attributes.isEmpty else { return nil }
    let attribute = dice.below(kind.rule.attributes.count)
    let seed = dice.next()
    if kind.rule.unique.contains(where: { $0.contains(attribute) }) {
      var item = world.now[id]!
      item.values[attribute] = world.value(kind, attribute, seed)
      let wanted = Set(world.now.keys(item))
      func users(_ model: PlainModel) -> Set<Int> {
        Set(
          model.items.filter { $0.key != id && !wanted.isDisjoint(with: model.keys($0.value)) }.keys
        )
      }
      let (now, stored) = (users(world.now), users(world.base))
      let isCertain =
        now == stored && !world.now.inserted.contains(id) && dice.isTrue(15)
      if !now.isEmpty || !stored.isEmpty, !isCertain { return nil }
    }
    return .set(id: id, attribute: attribute, seed: seed)
  }

  private mutating func point(_ world: World, _ ids: [Int]) -> Operation? {
    guard let id = dice.pick(ids) else { return nil }
    let item = world.now[id]!
    guard
      let place = dice.pick(
        item.kind.rule.links.indices.filter { !item.kind.rule.links[$0].isToMany })
    else { return nil }
    let rule = item.kind.rule.links[place]
    if !rule.isRequired, dice.isTrue(25) { return .point(id: id, place: place, other: nil) }
    guard let other = dice.pick(candidates(world, ids, rule.destination)) else { return nil }
    return .point(id: id, place: place, other: other)
  }

  private mutating func change(_ world: World, _ ids: [Int]) -> Operation? {
    guard let id = dice.pick(ids) else { return nil }
    let item = world.now[id]!
    guard
      let place = dice.pick(
        item.kind.rule.links.indices.filter { item.kind.rule.links[$0].isToMany })
    else { return nil }
    if dice.isTrue(40) {
      return dice.pick(item.links[place].sorted()).map { .remove(id: id, place: place, other: $0) }
    }
    let others = candidates(world, ids, item.kind.rule.links[place].destination)
      .filter { isFree(world, id, place, $0) }
    return dice.pick(others).map { .add(id: id, place: place, other: $0) }
  }

  private mutating func assign(_ world: World, _ ids: [Int]) -> Operation? {
    guard let id = dice.pick(ids) else { return nil }
    let item = world.now[id]!
    guard
      let place = dice.pick(
        item.kind.rule.links.indices.filter { item.kind.rule.links[$0].isToMany })
    else { return nil }
    let others = candidates(world, ids, item.kind.rule.links[place].destination)
      .filter { isFree(world, id, place, $0) }.shuffled(using: &dice).prefix(dice.below(5))
    return .assign(id: id, place: place, others: Array(others))
  }
}
