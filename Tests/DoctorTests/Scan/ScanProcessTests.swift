import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// The workers of `scan`: the program itself, with stores that are damaged and workers that are killed.
@Suite(.serialized) struct ScanProcessTests {
  private static let tool = Bundle.main.bundleURL.appending(path: "storedoctor").path
  private static let exists = FileManager.default.fileExists(atPath: tool)

  /// Copies of a few stores, one in ten damaged at a place that its number decides.
  private final class Fleet {
    let url = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")

    init(_ count: Int) throws {
      let samples = ["Notes/notes-1.0.0.store", "Notes/notes-2.0.0.store", "Music/music.store"]
        .map { CommandFixture.samples.appending(path: $0) }
      let contents = try samples.map { try Data(contentsOf: $0) }
      for number in 0..<count {
        var bytes = contents[number % contents.count]
        if number % 10 == 3 {
          let place = number * 7919 % (bytes.count - 4096)
          switch number / 10 % 3 {
          case 0: bytes = bytes.prefix(place)
          case 1: bytes.replaceSubrange(place..<place + 2000, with: Data(count: 2000))
          default: for index in place..<place + 400 { bytes[index] = UInt8(index & 0xff) ^ 0xa5 }
          }
        }
        let folder = url.appending(path: "user-\(number % 7)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try bytes.write(to: folder.appending(path: "\(number).store"))
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// Runs a script in the folder of the fleet; the tool is `$1`.
  private func run(_ script: String, in fleet: Fleet) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script, "bash", Self.tool]
    process.currentDirectoryURL = fleet.url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(.enabled(if: exists, "the tool is not built")) func theResultDoesNotDependOnTheWorkers()
    throws
  {
    let fleet = try Fleet(60)
    let alone = try run("\"$1\" scan . --jobs 0 --quiet", in: fleet)
    #expect(alone.split(separator: "\n").count == 60)
    for jobs in [1, 3, 8] {
      #expect(try run("\"$1\" scan . --jobs \(jobs) --quiet", in: fleet) == alone)
    }
    let named = try run(
      "find . -name '*.store' -print0 | sort -z | \"$1\" scan -0 - --quiet", in: fleet)
    #expect(named.split(separator: "\n").count == 60)
  }

  #if os(Linux)
    @Test(.enabled(if: exists, "the tool is not built")) func aKilledWorkerCostsNoStore() throws {
      let fleet = try Fleet(400)
      let alone = try run("\"$1\" scan . --jobs 0 --quiet", in: fleet)
      // Only workers of this very run are killed: those whose guard is its child.
      let killed = try run(
        """
        "$1" scan . --jobs 3 --quiet > ../lines-$$ & main=$!
        n=0
        while kill -0 $main 2>/dev/null; do
          for guard in $(cat /proc/$main/task/*/children 2>/dev/null); do
            for worker in $(cat /proc/$guard/task/*/children 2>/dev/null); do
              [ $((RANDOM % 3)) = 0 ] && kill -9 $worker 2>/dev/null && n=$((n + 1))
            done
          done
          sleep 0.4
        done
        wait $main
        cat ../lines-$$; rm ../lines-$$; echo "killed $n"
        """, in: fleet)
      var lines = killed.split(separator: "\n").map(String.init)
      let count = lines.removeLast()
      #expect(count != "killed 0")
      let whole = alone.split(separator: "\n").map(String.init)
      #expect(lines.count == 400)
      // A store whose worker was killed twice says so; all others are as they would have been.
      let different = zip(lines, whole).filter { $0 != $1 }
      #expect(different.allSatisfy { $0.0.contains("\"reason\":\"crash\"") }, "\(different)")
      #expect(different.count < 20)
    }

    @Test(.enabled(if: exists, "the tool is not built")) func aStoppedRunIsTakenUp() throws {
      let fleet = try Fleet(200)
      let alone = try run("\"$1\" scan . --jobs 0 --quiet", in: fleet)
      let resumed = try run(
        """
        "$1" scan . --jobs 2 --quiet --resume ../run-$$ > /dev/null & main=$!
        while [ ! -s ../run-$$ ]; do sleep 0.05; done; kill -TERM $main; wait $main 2>/dev/null
        wc -l < ../run-$$
        "$1" scan . --jobs 2 --quiet --resume ../run-$$ > /dev/null
        cat ../run-$$; rm ../run-$$
        """, in: fleet)
      let lines = resumed.split(separator: "\n", maxSplits: 1).map(String.init)
      let done = lines.first.flatMap { Int($0.filter(\.isNumber)) }
      #expect(try #require(done) < 200, "nothing was left to be taken up")
      #expect(lines.last == alone)
    }

    /// A worker that is stopped hangs, and has what it has: more than sixteen megabytes.
    @Test(
      .enabled(if: exists, "the tool is not built"),
      arguments: [("--timeout 1", "time"), ("--memory 16", "memory")])
    func aWorkerBeyondItsLimitsCostsOneStore(_ limit: String, _ reason: String) throws {
      let fleet = try Fleet(200)
      let text = try run(
        """
        "$1" scan . --jobs 2 --quiet \(limit) > ../lines-$$ & main=$!
        while [ ! -s ../lines-$$ ]; do sleep 0.05; done
        for guard in $(cat /proc/$main/task/*/children); do
          kill -STOP $(cat /proc/$guard/task/*/children); break
        done
        wait $main; cat ../lines-$$; rm ../lines-$$
        """, in: fleet)
      let lines = try text.split(separator: "\n").map { try ScanLines().store($0.utf8) }
      #expect(Set(lines.map(\.path)).count == 200 && lines.count == 200)
      let failed = lines.compactMap(\.failure)
      #expect(!failed.isEmpty, "\(failed)")
      // Any worker has as much, so that each may be caught where it is looked at in the middle of a store.
      #expect(reason == "memory" || failed.count < 50, "\(failed)")
      #expect(failed.allSatisfy { $0.reason.rawValue == reason }, "\(failed)")
    }
  #endif
}
