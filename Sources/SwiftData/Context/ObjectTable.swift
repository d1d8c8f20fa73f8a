/// The objects of one table that are in memory, by key, without owning them.
///
/// Every object that is fetched or freed passes through here, so it is a plain open hash table; keys
/// are positive, zero marks a free place.
final class ObjectTable {
  private struct Place {
    var key: Int64
    var object: Unmanaged<_ModelStorage>?
  }

  @exclusivity(unchecked) private var places: UnsafeMutablePointer<Place>
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var mask: Int

  init() {
    mask = 15
    places = Self.free(16)
  }

  deinit { places.deallocate() }

  private static func free(_ size: Int) -> UnsafeMutablePointer<Place> {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: size)
    places.initialize(repeating: Place(key: 0, object: nil), count: size)
    return places
  }

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

  subscript(key: Int64) -> _ModelStorage? { reference(key)?.takeUnretainedValue() }

  /// The same without counting a reference.
  func reference(_ key: Int64) -> Unmanaged<_ModelStorage>? { places[place(key)].object }

  func insert(_ storage: _ModelStorage, _ key: Int64) {
    if count * 2 > mask { grow(to: (mask + 1) * 2) }
    let place = place(key)
    if places[place].key == 0 { count += 1 }
    places[place] = Place(key: key, object: .passUnretained(storage))
  }

  func remove(_ key: Int64) {
    var free = place(key)
    guard places[free].key == key else { return }
    count -= 1
    // What was pushed on by collisions moves back, so that it is still found.
    var next = (free + 1) & mask
    while places[next].key != 0 {
      if (next &- home(places[next].key)) & mask >= (next &- free) & mask {
        places[free] = places[next]
        free = next
      }
      next = (next + 1) & mask
    }
    places[free] = Place(key: 0, object: nil)
  }

  func reserve(_ more: Int) {
    var size = mask + 1
    while size < (count + more) * 2 { size *= 2 }
    if size > mask + 1 { grow(to: size) }
  }

  private func grow(to size: Int) {
    let old = UnsafeMutableBufferPointer(start: places, count: mask + 1)
    places = Self.free(size)
    mask = size - 1
    for entry in old where entry.key != 0 { places[place(entry.key)] = entry }
    old.deallocate()
  }

  var all: [_ModelStorage] {
    UnsafeMutableBufferPointer(start: places, count: mask + 1).compactMap {
      $0.object?.takeUnretainedValue()
    }
  }
}
