internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Writes persistent history: one transaction per save, one change per row
/// (Documentation/Format/History.md, 2, 3 and 4).
final class HistoryWriter {
  enum Change: Int64 {
    case insert = 0
    case update = 1
    case delete = 2
  }

  private let store: SQLStore
  private(set) var transaction: Int64 = 0
  private var lastChange: Int64 = 0
  private var strings: [String: Int64] = [:]
  private var hasRows = false
  private let tombstones: Int
  /// Rows that were changed in the same properties one after the other.
  private var updates: (plan: UpdatePlan, keys: [Int64])?

  init(_ store: SQLStore) throws {
    self.store = store
    let columns = try store.connection.rows("PRAGMA table_info(ACHANGE)").compactMap { $0[1].text }
    tombstones = columns.count { $0.hasPrefix("ZTOMBSTONE") }
    guard columns.isEmpty, store.configuration.allowsSave else { return }
    for sql in store.layout.statements where sql.contains("ACHANGE") || sql.contains("ATRANSACTION")
    {
      try store.connection.run(sql)
    }
  }

  /// Begins the history of a save; call inside its transaction.
  func begin(author: String?, context: String?) throws {
    hasRows =
      try store.connection.value("SELECT 1 FROM Z_PRIMARYKEY WHERE Z_ENT = 16001")?.integer == 1
    transaction = try next("ATRANSACTION", HistoryTables.transaction.number)
    lastChange = try next("ACHANGE", HistoryTables.change.number) - 1
    let process = ProcessInfo.processInfo.processName
    let bundle = Bundle.main.bundleIdentifier ?? process
    try store.run(
      "INSERT INTO ATRANSACTION(Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, "
        + "ZPROCESSIDTS, ZTIMESTAMP) VALUES(?, 16002, NULL, ?, ?, ?, ?, ?)",
      [
        .integer(transaction), try string(author), try string(bundle), try string(context),
        try string(process), .real(Date().timeIntervalSinceReferenceDate),
      ])
  }

  /// Notes a changed row.
  func addUpdate(_ plan: UpdatePlan, _ key: Int64) throws {
    // Read in place: a copy of the list would be made for every key.
    if updates?.plan === plan {
      updates?.keys.append(key)
    } else {
      try writeUpdates()
      updates = (plan, [key])
    }
  }

  private func writeUpdates() throws {
    guard let (update, keys) = updates else { return }
    updates = nil
    try store.run(
      Self.insertion("ZCOLUMNS")
        + "SELECT key + ?, 16001, NULL, ?, ?, value, ?, ? FROM json_each(?)",
      [
        .integer(lastChange + 1), .integer(Change.update.rawValue),
        .integer(Int64(update.plan.number)), .integer(transaction), .blob(update.mask),
        .text(keys.jsonText),
      ])
    lastChange += Int64(keys.count)
  }

  /// Notes a deleted row with the values that the history keeps.
  func addDeletion(_ plan: EntityPlan, _ key: Int64, kept: [SQLiteValue]) throws {
    lastChange += 1
    let kept = kept.prefix(tombstones)
    let names = kept.indices.map { "ZTOMBSTONE\($0)" }
    try store.run(
      Self.insertion(names.joined(separator: ", "))
        + "VALUES(?, 16001, NULL, ?, ?, ?, ?\(String(repeating: ", ?", count: kept.count)))",
      [
        .integer(lastChange), .integer(Change.delete.rawValue), .integer(Int64(plan.number)),
        .integer(key), .integer(transaction),
      ] + kept)
  }

  /// Notes all rows that were inserted under consecutive keys by one statement, which costs a
  /// fraction of one per row.
  func addInsertions(into table: String, _ keys: ClosedRange<Int64>) throws {
    try store.run(
      Self.insertion("")
        + "SELECT Z_PK + ?, 16001, NULL, ?, Z_ENT, Z_PK, ? FROM \(table) WHERE Z_PK BETWEEN ? AND ?",
      [
        .integer(lastChange + 1 - keys.lowerBound), .integer(Change.insert.rawValue),
        .integer(transaction),
        .integer(keys.lowerBound), .integer(keys.upperBound),
      ])
    lastChange += Int64(keys.count)
  }

  private static func insertion(_ more: String) -> String {
    "INSERT INTO ACHANGE(Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID"
      + (more.isEmpty ? ") " : ", \(more)) ")
  }

  /// Ends it: the highest keys go into `Z_PRIMARYKEY`.
  func end() throws {
    try writeUpdates()
    let maxima = [
      (HistoryTables.change, lastChange), (HistoryTables.transaction, transaction),
      (HistoryTables.string, try nextString() - 1),
    ]
    for (entity, maximum) in maxima {
      if hasRows {
        try store.run(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
          [.integer(maximum), .integer(Int64(entity.number))])
      } else {
        try store.run(
          "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, ?)",
          [.integer(Int64(entity.number)), .text(entity.name), .integer(maximum)])
      }
    }
  }

  /// After a rollback: what was remembered may not be in the file.
  func forget() {
    strings = [:]
    updates = nil
  }

  /// The next key of a table. Keys of rows that are gone are not given again: tokens name them.
  private func next(_ table: String, _ entity: Int) throws -> Int64 {
    let sql =
      "SELECT max(IFNULL((SELECT max(Z_PK) FROM \(table)), 0), "
      + "IFNULL((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity)), 0))"
    return try store.with(sql, .metadata) { statement in
      try statement.bind([])
      return try statement.step() ? statement.integer(at: 0) + 1 : 1
    }
  }

  private func nextString() throws -> Int64 {
    try next("ATRANSACTIONSTRING", HistoryTables.string.number)
  }

  private func string(_ text: String?) throws -> SQLiteValue {
    guard let text else { return .null }
    if let known = strings[text] { return .integer(known) }
    let found = try store.connection.value(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)])?.integer
    let key: Int64
    if let found {
      key = found
    } else {
      key = try nextString()
      try store.run(
        "INSERT INTO ATRANSACTIONSTRING(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, 16003, NULL, ?)",
        [.integer(key), .text(text)])
    }
    strings[text] = key
    return .integer(key)
  }
}

extension EntityPlan {
  /// The properties of the entity sorted by name: bit *i* of a change's mask is the *i*-th.
  var maskOrder: [Int] {
    type.properties.filter { !$0.isEphemeral }.sorted { $0.name.codePointsPrecede($1.name) }
      .map(\.slot)
  }

  func mask(_ changed: SlotSet) -> [UInt8] {
    let order = maskOrder
    var bytes = [UInt8](repeating: 0, count: (order.count + 7) / 8)
    for (bit, slot) in order.enumerated() where changed.contains(slot) {
      bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return bytes
  }
}

extension Sequence<Int64> {
  /// The numbers as a list that `json_each` reads.
  var jsonText: String {
    var bytes: [UInt8] = []
    for number in self {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
      bytes.append(contentsOf: String(number).utf8)
    }
    return bytes.isEmpty ? "[]" : String(decoding: bytes, as: UTF8.self) + "]"
  }
}
