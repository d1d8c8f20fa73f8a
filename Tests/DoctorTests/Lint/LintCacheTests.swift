import Foundation
import ModelSource
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import Lint
@testable import StoreDoctor

/// A run that remembers the last one finds what a fresh one finds.
@Suite struct LintCacheTests {
  /// The same files, edited at random again and again: the rules' own examples, which show
  /// everything that rules look at.
  @Test(arguments: 1...6) func findingsAreThoseOfAFreshRun(_ seed: UInt64) throws {
    let place = try CachePlace()
    var random = Seeded(seed)
    let texts = LintRules.infos.flatMap(\.examples).map { Array($0.text.utf8) }
    func text() -> [UInt8] { texts[Int(random.next() % UInt64(texts.count))] }
    var input = LintInput()
    for number in 0..<12 {
      let folder = number % 4 == 0 ? "Tests" : "App"
      input.files.append(SourceFile(path: "\(folder)/F\(number).swift", bytes: text()))
    }
    for round in 0..<25 {
      var settings = LintSettings()
      if round % 7 == 3 { settings.cloudKit = .on }
      if round % 5 == 4 { settings.plans = ["Plan"] }
      let linter = Linter(settings: settings)
      let found = linter.lint(input, cache: place.cache)
      #expect(found == linter.lint(input))
      #expect(found == linter.lint(input, cache: place.cache), "nothing changed")
      let index = Int(random.next() % UInt64(input.files.count))
      switch random.next() % 6 {
      case 0: input.files[index].bytes = text()
      case 1: input.files[index].bytes += text()
      case 2: input.files[index].bytes = Array("\n\n".utf8) + input.files[index].bytes
      case 3: input.files[index].path = "App/Renamed\(round).swift"
      case 4: input.files.swapAt(index, 0)
      default:
        input.files[index].bytes = Self.renamingWord(input.files[index].bytes, &random)
      }
    }
  }

  /// One letter of the text becomes another: names that other files use vanish and come up.
  private static func renamingWord(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var bytes = bytes
    let letters = bytes.indices.filter { (0x41...0x5A).contains(bytes[$0]) }
    guard !letters.isEmpty else { return bytes }
    bytes[letters[Int(random.next() % UInt64(letters.count))]] = 0x41 + UInt8(random.next() % 26)
    return bytes
  }

  private static let app = [
    "Note.swift":
      "import SwiftData\n@Model class Note { var title = \"\"; var tag: Tag?; init() {} }\n",
    "Tag.swift":
      "import SwiftData\n@Model class Tag { var name = \"\"; var notes: [Note] = []; init() {} }\n",
    "List.swift": """
    import SwiftData
    func titles(_ context: ModelContext) throws -> [String] {
      try context.fetch(FetchDescriptor<Note>()).map { $0.tag?.name ?? "" }
    }
    let some = #Predicate<Note> { $0.shown }

    """,
  ]

  @Test func answersOfOtherFilesAreAskedAgain() throws {
    let place = try CachePlace(Self.app)
    func rules() throws -> [String] {
      let found = try Linter().lint(place.input(), cache: place.cache)
      #expect(found == Linter().lint(try place.input()))
      return found.filter { $0.location?.path == "List.swift" }.map(\.rule).sorted()
    }
    #expect(try rules() == ["n-plus-one", "predicate-on-unstored"])
    // 'List.swift' stays as it is; what it says about 'Note' changes.
    try place.write(
      "Note.swift", "import SwiftData\n@Model class Note { var shown = true; init() {} }")
    #expect(try rules() == [])
    try place.remove("Note.swift")
    #expect(try rules() == [])
    try place.write("Renamed.swift", Self.app["Note.swift"] ?? "")
    #expect(try rules() == ["n-plus-one", "predicate-on-unstored"])
  }

  @Test func onlyChangedFilesAreReadAgain() throws {
    let place = try CachePlace(Self.app)
    #expect(try place.known() == [])
    _ = try Linter().lint(place.input(), cache: place.cache)
    #expect(try place.known() == ["List.swift", "Note.swift", "Tag.swift"])
    // Same length, same times: the bytes decide.
    let tag = Self.app["Tag.swift"] ?? ""
    let time = try place.time(of: "Tag.swift")
    try place.write("Tag.swift", tag.replacingOccurrences(of: "name", with: "nama"), time: time)
    #expect(try place.known() == ["List.swift", "Note.swift"])
    // Other times, same bytes.
    try place.write("Tag.swift", tag, time: .distantPast)
    #expect(try place.known() == ["List.swift", "Note.swift", "Tag.swift"])
    #expect(try place.known(tool: "another build") == [])
  }

  @Test func damagedCachesAreNone() throws {
    let place = try CachePlace(Self.app)
    let fresh = try Linter().lint(place.input())
    _ = try Linter().lint(place.input(), cache: place.cache)
    let file = try place.cacheFile()
    let whole = try Data(contentsOf: file)
    var random = Seeded(5)
    var damages = [Data(), whole.prefix(whole.count - 1), whole + [0], whole.prefix(70)]
    for _ in 0..<60 {
      var damaged = whole
      damaged[Int(random.next() % UInt64(whole.count))] ^= 1 << UInt8(random.next() % 8)
      damages.append(damaged)
    }
    for damaged in damages {
      try damaged.write(to: file)
      #expect(try place.known() == [])
      #expect(try Linter().lint(place.input(), cache: place.cache) == fresh)
      #expect(try place.known().count == 3)
    }
    // A folder in the place of the file, and a file in the place of the folder.
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    #expect(try Linter().lint(place.input(), cache: place.cache) == fresh)
    try FileManager.default.removeItem(at: place.folder)
    try Data().write(to: place.folder)
    #expect(try Linter().lint(place.input(), cache: place.cache) == fresh)
  }

  @Test func runsAtOnceDoNotDisturbEachOther() async throws {
    let place = try CachePlace(Self.app)
    let one = try place.input()
    try place.write("Tag.swift", "import SwiftData\n@Model class Tag { var name = \"\" }\n")
    let other = try place.input()
    let fresh = [Linter().lint(one), Linter().lint(other)]
    #expect(fresh[0] != fresh[1])
    let cache = place.cache
    await withTaskGroup(of: (Int, [Finding]).self) { group in
      for number in 0..<24 {
        group.addTask { (number % 2, Linter().lint(number % 2 == 0 ? one : other, cache: cache)) }
      }
      for await (kind, found) in group { #expect(found == fresh[kind]) }
    }
    #expect(try place.cacheFiles().count == 1)
  }

  @Test(arguments: OutputFormat.ofFindings) func everyFormatIsTheSame(_ format: OutputFormat) throws
  {
    let place = try CachePlace()
    let samples = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Samples").standardizedFileURL.path
    func run(_ options: String...) -> String {
      let out = ByteOutput()
      let console = Console(
        out: out, err: out, environment: ["XDG_CACHE_HOME": place.root.path])
      let words = ["lint", samples, "--format", format.rawValue] + options
      #expect(CommandLineTool(console: console, input: GivenLines("")).run(words) == 1)
      return out.text
    }
    let fresh = run("--no-cache")
    #expect(try place.cacheFiles().isEmpty)
    #expect(run() == fresh)
    #expect(try place.cacheFiles().count == 1)
    #expect(run() == fresh)
  }

  @Test func oldCachesGo() throws {
    let place = try CachePlace(Self.app)
    for number in 0..<30 {
      let cache = LintCache(folder: place.folder.path, subject: ["\(number)"], tool: "test")
      _ = try Linter().lint(place.input(), cache: cache)
    }
    #expect(try place.cacheFiles().count == 20)
  }
}

/// A folder with Swift files, and one with the caches of runs over them.
private final class CachePlace {
  let root: URL
  var folder: URL { root.appending(path: "storedoctor/lint") }
  var cache: LintCache { LintCache(folder: folder.path, subject: ["app"], tool: "test") }

  init(_ files: [String: String] = [:]) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: root.appending(path: "app"), withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func place(_ name: String) -> URL { root.appending(path: "app/\(name)") }

  func write(_ name: String, _ text: String, time: Date? = nil) throws {
    try text.write(to: place(name), atomically: true, encoding: .utf8)
    guard let time else { return }
    try FileManager.default.setAttributes(
      [.modificationDate: time], ofItemAtPath: place(name).path)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(at: place(name)) }

  func time(of name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: place(name).path)[.modificationDate] as? Date
  }

  func input() throws -> LintInput {
    var input = LintInput()
    for name in try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "app").path
    ).sorted() {
      input.files.append(
        SourceFile(path: name, bytes: [UInt8](try Data(contentsOf: place(name)))))
    }
    return input
  }

  /// The files of which everything is known.
  func known(tool: String = "test") throws -> [String] {
    let files = try input().files
    let cache = LintCache(folder: folder.path, subject: ["app"], tool: tool)
    return zip(files, cache.recall(files))
      .filter { $1.reading?.isParsed == true || $1.verdict != nil }.map(\.0.path)
  }

  func cacheFiles() throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  func cacheFile() throws -> URL { try #require(cacheFiles().first) }
}
