internal import Foundation

// What Apple's module `os` has. Messages go to standard error, which the tool shows as the plan's own
// output; nobody looks at intervals here.

public struct Logger: Sendable {
  public init() {}
  public init(subsystem: String, category: String) {}
  public init(_ log: OSLog) {}
  public init(label: String) {}

  public func log(_ message: OSLogMessage) {
    FileHandle.standardError.write(Data((message.text + "\n").utf8))
  }

  public func log(level: OSLogType, _ message: OSLogMessage) { log(message) }
  public func trace(_ message: OSLogMessage) { log(message) }
  public func debug(_ message: OSLogMessage) { log(message) }
  public func info(_ message: OSLogMessage) { log(message) }
  public func notice(_ message: OSLogMessage) { log(message) }
  public func warning(_ message: OSLogMessage) { log(message) }
  public func error(_ message: OSLogMessage) { log(message) }
  public func critical(_ message: OSLogMessage) { log(message) }
  public func fault(_ message: OSLogMessage) { log(message) }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  var text: String

  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  public struct Interpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text += literal }

    public mutating func appendInterpolation<T>(
      _ value: @autoclosure () -> T, privacy: OSLogPrivacy = .auto
    ) {
      text += "\(value())"
    }

    public mutating func appendInterpolation<T>(
      _ value: @autoclosure () -> T, format: OSLogFloatFormatting, privacy: OSLogPrivacy = .auto
    ) {
      text += "\(value())"
    }
  }
}

public struct OSLogPrivacy: Sendable {
  public static let `public` = Self()
  public static let `private` = Self()
  public static let sensitive = Self()
  public static let auto = Self()
}

public struct OSLogFloatFormatting: Sendable {
  public static var fixed: Self { Self() }
  public static func fixed(precision: Int) -> Self { Self() }
}

public struct OSLogType: RawRepresentable, Hashable, Sendable {
  public static let `default` = Self(rawValue: 0)
  public static let info = Self(rawValue: 1)
  public static let debug = Self(rawValue: 2)
  public static let error = Self(rawValue: 16)
  public static let fault = Self(rawValue: 17)

  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

public struct OSLog: Sendable {
  public struct Category: Sendable {
    public static let pointsOfInterest = Category()
  }

  public static let `default` = OSLog(subsystem: "", category: "")

  public init(subsystem: String, category: String) {}
  public init(subsystem: String, category: Category) {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(
  _ message: String, log: OSLog = .default, type: OSLogType = .default, _ arguments: Any...
) {
  Logger().log(OSLogMessage(stringLiteral: message))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
  Logger().log(message)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ type: OSLogType, _ message: OSLogMessage) { Logger().log(message) }

public struct OSSignpostID: Sendable {
  public static let exclusive = Self()
}

public struct OSSignpostIntervalState: Sendable {}

public struct OSSignposter: Sendable {
  public init() {}
  public init(logger: Logger) {}
  public init(logHandle: OSLog) {}
  public init(subsystem: String, category: String) {}
  public init(subsystem: String, category: OSLog.Category) {}

  public func makeSignpostID() -> OSSignpostID { .exclusive }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
  ) -> OSSignpostIntervalState {
    OSSignpostIntervalState()
  }

  public func endInterval(
    _ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = ""
  ) {}

  public func emitEvent(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
  ) {}

  public func withIntervalSignpost<Result>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
  ) rethrows -> Result {
    try task()
  }
}

/// Unchecked because of the state, which is touched under the lock alone.
public final class OSAllocatedUnfairLock<State>: @unchecked Sendable {
  fileprivate let raw = NSLock()
  private var state: State

  public init(initialState: State) { state = initialState }
  public init(uncheckedState: State) { state = uncheckedState }

  public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    raw.lock()
    defer { raw.unlock() }
    return try body(&state)
  }

  public func withLockUnchecked<Result>(
    _ body: (inout State) throws -> Result
  ) rethrows -> Result { try withLock(body) }

  public func withLockIfAvailable<Result>(
    _ body: (inout State) throws -> Result
  ) rethrows -> Result? {
    guard raw.try() else { return nil }
    defer { raw.unlock() }
    return try body(&state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  public convenience init() { self.init(initialState: ()) }

  public func lock() { raw.lock() }
  public func unlock() { raw.unlock() }
  public func lockIfAvailable() -> Bool { raw.try() }

  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    raw.lock()
    defer { raw.unlock() }
    return try body()
  }

  public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withLock(body)
  }
}
