internal import StoreEngine
internal import StoreModel

/// Weighs what can have happened where a store has none of the versions of a history: one of them was
/// changed after it shipped, or one is missing.
///
/// Each explanation makes another history of the app, and the one that needs the fewest changes, those
/// from version to version and the edit together, is the likeliest. A version that differs from the
/// store where its neighbours agree with it was changed there and back again, or edited, which is less.
/// At the ends of a history, and with two versions, this cannot be told from a version that is missing.
struct VersionOrigins {
  /// Pieces that differ between the store and each version, in the order of the versions.
  let own: [Set<ModelFeatures.Piece>]
  /// How many differ between a version and the next; nil where the versions have no order.
  private let steps: [Int]?

  /// - Parameters:
  ///   - versions: in their order, where they have one.
  ///   - isOrdered: whether they have.
  init(_ store: ModelFeatures, _ versions: [ModelFeatures], isOrdered: Bool) {
    own = versions.map { store.differing(from: $0) }
    steps =
      isOrdered
      ? zip(versions, versions.dropFirst()).map { $0.differing(from: $1).count } : nil
  }

  /// What the history needs beside the changes it shows, if the store has what this version shipped as.
  func editCost(_ place: Int) -> Int {
    let edit = own[place].count
    guard let steps else { return edit }
    var cost = edit
    if place > 0 { cost += own[place - 1].count - steps[place - 1] }
    if place < own.count - 1 { cost += own[place + 1].count - steps[place] }
    return cost
  }

  /// Where a version may be missing: before the version of that place, or behind the last.
  enum Gap: Equatable {
    case before(Int)
    case between(Int, Int)
    case behind(Int)
  }

  /// The place where a missing version needs the fewest changes, and how many; nil without an order, or
  /// with a single version, where it might be any.
  var gap: (place: Gap, cost: Int)? {
    guard let steps, own.count > 1 else { return nil }
    let last = own.count - 1
    var best: (place: Gap, cost: Int)?
    for (place, step) in steps.enumerated() {
      let cost = own[place].count + own[place + 1].count - step
      if cost < best?.cost ?? .max { best = (.between(place, place + 1), cost) }
    }
    for (place, cost) in [(Gap.behind(last), own[last].count), (.before(0), own[0].count)]
    where cost < best?.cost ?? .max {
      best = (place, cost)
    }
    return best
  }

  /// Whether both neighbours of a version agree with the store wherever it does not.
  func isOdd(_ place: Int) -> Bool {
    guard steps != nil, place > 0, place < own.count - 1, !own[place].isEmpty else { return false }
    // Who has taken out an entity has taken out what it had, whichever version added that.
    let heads = own[place].filter {
      $0.property == nil || !own[place].contains(ModelFeatures.Piece($0.entity))
    }
    return heads.isDisjoint(with: own[place - 1]) && heads.isDisjoint(with: own[place + 1])
  }
}

extension [Candidate] {
  /// The versions of one history, oldest first, as far as an order, the current version of two, or the
  /// numbers in their names tell.
  func ordered() -> (versions: [Candidate], isKnown: Bool) {
    guard let history = first?.history, count > 1 else { return (self, true) }
    if history.isOrdered { return (sorted { $0.order < $1.order }, true) }
    let numbers = Set(map(\.model.name.numbersInName))
    if numbers.count == count {
      return (
        sorted {
          $0.model.name.numbersInName.lexicographicallyPrecedes($1.model.name.numbersInName)
        }, true
      )
    }
    return (self, false)
  }
}
