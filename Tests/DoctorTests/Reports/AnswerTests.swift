import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// What the reading commands answer, asked of the library: findings, verdict and the keys of JSON.
@Suite struct AnswerTests {
  private func keys(_ answer: some Answer) -> Set<String> {
    Set((try? JSONValue(encoding: answer))?.members.map { Array($0.keys) } ?? [])
  }

  private func first(_ value: JSONValue?) -> [String: JSONValue]? {
    if case .array(let values)? = value { values.first?.members } else { nil }
  }

  private func overview(_ store: LibraryStore) throws -> StoreOverview {
    let file = try StoreFile.open(path: store.path)
    return try StoreOverview(
      path: store.path, kind: FileIdentifier.identify(file), file: file, store: Store(file: file))
  }

  @Test func infoSaysWhatAStoreIs() throws {
    let store = try LibraryStore()
    let answer = try overview(store)
    #expect(answer.verdict == .done && answer.findings.isEmpty && answer.remarks.isEmpty)
    #expect(answer.contents?.entities.first { $0.entity.name == "Loan" }?.rows?.count == 6)
    let known: Set = [
      "bytesRead", "checksum", "cloudKit", "digest", "entities", "entityHashes", "evidence",
      "framework", "history", "inUse", "journalMode", "kind", "kindCertainty", "mainBytes",
      "migratedInPlace", "model", "pageCount", "pageSize", "path", "remarks", "sideFiles",
      "storeID", "versionIdentifiers",
    ]
    #expect(known.symmetricDifference(keys(answer)) == [], "the list above has other keys")
    let members = try JSONValue(encoding: answer).members
    #expect(
      first(members?["entities"]).map { Set($0.keys) } == [
        "abstract", "name", "number", "rows", "rowsAreExact", "superentity", "table",
        "tableIsMissing",
      ])
    try store.run(["UPDATE Z_PRIMARYKEY SET Z_MAX = 0"])
    let damaged = try overview(store)
    #expect(damaged.verdict == .found)
    #expect(damaged.problemCount == damaged.findings.count)
  }

  @Test func infoListsTheTablesOfAnythingElse() throws {
    let store = try LibraryStore()
    let file = try StoreFile.open(path: store.path)
    let answer = try StoreOverview(
      path: store.path, kind: FileIdentifier.identify(file), file: file, store: nil)
    #expect(answer.verdict == .done && answer.tables?.contains("ZLOAN") == true)
    #expect(!keys(answer).contains("remarks") && !keys(answer).contains("entities"))
    let unread = try StoreOverview(
      path: store.path, kind: FileIdentifier.identify(file), file: file, store: nil,
      problem: "why")
    #expect(unread.verdict == .found)
    #expect(try JSONValue(encoding: unread).members?["remarks"] == ["why"])
  }

  @Test func infoNamesAStoreOfAnotherKind() throws {
    func answer(_ id: FileKind.ID) -> ForeignStore? {
      let kind = FileKind(id, "Realm", evidence: "it says so")
      return ForeignStore(StoreFileError(path: "a", reason: .notAStore(kind)))
    }
    #expect(answer(.text)?.path == nil)
    #expect(answer(.realm)?.path == "a")
    #expect(
      try answer(.realm).map { try JSONValue(encoding: $0) } == [
        "evidence": "it says so", "kind": "realm",
      ])
    #expect(ForeignStore(StoreFileError(path: "a", reason: .busy))?.path == nil)
  }

  @Test func checkNamesRowsByTheirKeys() throws {
    let store = try LibraryStore()
    #expect(try store.check().verdict == .done)
    try store.run(["UPDATE ZLOAN SET ZDUE = 'x' WHERE Z_PK = 2"])
    let result = try store.check()
    #expect(result.verdict == .found && result.findings.count == 1)
    #expect(
      keys(result) == ["model", "notExamined", "path", "problems", "rows", "rules", "tables"])
    #expect(
      first(try JSONValue(encoding: result).members?["problems"]) == [
        "columns": ["Z_PK"], "entity": "Loan", "keys": [2], "property": "due", "rows": 1,
        "rule": "wrong-storage-class",
      ])
  }

  @Test func entitiesAndTheirPartsAreDescribed() throws {
    let schema = LoadedSchema(LibraryStore.model)
    let version = try #require(
      first(try JSONValue(encoding: EntityList([schema])).members?["versions"]))
    #expect(Set(version.keys) == ["entities", "identifier", "name", "source"])
    #expect(version["identifier"] == "1.0.0" && version["source"] == "swift")
    #expect(
      first(version["entities"]).map { Set($0.keys) } == [
        "abstract", "attributes", "className", "hashModifier", "indexes", "location", "name",
        "number", "relationships", "renamingIdentifier", "superentity", "table", "unique",
      ])
    #expect(keys(try schema.part(named: "Loan")) == ["entity"])
    #expect(keys(try schema.part(named: "Loan.due")) == ["attribute", "entity"])
    let part = try schema.part(named: "Loan.reader")
    #expect(keys(part) == ["entity", "relationship"])
    #expect(part.path == "Loan.reader" && part.verdict == .done)
    #expect(
      try JSONValue(encoding: part).members?["relationship"]?.members?["column"] == "ZREADER")
  }

  @Test func aNameThatIsNotThereIsNearAnother() throws {
    let schema = LoadedSchema(LibraryStore.model)
    func help(_ name: String) -> [String]? {
      do {
        _ = try schema.part(named: name)
        return nil
      } catch {
        return [error.description] + error.help
      }
    }
    #expect(
      help("loan") == ["there is no entity 'loan' in Library (1.0.0)", "did you mean 'Loan'?"])
    #expect(
      help("Loan.du") == ["'Loan' has no property 'du'", "did you mean 'Loan.due'?"])
    #expect(help("Loan.reader") == nil)
  }

  @Test func hashesAreComputedAndComparedWithTheStore() throws {
    let computed = ModelHashes(of: LibraryStore.model)
    let answer = VersionHashes([LoadedSchema(LibraryStore.model)])
    #expect(answer.verdict == .done && answer.versions.first?.checksum == computed.checksum)
    let version = try #require(first(try JSONValue(encoding: answer).members?["versions"]))
    #expect(
      Set(version.keys) == [
        "checksum", "digest", "entities", "identifier", "likely", "name", "path", "unknown",
      ])
    let store = try LibraryStore()
    let read = VersionHashes([LoadedSchema(try store.inspection().store)])
    #expect(read.verdict == .done && read.versions.first?.digest == computed.digest)
  }

  @Test func identificationFindsWhyNothingFits() throws {
    let store = try LibraryStore().inspection().store
    let history = LibraryStore.plan([], [])
    let match = Identifier.identify(StoreSchema(store), among: [history])
    #expect(match.verdict == .done && match.findings.isEmpty)
    #expect(
      keys(match) == ["by", "duplicates", "match", "matches", "mismatch", "nearest"])
    #expect(
      try JSONValue(encoding: match).members?["match"] == [
        "identifier": "1.0.0", "name": "Library", "path": nil,
      ])
    let other = DataModel(
      name: "Other", entities: [Entity(name: "Thing", attributes: [])], source: .swift)
    let none = Identifier.identify(
      StoreSchema(store), among: [SchemaHistory(name: "Other", versions: [other])])
    #expect(none.verdict == .found)
    #expect(none.findings.map(\.rule) == ["no-matching-version"])
    #expect(none.findings.first?.location?.path == store.path)
    #expect(try JSONValue(encoding: none).members?["match"] == .null)
  }

  @Test func differencesDecideWhatAMigrationNeeds() throws {
    let same = VersionComparison(from: LibraryStore.model, to: LibraryStore.model)
    #expect(same.verdict == .done)
    #expect(
      keys(same) == [
        "changesHashes", "differences", "from", "migration", "remarks", "to", "unknown",
      ])
    var next = LibraryStore.model
    next.entities[0].attributes.append(Attribute(name: "born", type: .date))
    let changed = VersionComparison(from: LibraryStore.model, to: next, remarks: ["so"])
    #expect(changed.verdict == .found)
    let members = try JSONValue(encoding: changed).members
    #expect(members?["changesHashes"] == true && members?["remarks"] == ["so"])
    let difference = first(members?["differences"])
    #expect(difference?["change"] == "attributeAdded" && difference?["property"] == "born")
    #expect(difference?["failure"] == "withFirstRow")
  }

  @Test func aGeneratedStoreSaysWhatIsInIt() throws {
    let folder = try LibraryStore()
    let path = folder.folder.appending(path: "made.store").path
    var options = GeneratedStore.Options()
    options.rows = 40
    var connections = 0
    let made = try GeneratedStore.write(
      LibraryStore.model, options: options, to: StoreOutput(path: path, replaces: false),
      connected: { connections += $0 == nil ? 0 : 1 })
    #expect(connections == 1 && made.verdict == .done)
    #expect(made.rows.values.reduce(0, +) == 40)
    #expect(keys(made) == ["links", "model", "notes", "path", "rows"])
    #expect(try Store(file: StoreFile.open(path: path)).hasHistory)
  }

  @Test func rowsHideTheirValuesUnlessAskedFor() throws {
    let store = try LibraryStore().inspection().store
    var query = RowQuery(entity: "Loan")
    query.sort = RowQuery.sortKeys("-due")
    query.limit = 2
    let hidden = try ShownRows(query, of: store, bytesRead: "main", format: .json)
    let out = ByteOutput()
    try JSONReporter().write(
      Report(command: "rows", hidden, sections: [.rows(hidden.stream)]), to: out)
    #expect(out.text.contains("\"rowsLeftOut\": 4") && out.text.contains("\"hidden\":true"))
    #expect(!out.text.contains("2023-"))
    #expect(keys(hidden) == ["bytesRead", "entity", "valuesAreShown"])
    let statement = try store.connection.prepare("SELECT count(*) AS n FROM ZLOAN")
    let counted = StatementRows(of: statement, sql: "…", bytesRead: "main")
    #expect(keys(counted) == ["bytesRead", "statement"])
    #expect(try counted.stream.next())
    guard case .integer(6) = counted.stream.cell(0) else {
      Issue.record("not 6 loans")
      return
    }
  }
}
