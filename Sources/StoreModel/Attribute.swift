/// A stored (or transient) value of an entity.
public struct Attribute: Sendable, Hashable {
  /// Unique within its entity.
  public var name: String
  /// What kind of value is stored.
  public var type: AttributeType
  /// Whether objects may go without a value.
  public var isOptional: Bool
  /// Not stored: no column, and left out of the version hash.
  public var isTransient: Bool
  /// What a derived attribute is: only the store sets it.
  public var isReadOnly: Bool
  /// Whether large data may lie in a file of its own.
  public var allowsExternalStorage: Bool
  /// The value survives in the persistent history when the object is deleted.
  public var preservesValueOnDeletion: Bool
  /// The old "Indexed" checkbox.
  public var isIndexed: Bool
  /// Whether Spotlight finds objects by it.
  public var isSpotlightIndexed: Bool
  /// What new objects begin with.
  public var defaultValue: DefaultValue?
  /// Elements of a composite, in declared order; they may be composites themselves.
  public var elements: [Attribute]
  /// The derivation's text, as Core Data describes the expression: `count:(pages)`, `now()`.
  public var derivation: String?
  /// Turns the value of a transformable into data.
  public var valueTransformerName: String?
  /// The class of the value, where it is not the one of the type.
  public var valueClassName: String?
  /// A text that only changes the version hash.
  public var hashModifier: String?
  /// The name this property had in the previous version (`originalName`).
  public var renamingIdentifier: String?
  /// What the model notes beside it.
  public var userInfo: [String: String]
  /// The property's type as written in Swift; nil for other sources.
  public var swiftType: String?
  /// What is stored for an enum's cases, as far as Swift source tells; JSON with associated values.
  public var rawValues: [DefaultValue] = []
  /// Whether these are all values that can be read: each case is known, and no code of the enum's own reads more.
  package var hasAllRawValues = false
  /// What an encoded value is made of, where Swift source tells; nil for what is not stored encoded.
  package var encoded: EncodedShape?
  /// How well `type`, `elements` and `isOptional` are known.
  public var certainty: Certainty
  /// Set where `type` is only what this package takes for it to go on: why it is not known.
  public var assumption: Certainty?
  /// Where it is declared.
  public var location: Location?

  /// Whatever is left out is off, empty or nil.
  public init(
    name: String, type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
    isReadOnly: Bool = false, allowsExternalStorage: Bool = false,
    preservesValueOnDeletion: Bool = false, isIndexed: Bool = false,
    isSpotlightIndexed: Bool = false, defaultValue: DefaultValue? = nil,
    elements: [Attribute] = [], derivation: String? = nil, valueTransformerName: String? = nil,
    valueClassName: String? = nil, hashModifier: String? = nil, renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:], swiftType: String? = nil, certainty: Certainty = .certain,
    location: Location? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isReadOnly = isReadOnly
    self.allowsExternalStorage = allowsExternalStorage
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.isIndexed = isIndexed
    self.isSpotlightIndexed = isSpotlightIndexed
    self.defaultValue = defaultValue
    self.elements = elements
    self.derivation = derivation
    self.valueTransformerName = valueTransformerName
    self.valueClassName = valueClassName
    self.hashModifier = hashModifier
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
    self.swiftType = swiftType
    self.certainty = certainty
    self.location = location
  }

  /// The columns' worth of a composite: its leaves in declared order, nested composites flattened.
  public var leaves: [Attribute] { type == .composite ? elements.flatMap(\.leaves) : [self] }
}

/// `NSAttributeType`, by Core Data's numbers.
public struct AttributeType: RawRepresentable, Sendable, Hashable {
  /// The number in models, archives and hashes.
  public var rawValue: Int32

  /// Any number; an unknown one is kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// None was chosen.
  public static let undefined = AttributeType(rawValue: 0)
  /// 16 bits, signed.
  public static let integer16 = AttributeType(rawValue: 100)
  /// 32 bits, signed.
  public static let integer32 = AttributeType(rawValue: 200)
  /// 64 bits, signed.
  public static let integer64 = AttributeType(rawValue: 300)
  /// 38 decimal digits.
  public static let decimal = AttributeType(rawValue: 400)
  /// 64 bits.
  public static let double = AttributeType(rawValue: 500)
  /// 32 bits.
  public static let float = AttributeType(rawValue: 600)
  /// Text.
  public static let string = AttributeType(rawValue: 700)
  /// Stored as 0 or 1.
  public static let boolean = AttributeType(rawValue: 800)
  /// Seconds since 2001.
  public static let date = AttributeType(rawValue: 900)
  /// Bytes.
  public static let binary = AttributeType(rawValue: 1000)
  /// 16 bytes.
  public static let uuid = AttributeType(rawValue: 1100)
  /// A URL, stored as text.
  public static let uri = AttributeType(rawValue: 1200)
  /// Data that a value transformer makes.
  public static let transformable = AttributeType(rawValue: 1800)
  /// Never stored.
  public static let objectID = AttributeType(rawValue: 2000)
  /// Several attributes in one.
  public static let composite = AttributeType(rawValue: 2100)
  /// One encoded value, as SwiftData's `.codable` keeps it; not in the model editor.
  public static let codable = AttributeType(rawValue: 2200)

  /// The name Xcode's model editor shows.
  public var name: String { Self.names[rawValue] ?? "type \(rawValue)" }

  /// Every type the model editor offers, by number, with its name there.
  public static let names: [Int32: String] = [
    0: "Undefined", 100: "Integer 16", 200: "Integer 32", 300: "Integer 64", 400: "Decimal",
    500: "Double", 600: "Float", 700: "String", 800: "Boolean", 900: "Date", 1000: "Binary",
    1100: "UUID", 1200: "URI", 1800: "Transformable", 2000: "ObjectID", 2100: "Composite",
  ]

  /// The class Core Data names as the value class by itself; nil where it names none.
  public var valueClassName: String? {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .composite: "NSDictionary"
    default: nil
    }
  }

  /// Integers, decimals, floating point and Booleans convert into each other without a mapping.
  public var isNumeric: Bool {
    [.integer16, .integer32, .integer64, .decimal, .double, .float, .boolean].contains(self)
  }
}

extension Attribute {
  /// The relationship whose objects a derived attribute counts: `pages` of `count:(pages)`.
  public var countedRelationship: String? {
    guard let derivation, derivation.hasPrefix("count:("), derivation.hasSuffix(")") else {
      return nil
    }
    return String(derivation.dropFirst("count:(".count).dropLast())
  }
}
