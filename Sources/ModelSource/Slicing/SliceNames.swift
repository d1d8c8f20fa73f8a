/// Names with a meaning of their own for the choice of declarations.
enum SliceNames {
  /// Types that values have without being named, so that their extensions count as mentioned.
  static let implicit: Set<String> = [
    "Any", "AnyObject", "Array", "AttributedString", "BidirectionalCollection",
    "BinaryFloatingPoint", "BinaryInteger", "Bool", "Bundle", "CaseIterable", "Calendar",
    "Character", "ClosedRange", "Collection", "Comparable", "Data", "Date", "DateComponents",
    "DateFormatter", "DateInterval", "Decimal", "Decodable", "DecodingError", "Dictionary",
    "Double", "Duration", "Encodable", "Equatable", "Error", "FetchDescriptor", "FileManager",
    "Float", "Formatter", "Hashable", "ISO8601DateFormatter", "IndexSet", "Int", "Int16", "Int32",
    "Int64", "JSONDecoder", "JSONEncoder", "KeyPath", "KeyedDecodingContainer",
    "KeyedEncodingContainer", "Locale", "Measurement", "MigrationStage", "ModelContainer",
    "ModelContext", "NSAttributedString", "NSNumber", "NSObject", "NSSet", "NSString", "Name",
    "Notification", "NotificationCenter", "NumberFormatter", "Optional", "PersistentIdentifier",
    "PersistentModel", "Predicate", "ProcessInfo", "RandomAccessCollection", "Range",
    "RangeReplaceableCollection", "RawRepresentable", "Result", "Schema", "Sequence", "Set",
    "SortDescriptor", "String", "StringProtocol", "Substring", "Task", "TimeInterval", "TimeZone",
    "UInt64", "URL", "URLComponents", "UUID", "UserDefaults",
  ]

  /// Protocols and raw types whose members are known or made by the compiler.
  static let wellKnown: Set<String> = [
    "AnyObject", "Bool", "CaseIterable", "Character", "Codable", "CodingKey", "Comparable",
    "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable", "Double", "Encodable",
    "Equatable", "Error", "Float", "Hashable", "Identifiable", "Int", "Int16", "Int32", "Int64",
    "Int8", "LocalizedError", "Observable", "ObservableObject", "PersistentModel",
    "RawRepresentable", "SchemaMigrationPlan", "Sendable", "String", "UInt", "UInt16", "UInt32",
    "UInt64", "UInt8", "VersionedSchema",
  ]

  /// Whether a member is one that a well-known protocol asks for.
  static func areWitnesses(_ names: [String]) -> Bool { names.contains(where: witnesses.contains) }

  private static let witnesses: Set<String> = [
    "<", "==", "CodingKeys", "ID", "RawValue", "allCases", "debugDescription", "description",
    "encode", "errorDescription", "failureReason", "hash", "id", "models", "rawValue",
    "recoverySuggestion", "schemas", "stages", "versionIdentifier", "callAsFunction",
  ]
}
