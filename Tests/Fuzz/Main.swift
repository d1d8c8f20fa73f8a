import Foundation
import FuzzSupport

/// `fuzz` lists the readers; `fuzz READER FROM COUNT` reads the inputs of so many seeds;
/// `fuzz READER SEED --show` writes the input of one.
///
/// The seed at work is kept in the file that FUZZ_SEED names, so that whoever started this knows
/// what it crashed or hung on.
@main enum Main {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3,
      let reader = FuzzReader.all.first(where: { $0.name == arguments[0] }),
      let first = UInt64(arguments[1])
    else {
      print(FuzzReader.all.map(\.name).joined(separator: "\n"))
      exit(arguments.isEmpty ? 0 : 2)
    }
    if arguments[2] == "--show" {
      FileHandle.standardOutput.write(Data(try reader.input(first)))
      return
    }
    let place = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { fopen($0, "w") }
    var slowest = (time: Duration.zero, seed: first)
    var begun = ContinuousClock.now
    var last: UInt64?
    func end() {
      guard let last else { return }
      let time = ContinuousClock.now - begun
      if time > slowest.time { slowest = (time, last) }
    }
    let count = try reader.run(from: first, count: Int(arguments[2]) ?? 0) { seed in
      end()
      (last, begun) = (seed, ContinuousClock.now)
      guard let place else { return }
      rewind(place)
      fputs("\(seed)\n", place)
      fflush(place)
    }
    end()
    for failure in count.failures { print("FAILED \(failure)") }
    var usage = rusage()
    // RUSAGE_SELF, which is of another type on each system.
    getrusage(0, &usage)
    #if canImport(Darwin)
      let memory = Int(usage.ru_maxrss) >> 20
    #else
      let memory = Int(usage.ru_maxrss) >> 10
    #endif
    print(
      "\(reader.name): \(count.read) read, \(count.refused) refused, \(count.failures.count) failed; "
        + "slowest \(slowest.time) at \(slowest.seed), \(memory) MB")
    if !count.failures.isEmpty { exit(1) }
  }
}
