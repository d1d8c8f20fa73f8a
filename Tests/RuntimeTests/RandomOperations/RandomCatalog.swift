import Foundation
import SwiftData
import TestSupport

/// A repeatable source of choices.
struct Dice: RandomNumberGenerator {
  private var random: Seeded
  /// Keeps the unique values of several users of one store apart.
  var lane = 0

  init(seed: UInt64, lane: Int = 0) {
    random = Seeded(seed)
    self.lane = lane
  }

  mutating func next() -> UInt64 { random.next() }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func isTrue(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<T>(_ items: [T]) -> T? { items.isEmpty ? nil : items[below(items.count)] }
}

/// A value of any property type that can be compared.
struct AnyValue: Equatable, CustomStringConvertible {
  let raw: Any
  private let isEqual: (Any) -> Bool

  init<T: Equatable>(_ value: T) {
    raw = value
    isEqual = { ($0 as? T) == value }
  }

  static func == (left: AnyValue, right: AnyValue) -> Bool { left.isEqual(right.raw) }

  var description: String {
    if let data = raw as? Data { return "\(data.count) bytes from \(data.first ?? 0)" }
    return String("\(raw)".prefix(80))
  }
}

/// A property with a value.
struct AttributeRule {
  let name: String
  let random: (inout Dice) -> AnyValue
  let get: (any Tagged) -> AnyValue
  let set: (any Tagged, AnyValue) -> Void

  init<M: Tagged, V: Equatable>(
    _ name: String, _ path: ReferenceWritableKeyPath<M, V>, _ random: @escaping (inout Dice) -> V
  ) {
    self.name = name
    self.random = { AnyValue(random(&$0)) }
    get = { AnyValue(($0 as! M)[keyPath: path]) }
    set = { ($0 as! M)[keyPath: path] = $1.raw as! V }
  }
}

/// A relationship, seen from one end.
struct LinkRule {
  enum Deletion { case nullify, cascade, deny, noAction }

  let name: String
  let destination: Kind
  let isToMany: Bool
  var isRequired = false
  var deletion = Deletion.nullify
  var maximum = Int.max
  /// The place of the other end among the relationships of the destination.
  let inverse: Int?
  let get: (any Tagged) -> [any Tagged]
  /// With none or one object for a to-one relationship.
  let set: (any Tagged, [any Tagged]) -> Void
  let add: (any Tagged, any Tagged) -> Void
  let remove: (any Tagged, any Tagged) -> Void

  static func one<M: Tagged, D: Tagged>(
    _ name: String, _ path: ReferenceWritableKeyPath<M, D?>, _ destination: Kind, _ inverse: Int?,
    _ deletion: Deletion = .nullify
  ) -> LinkRule {
    LinkRule(
      name: name, destination: destination, isToMany: false, deletion: deletion, inverse: inverse,
      get: { ($0 as! M)[keyPath: path].map { [$0] } ?? [] },
      set: { ($0 as! M)[keyPath: path] = $1.first.map { $0 as! D } },
      add: { ($0 as! M)[keyPath: path] = ($1 as! D) },
      remove: { object, _ in (object as! M)[keyPath: path] = nil })
  }

  static func required<M: Tagged, D: Tagged>(
    _ name: String, _ path: ReferenceWritableKeyPath<M, D>, _ destination: Kind, _ inverse: Int,
    _ assign: @escaping (M, D) -> Void
  ) -> LinkRule {
    // Writing through the key path would read first, which traps while there is no value.
    LinkRule(
      name: name, destination: destination, isToMany: false, isRequired: true, inverse: inverse,
      get: { [($0 as! M)[keyPath: path]] },
      set: { assign($0 as! M, $1[0] as! D) },
      add: { assign($0 as! M, $1 as! D) },
      remove: { _, _ in })
  }

  static func many<M: Tagged, D: Tagged>(
    _ name: String, _ path: ReferenceWritableKeyPath<M, [D]>, _ destination: Kind, _ inverse: Int?,
    _ deletion: Deletion = .nullify, maximum: Int = .max
  ) -> LinkRule {
    LinkRule(
      name: name, destination: destination, isToMany: true, deletion: deletion, maximum: maximum,
      inverse: inverse, get: { ($0 as! M)[keyPath: path] },
      set: { ($0 as! M)[keyPath: path] = $1.map { $0 as! D } },
      add: { ($0 as! M)[keyPath: path].append($1 as! D) },
      remove: { object, member in (object as! M)[keyPath: path].removeAll { $0 === member } })
  }

  static func optionalMany<M: Tagged, D: Tagged>(
    _ name: String, _ path: ReferenceWritableKeyPath<M, [D]?>, _ destination: Kind, _ inverse: Int?
  ) -> LinkRule {
    LinkRule(
      name: name, destination: destination, isToMany: true, inverse: inverse,
      get: { ($0 as! M)[keyPath: path] ?? [] },
      set: { ($0 as! M)[keyPath: path] = $1.isEmpty ? nil : $1.map { $0 as! D } },
      add: { ($0 as! M)[keyPath: path] = (($0 as! M)[keyPath: path] ?? []) + [$1 as! D] },
      remove: { object, member in (object as! M)[keyPath: path]?.removeAll { $0 === member } })
  }
}

/// A class of objects.
enum Kind: Int, CaseIterable {
  case town, citizen, worker, boss, passport, club, locker, lantern, poster, tool, badge, seat

  var rule: KindRule { KindRule.all[rawValue] }

  func isKind(of other: Kind) -> Bool {
    var kind: Kind? = self
    while let next = kind {
      if next == other { return true }
      kind = next.rule.superclass
    }
    return false
  }
}

struct KindRule {
  let name: String
  var superclass: Kind?
  var attributes: [AttributeRule] = []
  var links: [LinkRule] = []
  /// Places of unique attributes, one list per constraint.
  var unique: [[Int]] = []
  let make: (Int, [any Tagged]) -> any Tagged
  let queries: KindQueries
}

/// Fetches and deletions of one class.
struct KindQueries {
  let fetch: (ModelContext) throws -> [any Tagged]
  let fetchOne: (ModelContext, Int) throws -> (any Tagged)?
  let deleteRange: (ModelContext, Range<Int>) throws -> Void

  init<T: Tagged>(
    _ type: T.Type, prefetch: [PartialKeyPath<T>] = [],
    _ predicate: @escaping (Range<Int>) -> Predicate<T>
  ) {
    fetch = { context in
      var descriptor = FetchDescriptor<T>()
      descriptor.relationshipKeyPathsForPrefetching = prefetch
      return try context.fetch(descriptor)
    }
    fetchOne = { context, tag in
      try context.fetch(FetchDescriptor<T>(predicate: predicate(tag..<tag + 1))).first
    }
    deleteRange = { try $0.delete(model: T.self, where: predicate($1)) }
  }
}
