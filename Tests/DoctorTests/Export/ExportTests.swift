import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite struct ExportTests {
  /// A folder with the store of every kind of property, and one exported line after the other.
  private struct Case {
    let library = try! LibraryStore()
    var folder: String { library.folder.appending(path: "out").path }

    func export(
      _ format: ExportFormat = .csv, change: (inout ExportManifest.Options) -> Void = { _ in }
    ) throws -> StoreExport {
      let file = try StoreFile.open(path: library.path)
      var options = ExportManifest.Options(format: format)
      change(&options)
      return try StoreExport(
        of: try Store(file: file), file, options: options, to: folder, stores: [library.path],
        progress: { _, _, _ in })
    }

    func text(_ name: String) throws -> String {
      try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    }

    func count(_ entity: String) throws -> Int64 {
      let file = try StoreFile.open(path: library.path)
      return try Store(file: file).rowCount(of: entity).count
    }
  }

  @Test(arguments: ExportFormat.allCases) func everyRowIsThereOnce(_ format: ExportFormat) throws {
    let test = Case()
    let before = try Data(contentsOf: URL(filePath: test.library.path))
    let export = try test.export(format)
    #expect(export.findings.isEmpty && export.manifest.isComplete && export.kept == 0)
    #expect(try Data(contentsOf: URL(filePath: test.library.path)) == before)
    let roots = LibraryStore.model.entities.filter { $0.superentity == nil }
    let whole = try roots.reduce(0) { $0 + (try test.count($1.name)) }
    let entities = Set(LibraryStore.model.entities.map(\.name))
    let rows = export.manifest.files.filter { entities.contains($0.content) }
    #expect(rows.reduce(0) { $0 + $1.rows } == whole)
    #expect(Set(rows.map(\.content)).count == rows.count)
    // Each file is what the manifest says of it.
    for file in export.manifest.files where file.sha256 != nil {
      let bytes = try Data(contentsOf: URL(filePath: test.folder + "/" + file.name))
      #expect(Int64(bytes.count) == file.bytes)
      #expect(ContentName.of(file: test.folder + "/" + file.name) == file.sha256)
    }
  }

  @Test func dataInFilesIsCopiedByteForByte() throws {
    let test = Case()
    let file = try StoreFile.open(path: test.library.path)
    let store = try Store(file: file)
    var expected: [String: Data] = [:]
    for (entity, property, column) in store.externalAttributes {
      try store.forEachFileName(in: column, of: entity) { key, name in
        let path = try #require(store.externalStorage.path(of: name))
        expected["\(key).\(property.name)"] = try Data(contentsOf: URL(filePath: path))
      }
    }
    try #require(!expected.isEmpty)
    let export = try test.export(.jsonl)
    #expect(export.manifest.files.reduce(0) { $0 + $1.dataFiles } == Int64(expected.count))
    let data = test.folder + "/data"
    // Each copy is named with its hash.
    let lists = export.manifest.files.filter { $0.content.hasPrefix("data files of ") }
    #expect(lists.reduce(0) { $0 + $1.rows } == Int64(expected.count))
    for line in try lists.flatMap({ try test.text($0.name).split(separator: "\n") }) {
      let entry = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require(entry["file"] as? String)
      #expect(ContentName.of(file: test.folder + "/" + name) == entry["sha256"] as? String)
    }
    for folder in try FileManager.default.contentsOfDirectory(atPath: data)
    where !folder.hasSuffix(".jsonl") {
      for name in try FileManager.default.contentsOfDirectory(atPath: data + "/" + folder) {
        let bytes = try Data(contentsOf: URL(filePath: "\(data)/\(folder)/\(name)"))
        #expect(bytes == expected.removeValue(forKey: name))
      }
    }
    #expect(expected.isEmpty)
  }

  @Test func noNameOfAModelLeadsOutOfTheFolder() throws {
    for (name, plain) in [
      ("../../etc", ".._.._etc"), ("a/b", "a_b"), ("a\\b\u{0}", "a_b_"), ("größe", "größe"),
      ("author.name", "author.name"),
    ] {
      #expect(ExportTable.plain(name) == plain)
    }
    var model = LibraryStore.model
    let book = try #require(model.entities.firstIndex { $0.name == "Book" })
    let cover = try #require(model.entities[book].attributes.firstIndex { $0.name == "cover" })
    model.entities[book].attributes[cover].name = "x/../../../cover"
    let library = try LibraryStore()
    try library.run(["ALTER TABLE ZMEDIA RENAME COLUMN ZCOVER TO \"ZX/../../../COVER\""])
    let file = try StoreFile.open(path: library.path)
    let store = try Store(connection: file.connection, path: library.path, model: model)
    let folder = library.folder.appending(path: "out").path
    let export = try StoreExport(
      of: store, file, options: .init(), to: folder, stores: [], progress: { _, _, _ in })
    #expect(export.manifest.files.reduce(0) { $0 + $1.dataFiles } == 1)
    let beside = try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
    #expect(Set(beside.filter { !$0.hasPrefix(".") }) == ["library.store", "out"])
  }

  @Test func aMissingFileIsALossThatIsSaid() throws {
    let test = Case()
    let storage = test.library.folder.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.removeItem(at: storage)
    let export = try test.export()
    #expect(export.findings.map(\.rule) == ["missing-external-file"])
    #expect(export.verdict == .found)
    #expect(export.manifest.files.contains { $0.missingFiles > 0 })
  }

  @Test func aStoppedRunIsTakenUp() throws {
    let test = Case()
    let whole = try test.export()
    let lost = try #require(whole.manifest.files.last { $0.rows > 0 })
    try FileManager.default.removeItem(atPath: test.folder + "/" + lost.name)
    let cut = try #require(whole.manifest.files.first { $0.rows > 0 && $0.name != lost.name })
    let text = try test.text(cut.name)
    try String(text.dropLast(2)).write(
      toFile: test.folder + "/" + cut.name, atomically: true, encoding: .utf8)
    let again = try test.export()
    #expect(again.kept == whole.manifest.files.count - 2)
    #expect(again.manifest == whole.manifest)
    #expect(try test.text(cut.name) == text)
  }

  @Test func anotherStateOfTheStoreIsNotMixedIn() throws {
    let test = Case()
    _ = try test.export()
    #expect(throws: ExportError.otherExport(test.folder)) {
      try test.export { $0.columns = ["name"] }
    }
    try test.library.run(["UPDATE ZAUTHOR SET ZNAME = 'Somebody' WHERE Z_PK = 1"])
    #expect(throws: ExportError.otherExport(test.folder)) { try test.export() }
  }

  @Test func otherPeoplesFilesStay() throws {
    let test = Case()
    try FileManager.default.createDirectory(atPath: test.folder, withIntermediateDirectories: true)
    let own = test.folder + "/Author.csv"
    try "mine".write(toFile: own, atomically: true, encoding: .utf8)
    #expect(throws: ExportError.foreignFolder(test.folder)) { try test.export() }
    #expect(try test.text("Author.csv") == "mine")
  }

  @Test func choicesAreKept() throws {
    let test = Case()
    let export = try test.export(.jsonl) {
      $0.entities = ["Author"]
      $0.columns = ["name"]
      $0.condition = "Z_PK = 1"
    }
    #expect(export.manifest.files.map(\.name) == ["Author.jsonl"])
    #expect(try test.text("Author.jsonl").hasPrefix("{\"Z_PK\":1,\"name\":"))
    #expect(export.rows == 1)
    #expect(throws: ExportError.unknownColumns(["nam"])) {
      try Case().export { $0.columns = ["nam"] }
    }
    #expect(throws: StoreError.self) { try Case().export { $0.entities = ["Autor"] } }
  }

  @Test func linksAreNamedByTheirEntities() throws {
    let test = Case()
    let links = try test.export().manifest.files.filter {
      $0.content.contains(".") && !$0.content.contains(" ")
    }
    #expect(!links.isEmpty)
    for file in links {
      let entity = String(file.content.prefix { $0 != "." })
      #expect(
        file.columns.first == entity
          && Set(file.columns.map { $0.lowercased() }).count == file.columns.count)
    }
  }
}
