import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import PlanExecution
@testable import StoreDoctor

/// The notes sample with a plan of its own, and a store of its first version with real values.
final class PlanFixture {
  let folder: URL
  /// One for all tests of a run, unless a test looks into it.
  var cache = PlanFixture.cache
  /// More of the environment.
  var variables: [String: String] = [:]
  private let sources: URL

  /// - Parameters:
  ///   - name: one for tests that run one after the other with the same plan: programs are kept by
  ///     the places of their files, too.
  ///   - edit: changes the text of the plan.
  init(_ name: String = UUID().uuidString, _ edit: (String) -> String = { $0 }) throws {
    let process = ProcessInfo.processInfo.processIdentifier
    folder = FileManager.default.temporaryDirectory.appending(path: "plan-\(process)-\(name)")
    try? FileManager.default.removeItem(at: folder)
    sources = folder.appending(path: "Sources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let notes = CommandFixture.samples.appending(path: "Notes")
    try FileManager.default.copyItem(at: notes.appending(path: "Sources"), to: sources)
    try FileManager.default.copyItem(
      at: notes.appending(path: "notes-1.0.0.store"), to: folder.appending(path: "old.store"))
    let file = sources.appending(path: "NotesMigrationPlan.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    try edit(text).write(to: file, atomically: true, encoding: .utf8)
    try change(
      "UPDATE ZNOTE SET ZIMPORTANCE = CASE Z_PK % 3 WHEN 0 THEN 'low' WHEN 1 THEN 'normal' "
        + "ELSE 'high' END")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Changes rows of the old store.
  func change(_ sql: String) throws {
    try Connection(path: path("old.store"), mode: .readWrite).run(sql)
  }

  /// The line of the plan on which a text stands last.
  func line(of text: String) throws -> Int {
    let plan = sources.appending(path: "NotesMigrationPlan.swift")
    let lines = try String(contentsOf: plan, encoding: .utf8).components(separatedBy: "\n")
    return try #require(lines.lastIndex { $0.contains(text) }) + 1
  }

  /// Runs `migrate` from the old store to `new.store`.
  func migrate(_ options: [String] = []) -> (text: String, code: Int32) {
    // No store is ever replaced, and looking into one leaves files beside it.
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path("new.store" + suffix))
    }
    return run(
      ["migrate", path("old.store"), "--model", sources.path, "-o", path("new.store"), "--quiet"]
        + options)
  }

  private var environment: [String: String] {
    [
      "PATH": Self.variable("PATH"), "HOME": Self.variable("HOME"), "XDG_CACHE_HOME": cache.path,
      "STOREDOCTOR_RUNTIME": Self.variable("STOREDOCTOR_RUNTIME"),
    ].merging(variables) { $1 }
  }

  /// Starts the tool itself with the same migration.
  func start() throws -> ChildProcess {
    try ChildProcess(
      Self.tool.path,
      ["migrate", path("old.store"), "--model", sources.path, "-o", path("new.store")],
      environment: environment)
  }

  /// The same as a process that nothing here looks after.
  func startAlone(_ options: [String] = [], temporary: URL? = nil) throws -> Process {
    let process = Process()
    process.executableURL = Self.tool
    process.arguments =
      ["migrate", path("old.store"), "--model", sources.path, "-o", path("new.store")] + options
    process.environment = environment
    if let temporary { process.environment?["TMPDIR"] = temporary.path }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Those that run a program of this fixture's cache.
  func processes() throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter {
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")
      return link?.hasPrefix(cache.path) == true
    }
  }

  private static let tool = BuiltTool.url
  static let hasTool = BuiltTool.exists

  func run(_ words: [String]) -> (text: String, code: Int32) {
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: environment)
    let code = CommandLineTool(console: console, input: GivenLines("")).run(words)
    return (out.text.replacingOccurrences(of: folder.path + "/", with: ""), code)
  }

  func value(_ sql: String, in name: String = "new.store") throws -> String? {
    let connection = try Connection(path: path(name), mode: .readOnly)
    return try connection.rows(sql).map { row in
      row.map { $0.text ?? $0.integer.map(String.init) ?? "NULL" }.joined(separator: "|")
    }.joined(separator: ",")
  }

  /// Everything in the folder and the bytes of the old store, to see that nothing else changed.
  func state() throws -> (names: [String], store: Data) {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return (names, try Data(contentsOf: folder.appending(path: "old.store")))
  }

  /// Every compiled program with the time it was written.
  func programs() throws -> [String] {
    let found = FileManager.default.enumerator(atPath: cache.path)?.compactMap { $0 as? String }
    return try (found ?? []).filter { $0.hasSuffix("/plan") }.sorted().map { name in
      let path = cache.appending(path: name).path
      let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      return "\(name) \((date as? Date)?.timeIntervalSinceReferenceDate ?? 0)"
    }
  }

  static func variable(_ name: String) -> String {
    ProcessInfo.processInfo.environment[name] ?? ""
  }

  static let cache: URL = {
    atexit { try? FileManager.default.removeItem(at: PlanFixture.cacheFolder) }
    return cacheFolder
  }()
  private static let cacheFolder = FileManager.default.temporaryDirectory
    .appending(path: "storedoctor-plans-\(ProcessInfo.processInfo.processIdentifier)")

  /// Whether plans can be compiled here: a Swift compiler, and the module as built with the tests.
  static let isAvailable: Bool = {
    let environment = [
      "PATH": variable("PATH"), "STOREDOCTOR_RUNTIME": variable("STOREDOCTOR_RUNTIME"),
    ]
    return (try? PlanToolchain.find(tool: ToolPath.current, environment: environment)) != nil
  }()
}

extension String {
  /// The plan with another `willMigrate`.
  func withWillMigrate(_ code: String) -> String {
    guard let start = ranges(of: "    willMigrate: {").first?.lowerBound,
      let end = ranges(of: "    didMigrate: nil").first?.lowerBound
    else { return self }
    return self[..<start] + "    willMigrate: { context in\n\(code)\n    },\n" + self[end...]
  }

  func withDidMigrate(_ code: String) -> String {
    replacingOccurrences(of: "didMigrate: nil", with: "didMigrate: { context in\n\(code)\n    }")
  }
}
