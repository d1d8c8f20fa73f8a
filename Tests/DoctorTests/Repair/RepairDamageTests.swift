import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Samples with random damage of the kinds that can be treated end without a finding.
@Suite struct RepairDamageTests {
  private static let samples = [
    "Notes/notes-1.0.0.store", "Notes/notes-1.1.0.store", "Notes/notes-2.0.0.store",
    "Music/music.store",
  ]

  @Test(arguments: samples, 0..<6) func damageIsHealed(_ sample: String, _ seed: Int) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "damage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "broken.store").path
    try FileManager.default.copyItem(
      atPath: Folders.samples.appending(path: sample).path, toPath: path)
    let sound = try RepairFixture.rules(of: path)
    var random = Seeded(UInt64(seed * 7919 + sample.utf8.count))
    let damage = try Self.damage(path, &random)
    let before = try RepairFixture.rules(of: path)
    #expect(!before.subtracting(sound).isEmpty, "\(damage)")
    let new = folder.appending(path: "healed.store").path
    let answer = try RepairFixture.repair(path, to: new) {
      $0.allowsReferences = true
      $0.keep = .oldest
    }
    let left = Set(answer.left.map(\.finding.rule))
    #expect(left == sound, "\(answer.left.map(\.finding.message)) after \(damage)")
    #expect(try RepairFixture.rules(of: new) == sound)
    let again = try RepairFixture.repair(new, to: folder.appending(path: "again.store").path) {
      $0.allowsReferences = true
      $0.keep = .oldest
    }
    #expect(again.treated.isEmpty && again.file == nil)
  }

  /// Both ends of a relationship of an entity with itself, either by itself; a key of NULL is none.
  @Test(arguments: ["NULL, 1", "1, NULL", "99, 1", "1, 99", "98, 99"])
  func bothEndsOfARelationshipWithItselfAreHealed(_ row: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "damage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, new) = (folder.path + "/broken.store", folder.path + "/healed.store")
    try FileManager.default.copyItem(
      atPath: Folders.samples.appending(path: "Music/music.store").path, toPath: path)
    let sound = try RepairFixture.rules(of: path)
    try Connection(path: path, mode: .readWrite).run(
      "INSERT INTO Z_2INFLUENCEDBY (Z_2INFLUENCES, Z_2INFLUENCEDBY) VALUES (\(row))")
    #expect(try RepairFixture.rules(of: path).contains("dangling-join-row"))
    _ = try RepairFixture.repair(path, to: new) { $0.allowsReferences = true }
    #expect(try RepairFixture.rules(of: new) == sound)
    #expect(
      try RepairFixture.content(of: new)
        == RepairFixture.content(of: Folders.samples.appending(path: "Music/music.store").path))
  }

  /// Some statements of each kind, for what this store has.
  private static func damage(_ path: String, _ random: inout Seeded) throws -> [String] {
    let file = try StoreFile.open(path: path)
    let store = try Store(file: file)
    let inspection = StoreInspection(store: store, path: path)
    let schema = try SchemaObjects(file.connection)
    var kinds: [[String]] = []
    kinds.append(
      inspection.roots.map { "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = \($0.number)" })
    kinds.append(
      schema.indexes.values.filter { $0.hasPrefix("Z") }.sorted().map {
        "DROP INDEX \($0.sqlQuoted)"
      })
    kinds.append(inspection.roots.map { "UPDATE \($0.table) SET Z_OPT = 0 WHERE Z_PK % 3 = 1" })
    kinds.append(
      store.layout.entities.map { "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = \($0.number)" })
    kinds.append(
      inspection.references.filter { $0.property.relationship?.isOptional == true }.map {
        "UPDATE \($0.holder.table) SET \($0.column) = 99999 WHERE Z_PK % 4 = 1"
      })
    kinds.append(
      inspection.joins.map {
        "INSERT INTO \($0.path.table) (\($0.path.source), \($0.path.destination)) VALUES (99999, 1)"
      })
    kinds.append(["UPDATE ACHANGE SET ZTRANSACTIONID = 99999 WHERE Z_PK % 5 = 1"])
    let orders = inspection.declaredProperties.compactMap { _, property -> String? in
      guard case .toMany(let relationship, let path?) = property.kind, relationship.isOrdered,
        let order = path.order
      else { return nil }
      return "UPDATE \(path.table) SET \(order) = 2048"
    }
    kinds.append(orders)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.addCoreDataFunctions(clock: { 0 })
    file.release()
    var damage: [String] = []
    while damage.count < 4 {
      guard let statements = random.pick(kinds), let statement = random.pick(statements) else {
        continue
      }
      // Not every store has each of the tables.
      guard (try? connection.run(statement)) != nil else { continue }
      let changed = connection.changes > 0 || statement.hasPrefix("DROP")
      if changed { damage.append(statement) }
    }
    return damage
  }
}
