/// Names with a meaning of their own for the choice of declarations.
enum SliceNames {
  /// Types that values have without being named, so that their extensions count as mentioned.
  static let implicit: Set<String> = [
    "Any", "AnyObject", "Array", "BidirectionalCollection", "BinaryFloatingPoint", "BinaryInteger",
    "Bool", "Calendar", "Character", "Collection", "Comparable", "Data", "Date", "Decimal",
    "Dictionary", "Double", "Equatable", "FetchDescriptor", "FileManager", "Int", "KeyPath",
    "MigrationStage", "ModelContainer", "ModelContext", "Optional", "PersistentModel", "Predicate",
    "RandomAccessCollection", "RangeReplaceableCollection", "Result", "Schema", "Sequence", "Set",
    "SortDescriptor", "String", "StringProtocol", "Substring", "URL", "UUID",
  ]

  /// Protocols and raw types whose members are known or made by the compiler.
  static let wellKnown: Set<String> = [
    "AnyObject", "Bool", "CaseIterable", "Character", "Codable", "CodingKey", "Comparable",
    "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable", "Double", "Encodable",
    "Equatable", "Error", "Float", "Hashable", "Identifiable", "Int", "Int16", "Int32", "Int64",
    "Int8", "LocalizedError", "Observable", "PersistentModel", "RawRepresentable",
    "SchemaMigrationPlan", "Sendable", "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
    "VersionedSchema",
  ]

  /// Whether a member is one that a well-known protocol asks for.
  static func areWitnesses(_ names: [String]) -> Bool { names.contains(where: witnesses.contains) }

  private static let witnesses: Set<String> = [
    "<", "==", "CodingKeys", "ID", "RawValue", "allCases", "debugDescription", "description",
    "encode", "errorDescription", "failureReason", "hash", "id", "models", "rawValue",
    "recoverySuggestion", "schemas", "stages", "versionIdentifier", "callAsFunction",
  ]
}
