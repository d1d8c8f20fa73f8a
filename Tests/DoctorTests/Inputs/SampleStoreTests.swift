import Foundation
import ModelInputs
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

/// The sample stores are what `generate` makes of the sample sources today.
@Suite struct SampleStoreTests {
  private static let samples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Samples").path

  private static let stores = [
    ("Notes/notes-1.0.0.store", "Notes/Sources@1.0.0"),
    ("Notes/notes-1.1.0.store", "Notes/Sources@1.1.0"),
    ("Notes/notes-2.0.0.store", "Notes/Sources@2.0.0"), ("Music/music.store", "Music/Sources"),
  ]

  private static func open(_ path: String) throws -> Store {
    try Store(file: StoreFile.open(path: path))
  }

  @Test(arguments: stores) func storeIsWhatGenerateWrites(_ sample: String, _ source: String) throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent((sample as NSString).lastPathComponent).path
    var options = StoreWriter.Options()
    options.history = true
    let model = try ModelLoader.model("\(Self.samples)/\(source)")
    let writer = try StoreWriter(path: path, model: model, options: options)
    _ = try RowGenerator().fill(writer, rows: 60)
    try writer.finish()

    let kept = try Self.open("\(Self.samples)/\(sample)")
    let made = try Self.open(path)
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid"
    #expect(try kept.connection.rows(schema) == made.connection.rows(schema))
    let tables = try made.connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    #expect(tables.count > 6)
    for table in tables.compactMap(\.first?.text) {
      let rows = "SELECT * FROM \"\(table)\" ORDER BY rowid"
      #expect(try kept.connection.rows(rows) == made.connection.rows(rows), "\(table)")
    }
    #expect(kept.metadata.entityHashes == made.metadata.entityHashes)
    let keptData = try Self.externalData(beside: "\(Self.samples)/\(sample)")
    #expect(try keptData == Self.externalData(beside: path))
    #expect(keptData.isEmpty == sample.hasPrefix("Notes"))
  }

  /// Source, stored hashes and the model in the store say the same, without anything unknown.
  @Test(arguments: stores) func sourceHashesAsTheStoreSays(_ sample: String, _ source: String)
    throws
  {
    let store = try Self.open("\(Self.samples)/\(sample)")
    let hashes = ModelHashes(of: try ModelLoader.model("\(Self.samples)/\(source)"))
    #expect(hashes.certainty.values.allSatisfy { !$0.isUnknown })
    #expect(store.metadata.entityHashes == hashes.entities)
    #expect(store.metadata.checksum == hashes.checksum)
    #expect(store.metadata.digest == hashes.digest)
    #expect(ModelHashes(of: store.model).entities == hashes.entities)
    let histories = try ModelLoader.load("\(Self.samples)/\(source)")
    let found = Identifier.identify(StoreSchema(store), among: histories)
    #expect(found.match?.by == .checksum)
    #expect(found.contradictions.isEmpty)
  }

  /// File name to content.
  private static func externalData(beside path: String) throws -> [String: Data] {
    let folder = ExternalStorage(storePath: path).folder
    guard FileManager.default.fileExists(atPath: folder) else { return [:] }
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    return files
  }
}
