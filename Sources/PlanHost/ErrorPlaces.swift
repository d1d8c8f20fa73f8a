internal import CPlanHost
internal import Glibc
internal import Runtime
internal import Synchronization

/// Remembers where the last error was thrown, which the error itself does not say.
enum ErrorPlaces {
  private struct Throw: Sendable {
    var error: UInt
    var backtrace: Backtrace?
  }

  private static let lastThrow = Mutex<Throw?>(nil)
  /// Set while calls are captured, which throws errors of its own, and while no code of the plan runs:
  /// what opening a store throws and catches is of no interest, and each capture takes its time.
  private static let isCapturing = Atomic(true)
  private static let depth = 56

  /// Has the Swift runtime tell of every `throw`.
  static func watch() {
    guard let setter = dlsym(nil, "_swift_setWillThrowHandler") else { return }
    typealias Handler = @convention(c) (UnsafeRawPointer?) -> Void
    let handler: Handler = { ErrorPlaces.note(UInt(bitPattern: $0)) }
    unsafeBitCast(setter, to: (@convention(c) (Handler?) -> Void).self)(handler)
  }

  /// Remembers the errors that the body throws.
  static func noting<Result>(_ body: () throws -> Result) rethrows -> Result {
    isCapturing.store(false, ordering: .releasing)
    defer { isCapturing.store(true, ordering: .releasing) }
    return try body()
  }

  private static func note(_ error: UInt) {
    guard !isCapturing.exchange(true, ordering: .acquiring) else { return }
    defer { isCapturing.store(false, ordering: .releasing) }
    // An error thrown on keeps the place where it began.
    guard lastThrow.withLock({ $0?.error != error }) else { return }
    let backtrace = capture()
    lastThrow.withLock { $0 = Throw(error: error, backtrace: backtrace) }
  }

  /// The calls that led here. The capture itself reads wherever frame pointers lead; so it only goes
  /// as far as they have been seen to lead along the stack, and not at all where the code was
  /// compiled without them.
  private static func capture() -> Backtrace? {
    var backtrace: Backtrace?
    withUnsafeMutablePointer(to: &backtrace) { place in
      storedoctor_follow(
        { place in
          let calls = Int(storedoctor_followable(Int32(ErrorPlaces.depth)))
          guard calls > 0 else { return }
          // It is the pointer given below, and valid until `storedoctor_follow` is back.
          place?.assumingMemoryBound(to: Backtrace?.self).pointee =
            try? Backtrace.capture(limit: calls, top: 0)
        }, place)
    }
    return backtrace
  }

  /// `PATH:LINE:COLUMN` of the calls that led to the last error, innermost first.
  static func last() -> [String] { places(lastThrow.withLock { $0?.backtrace }) }

  /// The same for the calls that led here.
  static func here() -> [String] {
    let wasCapturing = isCapturing.exchange(true, ordering: .acquiring)
    let backtrace = capture()
    isCapturing.store(wasCapturing, ordering: .releasing)
    return places(backtrace)
  }

  private static func places(_ backtrace: Backtrace?) -> [String] {
    let wasCapturing = isCapturing.exchange(true, ordering: .acquiring)
    defer { isCapturing.store(wasCapturing, ordering: .releasing) }
    guard let symbolicated = backtrace?.symbolicated() else { return [] }
    return symbolicated.frames.compactMap { frame in
      guard let place = frame.symbol?.sourceLocation, place.line > 0 else { return nil }
      return "\(place.path):\(place.line):\(place.column)"
    }
  }
}
