internal import Synchronization

/// Required attributes that were saved with a number that is none, NaN: SQLite keeps it as no value, so
/// nobody finds it again.
package enum NotANumber {
  private static let seen = Mutex<Set<String>>([])

  static func note(_ property: String, of storage: _ModelStorage) {
    let path = "\(storage.type.name).\(property)"
    seen.withLock { _ = $0.insert(path) }
  }

  /// Those since the last time as `Entity.attribute`, sorted; nil where there are none.
  package static func take() -> [String]? {
    seen.withLock { paths in
      defer { paths.removeAll() }
      return paths.isEmpty ? nil : paths.sorted()
    }
  }
}
