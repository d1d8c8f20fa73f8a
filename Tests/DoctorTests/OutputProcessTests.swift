import Foundation
import ModelInputs
import StoreDoctor
import StoreEngine
import TestSupport
import Testing

@testable import DoctorCLI

/// The program itself: what it writes, what it does not, and what it leaves when it is ended.
@Suite struct OutputProcessTests {
  private static let tool = BuiltTool.path
  private static let exists = BuiltTool.exists
  private static let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")
  private static let models = CommandFixture.samples.appending(path: "Notes/Sources").path

  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "out-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let writer = try StoreWriter(
        path: path("a.store"), model: ModelLoader.model("\(models)@1.0.0"))
      _ = try RowGenerator().fill(writer, rows: 6_000)
      try writer.finish()
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
  }

  /// Runs a script in the folder. The tool is `$1`, the models are `$2`.
  private func run(_ script: String, in folder: Folder) throws -> [String] {
    let words = ["/bin/bash", "-c", script, "bash", Self.tool, Self.models]
    return try TestProgram.run(words, in: folder.url).text.split(separator: "\n").map(String.init)
  }

  #if os(Linux)
    @Test(
      .enabled(if: exists, "the tool is not built"),
      arguments: [
        "info a.store", "info a.store --format json", "sql a.store 'select 1' --mode csv",
        "rows a.store Note --limit 2000 --mode jsonl", "lint \"$2\" --format sarif", "--help",
        "a.store -c info -c 'select 1'", "version",
      ])
    func aFullOutputIsNoticed(_ command: String) throws {
      let lines = try run("\"$1\" \(command) 2>&1 >/dev/full; echo \"exit $?\"", in: Folder())
      #expect(lines.last == "exit 3", "\(lines)")
      let sentence = "cannot write to standard output: no space left on device"
      #expect(lines.count { $0.contains(sentence) } == 1, "\(lines)")
    }

    @Test(
      .enabled(if: exists, "the tool is not built"),
      arguments: ["a.store -c 'output /dev/full' -c info", "info a.store --trace=/dev/full"])
    func aFullFileIsNoticed(_ command: String) throws {
      let lines = try run("\"$1\" \(command); echo \"exit $?\"", in: Folder())
      #expect(lines.last == "exit 3", "\(lines)")
      #expect(lines.contains { $0.contains("the disk is full: '/dev/full'") }, "\(lines)")
    }

    @Test(.enabled(if: exists, "the tool is not built")) func aTraceThatIsNotShownIsNoticed() throws
    {
      let lines = try run("\"$1\" info a.store --trace 2>/dev/full; echo \"exit $?\"", in: Folder())
      #expect(lines.last == "exit 3", "\(lines)")
    }
  #endif

  @Test(.enabled(if: exists, "the tool is not built")) func aReaderThatGoesAwayIsNoError() throws {
    let endless = "with recursive n(i) as (select 1 union all select i+1 from n) select i from n"
    let lines = try run(
      "\"$1\" sql a.store '\(endless)' --mode csv | head -2; echo \"${PIPESTATUS[0]}\"",
      in: Folder())
    #expect(lines == ["i", "1", "141"])
  }

  @Test(.enabled(if: exists, "the tool is not built")) func aClosedStreamIsNoFile() throws {
    let folder = try Folder()
    let lines = try run(
      """
      exec 3>&1
      "$1" info a.store --trace=out >&- 2>&3; echo "exit $?"
      "$1" info a.store --trace=err --quiet >/dev/null 2>&-; echo "exit $?"
      "$1" a.store -c version --trace=in <&- >/dev/null; echo "exit $?"
      """, in: folder)
    #expect(lines.first?.contains("cannot write to standard output") == true, "\(lines)")
    #expect(lines.filter { $0.hasPrefix("exit") } == ["exit 3", "exit 0", "exit 0"], "\(lines)")
    for name in ["out", "err"] {
      let trace = try String(contentsOfFile: folder.path(name), encoding: .utf8)
      #expect(trace.hasPrefix("CoreData: "))
      #expect(trace.split(separator: "\n").allSatisfy { $0.hasPrefix("CoreData: ") }, "\(name)")
    }
  }

  @Test(.enabled(if: exists, "the tool is not built")) func nothingWritesOverAStore() throws {
    let folder = try Folder()
    let before = try Data(contentsOf: URL(filePath: folder.path("a.store")))
    let commands = [
      "a.store -c 'output a.store'", "a.store -c 'output --force a.store' -c info",
      "a.store -c 'once a.store --force' -c info", "info a.store --trace=a.store --force",
      "a.store -c 'trace a.store-wal' -c info", "lint \"$2\" --baseline a.store --update-baseline",
      "freeze --model \"$2\" --lock a.store --replace", "lint \"$2\" --build-step a.store",
      "generate --model \"$2@1.0.0\" --rows 1 -o a.store --force",
      "generate --model \"$2@1.0.0\" --rows 1 -o a.store-journal --force",
      "migrate a.store --model \"$2\" --to 1.1.0 -o a.store --force",
      "migrate a.store --model \"$2\" --to 1.1.0 -o a.store-wal --force",
      "migrate a.store --model \"$2\" --to 1.1.0 -o ./a.store-shm --force",
    ]
    for command in commands {
      let lines = try run("\"$1\" \(command); echo \"exit $?\"", in: folder)
      #expect(lines.last == "exit 2", "\(command): \(lines)")
      #expect(try Data(contentsOf: URL(filePath: folder.path("a.store"))) == before)
      #expect(try folder.names() == ["a.store"], "\(command)")
    }
  }

  @Test(.enabled(if: exists, "the tool is not built")) func aConfigurationWritesNowhereElse() throws
  {
    let folder = try Folder()
    let lines = try run(
      """
      mkdir -p repo/Sources; cp "$2"/*.swift repo/Sources; echo precious >rc; cd repo
      try() { printf "$1\\n" >.storedoctor.yml; shift; "$@" >/dev/null 2>&1; echo "exit $?"; }
      try 'baseline: ../rc' "$1" lint Sources --update-baseline
      try "baseline: $PWD/../rc" "$1" lint Sources --update-baseline
      ln -s ../rc known; try 'baseline: known' "$1" lint Sources --update-baseline; rm known
      ln -s .. up; try 'baseline: up/rc' "$1" lint Sources --update-baseline; rm up
      try 'lock: ../rc' "$1" lint Sources
      echo mine >own; try 'baseline: own' "$1" lint Sources --update-baseline; cat own; rm own
      for i in 1 2; do try 'baseline: own' "$1" lint Sources --update-baseline; done
      head -1 own; cat ../rc
      """, in: folder)
    #expect(
      lines == Array(repeating: "exit 2", count: 6) + [
        "mine", "exit 0", "exit 0", "# storedoctor baseline 1", "precious",
      ], "\(lines)")
  }

  @Test(.enabled(if: exists, "the tool is not built")) func aPipeIsNotWaitedFor() throws {
    let lines = try run(
      """
      mkfifo pipe
      timeout 20 "$1" a.store -f pipe >/dev/null 2>&1; echo $?
      timeout 20 "$1" lint "$2" --baseline pipe >/dev/null 2>&1; echo $?
      timeout 20 "$1" freeze --check --model "$2" --lock pipe >/dev/null 2>&1; echo $?
      "$1" a.store -f <(echo 'select 42') | tail -1
      """, in: Folder())
    #expect(lines == ["3", "3", "3", "42"])
  }

  @Test(.enabled(if: exists, "the tool is not built")) func aNameThatIsNoTextIsSaid() throws {
    let lines = try run("\"$1\" info $'n\\xffame'; echo \"exit $?\"", in: Folder())
    #expect(lines.first?.contains("is not valid UTF-8") == true, "\(lines)")
    #expect(lines.last == "exit 2", "\(lines)")
  }

  /// Nobody outside of git is sent to fetch more of its history.
  @Test(.enabled(if: exists, "the tool is not built")) func sinceNeedsARepository() throws {
    let script = "echo 'let a = 1' > A.swift; \"$1\" lint A.swift --since HEAD; echo \"exit $?\""
    let lines = try run(script, in: Folder())
    #expect(lines.first?.contains("needs a git repository") == true, "\(lines)")
    #expect(lines.last == "exit 2" && !lines.contains { $0.contains("unshallow") }, "\(lines)")
  }

  /// The program in the middle of its work, when it has begun to write.
  private func interrupt(_ signal: Int32, _ words: [String], in folder: Folder) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: Self.tool)
    process.arguments = words
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = Date().addingTimeInterval(60)
    while Date() < end, process.isRunning {
      if try folder.names().contains(where: { $0.hasPrefix(".partial-") }) { break }
      usleep(500)
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(.enabled(if: exists, "the tool is not built"), arguments: [SIGTERM, SIGHUP])
  func whoIsToldToEndCleansUp(_ signal: Int32) throws {
    let folder = try Folder()
    let big = ["generate", "--model", Self.models + "@1.0.0", "--rows", "9000000", "-o", "b.store"]
    let migration = ["migrate", "a.store", "--model", Self.models, "--skip-closures"]
    #expect(try interrupt(signal, big, in: folder) == signal)
    #expect(try folder.names() == ["a.store"])
    // These may be over before the signal comes; what has its name by then is whole.
    for words in [migration + ["-o", "b.store"], migration + ["--in-place"]] {
      let folder = try Folder()
      let end = try interrupt(signal, words, in: folder)
      #expect(end == signal || end <= 1)
      let names = try folder.names()
      #expect(Set(names).isSubset(of: ["a.store", "a.store.backup", "b.store"]), "\(names)")
      for name in names {
        let lines = try run("\"$1\" check \(name) >/dev/null; echo $?", in: folder)
        #expect(lines == ["0"], "\(words): \(name)")
      }
    }
  }

  @Test(.enabled(if: exists, "the tool is not built")) func whatAKillLeavesIsSweptByTheNextRun()
    throws
  {
    let folder = try Folder()
    let big = ["generate", "--model", Self.models + "@1.0.0", "--rows", "9000000", "-o", "b.store"]
    #expect(try interrupt(SIGKILL, big, in: folder) == SIGKILL)
    let left = try #require(try folder.names().first { $0.hasPrefix(".partial-") })
    let found = try FileManager.default.attributesOfItem(atPath: folder.path(left))
    #expect(found[.posixPermissions] as? Int == 0o700)
    let lines = try run("\"$1\" info a.store --trace=t >/dev/null; ls -A", in: folder)
    #expect(lines == ["a.store", "t"])
  }

  /// Neither what attributes nor what the configuration of a repository name is run.
  @Test(.enabled(if: exists && hasGit, "the tool is not built, or git is missing"))
  func aRepositoryRunsNothing() throws {
    let lines = try run(
      """
      mkdir -p repo/Sources tmp; cp "$2"/*.swift repo/Sources; cd repo
      git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm first
      echo '*.swift filter=evil diff=evil export-subst' >.git/info/attributes
      evil="touch $PWD/../ran; cat"
      git config filter.evil.smudge "$evil"; git config filter.evil.clean "$evil"
      git config filter.evil.required true; git config diff.evil.textconv "$evil"
      git config core.fsmonitor "touch $PWD/../ran"; git config core.pager "$evil"
      mkdir -p hooks; printf '#!/bin/sh\\ntouch ../ran\\n' >hooks/post-index-change
      chmod +x hooks/*; git config core.hooksPath hooks
      printf 'import SwiftData\\n@Model class A { var b: B }\\n@Model class B {}\\n' >Sources/New.swift
      TMPDIR=$PWD/../tmp "$1" lint Sources --since HEAD >../found 2>/dev/null; echo "exit $?"
      grep -c 'New.swift' ../found >/dev/null && echo found; ls ..; ls -A ../tmp
      """, in: Folder())
    #expect(lines.first == "exit 1" || lines.first == "exit 0", "\(lines)")
    #expect(!lines.contains("ran"), "\(lines)")
    #expect(lines.suffix(4) == ["a.store", "found", "repo", "tmp"], "\(lines)")
  }

  /// Only what a release has is shipped; a branch is still being worked on.
  @Test(
    .enabled(if: exists && hasGit, "the tool is not built, or git is missing"),
    arguments: [
      ("v2.0.0", "edited-shipped-version"), ("HEAD", "0 findings"), ("main", "0 findings"),
    ])
  func aVersionThatATagHasIsShipped(_ revision: String, _ found: String) throws {
    let lines = try run(
      """
      mkdir -p repo/Sources; cp "$2"/*.swift repo/Sources; cd repo; git init -q -b main .
      git add . && git -c user.name=a -c user.email=a@b commit -qm first && git tag v2.0.0
      sed -i.old 's/var isPinned: Bool/var color = 0; var isPinned: Bool/' Sources/NotesSchemaV2.swift
      rm Sources/*.old
      "$1" lint Sources --since \(revision) --format json --no-cache >../found 2>/dev/null
      grep -o 'edited-shipped-version' ../found || echo 0 findings
      """, in: Folder())
    #expect(lines.first == found, "\(lines)")
  }

  /// More of them than git is asked for at once.
  @Test(.enabled(if: exists && hasGit, "the tool is not built, or git is missing"))
  func everyFileOfARevisionIsKnown() throws {
    let lines = try run(
      """
      mkdir -p repo/Sources; cd repo; git init -q .
      model() { printf 'import SwiftData\\n@Model class A%s { var b: B%s }\\n@Model class B%s {}\\n' $1 $1 $1; }
      for i in $(seq 450); do model $i >Sources/F$i.swift; done
      git add . && git -c user.name=a -c user.email=a@b commit -qm first
      model New >Sources/New.swift
      "$1" lint Sources --since HEAD --no-cache >../found 2>/dev/null
      grep -c 'F[0-9]*.swift' ../found; grep -q New.swift ../found && echo new
      """, in: Folder())
    #expect(lines == ["0", "new"], "\(lines)")
  }
}
