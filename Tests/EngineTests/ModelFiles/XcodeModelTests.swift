import Foundation
import StoreEngine
import StoreModel
import Testing

@Suite(.enabled(if: ArchiveCorpus.exists)) struct XcodeModelTests {
  private struct Pairs: Decodable {
    var records: [Record]

    struct Record: Decodable {
      var hash_source: String
      var model_source: String?
      var matched_by: String?
      var verified: String?
      var entities: [String: String]
    }
  }

  /// The sources of models whose hashes are known hash to exactly these.
  @Test func sourcesGiveTheKnownHashes() throws {
    let file = ArchiveCorpus.folder.appending(path: "hashes/pairs.json")
    let pairs = try JSONDecoder().decode(Pairs.self, from: Data(contentsOf: file))
    var (checked, equal) = (0, 0)
    for record in pairs.records {
      guard let source = record.model_source else { continue }
      let path = ArchiveCorpus.folder.path + "/" + source
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let history = try XcodeModelReader.read(path: path)
      let hashes = ModelHashes(of: history.versions[0])
      checked += 1
      let expected = record.entities.mapValues { VersionHash(hex: $0) }
      let differing = expected.filter { hashes.entities[$0.key] != $0.value }.keys.sorted()
      if differing.isEmpty {
        equal += 1
      } else {
        print(
          "differs: \(record.hash_source) <- \(source): \(differing.count)/\(expected.count) "
            + "\(differing.prefix(5)) [\(record.matched_by ?? "")] [\(record.verified ?? "")]")
      }
    }
    print("sources equal to their pair: \(equal) of \(checked)")
  }

  @Test func everySourceIsReadOrRefused() throws {
    var (read, refused) = (0, [String]())
    let wanted = ["xcdatamodeld", "xcdatamodel", "xcmappingmodel"]
    for folder in ArchiveCorpus.files(in: "models", where: { wanted.contains($0.pathExtension) }) {
      do {
        let history = try XcodeModelReader.read(path: folder.path)
        #expect(!history.versions.isEmpty)
        for model in history.versions {
          #expect(model.problems.isEmpty)
          if model.entities.isEmpty { print("no entities: \(folder.path)") }
        }
        read += 1
      } catch let error as ModelFileError {
        #expect(error.description.hasSuffix("is a mapping model, not a model; give the model it maps from or to"), "\(error)")
        refused.append(folder.lastPathComponent)
      }
    }
    print("read \(read), refused \(refused.count)")
    #expect(refused.allSatisfy { $0.hasSuffix(".xcmappingmodel") })
  }
}
