import Dispatch
import Foundation

/// One run of a program: wall time, processor time and the largest resident size it reached.
struct Measurement {
  var seconds: Double
  var processorSeconds: Double
  var peakBytes: Int
}

enum Measure {
  /// Runs a command with its output thrown away (but written, so printing is part of the cost).
  static func once(_ arguments: [String]) throws -> Measurement {
    var pid = pid_t()
    let argv = arguments.map { strdup($0) } + [nil]
    defer { for pointer in argv { free(pointer) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      let environ = _NSGetEnviron().pointee
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let start = DispatchTime.now().uptimeNanoseconds
    guard posix_spawnp(&pid, arguments[0], &actions, nil, argv, environ) == 0 else {
      throw BenchmarkError("cannot start '\(arguments[0])'")
    }
    var status: Int32 = 0
    var usage = rusage()
    wait4(pid, &status, 0, &usage)
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    guard status & 0x7f == 0, (status >> 8) & 0xff <= 1 else {
      throw BenchmarkError("failed: \(arguments.joined(separator: " "))")
    }
    #if os(Linux)
      let unit = 1024
    #else
      let unit = 1
    #endif
    return Measurement(
      seconds: seconds, processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      peakBytes: Int(usage.ru_maxrss) * unit)
  }

  /// Runs one part of the benchmarks as a program of its own, which prints its lines itself.
  ///
  /// - Returns: how many targets it missed.
  static func part(_ name: String, of folder: String) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [folder, name]
    try process.run()
    process.waitUntilExit()
    let missed = Int(process.terminationStatus)
    guard process.terminationReason == .exit, missed < Scoreboard.failed else {
      throw BenchmarkError("the part '\(name)' failed")
    }
    return missed
  }

  /// The median of several runs after one warm-up; the two commands take turns, so that a slower
  /// minute of the machine hits both.
  static func pair(
    _ first: [String], _ second: [String], runs: Int
  ) throws -> (first: Measurement, second: Measurement) {
    _ = try once(first)
    _ = try once(second)
    var firsts: [Measurement] = []
    var seconds: [Measurement] = []
    for _ in 0..<runs {
      firsts.append(try once(first))
      seconds.append(try once(second))
    }
    return (median(firsts), median(seconds))
  }

  static func median(_ runs: [Measurement]) -> Measurement {
    func middle(_ value: KeyPath<Measurement, Double>) -> Double {
      runs.map { $0[keyPath: value] }.sorted()[runs.count / 2]
    }
    return Measurement(
      seconds: middle(\.seconds), processorSeconds: middle(\.processorSeconds),
      peakBytes: runs.map(\.peakBytes).max() ?? 0)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

struct BenchmarkError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Prints one line of the result table and remembers whether every target was reached.
@MainActor
struct Scoreboard {
  private(set) var missed = 0
  /// Exit codes from here on say that a part did not run to its end.
  nonisolated static let failed = 100

  mutating func add(_ count: Int) { missed += count }

  mutating func line(_ name: String, value: Double, limit: Double, unit: String, atMost: Bool) {
    let isMet = atMost ? value <= limit : value >= limit
    if !isMet { missed += 1 }
    let text = String(
      format: "%-58@ %8.2f %@  (target %@ %.2f)  %@", name as NSString, value, unit,
      atMost ? "≤" : "≥", limit, isMet ? "ok" : "MISSED")
    print(text)
  }

  func exit() -> Never {
    print(missed == 0 ? "all targets met" : "\(missed) targets missed")
    Foundation.exit(Int32(min(missed, Self.failed - 1)))
  }
}
