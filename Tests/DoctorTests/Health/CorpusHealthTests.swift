import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import ModelInputs
@testable import StoreDoctor

/// Real stores, many of them migrated in place by Core Data itself: all but one are healthy.
@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)")) struct CorpusHealthTests {
  /// Its metadata are of model 3, its tables of model 2: the authors' own corrupt case.
  private static let halfMigrated = "apptentive/v2CorruptDatabase.sqlite"

  @Test(arguments: RealFiles.stores.filter { $0 != halfMigrated })
  func aHealthyStoreIsSilent(_ name: String) throws {
    let result = HealthCorpus.check(name)
    #expect(result.code == 0, "\(result.text)")
    #expect(!result.text.contains("error:") && !result.text.contains("warning:"))
  }

  @Test(arguments: RealFiles.stores.filter { $0 != halfMigrated && HealthCorpus.hasModels($0) })
  func aHealthyStoreIsSilentWithItsModels(_ name: String) throws {
    let result = HealthCorpus.check(name, withModels: true)
    #expect(result.code == 0, "\(result.text)")
  }

  /// What `preflight` says of the way to the newest version is what `migrate` does, and the result is
  /// as healthy as the store.
  @Test(arguments: RealFiles.stores.filter { $0 != halfMigrated && HealthCorpus.hasModels($0) })
  func aMigratedStoreIsHealthy(_ name: String) throws {
    guard let newest = HealthCorpus.newestVersion(name) else { return }
    let folder = FileManager.default.temporaryDirectory.appending(path: "new-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "new.store").path
    let way = [RealFiles.store(name), "--model", HealthCorpus.models(name), "--to", newest]
    let preflight = HealthCorpus.run(["preflight"] + way)
    let migration = HealthCorpus.run(["migrate"] + way + ["-o", output])
    if migration.text.contains("nothing was written") {
      #expect(migration.code == 1 && preflight.code == 1, "\(migration.text)\(preflight.text)")
      #expect(!FileManager.default.fileExists(atPath: output))
      try expectTheSameEnd(preflight.text, migration.text)
    } else {
      // What the newest version has no place for is the same for both, counted before and while.
      let losses = HealthCorpus.losses(migration.text)
      #expect(HealthCorpus.losses(preflight.text) == losses)
      #expect(migration.code == (losses.isEmpty ? 0 : 1), "\(migration.text)")
      #expect(preflight.code == migration.code, "\(preflight.text)")
      guard FileManager.default.fileExists(atPath: output) else {
        // Only a store that is of the newest version already needs no copy.
        #expect(losses.isEmpty)
        return
      }
      let check = HealthCorpus.run(["check", output, "--model", HealthCorpus.models(name)])
      #expect(check.code == 0, "\(check.text)")
    }
  }

  /// Both say why a migration ends with nothing written: by its finding, or, of a row, by the code
  /// of Core Data's error.
  private func expectTheSameEnd(_ preflight: String, _ migration: String) throws {
    let notRun = HealthCorpus.findings("migration-not-run", migration)
    if !notRun.isEmpty {
      // What is not run is said once, and nothing is known of its losses.
      #expect(HealthCorpus.findings("migration-not-run", preflight) == notRun)
      #expect(HealthCorpus.losses(preflight) == [] && HealthCorpus.losses(migration) == [])
    } else if let line = HealthCorpus.findings("not-inferrable", migration).first {
      let what = try #require(line.firstMatch(of: /'[^']+' cannot be inferred/)).output
      #expect(preflight.contains(what) && preflight.contains("(134140"), "\(preflight)")
    } else {
      let code = try #require(migration.firstMatch(of: /\((134\d\d\d)\)/), "\(migration)").1
      #expect(preflight.contains("(\(code))"), "\(preflight)")
    }
  }

  /// Where a mapping model leads, `preflight` counts what `migrate` counts, and ends as it does.
  @Test(arguments: [
    ("apptentive/ATDataModelv1.sqlite", "ATDataModel 2"),
    ("wibosco/CoreDataMigration_Example_1.sqlite", "CoreDataMigration_Example 2"),
  ])
  func whatAMappingModelLosesIsTheSameForBoth(_ name: String, _ target: String) throws {
    let output = FileManager.default.temporaryDirectory
      .appending(path: "new-\(UUID().uuidString).store")
    defer {
      for end in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: output.path + end)
      }
    }
    let way = [RealFiles.store(name), "--model", HealthCorpus.models(name), "--to", target]
    let preflight = HealthCorpus.run(["preflight"] + way)
    let migration = HealthCorpus.run(["migrate"] + way + ["-o", output.path])
    let losses = HealthCorpus.losses(migration.text)
    #expect(migration.text.contains("by the mapping model"), "\(migration.text)")
    #expect(migration.code == (losses.isEmpty ? 0 : 1), "\(migration.text)")
    #expect(HealthCorpus.losses(preflight.text) == losses)
    #expect(preflight.code == migration.code, "\(preflight.text)")
    #expect(preflight.text.contains("by trying the migration"), "\(preflight.text)")
  }

  @Test func theHalfMigratedStoreIsNamed() throws {
    let result = HealthCorpus.check(Self.halfMigrated, withModels: true)
    #expect(result.code == 1)
    #expect(
      result.text.contains(
        "the metadata says 'ATDataModel 3', but the tables are those of 'ATDataModel 2'"))
    #expect(result.text.contains("[missing-column]"))
    // Its tables alone show a dangling row.
    #expect(HealthCorpus.check(Self.halfMigrated).code == 1)
  }

  /// The stores of one chain: the older one's tables under the newer one's metadata.
  @Test(arguments: [
    ("duckduckgo/Bookmarks_V1.sqlite", "duckduckgo/Bookmarks_V3.sqlite"),
    ("jb-versions/Example_v1.0.0.sqlite", "jb-versions/Example_v2.0.0.sqlite"),
    ("wibosco/CoreDataMigration_Example_1.sqlite", "wibosco/CoreDataMigration_Example_2.sqlite"),
    ("objcio-moody/Moody_3.moody", "objcio-moody/Moody_5.moody"),
  ])
  func metadataOfAnotherVersionIsNoticed(_ older: String, _ newer: String) throws {
    let copy = try RealFiles.Copy(ofStore: older)
    let file = try StoreFile.open(path: RealFiles.store(newer))
    let metadata = try StoreMetadata(connection: file.connection)
    let connection = try Connection(path: copy.path, mode: .readWrite)
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?1", [.blob(metadata.plist())])
    let plain = HealthCorpus.run(["check", copy.path])
    #expect(plain.code == 1)
    #expect(plain.text.contains("[hash-mismatch]"), "\(plain.text)")
    // With the newer cache too, the tables are what does not fit.
    if let cache = try file.connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE") {
      try connection.run("UPDATE Z_MODELCACHE SET Z_CONTENT = ?1", [cache])
      let result = HealthCorpus.run(
        ["check", copy.path, "--model", HealthCorpus.models(older)])
      #expect(result.code == 1, "\(result.text)")
    }
  }
}

private enum HealthCorpus {
  static func models(_ name: String) -> String {
    RealFiles.path("models/" + (name as NSString).deletingLastPathComponent)
  }

  static func hasModels(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: models(name))
  }

  /// The newest version, by the numbers in the names, of the one bundle that has the store's.
  static func newestVersion(_ name: String) -> String? {
    guard let file = try? StoreFile.open(path: RealFiles.store(name)),
      let hashes = try? StoreMetadata(connection: file.connection).entityHashes,
      let histories = try? ModelLoader.load(models(name))
    else { return nil }
    let own = histories.first { history in
      history.versions.contains { ModelHashes(of: $0).entities == hashes }
    }
    return own?.versions.map(\.name).max {
      $0.compare($1, options: .numeric) == .orderedAscending
    }
  }

  /// The lines of a report that tell of losses.
  /// The losses in numbers. Only `migrate` looks at the files that values lie in.
  static func losses(_ text: String) -> [String] {
    let files =
      /, (which lies in a file of its own|[0-9]+ of them in files of their own),| \([0-9]+ in [a-z ]+ own\)/
    return text.split(separator: "\n").filter { $0.hasPrefix("LOSS: ") }
      .map { String($0.replacing(files, with: "")) }
  }

  /// The lines of a report with findings of a rule.
  static func findings(_ rule: String, _ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasSuffix("[\(rule)]") }
  }

  static func check(_ name: String, withModels: Bool = false) -> (code: Int32, text: String) {
    run(["check", RealFiles.store(name)] + (withModels ? ["--model", models(name)] : []))
  }

  static func run(_ words: [String]) -> (code: Int32, text: String) {
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }
}
