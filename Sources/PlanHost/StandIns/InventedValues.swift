internal import Synchronization

/// What stands here for values that only a device knows, and what a closure has asked of it: a migrated
/// copy that has taken it over is not what the app's users get.
enum InventedValues {
  private static let asked = Mutex<Set<String>>([])

  /// Notes that code asks for a value, and gives it.
  static func tell<Value>(_ name: String, _ value: Value) -> Value {
    let text = "\(value)"
    asked.withLock { _ = $0.insert("'\(name)', which is \(text.isEmpty ? "empty" : text) here") }
    return value
  }

  /// What was asked for since the last time, sorted; nil when nothing was.
  static func take() -> [String]? {
    asked.withLock { names in
      defer { names.removeAll() }
      return names.isEmpty ? nil : names.sorted()
    }
  }
}
