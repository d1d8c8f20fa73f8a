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
  case value(Box<Any>)
  /// Columns that are decoded when the property is first read.
  case raw(Box<[SQLiteValue]>)
  /// The destination of a to-one relationship by its key and entity number.
  case key(Int64, Int32)
  /// The destination itself.
  case one(any PersistentModel)
  case many(ToMany)
}

/// Keeps a slot as small as a reference.
final class Box<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// The members of a to-many relationship, or, until they are loaded, what was done to them.
final class ToMany {
  var members: [AnyObject] = [] { didSet { verified = nil } }
  /// The class that all members are known to be of.
  private var verified: ObjectIdentifier?
  var isLoaded: Bool
  /// Those made when it was last known to be up to date.
  var commits = Commits()
  /// Changes since the last save, by identity: true for added, false for removed.
  var changes: [ObjectIdentifier: (object: AnyObject, isAdded: Bool)] = [:]

  init(isLoaded: Bool, members: [AnyObject] = []) {
    self.isLoaded = isLoaded
    self.members = members
  }

  /// A list as the store has it; all members are known to be of the class.
  init(stored members: [AnyObject], of type: AnyClass, _ commits: Commits) {
    isLoaded = true
    self.members = members
    verified = ObjectIdentifier(type)
    self.commits = commits
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

  /// The members as what they are; nil if one is of another class.
  func typed<M: AnyObject>(_ type: M.Type) -> [M]? {
    guard verified != ObjectIdentifier(type) else { return members.unchecked() }
    guard let typed = members.typed(type) else { return nil }
    verified = ObjectIdentifier(type)
    return typed
  }

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

extension [AnyObject] {
  /// The same array as one of the class; nil if an element is of another.
  func typed<M: AnyObject>(_ type: M.Type) -> [M]? {
    // A cast would look for the class among the element's superclasses; mostly it is that class.
    allSatisfy { Swift.type(of: $0) == type || $0 is M } ? unchecked() : nil
  }

  /// Safe where each element is known to be of the class: an array of objects is one of references,
  /// whatever their class.
  func unchecked<M: AnyObject>() -> [M] { unsafeBitCast(self, to: [M].self) }
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
