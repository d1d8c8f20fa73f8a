/// What objects and links there should be: values in dictionaries, nothing else.
struct PlainModel {
  struct Item {
    let kind: Kind
    var values: [AnyValue]
    /// By the place of the relationship.
    var links: [Set<Int>]
  }

  var items: [Int: Item] = [:]
  /// Deleted objects whose links the rule 'deny' still looks at.
  var ghosts: [Int: Item] = [:]
  /// Objects that were never saved, in the order in which they were inserted.
  var inserted: [Int] = []

  subscript(id: Int) -> Item? { items[id] }

  private mutating func change(_ id: Int, _ body: (inout Item) -> Void) {
    if items[id] != nil { body(&items[id]!) } else if ghosts[id] != nil { body(&ghosts[id]!) }
  }

  // MARK: - Links

  private func links(_ id: Int, _ place: Int) -> Set<Int> {
    (items[id] ?? ghosts[id])?.links[place] ?? []
  }

  mutating func unlink(_ id: Int, _ place: Int, _ other: Int) {
    guard let kind = (items[id] ?? ghosts[id])?.kind else { return }
    change(id) { $0.links[place].remove(other) }
    if let inverse = kind.rule.links[place].inverse {
      change(other) { $0.links[inverse].remove(id) }
    }
  }

  mutating func link(_ id: Int, _ place: Int, _ other: Int) {
    let rule = items[id]!.kind.rule.links[place]
    if links(id, place).contains(other) { return }
    if !rule.isToMany {
      for old in links(id, place) { unlink(id, place, old) }
    }
    if let inverse = rule.inverse {
      let back = items[other]!.kind.rule.links[inverse]
      if !back.isToMany {
        for old in links(other, inverse) { unlink(other, inverse, old) }
      }
      change(other) { $0.links[inverse].insert(id) }
    }
    change(id) { $0.links[place].insert(other) }
  }

  mutating func assign(_ id: Int, _ place: Int, _ others: Set<Int>) {
    for old in links(id, place).subtracting(others) { unlink(id, place, old) }
    for other in others.sorted() { link(id, place, other) }
  }

  // MARK: - Deletion

  /// The object and everything that the rule 'cascade' takes with it.
  func doomed(_ id: Int) -> Set<Int> {
    var found: Set<Int> = [id]
    var waiting = [id]
    while let next = waiting.popLast() {
      guard let item = items[next] else { continue }
      for (place, rule) in item.kind.rule.links.enumerated() where rule.deletion == .cascade {
        for member in item.links[place] where found.insert(member).inserted {
          waiting.append(member)
        }
      }
    }
    return found
  }

  /// Links without inverse from objects that stay to one of `ids`.
  func loose(_ ids: Set<Int>) -> [(id: Int, place: Int, other: Int)] {
    var found: [(id: Int, place: Int, other: Int)] = []
    for (id, item) in items where !ids.contains(id) {
      for (place, rule) in item.kind.rule.links.enumerated() where rule.inverse == nil {
        for other in item.links[place] where ids.contains(other) {
          found.append((id, place, other))
        }
      }
    }
    return found.sorted { ($0.id, $0.place, $0.other) < ($1.id, $1.place, $1.other) }
  }

  /// Links to objects that stay which the rule 'noAction' leaves.
  func left(_ ids: Set<Int>) -> [(id: Int, place: Int)] {
    var found: [(id: Int, place: Int)] = []
    for id in ids {
      guard let item = items[id] else { continue }
      for (place, rule) in item.kind.rule.links.enumerated() where rule.deletion == .noAction {
        for other in item.links[place] where !ids.contains(other) {
          if let inverse = rule.inverse { found.append((other, inverse)) }
        }
      }
    }
    return found.sorted { ($0.id, $0.place) < ($1.id, $1.place) }
  }

  mutating func delete(_ ids: Set<Int>) {
    for id in ids.sorted() {
      guard let item = items[id] else { continue }
      ghosts[id] = item
      items[id] = nil
      inserted.removeAll { $0 == id }
    }
    for id in ids.sorted() {
      guard let item = ghosts[id] else { continue }
      for (place, rule) in item.kind.rule.links.enumerated() where rule.deletion != .deny {
        // A link whose other end denies the deletion of that end stays as well.
        for other in item.links[place] {
          if let inverse = rule.inverse, ghosts[other] != nil,
            ghosts[other]!.kind.rule.links[inverse].deletion == .deny, !ids.contains(other)
          {
            continue
          }
          unlink(id, place, other)
        }
      }
    }
  }

  // MARK: - Saving

  enum Verdict { case saves, invalid, constraint }

  func verdict() -> Verdict {
    for item in items.values {
      for (place, rule) in item.kind.rule.links.enumerated() {
        if rule.isRequired, item.links[place].isEmpty { return .invalid }
        if item.links[place].count > rule.maximum { return .invalid }
      }
    }
    for ghost in ghosts.values {
      for (place, rule) in ghost.kind.rule.links.enumerated() where rule.deletion == .deny {
        if ghost.links[place].contains(where: { items[$0] != nil }) { return .invalid }
      }
    }
    let new = Set(inserted)
    var seen: Set<String> = []
    for (id, item) in items where !new.contains(id) {
      for key in keys(item) where !seen.insert(key).inserted { return .constraint }
    }
    return .saves
  }

  /// The values of the uniqueness constraints; without those that have no value.
  func keys(_ item: Item) -> [String] {
    item.kind.rule.unique.enumerated().compactMap { number, places in
      let values = places.map { "\(item.values[$0].raw)" }
      return values.contains("nil") ? nil : "\(item.kind) \(number) \(values)"
    }
  }

  /// Inserted objects take the place of those with the same unique values.
  mutating func commit() {
    for (position, id) in inserted.enumerated() {
      let later = Set(inserted[position...])
      guard let item = items[id], !item.kind.rule.unique.isEmpty else { continue }
      let wanted = Set(keys(item))
      let same = items.filter { other, item in
        !later.contains(other) && !wanted.isDisjoint(with: keys(item))
      }
      for other in same.keys.sorted() { merge(other, into: id) }
    }
    inserted = []
    ghosts = [:]
  }

  /// The winner keeps its values and to-one links, and gets the members of the other's lists.
  private mutating func merge(_ loser: Int, into winner: Int) {
    guard let item = items[loser] else { return }
    for (place, rule) in item.kind.rule.links.enumerated() {
      for other in item.links[place].sorted() {
        unlink(loser, place, other)
        if rule.isToMany { link(winner, place, other) }
      }
    }
    items[loser] = nil
  }
}
