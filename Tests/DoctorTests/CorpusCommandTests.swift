import Diagnostics
import Foundation
import StoreDoctor
import TestSupport
import Testing

@testable import DoctorCLI

/// Every reading command over every real file that lies beside the project, where it does.
@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)"), .serialized)
struct CorpusCommandTests {
  /// Path below the corpus to everything that must not change: size, time and content.
  private static func snapshot(_ folder: String) throws -> [String: String] {
    let root = RealFiles.folder.appending(path: folder)
    var result: [String: String] = [:]
    for case let url as URL in FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil) ?? .init()
    {
      let facts = try FileManager.default.attributesOfItem(atPath: url.path)
      let bytes =
        facts[.type] as? FileAttributeType == .typeRegular ? try Data(contentsOf: url) : Data()
      result[url.path] = "\(facts[.modificationDate] ?? "") \(bytes.count) \(bytes.hashValue)"
    }
    return result
  }

  private static func run(_ words: [String]) -> (code: Int32, text: String) {
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  @Test func storesAreReadAndLeftAlone() throws {
    let before = try Self.snapshot("stores")
    let stores = RealFiles.databases.map(RealFiles.store)
    #expect(stores.count > 50)
    for store in stores {
      let info = Self.run(["info", store, "--format", "json"])
      #expect(info.code == 0, "\(store): \(info.text)")
      let isOther = !info.text.contains("\"checksum\"") || store.contains("/xml/")
      for words in [["entities", store], ["hash", store]] where !isOther {
        let result = Self.run(words)
        #expect([0, 3].contains(result.code), "\(words): \(result.text)")
      }
    }
    #expect(try Self.snapshot("stores") == before)
  }

  @Test func modelsAreReadOrRefusedInOneSentence() throws {
    let before = try Self.snapshot("models")
    let kinds = [".mom", ".xcdatamodel", ".xcdatamodeld", ".momd", ".xcmappingmodel"]
    let models = [true, false].flatMap { RealFiles.files(in: "models", folders: $0) }
      .filter { name in kinds.contains { name.hasSuffix($0) } }
      .map { RealFiles.path("models/" + $0) }
    #expect(models.count > 100)
    for model in models {
      let result = Self.run(["hash", model])
      #expect([0, 3].contains(result.code), "\(model): \(result.text)")
      if result.code == 3 {
        #expect(result.text.split(separator: "\n").count <= 2, "\(result.text)")
      }
    }
    #expect(try Self.snapshot("models") == before)
  }

  /// Stores whose model lies beside them: each is named, and by its checksum or entity hashes.
  @Test(arguments: [
    ("jb-versions/Example_v1.0.0.sqlite", "jb-versions", "v1.0.0"),
    ("jb-versions/Example_v1.1.2.sqlite", "jb-versions", "v1.1.2"),
    ("jb-versions/Example_v2.0.0.sqlite", "jb-versions", "v2.0.0"),
    ("duckduckgo/Bookmarks_V1.sqlite", "duckduckgo", "BookmarksModel"),
    ("duckduckgo/Bookmarks_V3.sqlite", "duckduckgo", "BookmarksModel 3"),
    ("duckduckgo/Bookmarks_V5.sqlite", "duckduckgo", "BookmarksModel 5"),
    ("wire/store2-48-0.wiredatabase", "wire", "zmessaging2.49.0"),
    ("wire/store2-101-0.wiredatabase", "wire", "zmessaging2.101.0"),
    ("scout/Scout-v4.sqlite", "scout", "Scout 4"),
    ("objcio-moody/Moody_3.moody", "objcio-moody", "Moody 3"),
    ("apptentive/ATDataModelv6.sqlite", "apptentive", "ATDataModel 6"),
    ("coredatautility/SingleEntitySingleAttribut.sqlite", "coredatautility", "SingleEntity"),
  ])
  func storeIsNamed(_ store: String, _ models: String, _ version: String) {
    let result = Self.run([
      "identify", RealFiles.store(store), "--model", RealFiles.path("models/" + models),
    ])
    #expect(result.code == 0, "\(result.text)")
    #expect(result.text.contains(version), "\(result.text)")
  }
}
