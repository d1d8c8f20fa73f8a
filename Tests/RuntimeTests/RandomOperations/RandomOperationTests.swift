import Foundation
import SwiftData
import Testing

/// Random sequences of operations against a plain model in memory.
///
/// `STOREDOCTOR_OPERATIONS` is their number, `STOREDOCTOR_OPERATIONS_SEED` the first seed: each
/// sequence has one of its own, so that a failure can be repeated alone.
@Suite struct RandomOperationTests {
  private static func setting(_ name: String, _ value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  private static let count = setting("STOREDOCTOR_OPERATIONS", 10_000)
  private static let seed = UInt64(setting("STOREDOCTOR_OPERATIONS_SEED", 1))

  @Test func sequences() async throws {
    var left = Self.count * 9 / 10
    var seed = Self.seed
    var failures = 0
    var leaked: [String] = []
    while left > 0, failures < 5 {
      // Most are short, so that what fails is short; some go on with a store that has a past.
      let length = min(left, seed % 10 == 0 ? 500 : 100)
      do {
        leaked += try RandomRun(seed: seed, length: length).run().map { "seed \(seed): \($0)" }
      } catch {
        failures += 1
        Issue.record("\(error)")
      }
      left -= length
      seed += 1
    }
    #expect(leaked == [])
  }

  /// Several threads, each with contexts of its own, over one container.
  @Test func threads() async throws {
    let lanes = 4
    let length = max(1, Self.count / 10 / lanes / 100)
    for round in 0..<UInt64(length) {
      let store = try TestStore()
      try await Self.run(store, lanes: lanes, seed: (Self.seed &+ round) &* 1000)
      try World.check(store.url)
    }
  }

  private static func run(_ store: TestStore, lanes: Int, seed: UInt64) async throws {
    let container = try World.container(store.url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          let world = try World(store.url, lane: lane, shared: container)
          var generator = OperationGenerator(seed: seed &+ UInt64(lane), lane: lane)
          var done: [Operation] = []
          while done.count < 100 {
            guard let next = generator.next(world) else { continue }
            done.append(next)
            do {
              try world.perform(next)
            } catch {
              throw RandomRun.Failure(
                seed: seed &+ UInt64(lane), difference: "lane \(lane): \(error)", operations: done)
            }
          }
          world.close()
        }
      }
      try await group.waitForAll()
    }
  }
}
