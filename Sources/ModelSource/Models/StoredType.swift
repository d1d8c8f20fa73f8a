internal import StoreModel

/// What Core Data keeps for a Swift type, by Documentation/Format/VersionHash.md, 7.1.
struct StoredType: Sendable {
  enum Shape: Sendable {
    case attribute(AttributeType)
    /// A Codable struct or an enum: its columns.
    case composite([Attribute], userInfo: [String: String])
    /// A to-one or to-many relationship to the model with this path.
    case relationship([String], isToMany: Bool)
  }

  var shape: Shape
  var isOptional = false
  var certainty = Certainty.certain
  /// What the SwiftData module stores for values that the source tells.
  var samples: [DefaultValue] = []
  /// What an encoded value is made of; nil for what is not stored encoded.
  var encoded: EncodedShape?

  static func unknown(_ reason: String, expected: AttributeType = .undefined) -> StoredType {
    StoredType(shape: .attribute(expected), certainty: .unknown(reason))
  }
}

/// Types that map to one attribute type, by bare name.
enum SimpleType {
  static func attributeType(_ path: [String]) -> (type: AttributeType, certainty: Certainty)? {
    guard let name = bareName(path) else { return nil }
    return switch name {
    case "String": (.string, .certain)
    case "Bool": (.boolean, .certain)
    case "Date": (.date, .certain)
    case "Data": (.binary, .certain)
    case "UUID": (.uuid, .certain)
    case "Int", "Int64", "UInt64": (.integer64, .certain)
    case "Int32", "UInt32": (.integer32, .certain)
    case "Int16", "UInt16", "UInt8": (.integer16, .certain)
    case "Int8": (.integer16, .inferred("Int8 is taken to be stored like UInt8"))
    case "UInt": (.integer64, .inferred("UInt is taken to be stored like UInt64"))
    case "Double", "TimeInterval", "CFTimeInterval", "CFAbsoluteTime", "CLLocationAccuracy",
      "CLLocationDegrees", "CLLocationDirection", "CLLocationDistance", "CLLocationSpeed":
      (.double, .certain)
    case "Float", "Float32": (.float, .certain)
    case "Float64": (.double, .certain)
    case "Decimal": (.decimal, .certain)
    default: nil
    }
  }

  /// The name without the module of the standard library or Foundation.
  static func bareName(_ path: [String]) -> String? {
    switch path.count {
    case 1: path[0]
    case 2 where modules.contains(path[0]): path[1]
    default: nil
    }
  }

  private static let modules: Set = ["Swift", "Foundation", "FoundationEssentials", "CoreData"]
}
