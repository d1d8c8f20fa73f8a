import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// What the compiler noted beside its models: the hashes of every version
/// (Documentation/Format/ModelFiles.md, 3).
private struct VersionInfo {
  var currentVersion: String?
  /// Version name to entity name to hash.
  var versions: [String: [String: VersionHash]]
  /// Of newer compilers: version name to checksum.
  var checksums: [String: String]

  init(_ file: URL) throws {
    let values = try #require(try PropertyList.read(Array(Data(contentsOf: file))).dictionary)
    currentVersion = values["NSManagedObjectModel_CurrentVersionName"]?.string
    versions = (values["NSManagedObjectModel_VersionHashes"]?.dictionary ?? [:]).mapValues {
      ($0.dictionary ?? [:]).compactMapValues { $0.data.flatMap(VersionHash.init(bytes:)) }
    }
    checksums = (values["NSManagedObjectModel_VersionChecksums"]?.dictionary ?? [:])
      .compactMapValues(\.string)
  }
}

@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)")) struct CompiledModelTests {
  /// Every hash the compiler noted follows from the compiled model beside it.
  @Test func everyVersionInfoIsReproduced() throws {
    var versions = 0
    var entities = 0
    for plist in ArchiveCorpus.files(
      in: "models", where: { $0.lastPathComponent == "VersionInfo.plist" })
    {
      let folder = plist.deletingLastPathComponent()
      guard !folder.path.contains("TestModel_Not") else { continue }
      let history = try CompiledModelReader.read(path: folder.path)
      let info = try VersionInfo(plist)
      for model in history.versions {
        let hashes = ModelHashes(of: model)
        #expect(model.problems.isEmpty)
        #expect(info.versions[model.name] == hashes.entities, "\(folder.path) \(model.name)")
        if let checksum = info.checksums[model.name] { #expect(hashes.checksum == checksum) }
        versions += 1
        entities += hashes.entities.count
      }
      #expect(history.currentVersion == info.currentVersion || history.versions.count == 1)
    }
    #expect(versions >= 25 && entities >= 146)
  }

  @Test func singleModelsAreRead() throws {
    for file in ArchiveCorpus.files(in: "models", where: { $0.pathExtension == "mom" }) {
      let history = try CompiledModelReader.read(path: file.path)
      #expect(history.versions.count == 1)
      // One real model is empty.
      #expect(history.versions[0].entities.isEmpty == file.path.contains("DVIA_v2"))
    }
  }

  @Test(arguments: [
    ("tml/TestModel_NotA.momd", "this is not a property list"),
    (
      "tml/TestModel_NotB.momd",
      "is incomplete: its VersionInfo.plist names 'TestModel_Simple_1.mom', which is not there"
    ),
    (
      "dvia/DVIA_v2.momd/DVIA_v2.omo",
      "is an optimized model, which only Core Data reads; give the '.mom' beside it"
    ),
    ("tml", "holds no model"),
    ("nowhere.mom", "does not exist"),
  ])
  func refusalsSayWhy(path: String, reason: String) throws {
    let full = RealFiles.path("models/" + path)
    let error = try #require(throws: ModelFileError.self) {
      try CompiledModelReader.read(path: full)
    }
    #expect(error.description.hasSuffix(reason), "\(error)")
  }
}
