import Foundation
import Testing

@testable import DoctorCLI

#if os(Linux)
  /// A scan that somebody watches, and stops with Ctrl-C: on a terminal of its own.
  @Suite(
    .serialized,
    .enabled(if: ScanPrograms.hasTool && ScanPrograms.hasPython, "there is no tool, or no Python"))
  struct ScanTerminalTests {
    /// Starts the tool on a new terminal, and sends Ctrl-C when so many lines are written, if at all.
    private static let script = """
      import os, pty, select, signal, sys, time
      tool, lines, stop = sys.argv[1], sys.argv[2], int(sys.argv[3])
      pid, terminal = pty.fork()
      if pid == 0:
        # Whoever runs the tests in the background has it ignored.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.execv(tool, [tool] + sys.argv[4:])
      shown, stopped, start = b'', False, time.time()
      while time.time() - start < 300:
        if select.select([terminal], [], [], 0.05)[0]:
          try: piece = os.read(terminal, 65536)
          except OSError: break
          if not piece: break
          shown += piece
        count = open(lines, 'rb').read().count(b'\\n') if os.path.exists(lines) else 0
        if stop and not stopped and count >= stop:
          os.write(terminal, b'\\x03'); stopped = True
      _, status = os.waitpid(pid, 0)
      sys.stdout.buffer.write(b'signal %d\\n' % (status & 127) + shown)
      """

    private func run(_ arguments: [String], in folder: URL) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = ["-c", Self.script, ScanFleet.tool] + arguments
      process.currentDirectoryURL = folder
      process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The processes whose working directory it is.
    private func processes(in folder: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
        return Int(name) != nil && own == folder.resolvingSymlinksInPath().path
      }
    }

    /// A scan that is stopped when 40 lines are written.
    private func stoppedScan(of stores: Int) throws -> (
      fleet: ScanFleet, lines: URL, command: [String], shown: String
    ) {
      let fleet = try ScanFleet(stores)
      let lines = fleet.url.deletingLastPathComponent().appending(path: "run-\(UUID().uuidString)")
      let command = ["scan", ".", "--jobs", "2", "--resume", lines.path]
      return (fleet, lines, command, try run([lines.path, "40"] + command, in: fleet.url))
    }

    @Test func controlCLeavesWhatCanBeTakenUp() throws {
      var count = 400
      var scan = try stoppedScan(of: count)
      // On a busy machine a scan may be over before who presses Ctrl-C gets a turn.
      if scan.shown.hasPrefix("signal 0\n") {
        try FileManager.default.removeItem(at: scan.lines)
        count = 1600
        scan = try stoppedScan(of: count)
      }
      let (fleet, lines, command, stopped) = scan
      defer { try? FileManager.default.removeItem(at: lines) }
      #expect(stopped.hasPrefix("signal 2\n"), "\(stopped)")
      let part = try String(contentsOf: lines, encoding: .utf8)
      let done = part.split(separator: "\n").count
      #expect(done >= 40 && done < count && part.hasSuffix("\n"))
      // The workers end with it; their guards hear of its end a moment later.
      let end = ContinuousClock.now + .seconds(60)
      while try !processes(in: fleet.url).isEmpty, .now < end { usleep(10_000) }
      #expect(try processes(in: fleet.url) == [])
      let resumed = try run([lines.path, "0"] + command, in: fleet.url)
      #expect(resumed.hasPrefix("signal 0\n"))
      #expect(resumed.contains("scanning [") && resumed.contains(" s left"), "\(resumed)")
      let whole = try String(contentsOf: lines, encoding: .utf8)
      #expect(whole.hasPrefix(part))
      let alone = try fleet.lines("--jobs 0")
      #expect(whole == alone)
    }
  }
#endif
