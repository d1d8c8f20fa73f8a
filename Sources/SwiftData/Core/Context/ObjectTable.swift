/// The objects of one table that are in memory, by key, without owning them.
///
/// An object may be freed at any time and by any thread: looking it up gives the whole object or
/// nothing (`ObjectReference`). What is left of objects that are gone is swept when the table would
/// have to grow.
///
/// Every object that is fetched passes through here, so it is a plain open hash table; keys are
/// positive, zero marks a free place.
final class ObjectTable {
  private struct Place {
    var key: Int64 = 0
    /// Where the object is among `objects`.
    var number = 0
  }

  // Without the runtime's checks of exclusive access, which cost as much as a look-up: none of these
  // is held while other code runs, because no object is let go of by what changes them.
  @exclusivity(unchecked) private var places = [Place](repeating: Place(), count: 16)
  @exclusivity(unchecked) private var mask = 15
  /// Places that are taken.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var objects: [ObjectReference?] = []
  /// The class of the object that was looked up last, because most often the next is of the same.
  @exclusivity(unchecked) private var model: (any PersistentModel.Type)?
  /// Transactions of this context on the table's store.
  var ownCommits = 0
  /// Numbers of `objects` that no place has.
  @exclusivity(unchecked) private var free: [Int] = []

  /// The place of a key, or the free one where it would go.
  private func place(_ key: Int64) -> Int {
    var place = home(key)
    while places[place].key != key, places[place].key != 0 { place = (place + 1) & mask }
    return place
  }

  /// Eight neighbouring keys lie together in the processor's cache, which is what rows read in order
  /// are best with; the eights are scattered, so that no long run of full places comes about.
  private func home(_ key: Int64) -> Int {
    let scattered = UInt64(bitPattern: key >> 3) &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: scattered >> 29) &* 8 | Int(key & 7)) & mask
  }

  subscript(key: Int64) -> (any PersistentModel)? {
    let place = places[place(key)]
    return place.key == key && key != 0 ? object(place.number) : nil
  }

  /// - Parameter number: an index of `objects`, as places have it.
  private func object(_ number: Int) -> (any PersistentModel)? {
    precondition(objects.indices.contains(number))
    // In place, because a copy of a reference is counted.
    guard let object = objects.withUnsafeBufferPointer({ $0[number]?.current }) else { return nil }
    if let known = model?.exactly(object) { return known }
    let found = object as? any PersistentModel
    model = found.map { type(of: $0) }
    return found
  }

  /// - Returns: the object that had the place.
  @discardableResult
  func insert(_ object: any PersistentModel, _ key: Int64) -> (any PersistentModel)? {
    if count * 2 > mask { makeRoom(for: 1) }
    let place = place(key)
    if places[place].key == key {
      let earlier = self.object(places[place].number)
      objects[places[place].number] = ObjectReference(object)
      return earlier
    }
    count += 1
    if let number = free.popLast() {
      objects[number] = ObjectReference(object)
      places[place] = Place(key: key, number: number)
    } else {
      places[place] = Place(key: key, number: objects.count)
      objects.append(ObjectReference(object))
    }
    return nil
  }

  func remove(_ key: Int64) {
    var gap = place(key)
    guard places[gap].key == key, key != 0 else { return }
    objects[places[gap].number] = nil
    free.append(places[gap].number)
    count -= 1
    // What was pushed on by collisions moves back, so that it is still found.
    var next = (gap + 1) & mask
    while places[next].key != 0 {
      if (next &- home(places[next].key)) & mask >= (next &- gap) & mask {
        places[gap] = places[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    places[gap] = Place()
  }

  func reserve(_ more: Int) {
    if (count + more) * 2 > mask + 1 { makeRoom(for: more) }
  }

  private func makeRoom(for more: Int) {
    if isWorthSweeping { sweep() }
    var size = mask + 1
    while size <= (count + more) * 2 { size *= 2 }
    if size > mask + 1 { fill(places, size) }
  }

  /// Looks at a few objects: where most are in use, looking at all would find little.
  private var isWorthSweeping: Bool {
    let step = max(1, objects.count / 64)
    // Held until all are seen: one that is let go of may be the last reference, and then code of the
    // user's runs, which may come back to this table.
    let seen = stride(from: 0, to: objects.count, by: step).map { objects[$0]?.current }
    return seen.count { $0 == nil } * 4 > seen.count
  }

  private func sweep() {
    let kept = places.compactMap { place in
      place.key == 0 ? nil : object(place.number).map { (place.key, $0) }
    }
    objects = kept.map { ObjectReference($0.1) }
    free = []
    count = kept.count
    fill(kept.enumerated().map { Place(key: $1.0, number: $0) }, mask + 1)
    // Not before the table is whole again, for the same reason.
    withExtendedLifetime(kept) {}
  }

  private func fill(_ full: [Place], _ size: Int) {
    places = [Place](repeating: Place(), count: size)
    mask = size - 1
    for entry in full where entry.key != 0 { places[place(entry.key)] = entry }
  }

  var all: [any PersistentModel] { objects.indices.compactMap(object) }
}
