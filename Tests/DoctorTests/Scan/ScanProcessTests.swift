import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// The workers of `scan`: the program itself, with stores that are damaged and workers that are killed.
@Suite(.serialized) struct ScanProcessTests {
  private static let exists = FileManager.default.fileExists(atPath: ScanFleet.tool)

  /// Runs a script in the folder of the fleet; the tool is `$1`.
  private func run(_ script: String, in fleet: ScanFleet) throws -> String { try fleet.run(script) }

  @Test(.enabled(if: exists, "the tool is not built")) func theResultDoesNotDependOnTheWorkers()
    throws
  {
    let fleet = try ScanFleet(60)
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
      let fleet = try ScanFleet(400)
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
      let fleet = try ScanFleet(200)
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

    /// The stores of a large archive are divided among the workers, and each is told in its place.
    @Test(.enabled(if: exists, "the tool is not built")) func anArchiveIsDivided() throws {
      let fleet = try ScanFleet(60)
      _ = try fleet.run("tar cf ../$$.tar . && rm -r user-* && mv ../$$.tar all.tar")
      let alone = try fleet.lines("--jobs 0")
      #expect(alone.split(separator: "\n").count == 60)
      for jobs in [1, 2, 5] { #expect(try fleet.lines("--jobs \(jobs)") == alone) }
    }

    /// A worker that stops in the middle of an archive costs the one store that it was at.
    @Test(.enabled(if: exists, "the tool is not built")) func aStoreInAnArchiveCostsNoOther() throws
    {
      let fleet = try ScanFleet(200)
      _ = try fleet.run("tar cf ../$$.tar . && rm -r user-* && mv ../$$.tar all.tar")
      let alone = try fleet.lines("--jobs 0").split(separator: "\n").map(String.init)
      let text = try fleet.run(
        """
        export TMPDIR=$PWD/../tmp-$$; mkdir $TMPDIR
        "$1" scan . --jobs 2 --quiet --timeout 2 > ../lines-$$ & main=$!
        until [ "$(ls -d $TMPDIR/.partial-*/0/* 2> /dev/null | wc -l)" -ge 2 ]; do
          kill -0 $main || break; sleep 0.02
        done
        for guard in $(cat /proc/$main/task/*/children); do
          kill -STOP $(cat /proc/$guard/task/*/children); break
        done
        wait $main; cat ../lines-$$; rm -r ../lines-$$ $TMPDIR
        """)
      let lines = try text.split(separator: "\n").map { try ScanLines().store($0.utf8) }
      let whole = try alone.map { try ScanLines().store($0.utf8) }
      #expect(lines.map(\.member) == whole.map(\.member))
      let failed = lines.filter { $0.failure?.reason == .time }
      #expect(failed.count == 1, "\(failed.map(\.name))")
      let others = lines.filter { $0.failure?.reason != .time }
      #expect(others.allSatisfy { whole.contains($0) })
    }

    /// A worker that is stopped hangs, and has what it has: one with more than sixteen megabytes is taken.
    /// Half of the names are given when it is stopped, so that work is left.
    @Test(
      .enabled(if: exists, "the tool is not built"),
      arguments: [("--timeout 1", "time"), ("--memory 16", "memory")])
    func aWorkerBeyondItsLimitsCostsOneStore(_ limit: String, _ reason: String) throws {
      let fleet = try ScanFleet(200)
      let text = try run(
        """
        find . -name '*.store' -print0 > ../names-$$; mkfifo ../list-$$
        "$1" scan -0 - --jobs 2 --quiet \(limit) < ../list-$$ > ../lines-$$ & main=$!
        exec 3> ../list-$$; head -z -n 100 ../names-$$ >&3
        until [ "$stopped" ]; do
          for guard in $(cat /proc/$main/task/*/children); do
            for worker in $(cat /proc/$guard/task/*/children); do
              pages=$(cut -d' ' -f2 /proc/$worker/statm)
              [ "$pages" -gt 4096 ] && kill -STOP $worker && stopped=yes && break 2
            done
          done
          sleep 0.02; kill -0 $main || break
        done
        tail -z -n +101 ../names-$$ >&3; exec 3>&-
        wait $main; cat ../lines-$$; rm ../lines-$$ ../list-$$ ../names-$$
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
