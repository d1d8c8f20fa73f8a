internal import CLineEditor
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

/// A program that reads what this one writes. Ctrl-C is the program's while it runs.
final class RunningProgram {
  private let pipe: DescriptorSink
  private let process: Int32
  /// Called once when the program stops reading before the end.
  private let onClose: () -> Void
  private let before: (@convention(c) (Int32) -> Void)?
  private let holdsInterrupt: Bool

  var wantsNoMore: Bool { pipe.error != nil }

  /// - Parameter ignoresInterrupt: it outlives commands, whose Ctrl-C it must not take for its own.
  init?(_ command: String, ignoresInterrupt: Bool = false, onClose: @escaping () -> Void = {}) {
    var process: Int32 = 0
    // Whichever of the two ignores it, the other one gets it.
    let before = signal(SIGINT, SIG_IGN)
    let descriptor = storedoctor_program_start(command, ignoresInterrupt ? 1 : 0, &process)
    holdsInterrupt = !ignoresInterrupt && descriptor >= 0
    if !holdsInterrupt { signal(SIGINT, before) }
    guard descriptor >= 0 else { return nil }
    pipe = DescriptorSink(descriptor)
    (self.process, self.before, self.onClose) = (process, before, onClose)
  }

  func write(_ bytes: [UInt8]) {
    guard !wantsNoMore else { return }
    pipe.write(bytes)
    if wantsNoMore { onClose() }
  }

  /// Waits for its end.
  func finish() {
    close(pipe.descriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    if holdsInterrupt { signal(SIGINT, before) }
  }
}

/// A program that results are given to: `once |less`, `output |tee all.txt`.
final class OutputProgram: OutputTarget {
  private(set) lazy var output = ByteOutput { [unowned self] in write($0) }
  let isShown: Bool
  let showsColour: Bool
  private let command: String
  private let isStanding: Bool
  private var program: RunningProgram?
  private var hasFailed = false

  var wantsNoMore: Bool { program?.wantsNoMore == true }

  /// - Parameter isStanding: it takes the results of several commands.
  init(_ command: String, isStanding: Bool, console: Console) {
    isShown = console.isTerminal && PagerCommand.isPager(command)
    showsColour = isShown && PagerCommand.showsColour(command)
    self.command = PagerCommand.asking(command, console)
    // A pager takes the terminal, and so one result at a time.
    self.isStanding = isStanding && !isShown
  }

  /// It is started with the first byte: until then a long statement can be stopped.
  private func write(_ bytes: [UInt8]) {
    if program == nil, !hasFailed {
      program = RunningProgram(command, ignoresInterrupt: isStanding) { Interrupts.interrupt() }
      hasFailed = program == nil
    }
    program?.write(bytes)
  }

  func flush() throws {
    output.flush()
    if isShown { try finish() }
    if hasFailed { throw Failure.unreadable("'\(VisibleText(command).text)' cannot be started") }
  }

  func finish() throws {
    output.flush()
    program?.finish()
    program = nil
  }
}
