/// The objects of one table that are in memory, by key, without owning them.
///
/// Every object that is fetched or freed passes through here, so it is a plain open hash table; keys
/// are positive, zero marks a free place.
struct ObjectTable {
  private var keys: [Int64] = []
  private var objects: [Unmanaged<_ModelStorage>?] = []
  private var count = 0
  private var mask = 0

  /// The place of a key, or the free one where it would go.
  private func place(_ key: Int64) -> Int {
    var place = home(key)
    while keys[place] != key, keys[place] != 0 { place = (place + 1) & mask }
    return place
  }

  /// Eight neighbouring keys share a line of the processor's cache, which is what rows read in order
  /// are best with; the eights are scattered, so that no long run of full places comes about.
  private func home(_ key: Int64) -> Int {
    let scattered = UInt64(bitPattern: key >> 3) &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: scattered >> 29) &* 8 | Int(key & 7)) & mask
  }

  subscript(key: Int64) -> _ModelStorage? {
    guard count > 0 else { return nil }
    return objects[place(key)]?.takeUnretainedValue()
  }

  mutating func insert(_ storage: _ModelStorage, _ key: Int64) {
    if count * 2 >= keys.count { grow(to: max(16, keys.count * 2)) }
    let place = place(key)
    if keys[place] == 0 { count += 1 }
    keys[place] = key
    objects[place] = Unmanaged.passUnretained(storage)
  }

  mutating func remove(_ key: Int64) {
    guard count > 0 else { return }
    var free = place(key)
    guard keys[free] == key else { return }
    count -= 1
    // What was pushed on by collisions moves back, so that it is still found.
    var next = (free + 1) & mask
    while keys[next] != 0 {
      if (next &- home(keys[next])) & mask >= (next &- free) & mask {
        keys[free] = keys[next]
        objects[free] = objects[next]
        free = next
      }
      next = (next + 1) & mask
    }
    keys[free] = 0
    objects[free] = nil
  }

  mutating func reserve(_ more: Int) {
    var size = max(16, keys.count)
    while size < (count + more) * 2 { size *= 2 }
    if size > keys.count { grow(to: size) }
  }

  private mutating func grow(to size: Int) {
    let old = zip(keys, objects)
    keys = [Int64](repeating: 0, count: size)
    objects = [Unmanaged<_ModelStorage>?](repeating: nil, count: size)
    mask = size - 1
    for (key, object) in old where key != 0 {
      let place = place(key)
      keys[place] = key
      objects[place] = object
    }
  }

  var all: [_ModelStorage] { objects.compactMap { $0?.takeUnretainedValue() } }
}
