/// Names that were met, in few bytes each, because there may be millions.
package struct SeenNames: Sendable {
  private struct Key: Hashable {
    var first: Int
    var second: Int
  }

  private var keys: Set<Key> = []

  package init() {}

  package var count: Int { keys.count }

  package func contains(_ name: String) -> Bool { keys.contains(Self.key(name)) }

  /// False when it was there before.
  @discardableResult
  package mutating func insert(_ name: String) -> Bool { keys.insert(Self.key(name)).inserted }

  /// 128 bits, which no two names have in common by chance.
  private static func key(_ name: String) -> Key {
    var second = Hasher()
    second.combine(name)
    second.combine(true)
    return Key(first: name.hashValue, second: second.finalize())
  }
}
