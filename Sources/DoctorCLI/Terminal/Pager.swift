internal import CLineEditor
internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

/// The program that long output goes through, as it is given to `sh`.
struct PagerCommand {
  let text: String
  /// Whether it shows colours as such. Others would show their escape sequences.
  let showsColour: Bool

  /// Programs that pass colours on to the terminal, or do so when asked as `asking` does.
  private static let coloured: Set = ["less", "more", "cat", "bat", "batcat", "moar", "moor", "ov"]
  /// Programs that read the terminal's keys while they show what they are given.
  private static let pagers =
    coloured.subtracting(["cat"]).union(["most", "pg", "vim", "view", "nvim", "nano"])
  private static let usual = "less -SRXF"

  /// Nil where long output goes to the terminal as any other: the pager is empty, or there is none.
  init?(_ console: Console, _ settings: Session.Settings) {
    guard console.isTerminal else { return nil }
    let named = settings.pager ?? console.environment["PAGER"]
    guard let named else {
      guard Self.isInstalled("less", console) else { return nil }
      (text, showsColour) = (Self.asking(Self.usual, console), true)
      return
    }
    guard let program = Self.program(of: named), Self.isInstalled(program, console) else {
      return nil
    }
    (text, showsColour) = (Self.asking(named, console), Self.showsColour(program))
  }

  static func showsColour(_ command: String) -> Bool {
    program(of: command).map { coloured.contains(name($0)) } ?? false
  }

  /// Whether the command's output is what the user sees; one that goes on to a file or program is not.
  static func isPager(_ command: String) -> Bool {
    !command.contains { "<>|&;".contains($0) }
      && program(of: command).map { pagers.contains(name($0)) } ?? false
  }

  /// `less` shows colours only with -R, which LESS can say without changing what PAGER says.
  static func asking(_ command: String, _ console: Console) -> String {
    guard program(of: command).map(name) == "less" else { return command }
    // The shell puts the user's own options behind ours, so that theirs count.
    let isSet = !(console.environment["LESS"] ?? "").isEmpty
    return (isSet ? "LESS=\"-R $LESS\"" : "LESS=-SRXF") + "; export LESS; \(command)"
  }

  /// The first word of a command line.
  private static func program(of command: String) -> String? {
    command.split { $0 == " " || $0 == "\t" }.first.map(String.init)
  }

  private static func name(_ program: String) -> String {
    program.split(separator: "/").last.map(String.init) ?? program
  }

  /// What is more than a plain name is left to the shell.
  private static func isInstalled(_ program: String, _ console: Console) -> Bool {
    guard program.allSatisfy({ $0.isLetter || $0.isNumber || "._-+".contains($0) }) else {
      return true
    }
    return (console.environment["PATH"] ?? "").split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }
}

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
  private var program: RunningProgram?

  /// The user left the pager: reading more rows is of no use.
  var wantsNoMore: Bool { program?.wantsNoMore == true }

  init(
    command: String, size: (columns: Int, rows: Int), direct: ByteOutput,
    onClose: @escaping () -> Void
  ) {
    self.command = command
    self.size = size
    self.direct = direct
    self.onClose = onClose
  }

  func receive(_ bytes: [UInt8]) {
    if let program { return program.write(bytes) }
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
    guard let program = RunningProgram(command, onClose: onClose) else { return }
    self.program = program
    program.write(held)
    held = []
  }

  /// Prints what was held back, or waits until the user leaves the pager.
  func finish() {
    guard let program else {
      held.withUnsafeBytes { direct.write($0) }
      held = []
      direct.flush()
      return
    }
    program.finish()
    self.program = nil
  }
}
