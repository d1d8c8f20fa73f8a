/// Finds the inverses of all relationships of one version (Documentation/Format/VersionHash.md,
/// 7.4).
package struct InversePairing {
  package private(set) var drafts: [EntityDraft]
  private let superclasses: [[String]: [String]]
  private let positions: [[String]: Int]

  /// A relationship by its place in `drafts`.
  private struct Place: Hashable {
    var entity: Int
    var property: Int
  }

  /// - Parameter superclasses: path of a model to that of its model superclass.
  package init(_ drafts: [EntityDraft], superclasses: [[String]: [String]]) {
    self.drafts = drafts
    self.superclasses = superclasses
    positions = Dictionary(keepingFirst: drafts.enumerated().map { ($1.path, $0) })
    pairDeclared()
    pairImplied()
  }

  private subscript(place: Place) -> RelationshipDraft {
    get { drafts[place.entity].relationships[place.property] }
    set { drafts[place.entity].relationships[place.property] = newValue }
  }

  private var places: [Place] {
    drafts.indices.flatMap { entity in
      drafts[entity].relationships.indices.map { Place(entity: entity, property: $0) }
    }
  }

  private func name(_ place: Place) -> String {
    "\(drafts[place.entity].entity.name).\(self[place].relationship.name)"
  }

  /// The class and its model superclasses.
  private func lineage(_ path: [String]) -> [[String]] {
    var chain = [path]
    while let parent = superclasses[chain[chain.count - 1]], !chain.contains(parent) {
      chain.append(parent)
    }
    return chain
  }

  /// The relationships that objects of the class have, inherited ones included.
  private func relationships(of path: [String]) -> [Place] {
    lineage(path).compactMap { positions[$0] }.flatMap { entity in
      drafts[entity].relationships.indices.map { Place(entity: entity, property: $0) }
    }
  }

  private mutating func pairDeclared() {
    for place in places {
      guard let inverse = self[place].declaredInverse else { continue }
      self[place].relationship.inverse = inverse
      self[place].relationship.inverseOrigin = .declared
      guard let path = self[place].destination else { continue }
      let others = relationships(of: path).filter { self[$0].relationship.name == inverse }
      guard let other = others.first else {
        let destination = self[place].relationship.destination
        report(place, "'\(destination)' has no relationship '\(inverse)'")
        self[place].relationship.certainty = .unknown(
          "its inverse '\(inverse)' is not a relationship of '\(destination)'")
        continue
      }
      connect(other, to: place)
    }
  }

  /// Gives the other side of a declared inverse what it does not say itself.
  private mutating func connect(_ other: Place, to place: Place) {
    let own = self[place].relationship.name
    if let theirs = self[other].declaredInverse {
      guard theirs != own else { return }
      report(place, "\(name(place)) names \(name(other)) as its inverse, which names '\(theirs)'")
      self[place].relationship.weaken(.unknown("the two sides name different inverses"))
    } else if let taken = self[other].relationship.inverse, taken != own {
      report(place, "\(name(other)) is named as the inverse of both '\(taken)' and '\(own)'")
      self[other].relationship.weaken(.unknown("two relationships name it as their inverse"))
    } else {
      self[other].relationship.inverse = own
      self[other].relationship.inverseOrigin = .otherSide
    }
  }

  private mutating func pairImplied() {
    let open = Set(places.filter { self[$0].relationship.inverse == nil })
    for place in places where open.contains(place) && self[place].destination != nil {
      let back = candidates(for: place)
      let free = back.filter { open.contains($0) && $0 != place }
      if back.isEmpty { continue }
      guard let other = free.first else {
        let reason =
          back.contains(place) ? "whether \(name(place)) is its own inverse is not known" : nil
        self[place].relationship.weaken(
          reason.map { .unknown($0) }
            ?? .inferred("all relationships that point back have other inverses"))
        continue
      }
      let theirs = candidates(for: other).filter { open.contains($0) && $0 != other }
      if free.count > 1 || theirs.count > 1 {
        // A few names will do: with many relationships the sentences would grow with the square.
        let all = free.count > 1 ? free : theirs.filter { $0 != place }
        let names = (all.prefix(8).map { name($0) } + (all.count > 8 ? ["…"] : []))
          .joined(separator: ", ")
        self[place].relationship.weaken(
          .unknown(
            free.count > 1
              ? "several relationships could be its inverse: \(names)"
              : "\(name(other)) could be its inverse, or that of \(names), which leads the same way"
          ))
      } else {
        apply(other, to: place)
      }
    }
  }

  /// Relationships of the destination that point back at the class.
  private func candidates(for place: Place) -> [Place] {
    guard let destination = self[place].destination else { return [] }
    let own = lineage(drafts[place.entity].path)
    return relationships(of: destination).filter {
      self[$0].destination.map { own.contains($0) } ?? false
    }
  }

  /// What becomes of the only two candidates for each other.
  private mutating func apply(_ other: Place, to place: Place) {
    let mine = self[place]
    let theirs = self[other]
    var inverse: String? = theirs.relationship.name
    var certainty = Certainty.certain
    let pair = "\(name(place)) and \(name(other))"
    if mine.isAnnotated && theirs.isAnnotated {
      inverse = nil
    } else if mine.isAnnotated != theirs.isAnnotated {
      certainty = .unknown(
        "whether \(pair) are inverses is not known: one carries @Relationship, the other does not")
    } else if drafts[place.entity].path == mine.destination {
      certainty = .unknown("whether \(pair) of one class are inverses is not known")
    } else {
      switch (mine.relationship.isToMany, theirs.relationship.isToMany) {
      case (true, true):
        inverse = nil
        certainty = .unknown("whether \(pair) are inverses is not known: both are to-many")
      case (false, false):
        if !mine.relationship.isOptional || !theirs.relationship.isOptional {
          inverse = nil
          certainty = .inferred("\(pair) are no inverses unless both are optional")
        }
      default:
        let toOne = mine.relationship.isToMany ? theirs : mine
        if !toOne.relationship.isOptional {
          inverse = nil
          certainty = .inferred("\(pair) are no inverses unless the to-one side is optional")
        }
      }
    }
    self[place].relationship.inverse = inverse
    if inverse != nil { self[place].relationship.inverseOrigin = .implied }
    self[place].relationship.weaken(certainty)
  }

  private mutating func report(_ place: Place, _ message: String) {
    let relationship = self[place].relationship
    drafts[place.entity].report(message, relationship.name, relationship.location)
  }
}
