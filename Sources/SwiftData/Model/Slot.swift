internal import Foundation
internal import StoreEngine

/// The value of one property of a model, as the storage keeps it.
enum Slot {
  /// Not read from the store yet.
  case unloaded
  case null
  /// Integers and Booleans.
  case integer(Int64)
  /// Floating point and dates (seconds since 2001).
  case real(Double)
  case text(String)
  case data(Data)
  case uuid(UUID)
  /// A value of another type, never an optional.
  case value(ValueBox)
  /// Columns that are decoded when the property is first read.
  case raw(RawValues)
  /// The destination of a to-one relationship by its key and entity number.
  case key(Int64, Int32)
  /// The destination itself.
  case one(any PersistentModel)
  case many(ToMany)
}

final class ValueBox {
  let value: Any
  init(_ value: Any) { self.value = value }
}

final class RawValues {
  let values: [SQLiteValue]
  init(_ values: [SQLiteValue]) { self.values = values }
}

/// The members of a to-many relationship, or, until they are loaded, what was done to them.
final class ToMany {
  var members: [AnyObject] = []
  var isLoaded: Bool
  /// Changes since the last save, by identity: true for added, false for removed.
  var changes: [ObjectIdentifier: (object: AnyObject, isAdded: Bool)] = [:]

  init(isLoaded: Bool, members: [AnyObject] = []) {
    self.isLoaded = isLoaded
    self.members = members
  }

  /// Joins what the store says with what was changed since.
  func load(_ stored: [AnyObject]) {
    isLoaded = true
    members = stored
    guard !changes.isEmpty else { return }
    members.removeAll { changes[ObjectIdentifier($0)]?.isAdded == false }
    let known = Set(members.map { ObjectIdentifier($0) })
    members += changes.values.filter {
      $0.isAdded && !known.contains(ObjectIdentifier($0.object))
    }.map(\.object)
  }

  func contains(_ object: AnyObject) -> Bool { members.contains { $0 === object } }

  /// Notes a change; one that undoes an earlier one of the same save cancels it.
  func note(_ object: AnyObject, isAdded: Bool) {
    let identifier = ObjectIdentifier(object)
    if let earlier = changes[identifier], earlier.isAdded != isAdded {
      changes[identifier] = nil
    } else {
      changes[identifier] = (object, isAdded)
    }
  }
}

/// A set of slot numbers. Most models fit into one word, so that nothing is counted.
struct SlotSet: Hashable {
  /// Slots below 63; the last bit says that there are others.
  private var low: UInt64 = 0
  private var high: Set<Int>?

  private static let others: UInt64 = 1 << 63

  init(_ slots: [Int] = []) {
    for slot in slots { insert(slot) }
  }

  var isEmpty: Bool { low == 0 }
  private var hasOthers: Bool { low & Self.others != 0 }

  func isDisjoint(with other: SlotSet) -> Bool {
    let both = low & other.low
    if both & ~Self.others != 0 { return false }
    guard both != 0, let high, let others = other.high else { return true }
    return high.isDisjoint(with: others)
  }

  static func == (left: SlotSet, right: SlotSet) -> Bool {
    left.low == right.low && (!left.hasOthers || left.high == right.high)
  }

  func contains(_ slot: Int) -> Bool {
    slot < 63 ? low & (1 << UInt64(slot)) != 0 : hasOthers && high?.contains(slot) == true
  }

  mutating func insert(_ slot: Int) {
    if slot < 63 {
      low |= 1 << UInt64(slot)
    } else {
      low |= Self.others
      high = (high ?? []).union([slot])
    }
  }

  mutating func remove(_ slot: Int) {
    if slot < 63 {
      low &= ~(1 << UInt64(slot))
    } else if hasOthers {
      high?.remove(slot)
      if high?.isEmpty == true {
        low &= ~Self.others
        high = nil
      }
    }
  }

  mutating func removeAll() {
    if hasOthers { high = nil }
    low = 0
  }

  var slots: [Int] {
    (0..<63).filter { low & (1 << UInt64($0)) != 0 } + (high ?? []).sorted()
  }
}
