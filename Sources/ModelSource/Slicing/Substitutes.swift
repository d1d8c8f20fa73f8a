/// Small stand-ins for names of Apple's SDK that migration code uses and Linux lacks. A slice gets
/// those that it mentions and does not declare.
enum Substitutes {
  /// Names, each with the text that declares it.
  static func text(for references: Set<String>) -> String {
    all.filter { !references.isDisjoint(with: $0.names) }.map(\.text).joined(separator: "\n")
  }

  static func contains(_ name: String) -> Bool { all.contains { $0.names.contains(name) } }

  private static let all: [(names: Set<String>, text: String)] = [
    (["autoreleasepool"], autoreleasePool),
    (["CFAbsoluteTimeGetCurrent"], absoluteTime),
    (["Logger", "OSLog", "OSLogType", "os_log", "OSSignposter"], logging),
    (["OSSignposter"], signposter),
    (["OSAllocatedUnfairLock"], lock),
    (
      [
        "CLLocationAccuracy", "CLLocationCoordinate2D", "CLLocationDegrees", "CLLocationDirection",
        "CLLocationDistance", "CLLocationSpeed",
      ], coordinate
    ),
    (["CFTimeInterval"], "typealias CFTimeInterval = Double"),
    (["containerURL"], groupContainer),
    (["localized"], localizedString),
    (["forLocale"], unitsOfLocale),
    (["NSUbiquitousKeyValueStore"], keyValueStore),
    (["WidgetCenter"], widgetCenter),
    (["forKey", "forKeyPath"], defaultsByKey),
    (
      [
        "CFDictionary", "CFString", "CFTypeRef", "OSStatus", "SecItemAdd", "SecItemCopyMatching",
        "SecItemDelete", "SecItemUpdate",
      ], Keychain.text
    ),
    (["documentsDirectory"], folder("documentsDirectory")),
    (["applicationSupportDirectory"], folder("applicationSupportDirectory")),
    (["cachesDirectory"], folder("cachesDirectory")),
    (
      [
        "volumeAvailableCapacityForImportantUsage", "volumeAvailableCapacityForImportantUsageKey",
        "volumeAvailableCapacityForOpportunisticUsage",
        "volumeAvailableCapacityForOpportunisticUsageKey",
      ], freeSpace
    ),
  ]

  private static let autoreleasePool = """
    func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
      try body()
    }
    """

  private static let absoluteTime = """
    typealias CFAbsoluteTime = Double
    func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
    """

  private static let coordinate = """
    typealias CLLocationDegrees = Double
    typealias CLLocationDirection = Double
    typealias CLLocationDistance = Double
    typealias CLLocationAccuracy = Double
    typealias CLLocationSpeed = Double
    struct CLLocationCoordinate2D: Sendable {
      var latitude: CLLocationDegrees
      var longitude: CLLocationDegrees
      init() { (latitude, longitude) = (0, 0) }
      init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        (self.latitude, self.longitude) = (latitude, longitude)
      }
    }
    """

  /// There are no groups of apps here, but apps rely on their folder.
  private static let groupContainer = """
    extension FileManager {
      func containerURL(forSecurityApplicationGroupIdentifier name: String) -> URL? {
        let folder = homeDirectoryForCurrentUser.appendingPathComponent(name)
        try? createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
      }
    }
    """

  /// Without tables of translations a text is its own translation.
  private static let localizedString = """
    extension String {
      init(localized text: String, defaultValue: String? = nil, table: String? = nil, comment: String? = nil) {
        self = defaultValue ?? text
      }
    }
    """

  /// What people of a place measure in.
  private static let unitsOfLocale = [
    ("UnitLength", "kilometers", "miles"), ("UnitMass", "kilograms", "pounds"),
    ("UnitSpeed", "kilometersPerHour", "milesPerHour"),
    ("UnitTemperature", "celsius", "fahrenheit"),
  ].map { name, metric, american in
    """
    extension \(name) {
      convenience init(forLocale locale: Locale) {
        let unit: \(name) = locale.measurementSystem == .us ? .\(american) : .\(metric)
        self.init(symbol: unit.symbol, converter: unit.converter)
      }
    }
    """
  }.joined(separator: "\n")

  /// Objective-C reaches preferences by key coding, too.
  private static let defaultsByKey = """
    extension UserDefaults {
      func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
      func setValue(_ value: Any?, forKeyPath key: String) { set(value, forKey: key) }
      func value(forKey key: String) -> Any? { object(forKey: key) }
      func value(forKeyPath key: String) -> Any? { object(forKey: key) }
    }
    """

  /// Keeps values as long as the plan runs.
  private static let keyValueStore = """
    final class NSUbiquitousKeyValueStore: @unchecked Sendable {
      static let `default` = NSUbiquitousKeyValueStore()
      private var values: [String: Any] = [:]
      func set(_ value: Any?, forKey key: String) { values[key] = value }
      func object(forKey key: String) -> Any? { values[key] }
      func string(forKey key: String) -> String? { values[key] as? String }
      func bool(forKey key: String) -> Bool { values[key] as? Bool ?? false }
      func longLong(forKey key: String) -> Int64 { values[key] as? Int64 ?? 0 }
      func double(forKey key: String) -> Double { values[key] as? Double ?? 0 }
      func data(forKey key: String) -> Data? { values[key] as? Data }
      func removeObject(forKey key: String) { values[key] = nil }
      func synchronize() -> Bool { true }
    }
    """

  private static let widgetCenter = """
    final class WidgetCenter: @unchecked Sendable {
      static let shared = WidgetCenter()
      func reloadAllTimelines() {}
      func reloadTimelines(ofKind kind: String) {}
    }
    """

  private static func folder(_ name: String) -> String {
    """
    extension URL {
      static var \(name): URL {
        FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("\(name)")
      }
    }
    """
  }

  /// Elsewhere no space is free for some purposes only.
  private static let freeSpace = """
    extension URLResourceKey {
      static let volumeAvailableCapacityForImportantUsageKey = Self(rawValue: "important")
      static let volumeAvailableCapacityForOpportunisticUsageKey = Self(rawValue: "opportunistic")
    }
    extension URLResourceValues {
      var volumeAvailableCapacityForImportantUsage: Int64? {
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: NSHomeDirectory())
        return (facts?[.systemFreeSize] as? NSNumber)?.int64Value
      }
      var volumeAvailableCapacityForOpportunisticUsage: Int64? {
        volumeAvailableCapacityForImportantUsage
      }
    }
    """

  /// Nobody looks at intervals here.
  private static let signposter = """
    struct OSSignpostID: Sendable { static let exclusive = Self() }
    struct OSSignpostIntervalState: Sendable {}
    struct OSSignposter: Sendable {
      init() {}
      init(logger: Logger) {}
      init(logHandle: OSLog) {}
      init(subsystem: String, category: String) {}
      init(subsystem: String, category: OSLog.Category) {}
      func makeSignpostID() -> OSSignpostID { .exclusive }
      func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
      ) -> OSSignpostIntervalState { OSSignpostIntervalState() }
      func endInterval(
        _ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = ""
      ) {}
      func emitEvent(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
      ) {}
      func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
      ) rethrows -> Result { try task() }
    }
    """

  private static let lock = """
    final class OSAllocatedUnfairLock<State>: @unchecked Sendable {
      private let lock = NSLock()
      private var state: State
      init(initialState: State) { state = initialState }
      init(uncheckedState: State) { state = uncheckedState }
      func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
      }
    }
    """

  /// Messages go to standard error, which the tool shows as the plan's own output.
  private static let logging = #"""
    struct OSLogPrivacy { static let `public` = Self(), `private` = Self(), sensitive = Self(), auto = Self() }
    struct OSLogFloatFormatting {
      static var fixed: Self { Self() }
      static func fixed(precision: Int) -> Self { Self() }
    }
    struct OSLogMessage: ExpressibleByStringInterpolation {
      var text: String
      init(stringLiteral value: String) { text = value }
      init(stringInterpolation: Interpolation) { text = stringInterpolation.text }
      struct Interpolation: StringInterpolationProtocol {
        var text = ""
        init(literalCapacity: Int, interpolationCount: Int) {}
        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation<T>(_ value: @autoclosure () -> T, privacy: OSLogPrivacy = .auto) {
          text += "\(value())"
        }
        mutating func appendInterpolation<T>(
          _ value: @autoclosure () -> T, format: OSLogFloatFormatting, privacy: OSLogPrivacy = .auto
        ) { text += "\(value())" }
      }
    }
    struct OSLogType: Sendable {
      static let `default` = Self(), info = Self(), debug = Self(), error = Self(), fault = Self()
    }
    struct OSLog: Sendable {
      struct Category: Sendable { static let pointsOfInterest = Category() }
      static let `default` = OSLog(subsystem: "", category: "")
      init(subsystem: String, category: String) {}
      init(subsystem: String, category: Category) {}
    }
    func os_log(_ message: String, log: OSLog = .default, type: OSLogType = .default, _ arguments: Any...) {
      Logger().log(OSLogMessage(stringLiteral: message))
    }
    func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) { Logger().log(message) }
    func os_log(_ type: OSLogType, _ message: OSLogMessage) { Logger().log(message) }
    struct Logger: Sendable {
      init() {}
      init(subsystem: String, category: String) {}
      init(_ log: OSLog) {}
      init(label: String) {}
      func log(_ message: OSLogMessage) {
        FileHandle.standardError.write(Data((message.text + "\n").utf8))
      }
      func log(level: OSLogType, _ message: OSLogMessage) { log(message) }
      func trace(_ message: OSLogMessage) { log(message) }
      func debug(_ message: OSLogMessage) { log(message) }
      func info(_ message: OSLogMessage) { log(message) }
      func notice(_ message: OSLogMessage) { log(message) }
      func warning(_ message: OSLogMessage) { log(message) }
      func error(_ message: OSLogMessage) { log(message) }
      func critical(_ message: OSLogMessage) { log(message) }
      func fault(_ message: OSLogMessage) { log(message) }
    }
    """#
}
