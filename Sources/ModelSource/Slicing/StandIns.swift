/// The names of Apple's SDK for which the program made of a slice has stand-ins, where Linux lacks them:
/// the public declarations in `Sources/PlanHost/StandIns`.
enum StandIns {
  static func contains(_ name: String) -> Bool {
    types.contains(name) || functions.contains(name)
  }

  static let types: Set<String> = [
    "AnyCancellable", "AppStorage", "CFAbsoluteTime", "CFDictionary", "CFString", "CFTimeInterval",
    "CFTypeRef", "CLLocationAccuracy", "CLLocationCoordinate2D", "CLLocationDegrees",
    "CLLocationDirection", "CLLocationDistance", "CLLocationSpeed", "CurrentValueSubject", "Logger",
    "NSUbiquitousKeyValueStore", "OSAllocatedUnfairLock", "OSLog", "OSLogFloatFormatting",
    "OSLogMessage", "OSLogPrivacy", "OSLogType", "OSSignpostID", "OSSignpostIntervalState",
    "OSSignposter", "OSStatus", "ObservableObject", "ObservableObjectPublisher",
    "PassthroughSubject", "Published", "UIDevice",
    "WidgetCenter",
  ]

  static let functions: Set<String> = [
    "CFAbsoluteTimeGetCurrent", "SecItemAdd", "SecItemCopyMatching", "SecItemDelete",
    "SecItemUpdate", "autoreleasepool", "os_log",
  ]

  /// Those that code names with their module in front, beside an own type of the same name:
  /// `os.Logger`.
  static func qualified(_ names: Set<String>, by module: String) -> String {
    let aliases = names.sorted().map { "typealias \($0) = PlanHost.\($0)" }
    return "enum \(module) {\n\(aliases.joined(separator: "\n"))\n}"
  }
}
