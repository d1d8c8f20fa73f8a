internal import StoreModel

/// Finds the lines of a diagram: who inherits from whom, and which relationships are two sides of one.
struct DiagramLinks {
  private let model: DataModel
  private let base: DataModel?
  private let changes: ComparedModel?
  private var content: DiagramContent
  /// The boxes by their names.
  private var places: [String: Int]

  /// A property by the entity that declares it.
  private struct Property: Hashable {
    var entity: String
    var name: String
  }

  /// The content with its lines, and with a box for each entity that only lines lead to.
  static func linked(
    _ content: DiagramContent, _ model: DataModel, base: DataModel?, changes: ComparedModel?
  ) -> DiagramContent {
    var links = DiagramLinks(
      model: model, base: base, changes: changes, content: content,
      places: Dictionary(keepingFirst: content.boxes.enumerated().map { ($1.name, $0) }))
    links.addInheritance()
    links.addRelationships()
    links.addRemoved()
    links.findRows()
    return links.content
  }

  private mutating func place(_ name: String) -> Int {
    if let known = places[name] { return known }
    content.boxes.append(.init(name: name, kind: .undeclared))
    places[name] = content.boxes.count - 1
    return content.boxes.count - 1
  }

  private mutating func addInheritance() {
    for box in content.boxes {
      guard let name = box.superentity, let own = places[box.name] else { continue }
      let parent = place(name)
      content.links.append(
        .init(
          kind: .inheritance, from: .init(box: parent), to: .init(box: own),
          change: box.change == .changed ? nil : box.change))
    }
  }

  private mutating func addRelationships() {
    var done: Set<Property> = []
    for entity in model.entities {
      for relationship in entity.relationships {
        let own = Property(entity: entity.name, name: relationship.name)
        guard !done.contains(own) else { continue }
        done.insert(own)
        let other = Self.inverse(of: relationship, in: entity, of: model)
        if let other { done.insert(Property(entity: other.entity.name, name: other.property.name)) }
        var link = self.link(
          relationship, at: places[entity.name] ?? 0, other?.property,
          at: place(other?.entity.name ?? relationship.destination))
        link.change = change(own, other)
        content.links.append(link)
      }
    }
  }

  private mutating func findRows() {
    for index in content.links.indices {
      let link = content.links[index]
      let isGone = link.change == .removed
      content.links[index].from.row = row(of: link.from, isGone: isGone)
      content.links[index].to.row = row(of: link.to, isGone: isGone)
    }
  }

  /// The other side of a relationship: what it names as its inverse, if that leads back.
  private static func inverse(
    of relationship: Relationship, in entity: Entity, of model: DataModel
  ) -> (entity: Entity, property: Relationship)? {
    guard let name = relationship.inverse,
      let destination = model.entity(named: relationship.destination)
    else { return nil }
    for owner in model.lineage(of: destination) {
      guard let found = owner.relationship(named: name) else { continue }
      guard found.inverse == relationship.name,
        let back = model.entity(named: found.destination),
        model.lineage(of: back).contains(where: { $0.name == entity.name })
          || model.lineage(of: entity).contains(where: { $0.name == back.name })
      else { return nil }
      return (owner, found)
    }
    return nil
  }

  /// The end that has many, or cascades, is the one on the left: rather the owner than the owned.
  private func link(
    _ relationship: Relationship, at own: Int, _ inverse: Relationship?, at other: Int
  ) -> DiagramContent.Link {
    let here = DiagramContent.End(
      box: own, property: relationship.name, count: inverse.map(LinkCount.init),
      deleteRule: relationship.deleteRule)
    let there = DiagramContent.End(
      box: other, property: inverse?.name, count: LinkCount(relationship),
      deleteRule: inverse?.deleteRule)
    guard let inverse else { return .init(kind: .oneWay, from: here, to: there) }
    func weight(_ side: Relationship) -> Int {
      (side.isToMany ? 2 : 0) + (side.deleteRule == .cascade ? 1 : 0)
    }
    return weight(inverse) > weight(relationship)
      ? .init(kind: .pair, from: there, to: here) : .init(kind: .pair, from: here, to: there)
  }

  private func change(
    _ own: Property, _ other: (entity: Entity, property: Relationship)?
  ) -> DiagramContent.Change? {
    let first = changes?.change(ofProperty: own.name, in: own.entity)
    guard let other else { return first }
    let second = changes?.change(ofProperty: other.property.name, in: other.entity.name)
    return first == second ? first : .changed
  }

  /// Relationships that the older version alone has, between entities as they are called now.
  private mutating func addRemoved() {
    guard let base, let changes else { return }
    // Rows that are gone say which; a box of the newer version stands for what it was before.
    var gone: [Property: Property] = [:]
    for box in content.boxes {
      for row in box.rows where row.isRelationship && row.change == .removed {
        let old = box.change == .removed ? box.name : changes.before(box.name)?.name ?? box.name
        gone[Property(entity: old, name: row.name)] = Property(entity: box.name, name: row.name)
      }
    }
    var done: Set<Property> = []
    for (old, now) in gone.sorted(by: {
      ($0.key.entity, $0.key.name) < ($1.key.entity, $1.key.name)
    })
    where !done.contains(old) {
      guard let entity = base.entity(named: old.entity),
        let relationship = entity.relationship(named: old.name)
      else { continue }
      done.insert(old)
      let other = Self.inverse(of: relationship, in: entity, of: base)
      let otherGone = other.flatMap {
        gone[Property(entity: $0.entity.name, name: $0.property.name)]
      }
      if let other { done.insert(Property(entity: other.entity.name, name: other.property.name)) }
      var link = self.link(
        relationship, at: places[now.entity] ?? 0, otherGone == nil ? nil : other?.property,
        at: place(otherGone?.entity ?? changes.nameNow(of: relationship.destination)))
      link.change = .removed
      content.links.append(link)
    }
  }

  /// A row of the name that is gone may stand beside one that came.
  private func row(of end: DiagramContent.End, isGone: Bool) -> Int? {
    guard let property = end.property else { return nil }
    let rows = content.boxes[end.box].rows
    func isMeant(_ row: DiagramContent.Row) -> Bool { row.isRelationship && row.name == property }
    return rows.firstIndex { isMeant($0) && ($0.change == .removed) == isGone }
      ?? rows.firstIndex(where: isMeant)
  }
}
