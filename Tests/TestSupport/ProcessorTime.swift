import Foundation

/// The result of `body` and the processor time in seconds that its thread used for it, for what is to
/// stay proportional to its input. Time by the clock, as Swift Testing's limit takes it, says nothing
/// of a test: it waits for others meanwhile.
public func measured<Result>(
  _ body: () throws -> Result
) rethrows -> (result: Result, seconds: Double) {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  let result = try body()
  return (result, now() - start)
}
