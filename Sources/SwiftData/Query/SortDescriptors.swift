public import Foundation

/// Orders of texts that Foundation on Linux lacks; `.lexical` is there.
public struct LocalizedTextOrder: Hashable, Sendable {
  /// As people sort: case and accents do not matter, numbers count as numbers.
  public static let localizedStandard = LocalizedTextOrder()
  /// The same order here.
  public static let localized = LocalizedTextOrder()
}

extension String {
  /// The text as the key it is sorted by.
  public var _localizedKey: _LocalizedKey { _LocalizedKey(text: self) }
}

extension String? {
  /// The text as the key it is sorted by; nil for none.
  public var _localizedKey: _LocalizedKey? { self.map { _LocalizedKey(text: $0) } }
}

/// A text in the order people expect: without regard to case and accents, numbers as numbers.
public struct _LocalizedKey: Comparable, Sendable {
  let text: String

  public static func < (left: _LocalizedKey, right: _LocalizedKey) -> Bool {
    switch StringSearch.compare(left.text, right.text) {
    case .orderedAscending: true
    case .orderedSame: left.text < right.text
    case .orderedDescending: false
    }
  }
}

// 'Sendable' marks a type and is no part of a value's layout, so that giving it to a key path, which
// nothing changes once it is made, is safe.
extension SortDescriptor where Compared: PersistentModel {
  private static func plain<Value: Comparable>(
    _ keyPath: KeyPath<Compared, Value>, _ order: SortOrder
  ) -> Self {
    Self(unsafeBitCast(keyPath, to: (any KeyPath<Compared, Value> & Sendable).self), order: order)
  }

  private static func plain<Value: Comparable>(
    _ keyPath: KeyPath<Compared, Value?>, _ order: SortOrder
  ) -> Self {
    Self(unsafeBitCast(keyPath, to: (any KeyPath<Compared, Value?> & Sendable).self), order: order)
  }

  /// Sorts texts, as Apple's initializer does, in the order people expect.
  public init(_ keyPath: KeyPath<Compared, String>, order: SortOrder = .forward) {
    self = .plain(keyPath.appending(path: \String._localizedKey), order)
  }

  /// Sorts texts that may be nil in the order people expect.
  public init(_ keyPath: KeyPath<Compared, String?>, order: SortOrder = .forward) {
    self = .plain(keyPath.appending(path: \String?._localizedKey), order)
  }

  /// Sorts texts in the order people expect, whichever comparator is named.
  public init(
    _ keyPath: KeyPath<Compared, String>, comparator: LocalizedTextOrder,
    order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }

  /// Sorts texts that may be nil in the order people expect, whichever comparator is named.
  public init(
    _ keyPath: KeyPath<Compared, String?>, comparator: LocalizedTextOrder,
    order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }
}

extension _ModelType {
  /// The text property that a localized sort descriptor's key path begins with.
  func localizedProperty(_ keyPath: AnyKeyPath) -> ModelProperty? {
    properties.first { property in
      keyPaths[property.slot].appending(path: \String._localizedKey) == keyPath
        || keyPaths[property.slot].appending(path: \String?._localizedKey) == keyPath
    }
  }
}

extension SQLTranslator {
  mutating func order<T: PersistentModel>(_ descriptors: [SortDescriptor<T>]) throws -> String {
    guard !descriptors.isEmpty else { return "" }
    let terms = try descriptors.map { descriptor in
      guard let keyPath = descriptor.keyPath else {
        throw UnsupportedInSQL("a sort descriptor has no key path")
      }
      let base = SQLTerm.object("t0", plan, guardText: nil)
      let direction = descriptor.order == .reverse ? " DESC" : ""
      if let property = plan.type.property(keyPath), property.isOpaque {
        throw property.hasNoOrder
      }
      if let property = plan.type.localizedProperty(keyPath) {
        let text = try text(self.property(base, property.keyPath))
        return "\(text) COLLATE NSCollateFinderlike\(direction)"
      }
      return try text(property(base, keyPath)) + direction
    }
    return " ORDER BY " + terms.joined(separator: ", ")
  }
}

extension ModelContext {
  /// Objects could be sorted by a part of an opaque value here, and nowhere else.
  ///
  /// Which property a key path begins with shows when it is read: a value that is still as the store has
  /// it is decoded then.
  func refuseOpaqueOrder<T: PersistentModel>(
    _ descriptors: [SortDescriptor<T>], _ objects: [T]
  ) throws {
    let type = T._$type
    let opaque = type.properties.filter(\.isOpaque)
    guard !opaque.isEmpty else { return }
    let open = descriptors.compactMap(\.keyPath).filter {
      type.property($0) == nil && type.localizedProperty($0) == nil
    }
    for (keyPath, object) in open.flatMap({ path in objects.prefix(100).map { (path, $0) } }) {
      for property in opaque where object.decodes(property, through: keyPath) {
        throw property.hasNoOrder
      }
    }
  }
}

extension ModelProperty {
  /// Kept as bytes that only its type understands.
  fileprivate var isOpaque: Bool { attribute?.has(.codable) == true }

  fileprivate var hasNoOrder: SwiftDataError {
    SwiftDataError(
      .unsupportedSortDescriptor,
      "'\(owner).\(name)' is '@Attribute(.codable)', which has no order")
  }
}

extension PersistentModel {
  /// Whether reading the key path decodes the property; false where that has no value.
  fileprivate func decodes(_ property: ModelProperty, through keyPath: PartialKeyPath<Self>) -> Bool
  {
    let storage = _$storage
    let value = storage.slots[property.slot]
    guard storage.state == .ready, case .coded(let coder) = property.kind,
      let known = property.value(value), let columns = try? coder.encode(known)
    else { return false }
    storage.slots[property.slot] = .raw(Box(columns))
    defer { storage.slots[property.slot] = value }
    _ = self[keyPath: keyPath]
    if case .raw = storage.slots[property.slot] { return false }
    return true
  }
}
