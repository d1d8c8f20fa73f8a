import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// A broken store, and what its repair makes of it.
final class RepairFixture {
  let store: LibraryStore
  var path: String { store.path }
  /// In a folder of its own, so that what lies beside the store is seen to stay.
  let folder: URL
  var new: String { folder.appending(path: "library.store").path }

  init(_ damage: [String] = [], store: LibraryStore? = nil) throws {
    self.store = try store ?? LibraryStore()
    folder = FileManager.default.temporaryDirectory.appending(path: "healed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !damage.isEmpty { try self.store.run(damage) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func repair(_ choose: (inout StoreRepair) -> Void = { _ in }) throws -> RepairAnswer {
    try Self.repair(path, to: new, choose)
  }

  static func repair(
    _ path: String, to new: String, _ choose: (inout StoreRepair) -> Void = { _ in }
  ) throws -> RepairAnswer {
    var repair = StoreRepair(path)
    choose(&repair)
    return try repair.run(to: StoreOutput(path: new, replaces: false, stores: [path]))
  }

  /// The rules that find something in the new store.
  func rules(histories: [SchemaHistory] = []) throws -> Set<String> {
    try Self.rules(of: new, histories: histories)
  }

  static func rules(of path: String, histories: [SchemaHistory] = []) throws -> Set<String> {
    let file = try StoreFile.open(path: path)
    let inspection = try StoreInspection(
      of: Store(file: file), state: file.state, histories: histories)
    return Set(try StoreCheck().run(inspection).findings.map(\.rule))
  }

  func value(_ sql: String) throws -> Int64? {
    try StoreFile.open(path: new).connection.value(sql)?.integer
  }

  /// Everything that a store holds: its objects, and the rows by the names of their columns.
  static func content(of path: String) throws -> [String] {
    let connection = try StoreFile.open(path: path).connection
    let schema = try SchemaObjects(connection)
    var lines = schema.indexes.map { "index \($0.key)" } + schema.triggers.keys.map { $0 }
    for (table, columns) in schema.tables {
      let sorted = columns.sorted()
      lines.append("\(table): \(sorted)")
      let list = sorted.map { "quote(\($0.sqlQuoted))" }.joined(separator: ", ")
      for row in try connection.rows("SELECT \(list) FROM \(table.sqlQuoted)") {
        lines.append("\(table) \(row.map { $0.text ?? "" })")
      }
    }
    return lines.sorted()
  }

  /// Names, content and times of all that lies in a folder, deeply.
  static func state(of folder: URL) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try names.map { name in
      let path = folder.appending(path: name).path
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      let bytes = FileManager.default.contents(atPath: path)?.hashValue ?? 0
      return "\(name) \(facts[.modificationDate] ?? "") \(facts[.size] ?? "") \(bytes)"
    }
  }
}

extension LibraryStore {
  /// The history of the library alone.
  static var history: SchemaHistory { SchemaHistory(name: "Library", versions: [model]) }
}
