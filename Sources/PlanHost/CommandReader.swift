internal import Foundation
internal import Glibc
internal import StoreEngine
internal import Synchronization

/// Reads commands on a thread of its own, so that the end of the input ends the program even while
/// a closure runs: then nobody waits for it any more.
final class CommandReader: Sendable {
  private let commands = Mutex<[PlanCommand]>([])
  private let arrived = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [self] in read() }
  }

  /// The next command; waits for it.
  func next() -> PlanCommand? {
    arrived.wait()
    return commands.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  private func read() {
    var fields: [String] = []
    var field: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = Glibc.read(0, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      // The plan's code has closed it: whoever waits for an answer ends the program then.
      if count < 0 { return }
      guard count > 0 else { _exit(0) }
      guard byte == 0 else {
        field.append(byte)
        continue
      }
      fields.append(String(decoding: field, as: UTF8.self))
      field = []
      guard fields.count == PlanCommand.fieldCount else { continue }
      // Nobody else writes here; what is no command was not understood by either side.
      guard let command = PlanCommand(fields: fields) else { _exit(0) }
      fields = []
      commands.withLock { $0.append(command) }
      arrived.signal()
    }
  }
}
