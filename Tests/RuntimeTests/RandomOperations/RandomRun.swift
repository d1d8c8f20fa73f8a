import Foundation
import SwiftData

/// A sequence of random operations on a new store.
struct RandomRun {
  let seed: UInt64
  let length: Int

  struct Failure: Error, CustomStringConvertible {
    let seed: UInt64
    let difference: String
    let operations: [Operation]

    var description: String {
      "seed \(seed): \(difference)\n"
        + operations.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
    }
  }

  /// - Returns: contexts and containers that are not freed at the end.
  /// - Throws: ``Failure`` with as few operations as still fail.
  func run() throws -> [String] {
    let store = try TestStore()
    let world = try World(store.url)
    var generator = OperationGenerator(seed: seed, lane: 0)
    var done: [Operation] = []
    do {
      while done.count < length {
        guard let next = generator.next(world) else { continue }
        done.append(next)
        OperationLog.write(seed, done.count, next)
        try world.perform(next)
      }
      let leaked = world.close()
      try World.check(store.url)
      return leaked
    } catch {
      let failure = Failure(seed: seed, difference: "\(error)", operations: done)
      FileHandle.standardError.write(Data("\(failure)\n".utf8))
      throw Self.shortest(failure)
    }
  }

  /// Leaves out what is not needed for a failure: halves first, then ever smaller parts.
  static func shortest(_ failure: Failure) -> Failure {
    var best = failure
    var part = max(1, best.operations.count / 2)
    var tries = 400
    while part > 0, tries > 0 {
      var start = 0
      var isShorter = false
      while start < best.operations.count, tries > 0 {
        tries -= 1
        var fewer = best.operations
        fewer.removeSubrange(start..<min(start + part, fewer.count))
        if let difference = Self.difference(fewer) {
          best = Failure(seed: failure.seed, difference: difference, operations: fewer)
          isShorter = true
        } else {
          start += part
        }
      }
      if !isShorter || part > 1 { part /= 2 }
    }
    return best
  }

  private static func difference(_ operations: [Operation]) -> String? {
    do {
      let store = try TestStore()
      let world = try World(store.url)
      for operation in operations { try world.perform(operation) }
      world.close()
      try World.check(store.url)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// Where each operation is written before it is done, for what ends the process:
/// `STOREDOCTOR_OPERATIONS_LOG`.
enum OperationLog {
  private static let file: FileHandle? = {
    guard let path = ProcessInfo.processInfo.environment["STOREDOCTOR_OPERATIONS_LOG"] else {
      return nil
    }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return FileHandle(forWritingAtPath: path)
  }()

  static func write(_ seed: UInt64, _ number: Int, _ operation: Operation) {
    guard let file else { return }
    if number == 1 { try? file.truncate(atOffset: 0) }
    try? file.write(contentsOf: Data("seed \(seed), \(number). \(operation)\n".utf8))
  }
}
