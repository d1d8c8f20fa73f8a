import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite("Layouts of real stores", .enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
struct CorpusLayoutTests {
  @Test func freshStoresHaveExactlyThisSchema() throws {
    var equal = 0
    var migrated = 0
    for path in RealFiles.stores {
      let store = try CorpusStores.store(path)
      guard store.model.source == .storeCache else { continue }
      if store.wasMigratedInPlace {
        try expectEqualColumns(store, path)
        migrated += 1
      } else {
        try expectEqualSchema(store, path)
        equal += 1
      }
    }
    print("layout: \(equal) fresh stores equal, \(migrated) migrated ones equal as sets of columns")
    #expect(equal >= 26)
    #expect(migrated >= 13)
  }

  /// Without a look at the store's own tables, what differs must be named.
  @Test func whatTheModelAloneDoesNotTellIsNamed() throws {
    var equal = 0
    var named: [String] = []
    for path in RealFiles.stores {
      let store = try CorpusStores.store(path)
      guard store.model.source == .storeCache, !store.wasMigratedInPlace else { continue }
      let alone = StoreLayout(
        model: store.model, framework: store.metadata.frameworkVersion, history: store.hasHistory)
      if try CorpusStores.schema(store) == alone.statements {
        equal += 1
      } else {
        named.append(path)
        #expect(!alone.unknowns.isEmpty, "\(path)")
      }
    }
    print("layout: \(equal) from the model alone; \(named) only with the store's own order")
    #expect(equal >= 26)
  }

  private func expectEqualSchema(_ store: Store, _ path: String) throws {
    let real = try CorpusStores.schema(store)
    let made = store.layout.statements
    if real == made { return }
    for (index, pair) in zip(real, made).enumerated() where pair.0 != pair.1 {
      Issue.record("\(path) statement \(index + 1)\n  store  \(pair.0)\n  layout \(pair.1)")
      return
    }
    Issue.record("\(path): \(real.count) statements, layout has \(made.count)")
  }

  private func expectEqualColumns(_ store: Store, _ path: String) throws {
    let layout = store.layout
    for table in layout.tables {
      let real = try store.connection.prepare("SELECT * FROM \"\(table.name)\" LIMIT 0").columnNames
      #expect(Set(real) == Set(table.columns.map(\.name)), "\(path) \(table.name)")
    }
    for join in layout.joinTables {
      let real = try store.connection.prepare("SELECT * FROM \"\(join.name)\" LIMIT 0").columnNames
      let made = [join.ownerColumn, join.otherColumn, join.ownerOrder, join.otherOrder]
      #expect(Set(real) == Set(made.compactMap { $0 }), "\(path) \(join.name)")
    }
  }

  @Test func everyRowOfEveryStoreIsRead() throws {
    var rows = 0
    var unexpected: [String] = []
    for path in RealFiles.stores {
      let store = try CorpusStores.store(path)
      for entity in store.entities where !entity.isTableMissing {
        let cursor = try store.rows(of: entity.name, countingToMany: true)
        while try cursor.next() {
          rows += 1
          for (index, column) in cursor.columns.enumerated() {
            let value = cursor.value(at: index)
            if case .unexpected(let raw) = value, unexpected.count < 20 {
              unexpected.append("\(path) \(entity.name).\(column.name): \(raw)")
            }
            #expect(Self.text(cursor.cell(at: index)) == value.description)
          }
        }
        let count = try store.rowCount(of: entity.name)
        #expect(count.isExact)
      }
    }
    print("layout: read \(rows) rows")
    #expect(unexpected == [])
  }

  private static func text(_ cell: PropertyCell) -> String {
    switch cell {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .bool(let value): String(value)
    case .real(let value): String(value)
    case .text(let bytes), .formatted(let bytes): String(decoding: bytes, as: UTF8.self)
    case .data(let bytes): PropertyValue.data(Array(bytes)).description
    case .value(let value): value.description
    }
  }

  @Test func viewsShowTheSameRows() throws {
    for path in RealFiles.stores {
      let store = try CorpusStores.store(path)
      try store.connection.definingTemporaryViews {
        for statement in store.entityViews() { try store.connection.run(statement) }
      }
      for entity in store.entities where !entity.isTableMissing {
        let count = try store.connection.value(
          "SELECT count(*) FROM (SELECT * FROM \"\(entity.viewName)\")")
        #expect(count?.integer == (try store.rowCount(of: entity.name).count), "\(path)")
      }
    }
  }

  @Test func onlyTheHalfMigratedStoreLacksAnything() throws {
    for path in RealFiles.stores where !path.contains("v2Corrupt") {
      let problems = try CorpusStores.store(path).problems
      #expect(problems == [], "\(path)")
    }
  }
}
