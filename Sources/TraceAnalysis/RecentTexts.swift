internal import StoreEngine

/// What the exact texts met lately come to: a loop asks the same few statements in turn.
struct RecentTexts<Value: Sendable>: Sendable {
  private struct Slot {
    var text: [UInt8] = []
    var value: Value?
  }

  private var slots = Array(repeating: Slot(), count: count + 1)
  /// Where the text asked for last is.
  private var last = count
  private static var count: Int { 64 }
  /// Longer ones share the slot behind the others, so that they do not fill the memory.
  private static var longest: Int { 4096 }

  @inline(__always)
  mutating func find(_ text: UnsafeRawBufferPointer) -> Value? {
    last = Self.slot(of: text)
    guard text.equals(slots[last].text, from: 0) else { return nil }
    return slots[last].value
  }

  /// Keeps what the text comes to that was just not found.
  mutating func keep(_ value: Value, of text: UnsafeRawBufferPointer) {
    slots[last].value = value
    slots[last].text.removeAll(keepingCapacity: true)
    slots[last].text.append(contentsOf: text)
  }

  /// By the length and what stands where statements differ most: in the middle and at the end.
  @inline(__always)
  private static func slot(of text: UnsafeRawBufferPointer) -> Int {
    if text.count > longest { return count }
    guard text.count >= 8 else { return text.count }
    let middle = text.loadUnaligned(fromByteOffset: text.count / 2 - 4, as: UInt64.self)
    let end = text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
    return Int(mixed(middle ^ UInt64(text.count), end ^ 0xa076_1d64_78bd_642f) % UInt64(count))
  }
}
