import Foundation
import Testing

@testable import DoctorCLI
@testable import PlanExecution
@testable import StoreDoctor

#if canImport(Glibc)
  import Glibc
#endif

/// Plans that reach for what is not theirs: each is stopped, and the user is told.
@Suite(
  "Hostile plans", .serialized,
  .enabled(
    if: PlanFixture.isAvailable && ConfinementLevel.available([:]) == .landlock,
    "there is no installed module, or no Landlock"))
struct HostilePlanTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    var name: String
    var code: String
    /// Part of what the user reads.
    var says: String
    /// Whether the migration itself goes on.
    var isHarmless = false
    var options: [String] = []
    var testDescription: String { name }
  }

  /// `place` in the code is the folder of the test: the original, a secret, the cache.
  static let attacks: [Attack] = [
    Attack(
      name: "reads all users' names",
      code: "_ = try String(contentsOfFile: \"/etc/passwd\", encoding: .utf8)",
      says: "tried to reach '/etc/passwd'"),
    Attack(
      name: "reads a secret and hides it",
      code:
        "print(\"got\", (try? String(contentsOfFile: place + \"/secret\", encoding: .utf8)) ?? \"nothing\")",
      says: "tried to reach 'secret'", isHarmless: true),
    Attack(
      name: "reads through a link",
      code: """
        let link = NSTemporaryDirectory() + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place + "/secret")
        print("got", try String(contentsOfFile: link, encoding: .utf8))
        """, says: "threw "),
    Attack(
      name: "writes beside the original",
      code: "try Data(\"x\".utf8).write(to: URL(fileURLWithPath: place + \"/planted\"))",
      says: "threw "),
    Attack(
      name: "deletes the original",
      code: "try FileManager.default.removeItem(atPath: place + \"/old.store\")",
      says: "tried to reach 'old.store'"),
    Attack(
      name: "empties the original",
      code: "if truncate(place + \"/old.store\", 0) != 0 { throw POSIXError(.EACCES) }",
      says: "tried to reach 'old.store'"),
    Attack(
      name: "changes the original's mode",
      code: "if chmod(place + \"/old.store\", 0o777) != 0 { throw POSIXError(.EPERM) }",
      says: "tried to reach 'old.store'"),
    Attack(
      name: "writes into the cache of programs",
      code:
        "try Data(\"x\".utf8).write(to: URL(fileURLWithPath: place + \"/cache/storedoctor/plans/x\"))",
      says: "threw "),
    Attack(
      name: "replaces its own program",
      code: "try Data(\"x\".utf8).write(to: URL(fileURLWithPath: CommandLine.arguments[0]))",
      says: "threw "),
    Attack(
      name: "calls a server",
      code: """
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        print("socket", made)
        """, says: "tried to use the network", isHarmless: true),
    Attack(
      name: "takes all memory",
      code: """
        while true {
          memset(UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16), 1, 64 << 20)
        }
        """, says: "wanted more than 600 MB of memory", options: ["--memory", "600"]),
    Attack(
      name: "takes all memory of the system",
      code: """
        var parts: [UnsafeMutableRawPointer] = []
        parts.reserveCapacity(100)
        while parts.count < 100, let part = malloc(64 << 20) {
          memset(part, 1, 64 << 20)
          parts.append(part)
        }
        for part in parts { free(part) }
        print("within", parts.count < 10)
        """, says: "within true", isHarmless: true, options: ["--memory", "600"]),
    Attack(
      name: "looks at the environment",
      code: """
        let known = ["HOME", "TMPDIR", "CFFIXED_USER_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
          "XDG_DATA_HOME", "SWIFT_BACKTRACE", "LANG", "TZ"]
        print("more", ProcessInfo.processInfo.environment.keys.filter { !known.contains($0) })
        """, says: "more []", isHarmless: true),
    Attack(
      name: "starts a program",
      code: """
        var child = pid_t()
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), nil]
        print("spawned", posix_spawn(&child, "/bin/sh", nil, nil, words, nil))
        """, says: "spawned 13", isHarmless: true),
    Attack(
      name: "starts processes without end",
      code: """
        typealias Fork = @convention(c) () -> pid_t
        let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
        var made = 0
        for _ in 0..<2000 {
          let child = fork()
          if child == 0 { while true { sleep(100) } }
          if child > 0 { made += 1 }
        }
        print("made", made)
        """, says: "tried to start processes", isHarmless: true),
    Attack(
      name: "prints without end",
      code: "while true { print(String(repeating: \"x\", count: 1000)) }",
      says: "printed more than 64 MB"),
    Attack(
      name: "reports without end",
      code: """
        let line = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)
        while true { _ = write(3, line, line.count) }
        """, says: "reported more than"),
    Attack(
      name: "says that it is done, and goes on",
      code: """
        close(0); close(1); close(2); close(3)
        while true { sleep(1) }
        """, says: "did not end within 3 seconds", options: ["--timeout", "3"]),
    Attack(
      name: "writes a file of 10 GB",
      code: """
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("big")
        FileManager.default.createFile(atPath: file.path, contents: nil)
        if ftruncate(open(file.path, O_RDWR), 10 << 30) != 0 { throw POSIXError(.EFBIG) }
        """, says: "wrote a file of more than 1024 MB"),
    Attack(
      name: "stops the doctor",
      code: "print(\"killed\", kill(getppid(), SIGKILL), kill(-1, SIGKILL))",
      says: "killed -1 -1", isHarmless: true),
    Attack(
      name: "looks into another process",
      code:
        "print(\"got\", (try? Data(contentsOf: URL(fileURLWithPath: \"/proc/\\(getppid())/environ\"))) == nil)",
      says: "got true", isHarmless: true),
    Attack(
      name: "puts a link where its store was",
      code: """
        let store = context.container.configurations.first!.url.path
        try FileManager.default.removeItem(atPath: store)
        try FileManager.default.createSymbolicLink(
          atPath: store, withDestinationPath: place + "/old.store")
        """, says: "left a link among the files of its store"),
    Attack(
      name: "removes its store",
      code: "try FileManager.default.removeItem(at: context.container.configurations.first!.url)",
      says: "removed its store"),
    Attack(
      name: "puts something else where its crash is told",
      code: """
        let report = FileManager.default.temporaryDirectory.appendingPathComponent("crash.txt").path
        mkfifo(report, 0o600)
        symlink("/dev/zero", report)
        print([1][Int(context.container.configurations.count)])
        """, says: "Index out of range"),
    Attack(
      name: "ends itself by a signal", code: "kill(getpid(), SIGTERM); sleep(10)",
      says: "was ended by SIGTERM"),
    Attack(
      name: "throws an error that explains itself", code: "throw Refusal.full(3)",
      says: "threw the shelf is full; 3 are too many (Refusal.full(3))"),
    Attack(
      name: "throws a case that is a text",
      code: "enum Bad: String, Error { case full }; throw Bad.full",
      says: "Bad.full"),
    Attack(
      name: "throws an error of Foundation's with a reason",
      code: """
        throw NSError(
          domain: "notes", code: 9,
          userInfo: [
            NSLocalizedDescriptionKey: "no", NSLocalizedFailureReasonErrorKey: "the shelf is full",
          ])
        """, says: "threw no; the shelf is full (notes 9)"),
    Attack(
      name: "breaks a precondition",
      code: "precondition(context.container.configurations.isEmpty, \"none\\nat all\")",
      says: "crashed: Precondition failed: none"),
    Attack(
      name: "calls 'abort'", code: "abort()", says: "crashed: a call of 'abort' (SIGABRT)"),
    Attack(
      name: "raises what 'abort' does", code: "raise(SIGABRT)",
      says: "crashed: a call of 'abort' (SIGABRT)"),
    Attack(
      name: "sends itself what a crash does", code: "pthread_kill(pthread_self(), SIGSEGV)",
      says: "(SIGSEGV)"),
    Attack(
      name: "makes files without end",
      code: """
        var number = 0
        while true {
          close(open(NSTemporaryDirectory() + "/\\(number)", O_CREAT | O_RDWR, 0o600))
          number += 1
        }
        """, says: "made more than 10000 files"),
    Attack(
      name: "fills the disk with files that have no name",
      code: """
        for number in 0..<4 { close(Int32(number)) }
        let bytes = [UInt8](repeating: 1, count: 64 << 20)
        while true {
          let file = open(NSTemporaryDirectory() + "/file", O_CREAT | O_RDWR, 0o600)
          unlink(NSTemporaryDirectory() + "/file")
          _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        }
        """, says: "wrote more than 2048 MB"),
    Attack(
      name: "hides a file deeper than any path",
      code: """
        chdir(NSTemporaryDirectory())
        let name = String(repeating: "d", count: 100)
        for _ in 0..<1000 where mkdir(name, 0o700) == 0 { chdir(name) }
        close(open("hidden", O_CREAT | O_RDWR, 0o600))
        while true { sleep(1) }
        """, says: "made a folder that cannot be looked into"),
    Attack(
      name: "starts threads without end",
      code: """
        while true {
          var thread = pthread_t()
          var attributes = pthread_attr_t()
          pthread_attr_init(&attributes)
          pthread_attr_setstacksize(&attributes, 16384)
          let made = pthread_create(&thread, &attributes, { _ in while true { sleep(100) } }, nil)
          if made != 0 { sleep(1) }
        }
        """, says: "started more than 1000 threads"),
    Attack(
      name: "cannot be stopped",
      code: """
        typealias Fork = @convention(c) () -> pid_t
        let fork = unsafeBitCast(dlsym(nil, "vfork"), to: Fork.self)
        Thread { if fork() == 0 { while true { sleep(100) } } }.start()
        sleep(1)
        """, says: "left a thread or a process that cannot be stopped"),
    Attack(
      name: "fills its own input",
      code: """
        let input = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK)
        var other: [Int32] = [0, 0]
        pipe(&other)
        _ = dup(0)
        dup2(other[0], 0)
        while write(input, "x", 1) == 1 {}
        """, says: "blocks the input of the program"),
    Attack(
      name: "makes up what it did",
      code: """
        let line = Array((#"{"sequence":1,"purpose":"fetch","sql":"SELECT 1"}"#
          + String(UnicodeScalar(10))).utf8)
        while true { _ = line.withUnsafeBytes { write(3, $0.baseAddress, $0.count) } }
        """, says: "reported work that its store never did", options: ["--trace"]),
    Attack(
      name: "opens a secret neither to read nor to write",
      code: "print(\"opened\", open(place + \"/secret\", 3))", says: "opened -1", isHarmless: true),
    Attack(
      name: "has others signalled by a file",
      code: "print(\"owner\", fcntl(0, 8, getppid()), \"signal\", fcntl(0, 10, SIGKILL))",
      says: "owner -1 signal -1", isHarmless: true),
    Attack(
      name: "keeps files in memory",
      code: """
        typealias Make = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        print("made", unsafeBitCast(dlsym(nil, "memfd_create"), to: Make.self)("x", 0))
        """, says: "made -1", isHarmless: true),
    Attack(
      name: "logs before it reads nothing",
      code: """
        fputs("starting migration of notes\\n", stderr)
        fputs("Plan.swift:1: Fatal error: a line of the log\\n", stderr)
        print(UnsafePointer<Int>(bitPattern: 8)!.pointee)
        """, says: "access to memory that is not there"),
  ]

  @Sendable private static func makeAll(_ plan: String) -> String {
    let cases = attacks.map { attack in
      "      case \"\(attack.name)\":\n"
        + attack.code.split(separator: "\n").map { "        \($0)\n" }.joined()
    }
    return "import Glibc\n"
      + plan.withWillMigrate(
        """
              let titles = try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>()).map(\\.title)
              let place = titles.min() ?? ""
              switch titles.max() {
        \(cases.joined())
              case "reaches a listener":
                let ports = titles.compactMap { $0.hasPrefix("port:") ? UInt16($0.dropFirst(5)) : nil }
                var target = sockaddr_in()
                target.sin_family = sa_family_t(AF_INET)
                target.sin_port = (ports.first ?? 0).bigEndian
                target.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
                let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                let reached = withUnsafeBytes(of: &target) {
                  connect(
                    made, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
                }
                print("reached", reached, "port", ports.first ?? 0)
              case "adds up to too much":
                let number = "9223372036854775807"
                let line =
                  #"{"host":{"outcome":"done","work":{"statements":0,"fetches":0,"faults":0,"#
                  + #""changes":0,"inserted":{"ZNOTE":\\#(number)},"deleted":{"ZNOTE":-\\#(number)}}}}"#
                  + String(UnicodeScalar(10))
                for _ in 0..<2 {
                  let bytes = Array(line.utf8)
                  _ = bytes.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
                  usleep(200_000)
                }
                while true { sleep(1) }
              case "writes to its store later":
                let path = context.container.configurations.first!.url.path
                let store = open(path, O_RDWR)
                Thread {
                  while access(path, F_OK) == 0 { usleep(100) }
                  for page in 0..<10 { pwrite(store, "written later", 13, off_t(page * 4096 + 200)) }
                }.start()
              case "sends events without end":
                var number = 0
                while true {
                  var lines = ""
                  for _ in 0..<1000 {
                    number += 1
                    lines += #"{"sequence":"# + String(number + 1000)
                      + #","purpose":"fetch","sql":"SELECT "# + String(number % 15000) + #" FROM ZNOTE"}"# + String(UnicodeScalar(10))
                  }
                  var bytes = Array(lines.utf8)[...]
                  while !bytes.isEmpty {
                    let count = bytes.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
                    if count < 1 { break }
                    bytes = bytes.dropFirst(count)
                  }
                }
              case "stays":
                typealias Fork = @convention(c) () -> pid_t
                let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
                if fork() == 0 { _ = fork() }
                while true { sleep(1) }
              case "orphan":
                typealias Fork = @convention(c) () -> pid_t
                let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
                if fork() == 0 {
                  if fork() == 0 { while true { sleep(1) } }
                  _exit(0)
                }
                sleep(1)
              default: break
              }
        """
      ).withDidMigrate("      _ = context") + """

        enum Refusal: LocalizedError {
          case full(Int)
          var errorDescription: String? { "the shelf is full" }
          var failureReason: String? { if case .full(let n) = self { "\\(n) are too many" } else { nil } }
        }
        """
  }

  private func fixture(_ title: String) throws -> PlanFixture {
    let fixture = try PlanFixture("hostile", Self.makeAll)
    fixture.cache = fixture.folder.appending(path: "cache")
    try FileManager.default.createDirectory(at: fixture.cache, withIntermediateDirectories: false)
    try Data("secret".utf8).write(to: fixture.folder.appending(path: "secret"))
    // A path stands before all other titles.
    try fixture.change("UPDATE ZNOTE SET ZTITLE = '\(fixture.folder.path)'")
    try fixture.change(
      "UPDATE ZNOTE SET ZTITLE = '\(title.replacingOccurrences(of: "'", with: "''"))' WHERE Z_PK = 1"
    )
    return fixture
  }

  @Test("each is stopped and told", arguments: attacks)
  func attack(_ attack: Attack) throws {
    let fixture = try fixture(attack.name)
    // One compilation for all.
    fixture.cache = PlanFixture.cache
    let before = try fixture.state()
    let mode = try FileManager.default.attributesOfItem(atPath: fixture.path("old.store"))
    let start = ContinuousClock.now
    let result = fixture.migrate(attack.options)
    #expect(ContinuousClock.now - start < .seconds(120))
    #expect(result.text.contains(attack.says), "\(result.text)")
    #expect(!result.text.contains("got secret"))
    let after = try fixture.state()
    #expect(after.store == before.store)
    #expect(
      try FileManager.default.attributesOfItem(atPath: fixture.path("old.store"))[.posixPermissions]
        as? Int == mode[.posixPermissions] as? Int)
    if attack.isHarmless {
      #expect(after.names == (before.names + ["new.store"]).sorted(), "\(result.text)")
    } else {
      #expect(result.code == 1)
      #expect(after.names == before.names)
      #expect(result.text.contains("is unchanged"))
    }
  }

  @Test("a process that lost its parent ends with the plan")
  func orphan() throws {
    let fixture = try fixture("orphan")
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(try fixture.processes().isEmpty)
  }

  @Test(
    "nothing of a plan goes on or stays when the tool is ended", .enabled(if: PlanFixture.hasTool),
    arguments: [SIGKILL, SIGTERM, SIGHUP])
  func endedTool(_ signal: Int32) throws {
    let fixture = try fixture("stays")
    let temporary = fixture.folder.appending(path: "temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
    // Nothing of the test itself ends what is left.
    let tool = try fixture.startAlone(temporary: temporary)
    var running: [pid_t] = []
    for _ in 0..<1200 where running.count < 3 {
      Thread.sleep(forTimeInterval: 0.05)
      running = try fixture.processes()
    }
    #expect(running.count == 3)
    kill(tool.processIdentifier, signal)
    tool.waitUntilExit()
    #expect(tool.terminationStatus == signal)
    for _ in 0..<100 where !running.isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
      running = try fixture.processes()
    }
    #expect(running.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: fixture.path("new.store")))
    // Who is killed cannot clean up; the next run does.
    guard signal != SIGKILL else { return }
    for folder in [temporary, fixture.folder] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.hasPrefix(".partial-") }, "\(names)")
    }
  }

  @Test("numbers that cannot be true end nothing but the migration")
  func untrueNumbers() throws {
    let fixture = try fixture("adds up to too much")
    fixture.cache = PlanFixture.cache
    let result = fixture.migrate(["--timeout", "60"])
    #expect(result.code == 1)
    #expect(result.text.contains("[unasked-loss]"), "\(result.text)")
  }

  @Test("nothing of a plan runs when its store is not in its folder")
  func late() throws {
    let fixture = try fixture("writes to its store later")
    fixture.cache = PlanFixture.cache
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path("new.store")))
    #expect(bytes.range(of: Data("written later".utf8)) == nil)
  }

  @Test("events without end are stopped, in little memory", .enabled(if: PlanFixture.hasTool))
  func flood() throws {
    let fixture = try fixture("sends events without end")
    fixture.cache = PlanFixture.cache
    let tool = try fixture.startAlone(["--trace", "--timeout", "20"])
    var most = 0
    while tool.isRunning {
      Thread.sleep(forTimeInterval: 0.05)
      let status = try? String(
        contentsOfFile: "/proc/\(tool.processIdentifier)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let words = line?.split(whereSeparator: \.isWhitespace) ?? []
      if words.count > 1 { most = max(most, Int(words[1]) ?? 0) }
    }
    #expect(tool.terminationStatus == 1)
    #expect(most > 0 && most < 600_000, "\(most) kB")
    #expect(!FileManager.default.fileExists(atPath: fixture.path("new.store")))
  }

  #if canImport(Glibc)
    @Test("a server on this machine is not reached")
    func listener() throws {
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      defer { close(server) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isOpen = withUnsafeMutableBytes(of: &address) { bytes in
        guard let start = bytes.baseAddress else { return false }
        let place = start.assumingMemoryBound(to: sockaddr.self)
        return bind(server, place, size) == 0 && listen(server, 4) == 0
          && getsockname(server, place, &size) == 0
      }
      try #require(isOpen)
      let port = UInt16(bigEndian: address.sin_port)
      let fixture = try fixture("reaches a listener")
      fixture.cache = PlanFixture.cache
      try fixture.change("UPDATE ZNOTE SET ZTITLE = 'port:\(port)' WHERE Z_PK = 2")
      let result = fixture.migrate()
      #expect(result.text.contains("reached -1 port \(port)"), "\(result.text)")
      #expect(result.text.contains("tried to use the network"), "\(result.text)")
      #expect(accept(server, nil, nil) == -1)
      // It could have been reached.
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(client) }
      let reached = withUnsafeBytes(of: &address) { bytes in
        bytes.baseAddress.map { connect(client, $0.assumingMemoryBound(to: sockaddr.self), size) }
      }
      #expect(reached == 0)
      let accepted = accept(server, nil, nil)
      #expect(accepted >= 0)
      close(accepted)
    }
  #endif

  @Test("verify says how closures ran")
  func verification() throws {
    let fixture = try fixture("nothing")
    fixture.cache = PlanFixture.cache
    let words = ["verify", "--model", fixture.path("Sources"), "--quiet"]
    let text = fixture.run(words)
    #expect(text.text.contains("closures ran confined by Landlock and seccomp"), "\(text.text)")
    let json = fixture.run(words + ["--format", "json"])
    #expect(json.text.contains(/"level": ?"landlock"/), "\(json.text)")
    let skipped = fixture.run(words + ["--skip-closures"])
    #expect(!skipped.text.contains("closures ran"), "\(skipped.text)")
  }

  @Test("where nothing can be confined, the user is asked once for each plan")
  func trust() throws {
    let fixture = try PlanFixture("hostile", Self.makeAll)
    fixture.variables = [
      "STOREDOCTOR_CONFINEMENT": "none", "XDG_STATE_HOME": fixture.path("state"),
    ]
    let refused = fixture.migrate()
    #expect(refused.code == 2)
    #expect(refused.text.contains("would run the app's code with your rights"))
    #expect(refused.text.contains("--trust"))
    #expect(!FileManager.default.fileExists(atPath: fixture.path("new.store")))
    let trusted = fixture.migrate(["--trust"])
    #expect(trusted.code == 0, "\(trusted.text)")
    #expect(trusted.text.contains("closures ran with your rights"))
    let again = fixture.migrate(["--force", "--format", "json"])
    #expect(again.code == 0)
    #expect(again.text.contains("\"level\": \"none\"") || again.text.contains("\"level\":\"none\""))
  }

  @Test("an unconfined plan that changes the original is found out")
  func changedOriginal() throws {
    let fixture = try fixture("deletes the original")
    fixture.cache = PlanFixture.cache
    fixture.variables = [
      "STOREDOCTOR_CONFINEMENT": "none", "XDG_STATE_HOME": fixture.path("state"),
    ]
    let result = fixture.migrate(["--trust"])
    #expect(result.code == 1)
    #expect(result.text.contains("changed while the closures ran"), "\(result.text)")
  }

  @Test("one that changes the store it is migrated in place of is found out before that")
  func changedInPlace() throws {
    let fixture = try fixture("empties the original")
    fixture.cache = PlanFixture.cache
    fixture.variables = [
      "STOREDOCTOR_CONFINEMENT": "none", "XDG_STATE_HOME": fixture.path("state"),
    ]
    let result = fixture.run([
      "migrate", fixture.path("old.store"), "--model", fixture.path("Sources"), "--in-place",
      "--trust", "--quiet",
    ])
    #expect(result.code == 1)
    #expect(result.text.contains("changed while the closures ran"), "\(result.text)")
    // Nothing else was done to it, and nothing is called a backup of what it is no more.
    let after = try fixture.state()
    #expect(after.store.isEmpty)
    #expect(!after.names.contains { $0.hasPrefix("old.store.backup") })
  }
}
