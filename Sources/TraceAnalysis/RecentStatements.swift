internal import StoreEngine

/// The exact statements met lately: a loop asks the same few in turn.
struct RecentStatements {
  private struct Slot {
    var text: [UInt8] = []
    var statement: TraceTables.Statement?
  }

  private var slots = Array(repeating: Slot(), count: count + 1)
  /// Where the statement asked for last is.
  private var last = count
  private static let count = 64
  /// Longer ones share the slot behind the others, so that they do not fill the memory.
  private static let longest = 4096

  mutating func find(_ sql: UnsafeRawBufferPointer) -> TraceTables.Statement? {
    last = Self.slot(of: sql)
    guard sql.equals(slots[last].text, from: 0) else { return nil }
    return slots[last].statement
  }

  /// Keeps the statement of the text that was just not found.
  mutating func keep(_ statement: TraceTables.Statement, of sql: UnsafeRawBufferPointer) {
    slots[last].statement = statement
    slots[last].text.removeAll(keepingCapacity: true)
    slots[last].text.append(contentsOf: sql)
  }

  /// By the length and what stands where statements differ most: in the middle and at the end.
  private static func slot(of sql: UnsafeRawBufferPointer) -> Int {
    if sql.count > longest { return count }
    guard sql.count >= 8 else { return sql.count }
    let middle = sql.loadUnaligned(fromByteOffset: sql.count / 2 - 4, as: UInt64.self)
    let end = sql.loadUnaligned(fromByteOffset: sql.count - 8, as: UInt64.self)
    return Int(mixed(middle ^ UInt64(sql.count), end ^ 0xa076_1d64_78bd_642f) % UInt64(count))
  }
}
