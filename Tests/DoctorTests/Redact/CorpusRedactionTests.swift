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
  /// Which app's database it is stands in its rows, and the difference is named.
  private static let knownByValues = "non-coredata/chrome_v32_Login_Data"

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
    #expect(made.code == (name == Self.knownByValues ? 1 : 0), "\(made.text)")
    guard name != Self.knownByValues else { return }
    let models = Self.models(name)
    for words in [["diagnose"] + models, ["check"], ["check"] + models, ["preflight"] + models] {
      let said = [store, twin].map { path in
        let result = RedactionFixture.run(
          [words[0], path] + words.dropFirst() + ["--format", "json"])
        return "\(result.code) \(Self.core(of: result.text, path))"
      }
      #expect(said[0] == said[1], "\(words)")
    }
  }

  /// Verdicts and findings, without paths and without what is said of the state of the files.
  private static func core(of text: String, _ path: String) -> String {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let object = object as? [String: Any] else {
      return text.replacingOccurrences(of: path, with: "{store}")
    }
    let findings = (object["findings"] as? [[String: Any]] ?? []).map {
      "\($0["rule"] ?? "") \($0["message"] ?? "") \($0["entity"] ?? "") \($0["property"] ?? "")"
    }
    let diagnosis = object["diagnose"] as? [String: Any] ?? [:]
    return "\(diagnosis["verdict"] ?? "") \(diagnosis["what"] ?? "") \(findings.sorted())"
  }

  /// What is short enough to come about by chance is compared in its place.
  @Test(arguments: databases) func noValueIsLeftAnywhere(_ name: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = RealFiles.store(name)
    let schema = String(decoding: try LeftoverSearch.schema(of: store), as: UTF8.self)
    func isPrivate(_ value: SQLiteValue) -> Bool {
      switch value {
      case .text(let text):
        text.count >= 4 && text.contains { $0.isLetter || $0.isNumber } && !schema.contains(text)
      case .real(let real): real.magnitude > 1 && real.magnitude != 63_113_904_000
      case .blob(let bytes): bytes.count >= 4 && Self.hasContent(bytes)
      default: false
      }
    }
    let twin = folder.appending(path: "twin.store").path
    _ = try RedactionFixture.redact(store, to: twin, seed: 1)
    let long = try LeftoverSearch.values(of: store).filter { value in
      switch value {
      case .text(let text): text.filter(\.isLetter).count >= 8 && isPrivate(value)
      case .integer: true
      default: isPrivate(value)
      }
    }
    let found = try LeftoverSearch(twin).found(long)
    #expect(found.isEmpty, "\(found.count) values")
    for (table, columns) in try LeftoverSearch.columns(of: store) {
      let sql = "SELECT \(columns.map(\.sqlQuoted).joined(separator: ", ")) FROM \(table.sqlQuoted)"
      let (old, new) = try (RedactionFixture.rows(store, sql), RedactionFixture.rows(twin, sql))
      #expect(old.count == new.count)
      var same: Set<String> = []
      for (one, other) in zip(old, new) {
        for (index, column) in columns.enumerated()
        where one[index] == other[index] && isPrivate(one[index]) { same.insert(column) }
      }
      #expect(same.isEmpty, "\(table) \(same)")
    }
  }

  /// An archive of an empty dictionary says nothing but that.
  private static func hasContent(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(where: { $0 != 0 }) else { return false }
    guard let list = try? BinaryPlist.read(bytes).dictionary, let objects = list["$objects"]?.array
    else { return true }
    return objects.contains { object in
      if let text = object.string { return text != "$null" }
      return object.dictionary?.contains {
        !$0.key.hasPrefix("$") && $0.key != "NS.keys" && $0.key != "NS.objects"
      }
        ?? true
    }
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "twins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
