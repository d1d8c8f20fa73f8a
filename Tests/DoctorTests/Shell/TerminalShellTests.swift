#if canImport(Glibc)
  import Foundation
  import Glibc
  import StoreEngine
  import Testing

  @testable import DoctorCLI

  /// The shell as a person meets it: on a pseudo-terminal, with prompt, Tab, Ctrl-C and Ctrl-D.
  @Suite(.serialized) struct TerminalShellTests {
    @Test func promptCompletionInterruptAndEnd() throws {
      let fixture = try CommandFixture()
      let shell = try PseudoTerminal(
        arguments: [fixture.folder.path + "/notes.store"], state: fixture.folder.path)
      #expect(shell.wait(for: "notes.store 1.0.0> "))
      shell.send("vers\t\r")
      #expect(shell.wait(for: "line editor"))
      shell.send("select count(*)\r")
      #expect(shell.wait(for: "...> "))
      shell.send("from Note;\r")
      #expect(shell.wait(for: "count(*)"))
      shell.send("not a comm\u{3}")
      #expect(shell.wait(for: "1.0.0> "))
      shell.send("nope\r")
      #expect(shell.wait(for: "there is no command 'nope'") && shell.wait(for: "1.0.0> "))
      // A statement that would run for hours.
      shell.send("with recursive n(i) as (select 1 union all select i+1 from n) ")
      shell.send("select count(*) from n;\r")
      // The line is taken once its echo has ended; Ctrl-C before that would drop it.
      #expect(shell.wait(for: "from n;") && shell.wait(for: "\n"), "\(shell.transcript)")
      shell.send("\u{3}")
      #expect(
        shell.wait(for: "interrupted") && shell.wait(for: "1.0.0> "), "\(shell.transcript)")
      shell.send("rows Note.t\u{15}show Fol\t\r")
      // Ctrl-D typed before the prompt is the terminal's own, and lost as in every shell.
      #expect(
        shell.wait(for: "ZFOLDER") && shell.wait(for: "1.0.0> "), "\(shell.transcript)")
      shell.send("\u{4}")
      #expect(shell.exitCode() == 0, "\(shell.transcript)")
      let history = ShellHistory(path: fixture.folder.path + "/storedoctor/history").load()
      #expect(history.contains("select count(*)\nfrom Note;"))
    }

    @Test func quitLeavesWithItsCode() throws {
      let fixture = try CommandFixture()
      let shell = try PseudoTerminal(arguments: [], state: fixture.folder.path)
      #expect(shell.wait(for: "storedoctor> "))
      shell.send("quit 9\r")
      #expect(shell.exitCode() == 9)
    }
  }

  /// The built program on a terminal of its own.
  private final class PseudoTerminal {
    private let descriptor: Int32
    private var process: pid_t = 0
    private var seen = ""
    private(set) var transcript = ""

    private static let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
    private static let getNumber: UInt = 0x8004_5430  // TIOCGPTN
    private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID

    init(arguments: [String], state: String) throws {
      // Glibc's module leaves out posix_openpt and its like; these are what they do on Linux.
      descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(descriptor >= 0)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      try #require(ioctl(descriptor, Self.setLock, &isLocked) == 0)
      try #require(ioctl(descriptor, Self.getNumber, &number) == 0)
      let name = "/dev/pts/\(number)"
      var size = winsize(ws_row: 40, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
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
      let tool = Bundle.main.bundleURL.appending(path: "storedoctor").path
      let environment = [
        "TERM=xterm", "LC_ALL=C.UTF-8", "INPUTRC=/dev/null", "NO_COLOR=1",
        "XDG_STATE_HOME=\(state)", "PATH=/usr/bin:/bin",
      ]
      let words = ([tool] + arguments).map { strdup($0) } + [nil]
      let variables = environment.map { strdup($0) } + [nil]
      defer { for text in words + variables { free(text) } }
      let code = posix_spawn(&process, tool, &actions, &attributes, words, variables)
      try #require(code == 0, "cannot start \(tool)")
    }

    deinit {
      kill(process, SIGKILL)
      close(descriptor)
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
