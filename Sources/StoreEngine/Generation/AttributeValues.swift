internal import StoreModel

/// What a generator gives one attribute: first the edges of its type, then ordinary values.
final class AttributeValues {
  let attribute: Attribute
  private let isOptional: Bool
  private let isUnique: Bool
  private let isEnum: Bool
  private let salt: UInt64
  /// Bytes of a value that is too large for its row.
  private let largeSize: Int

  init(
    _ attribute: Attribute, isOptional: Bool, isUnique: Bool, isEnum: Bool, salt: UInt64,
    largeSize: Int
  ) {
    self.attribute = attribute
    self.isOptional = isOptional
    self.isUnique = isUnique
    self.isEnum = isEnum
    self.salt = salt
    self.largeSize = largeSize
  }

  /// - Parameter index: the row; rows that are to be equal are asked for with one number.
  func value(_ index: Int, key: Int64, seed: UInt64) -> PropertyValue {
    var random = SplitMix(seed: seed ^ salt ^ UInt64(index) &* 0x9E37_79B9)
    if isUnique { return unique(key, &random) }
    if isOptional && (index == 7 || random.below(10) == 0) { return .null }
    if isEnum || !attribute.rawValues.isEmpty { return rawValue(index, &random) }
    if attribute.type == .transformable, let element = attribute.elementType,
      let lists = Self.lists(of: element)
    {
      return .data(ValueArchive.bytes(of: lists[index % lists.count]))
    }
    // What any other collection holds is not known here.
    if let bytes = attribute.emptyCollection { return .data(bytes) }
    if isOptional, attribute.hasUnreadableBytes { return .null }
    return edge(index) ?? ordinary(index, &random)
  }

  private func unique(_ key: Int64, _ random: inout SplitMix) -> PropertyValue {
    if let last = attribute.lastUniqueKey, key > last { return .null }
    return switch attribute.type {
    case .string: .string(key == 1 ? "" : "\(attribute.name) \(key)")
    case .uri: .url("https://example.com/\(attribute.name)/\(key)")
    case .uuid: .uuid(random.uuid())
    case .double, .float: .double(Double(key) + 0.5)
    case .decimal: .decimal("\(key).25")
    case .date: .date(Double(key) * 60 + 0.125)
    case .binary: .data(random.bytes(16))
    case .transformable: .data(ValueArchive.bytes(of: [.string("\(attribute.name) \(key)")]))
    case .boolean: .bool(key == 1)
    default: .integer(key)
    }
  }

  private func rawValue(_ index: Int, _ random: inout SplitMix) -> PropertyValue {
    if !attribute.rawValues.isEmpty {
      let count = attribute.rawValues.count
      // Each of them in the first rows.
      let value = attribute.rawValues[index < count ? index : random.below(count)]
      return value.propertyValue ?? .null
    }
    if let value = attribute.defaultValue?.propertyValue, (try? attribute.storedValue(value)) != nil
    {
      return value
    }
    switch attribute.type {
    case .string: return .string("case\(random.below(3))")
    default: return ordinary(random.below(3), &random)
    }
  }

  /// Core Data's own ends of time are `Date.distantPast` and `Date.distantFuture`.
  private static let edgeDates = [
    0.0, -978_307_200, -63_114_076_800, 63_113_904_000, 725_846_400.123456, -0.001,
  ]

  private func edge(_ index: Int) -> PropertyValue? {
    func pick(_ values: [PropertyValue]) -> PropertyValue? {
      index < values.count ? values[index] : nil
    }
    switch attribute.type {
    case .integer16: return pick([0, -1, Int64(Int16.min), Int64(Int16.max)].map { .integer($0) })
    case .integer32: return pick([0, -1, Int64(Int32.min), Int64(Int32.max)].map { .integer($0) })
    case .integer64: return pick([0, -1, .min, .max].map { .integer($0) })
    case .boolean: return pick([.bool(false), .bool(true)])
    case .double:
      return pick(
        [0, -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi].map { .double($0) })
    case .float: return pick([0, -1.5, Double(Float.greatestFiniteMagnitude)].map { .double($0) })
    case .decimal: return pick(["0", "-0.01", "3.14159", "123456789012"].map { .decimal($0) })
    case .date: return pick(Self.edgeDates.map { .date($0) })
    case .string: return pick(Self.edgeTexts.map { .string($0) })
    case .uuid: return pick([0, 0xFF].map { .uuid([UInt8](repeating: $0, count: 16)) })
    case .uri: return pick(["https://example.com/", "file:///tmp/a%20b"].map { .url($0) })
    case .binary:
      let large = attribute.allowsExternalStorage ? largeSize : 5000
      switch index {
      case 0: return .data([])
      case 1: return .data([UInt8](repeating: 0xA5, count: large))
      case 2: return .data(Array(#"{"key": [1, 2, 3]}"#.utf8))
      default: return nil
      }
    default: return nil
    }
  }

  /// Several elements, one, none; nil for an element whose archived form is not known.
  private static func lists(of element: String) -> [[PlistValue]]? {
    let (first, second): (PlistValue, PlistValue)
    switch element {
    case "String": (first, second) = (.string(words[0]), .string("it's \"quoted\" – 東京"))
    case "Bool": (first, second) = (.bool(true), .bool(false))
    case "Int", "Int64": (first, second) = (.integer(.max), .integer(-1))
    case "Int32", "Int16", "Int8", "UInt", "UInt64", "UInt32", "UInt16", "UInt8":
      (first, second) = (.integer(7), .integer(0))
    case "Double", "Float", "TimeInterval": (first, second) = (.real(-1.5), .real(0))
    case "Date": (first, second) = (.date(0), .date(725_846_400.5))
    case "Data": (first, second) = (.data([1, 2, 3]), .data([]))
    case "UUID":
      (first, second) = (
        .string("00000000-0000-4000-8000-000000000001"),
        .string("00000000-0000-4000-8000-000000000002")
      )
    default: return nil
    }
    return [[first, second], [second], []]
  }

  private static let edgeTexts = [
    "", "it's \"quoted\"", "Zürich – Ελλάδα – 東京", "👩‍👩‍👧‍👦 🏳️‍🌈", "e\u{301} and é",
    "line one\nline two\ttab", String(repeating: "long ", count: 400),
  ]
  private static let words = [
    "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor", "island", "juniper",
  ]

  private static func word(_ random: inout SplitMix) -> String { words[random.below(words.count)] }

  private func ordinary(_ index: Int, _ random: inout SplitMix) -> PropertyValue {
    switch attribute.type {
    case .integer16, .integer32, .integer64: .integer(Int64(random.below(1000)))
    case .boolean: .bool(random.below(2) == 1)
    case .double: .double((random.fraction() * 10_000).rounded() / 100)
    case .float: .double(Double(Float(random.below(1000)) / 8))
    case .decimal: .decimal("\(random.below(10_000)).\(10 + random.below(90))")
    // Ten years from 2015 on, in milliseconds.
    case .date: .date(441_763_200 + Double(random.below(315_360_000)) + random.fraction())
    case .string: .string("\(Self.word(&random)) \(index)")
    case .uri: .url("https://example.com/\(Self.word(&random))/\(index)")
    case .uuid: .uuid(random.uuid())
    case .transformable: .data(ValueArchive.bytes(of: [.string(Self.word(&random))]))
    case .binary: .data(random.bytes(8 + random.below(24)))
    default: .null
    }
  }
}

extension Attribute {
  /// Bytes of a type whose form is not known: whatever stood there, nobody could read it.
  var hasUnreadableBytes: Bool {
    type == .binary && rawValues.isEmpty && emptyCollection == nil
      && swiftType?.hasPrefix("Data") == false
  }

  /// `Int` of `[Int]`, `Array<Int>` and `Set<Int>`, optional or not.
  fileprivate var elementType: String? {
    guard var text = swiftType?[...] else { return nil }
    if text.hasSuffix("?") { text.removeLast() }
    if text.hasPrefix("["), text.hasSuffix("]"), !text.contains(":") {
      return String(text.dropFirst().dropLast())
    }
    for start in ["Array<", "Set<"] where text.hasPrefix(start) && text.hasSuffix(">") {
      return String(text.dropFirst(start.count).dropLast())
    }
    return nil
  }

  /// The highest key that still has a value of its own; nil when every key has one.
  var lastUniqueKey: Int64? {
    switch type {
    case .boolean: 2
    case .integer16: Int64(Int16.max)
    case .integer32: Int64(Int32.max)
    case .float: 1 << 22
    default: nil
    }
  }
}
