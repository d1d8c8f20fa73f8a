import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

/// Real stores and models of other projects, where they are at hand.
private enum Corpus {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/corpus").path
  static let isThere = FileManager.default.fileExists(atPath: root + "/hashes/pairs.json")

  struct Pair: Sendable, CustomTestStringConvertible {
    var store: String
    var model: String
    var testDescription: String { store }

    /// The bundle the model lies in, with all its neighbours.
    var bundle: String { (((model as NSString).deletingLastPathComponent) as NSString).deletingLastPathComponent }
    var version: String {
      (((model as NSString).deletingLastPathComponent as NSString).lastPathComponent as NSString)
        .deletingPathExtension
    }
  }

  private struct Pairs: Decodable {
    struct Record: Decodable {
      var hash_source: String
      var model_source: String?
      var file_included: Bool?
    }
    var records: [Record]
  }

  /// Stores whose model is known.
  static let pairs: [Pair] = {
    guard let data = FileManager.default.contents(atPath: root + "/hashes/pairs.json"),
      let pairs = try? JSONDecoder().decode(Pairs.self, from: data)
    else { return [] }
    return pairs.records.compactMap { record in
      guard let model = record.model_source, record.hash_source.hasPrefix("stores/"),
        FileManager.default.fileExists(atPath: root + "/" + record.hash_source)
      else { return nil }
      return Pair(store: record.hash_source, model: model)
    }
  }()

  /// Reads a copy, so that nothing in the corpus can change.
  static func schema(of store: String) throws -> StoreSchema {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent((store as NSString).lastPathComponent).path
    for suffix in ["", "-wal", "-shm"] {
      let from = "\(root)/\(store)\(suffix)"
      if FileManager.default.fileExists(atPath: from) {
        try FileManager.default.copyItem(atPath: from, toPath: copy + suffix)
      }
    }
    let file = try StoreFile.open(path: copy)
    return try StoreSchema(connection: file.connection, name: "store")
  }
}

@Suite(.enabled(if: Corpus.isThere)) struct CorpusIdentificationTests {
  @Test(arguments: Corpus.pairs)
  fileprivate func storeHasItsVersion(_ pair: Corpus.Pair) throws {
    let histories = try ModelLoader.load("\(Corpus.root)/\(pair.bundle)")
    let result = Identifier.identify(try Corpus.schema(of: pair.store), among: histories)
    #expect(result.matches.map { $0.versions.map(\.name) } == [[pair.version]])
    #expect(result.match?.certainty == .certain)
    let halfMigrated = pair.store.contains("v2Corrupt")
    #expect(result.contradictions.map(\.kind) == (halfMigrated ? [.tables] : []))
    print("DBG", pair.store, result.match?.by.rawValue ?? "-", result.contradictions.map(\.text), result.duplicates.count, result.reusedIdentifiers.map(\.identifier))
  }

  /// Without its own version, the store is recognised by its neighbours and told apart from them.
  @Test(arguments: Corpus.pairs)
  fileprivate func neighboursAreOnlyNear(_ pair: Corpus.Pair) throws {
    var histories = try ModelLoader.load("\(Corpus.root)/\(pair.bundle)")
    histories[0].versions.removeAll { $0.name == pair.version }
    guard !histories[0].versions.isEmpty else { return }
    let result = Identifier.identify(try Corpus.schema(of: pair.store), among: histories)
    #expect(result.match == nil)
    let near = result.nearest[0]
    print("NEAR", pair.store, near.version.name, "\(near.equalEntities)/\(near.entityCount)", near.migration?.rawValue ?? "-", near.differences.count, "newer:", result.newer?.why ?? "-")
    for d in near.differences.prefix(12) { print("   ", d.path, d.change.rawValue, d.from ?? "-", "->", d.to ?? "-", d.migration.rawValue, "|", d.why, "|", d.hint ?? "") }
  }

  @Test func debugChains() throws {
    let bundles = FileManager.default.enumerator(atPath: Corpus.root + "/models")!.compactMap { $0 as? String }.filter { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".momd") }.sorted()
    for b in bundles {
      guard let h = try? CompiledOrXcode("\(Corpus.root)/models/\(b)") else { print("CHAIN fail", b); continue }
      let vs = h.versions.sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
      for (x, y) in zip(vs, vs.dropFirst()) {
        let c = ModelDiff.compare(from: x, to: y)
        print("CHAIN", c.differences.losesData ? "LOSES" : "", b, x.name, "->", y.name, c.consequence.rawValue, c.differences.count, "undecided", c.undecided.count)
        for d in c.differences.filter({ $0.migration >= .dataDependent || $0.losesData || $0.hint != nil}).prefix(14) { print("   ", d.path, d.change.rawValue, d.from ?? "-", "->", d.to ?? "-", d.migration.rawValue, "|", d.why, "|", d.hint ?? "") }
        #expect(c.differences.changesHashes == (ModelHashes(of: x).checksum != ModelHashes(of: y).checksum), "\(b) \(x.name)")
        // every entity whose hash differs has a hash-relevant difference in its lineage
      }
    }
  }
  func CompiledOrXcode(_ p: String) throws -> SchemaHistory { try ModelLoader.load(p)[0] }
}
