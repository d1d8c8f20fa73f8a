import Foundation
import TestSupport
import Testing
import TraceAnalysis

@Suite struct TracePlacesTests {
  private static let log = Folders.samples.appending(path: "Notes/slow-list.log")

  private func report(rounds: Int) throws -> TraceReport {
    let analyzer = TraceAnalyzer()
    let bytes = [UInt8](try Data(contentsOf: Self.log))
    for _ in 0..<rounds { analyzer.feed(bytes) }
    return analyzer.finish()
  }

  @Test func aLoopIsWhereItRan() throws {
    let report = try report(rounds: 1)
    #expect(report.timeline.axis == .statements)
    let loop = try #require(report.patterns.first { $0.kind == .nPlusOne })
    // Twenty faults, one after the other, behind the fetch that they belong to.
    #expect(loop.places == [6...25])
    let faults = report.timeline.spans.enumerated().filter { $1.faults > 0 }.map(\.offset)
    #expect(faults == Array(6...25))
  }

  @Test func eachRoundIsAPlaceOfItsOwn() throws {
    let report = try report(rounds: 3)
    let loop = try #require(report.patterns.first { $0.kind == .nPlusOne })
    #expect(loop.places.count == 3 && loop.occurrences == 3)
    #expect(loop.places == loop.places.sorted { $0.lowerBound < $1.lowerBound })
  }

  @Test func placesOfManyRoundsAreBounded() throws {
    let report = try report(rounds: 200)
    let loop = try #require(report.patterns.first { $0.kind == .nPlusOne })
    #expect(loop.occurrences == 200 && loop.places.count <= 64)
    // None is lost: the last one reaches to the end.
    #expect(loop.places.last?.upperBound ?? 0 >= Int64(report.statements - 5))
  }

  @Test func spansSayWhatTheyAreMadeOf() throws {
    let report = try report(rounds: 2)
    let spans = report.timeline.spans
    #expect(spans.reduce(0) { $0 + $1.faults } == 40)
    #expect(spans.allSatisfy { $0.reads + $0.faults + $0.writes + $0.commits <= $0.statements })
    #expect(spans.reduce(0) { $0 + $1.reads } == 4)
  }
}
