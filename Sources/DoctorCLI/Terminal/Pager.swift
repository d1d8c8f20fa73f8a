internal import CLineEditor
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

/// Holds output back until it is longer than the screen, and only then starts the pager. What
/// fits is printed as if there were none.
final class Pager {
  private let command: String
  private let size: (columns: Int, rows: Int)
  private let direct: ByteOutput
  /// Called once when the user leaves the pager before the end.
  private let onClose: () -> Void
  private var held: [UInt8] = []
  private var lines = 0
  private var column = 0
  private var isInEscape = false
  private var pipe: DescriptorSink?
  private var process: Int32 = 0
  private var interruptHandler: (@convention(c) (Int32) -> Void)?

  /// The user left the pager: reading more rows is of no use.
  var wantsNoMore: Bool { pipe?.error != nil }

  init(
    command: String?, size: (columns: Int, rows: Int), direct: ByteOutput,
    onClose: @escaping () -> Void
  ) {
    self.command = command.flatMap { $0.isEmpty ? nil : $0 } ?? "less -SRXF"
    self.size = size
    self.direct = direct
    self.onClose = onClose
  }

  func receive(_ bytes: [UInt8]) {
    if let pipe { return send(bytes, to: pipe) }
    held += bytes
    count(bytes)
    if lines >= size.rows - 1 { start() }
  }

  /// Screen lines, counting wrapped ones and leaving out colour sequences.
  private func count(_ bytes: [UInt8]) {
    for byte in bytes {
      if isInEscape {
        isInEscape = byte != 0x6d
      } else if byte == 0x1b {
        isInEscape = true
      } else if byte == 0x0a {
        lines += 1
        column = 0
      } else if byte & 0xc0 != 0x80 {
        column += 1
        if column > size.columns {
          lines += 1
          column = 1
        }
      }
    }
  }

  private func start() {
    direct.flush()
    // The pager handles Ctrl-C itself.
    interruptHandler = signal(SIGINT, SIG_IGN)
    let descriptor = storedoctor_pager_start(command, &process)
    guard descriptor >= 0 else {
      signal(SIGINT, interruptHandler)
      return
    }
    let pipe = DescriptorSink(descriptor)
    self.pipe = pipe
    send(held, to: pipe)
    held = []
  }

  private func send(_ bytes: [UInt8], to pipe: DescriptorSink) {
    guard !wantsNoMore else { return }
    pipe.write(bytes)
    if wantsNoMore { onClose() }
  }

  /// Prints what was held back, or waits until the user leaves the pager.
  func finish() {
    guard let pipe else {
      held.withUnsafeBytes { direct.write($0) }
      held = []
      direct.flush()
      return
    }
    close(pipe.descriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    signal(SIGINT, interruptHandler)
    self.pipe = nil
  }
}
