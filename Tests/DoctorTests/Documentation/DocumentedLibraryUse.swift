import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import Testing
import TraceAnalysis

/// The Swift code of the article "Use the library", compiled against what is public and run;
/// `DocumentedCommandTests` compares it with the article line by line.
@Suite struct DocumentedLibraryUse {
  private let notes = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Samples/Notes")
  private var path: String { notes.appending(path: "notes-1.0.0.store").path }

  @Test func aStoreIsOpened() throws {
    var counts: [String: Int64] = [:]
    func print(_ name: String, _ count: Int64) { counts[name] = count }

    let file = try StoreFile.open(path: path)
    let store = try Store(connection: file.connection, path: file.path)
    for entity in store.model.entities {
      print(entity.name, try store.rowCount(of: entity.name).count)
    }

    #expect(counts.keys.sorted() == ["Folder", "Note", "Tag"])
    #expect(counts.values.allSatisfy { $0 > 0 })
  }

  @Test func itsVersionIsNamed() throws {
    let models = notes.appending(path: "Sources").path
    var said: [String] = []
    func print(_ items: Any...) { said.append(items.map { "\($0)" }.joined(separator: " ")) }
    let file = try StoreFile.open(path: path)
    let store = try Store(connection: file.connection, path: file.path)

    let answer = Identifier.identify(StoreSchema(store), among: try SchemaHistory.load(models))
    if let version = answer.match?.versions.first {
      print("the store has", version.name)
    } else if let nearest = answer.nearest.first {
      print("no version fits; nearest is", nearest.version.name, nearest.changedEntities)
    }
    #expect(said == ["the store has NotesSchemaV1"])

    print(try JSONValue(encoding: answer).text(isPretty: true))
    #expect(said.last?.contains("\"match\": {") == true)
  }

  @Test func mistakesAreFound() throws {
    let sources = notes.appending(path: "../Recipes/Sources").path
    var rules: Set<String> = []
    func print(_ line: Int, _ rule: String, _ message: String, _ help: String) {
      rules.insert(rule)
    }

    let run = try LintRun([sources]) { try String(contentsOfFile: $0, encoding: .utf8) }
    for finding in run?.answer().findings ?? [] {
      print(finding.location?.line ?? 0, finding.rule, finding.message, finding.help ?? "")
    }

    #expect(!rules.isEmpty)
  }

  @Test func loopsAreFound() throws {
    let log = notes.appending(path: "slow-list.log")
    var said: [String] = []
    func print(_ message: String, _ help: String, separator: String) {
      said.append(message + separator + help)
    }
    let file = try StoreFile.open(path: path)
    let store = try Store(connection: file.connection, path: file.path)

    let analyzer = TraceAnalyzer(models: [store.model])
    analyzer.feed([UInt8](try Data(contentsOf: log)))
    for pattern in analyzer.finish().patterns {
      print(pattern.message, pattern.help, separator: "\n")
    }

    #expect(said.contains { $0.hasPrefix("'Note.tags' fires one query per object") })
  }

  @Test func growthIsTold() throws {
    var said: [String] = []
    func print(_ message: String) { said.append(message) }
    func report(_ name: String) throws -> TraceReport {
      let analyzer = TraceAnalyzer()
      analyzer.feed([UInt8](try Data(contentsOf: notes.appending(path: name))))
      return analyzer.finish()
    }
    let (small, large) = (try report("prefetched-list.log"), try report("slow-list.log"))

    let growth = TraceGrowth(small: small, large: large, scale: 2)
    for loop in growth.loops { print(loop.message) }

    #expect(said.contains { $0.contains("grow with the data") })
  }
}
