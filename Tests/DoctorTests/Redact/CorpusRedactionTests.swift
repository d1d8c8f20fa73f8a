import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Real stores and databases: nothing of them is in their twins, of which the same is said.
@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
struct CorpusRedactionTests {
  private static let databases = RealFiles.databases.filter { !$0.hasPrefix("xml/") }

  private static func models(_ name: String) -> [String] {
    let path = RealFiles.path("models/" + (name as NSString).deletingLastPathComponent)
    return FileManager.default.fileExists(atPath: path) ? ["--model", path] : []
  }

  @Test(arguments: databases) func theSameIsSaidOfBoth(_ name: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = RealFiles.store(name)
    let twin = folder.appending(path: (name as NSString).lastPathComponent).path
    let made = RedactionFixture.run(["redact", store, "-o", twin, "--seed", "5"])
    #expect(made.code == 0, "\(made.text)")
    let models = Self.models(name)
    for words in [
      ["diagnose"], ["diagnose"] + models, ["check"], ["check"] + models, ["preflight"] + models,
    ] {
      let said = [store, twin].map { path in
        let result = RedactionFixture.run(
          [words[0], path] + words.dropFirst() + ["--format", "json"])
        return "\(result.code) \(Self.core(of: result.text))"
      }
      #expect(said[0] == said[1], "\(words)")
    }
  }

  /// Verdicts and findings, without paths and without what is said of the state of the files.
  private static func core(of text: String) -> String {
    guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else {
      return text
    }
    let findings = (object["findings"] as? [[String: Any]] ?? []).map {
      "\($0["rule"] ?? "") \($0["message"] ?? "") \($0["entity"] ?? "") \($0["property"] ?? "")"
    }
    let diagnosis = object["diagnose"] as? [String: Any] ?? [:]
    return "\(diagnosis["verdict"] ?? "") \(diagnosis["what"] ?? "") \(findings.sorted())"
  }

  /// A short text can come about by chance; what came from the store is in the twin with any seed.
  @Test(arguments: databases) func noValueIsLeftAnywhere(_ name: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = RealFiles.store(name)
    let schema = String(decoding: try LeftoverSearch.schema(of: store), as: UTF8.self)
    var left = try LeftoverSearch.values(of: store).filter { value in
      if case .text(let text) = value { return !schema.contains(text) }
      return true
    }
    for seed in 1...12 where !left.isEmpty {
      let twin = folder.appending(path: "\(seed).store").path
      _ = try RedactionFixture.redact(store, to: twin, seed: UInt64(seed))
      left = try LeftoverSearch(twin).found(left)
    }
    #expect(left.isEmpty, "\(left.count) values")
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "twins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
