#if canImport(Glibc)
  import Foundation
  import TestSupport
  import Glibc
  import StoreEngine
  import Testing

  /// The built program on a terminal of its own.
  final class PseudoTerminal {
    private let descriptor: Int32
    private var process: pid_t = 0
    private var seen = ""
    private(set) var transcript = ""

    private static let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
    private static let getNumber: UInt = 0x8004_5430  // TIOCGPTN
    private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID

    /// - Parameters:
    ///   - state: the folder that holds the history, and the configuration.
    ///   - environment: more variables, and other values.
    init(
      arguments: [String], state: String, columns: Int = 200, environment: [String: String] = [:]
    ) throws {
      // Glibc's module leaves out posix_openpt and its like; these are what they do on Linux.
      descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(descriptor >= 0)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      try #require(ioctl(descriptor, Self.setLock, &isLocked) == 0)
      try #require(ioctl(descriptor, Self.getNumber, &number) == 0)
      let name = "/dev/pts/\(number)"
      resize(columns: columns)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      // The first terminal a session leader opens becomes its controlling one, so Ctrl-C works.
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
      posix_spawn_file_actions_addclose(&actions, descriptor)
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      // Threads of a test run block signals, and a child inherits that.
      var noSignals = sigset_t()
      sigemptyset(&noSignals)
      posix_spawnattr_setsigmask(&attributes, &noSignals)
      // A test run in the background ignores Ctrl-C, and a child inherits that too.
      var interrupt = sigset_t()
      sigemptyset(&interrupt)
      sigaddset(&interrupt, SIGINT)
      posix_spawnattr_setsigdefault(&attributes, &interrupt)
      posix_spawnattr_setflags(
        &attributes,
        Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
      let tool = BuiltTool.path
      let usual = [
        "TERM": "xterm", "LC_ALL": "C.UTF-8", "INPUTRC": "/dev/null", "NO_COLOR": "1",
        "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state, "PATH": "/usr/bin:/bin",
      ]
      let all = usual.merging(environment) { $1 }.map { "\($0)=\($1)" }
      let words = ([tool] + arguments).map { strdup($0) } + [nil]
      let variables = all.map { strdup($0) } + [nil]
      defer { for text in words + variables { free(text) } }
      let code = posix_spawn(&process, tool, &actions, &attributes, words, variables)
      try #require(code == 0, "cannot start \(tool)")
    }

    deinit {
      kill(process, SIGKILL)
      close(descriptor)
    }

    func resize(columns: Int) {
      var size = winsize(ws_row: 40, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    func send(_ text: String) { DescriptorSink(descriptor).write(Array(text.utf8)) }

    /// Reads until the text appears after what was waited for before; false when it does not.
    func wait(for text: String, seconds: Double = 60) -> Bool {
      let end = Date().addingTimeInterval(seconds)
      while Date() < end {
        if let range = seen.range(of: text) {
          seen = String(seen[range.upperBound...])
          return true
        }
        read()
      }
      return false
    }

    /// Waits until nobody edits a line any more: the terminal itself shows what is typed, `^C` too.
    func waitForOutput(seconds: Double = 60) -> Bool {
      let end = Date().addingTimeInterval(seconds)
      while Date() < end {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return false }
        if settings.c_lflag & tcflag_t(ECHO) != 0 { return true }
        read()
      }
      return false
    }

    private func read() {
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, 100) > 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return }
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      seen += text
      transcript += text
    }

    func exitCode() -> Int32? {
      let end = Date().addingTimeInterval(60)
      var status: Int32 = 0
      while Date() < end {
        read()
        if waitpid(process, &status, WNOHANG) == process { return status >> 8 & 0xff }
      }
      return nil
    }
  }
#endif
