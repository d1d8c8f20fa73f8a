public import Foundation

// Small stand-ins for names of Apple's SDK that migration code uses and Linux lacks. What a slice
// declares itself goes before them. `StandIns` of ModelSource lists the names.

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

public typealias CFTimeInterval = Double
public typealias CFAbsoluteTime = Double

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

public typealias CLLocationDegrees = Double
public typealias CLLocationDirection = Double
public typealias CLLocationDistance = Double
public typealias CLLocationAccuracy = Double
public typealias CLLocationSpeed = Double

public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  public init() { (latitude, longitude) = (0, 0) }

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// Keeps values as long as the plan runs.
///
/// Unchecked because values may be of any type: the dictionary is touched under its lock alone, and
/// what is in it is shared no further than by Apple's class.
public final class NSUbiquitousKeyValueStore: @unchecked Sendable {
  public static let `default` = NSUbiquitousKeyValueStore()
  private let values = OSAllocatedUnfairLock<[String: Any]>(uncheckedState: [:])

  public func set(_ value: Any?, forKey key: String) { values.withLock { $0[key] = value } }
  public func object(forKey key: String) -> Any? { values.withLock { $0[key] } }
  public func string(forKey key: String) -> String? { object(forKey: key) as? String }
  public func bool(forKey key: String) -> Bool { object(forKey: key) as? Bool ?? false }
  public func longLong(forKey key: String) -> Int64 { object(forKey: key) as? Int64 ?? 0 }
  public func double(forKey key: String) -> Double { object(forKey: key) as? Double ?? 0 }
  public func data(forKey key: String) -> Data? { object(forKey: key) as? Data }
  public func removeObject(forKey key: String) { set(nil, forKey: key) }
  public func synchronize() -> Bool { true }
}

public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()

  public func reloadAllTimelines() {}
  public func reloadTimelines(ofKind kind: String) {}
}

/// No device: it has no identifier, as Apple's has none before the first unlock, and whoever asks it for
/// anything is told of.
public final class UIDevice: Sendable {
  public static let current = UIDevice()

  public var identifierForVendor: UUID? {
    InventedValues.tell("UIDevice.identifierForVendor", nil)
  }
  public var name: String { InventedValues.tell("UIDevice.name", "iPhone") }
  public var model: String { InventedValues.tell("UIDevice.model", "iPhone") }
  public var localizedModel: String { InventedValues.tell("UIDevice.localizedModel", "iPhone") }
  public var systemName: String { InventedValues.tell("UIDevice.systemName", "iOS") }
  public var systemVersion: String { InventedValues.tell("UIDevice.systemVersion", "18.0") }
}

extension ProcessInfo {
  public var isiOSAppOnMac: Bool { false }
  public var isMacCatalystApp: Bool { false }
}

extension Data.WritingOptions {
  /// An older name that Apple's Foundation still has.
  public static var atomicWrite: Self { .atomic }
}

extension FileManager {
  /// Nobody is signed in to iCloud here.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? { nil }

  public func url(forUbiquityContainerIdentifier identifier: String?) -> URL? { nil }

  /// There are no groups of apps here, but apps rely on their folder.
  public func containerURL(forSecurityApplicationGroupIdentifier name: String) -> URL? {
    let folder = homeDirectoryForCurrentUser.appendingPathComponent(name)
    try? createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

extension UserDefaults {
  // Objective-C reaches preferences by key coding, too.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
  public func setValue(_ value: Any?, forKeyPath key: String) { set(value, forKey: key) }
  public func value(forKey key: String) -> Any? { object(forKey: key) }
  public func value(forKeyPath key: String) -> Any? { object(forKey: key) }
}

extension UnitLength {
  /// What people of a place measure in.
  public convenience init(forLocale locale: Locale) {
    self.init(locale, metric: UnitLength.kilometers, american: UnitLength.miles)
  }
}

extension UnitMass {
  public convenience init(forLocale locale: Locale) {
    self.init(locale, metric: UnitMass.kilograms, american: UnitMass.pounds)
  }
}

extension UnitSpeed {
  public convenience init(forLocale locale: Locale) {
    self.init(locale, metric: UnitSpeed.kilometersPerHour, american: UnitSpeed.milesPerHour)
  }
}

extension UnitTemperature {
  public convenience init(forLocale locale: Locale) {
    self.init(locale, metric: UnitTemperature.celsius, american: UnitTemperature.fahrenheit)
  }
}

extension Dimension {
  fileprivate convenience init(_ locale: Locale, metric: Dimension, american: Dimension) {
    let unit = locale.measurementSystem == .us ? american : metric
    self.init(symbol: unit.symbol, converter: unit.converter)
  }
}

// Elsewhere no space is free for some purposes only.

extension URLResourceKey {
  public static let volumeAvailableCapacityForImportantUsageKey = Self(rawValue: "important")
  public static let volumeAvailableCapacityForOpportunisticUsageKey = Self(
    rawValue: "opportunistic")
}

extension URLResourceValues {
  public var volumeAvailableCapacityForImportantUsage: Int64? {
    let facts = try? FileManager.default.attributesOfFileSystem(forPath: NSHomeDirectory())
    return (facts?[.systemFreeSize] as? NSNumber)?.int64Value
  }

  public var volumeAvailableCapacityForOpportunisticUsage: Int64? {
    volumeAvailableCapacityForImportantUsage
  }
}
