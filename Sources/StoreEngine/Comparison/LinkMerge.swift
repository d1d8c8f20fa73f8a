internal import StoreModel

/// Walks over the links of a many-to-many relationship in two states of a store at once.
package struct LinkMerge {
  /// Links that only one has, and those whose place differs.
  package private(set) var onlyOld: Int64 = 0
  package private(set) var onlyNew: Int64 = 0
  package private(set) var moved: Int64 = 0
  package private(set) var same: Int64 = 0

  package init(_ pair: ComparedEntity.Pair, in stores: ComparedStores) throws {
    guard case .toMany(_, let first?) = pair.old.kind, case .toMany(_, let second?) = pair.new.kind
    else { return }
    let old = try stores.old.links(first)
    let new = try stores.new.links(second)
    let isOrdered = first.order != nil && second.order != nil
    var hasOld = try old.step()
    var hasNew = try new.step()
    while hasOld || hasNew {
      let order = !hasOld ? 1 : !hasNew ? -1 : Self.order(old, new)
      if order < 0 {
        onlyOld += 1
        hasOld = try old.step()
      } else if order > 0 {
        onlyNew += 1
        hasNew = try new.step()
      } else {
        let isMoved = isOrdered && old.value(at: 2) != new.value(at: 2)
        if isMoved { moved += 1 } else { same += 1 }
        hasOld = try old.step()
        hasNew = try new.step()
      }
    }
  }

  private static func order(_ old: Statement, _ new: Statement) -> Int {
    let (a, b) = (
      (old.integer(at: 0), old.integer(at: 1)), (new.integer(at: 0), new.integer(at: 1))
    )
    return a == b ? 0 : a < b ? -1 : 1
  }
}
