internal import StoreModel

/// What tells a SwiftData store from one that an app made with Core Data itself. Both have the same
/// tables; SwiftData leaves only traces (Documentation/Format/StoreFormat.md, 3.3).
package struct StoreTraits: Sendable, Hashable {
  /// `NSStoreModelVersionIdentifiers` of the metadata.
  package var versionIdentifiers: [String]
  /// Names of the configurations in the cached model.
  package var configurations: [String]
  /// True if a cached attribute has the `EnumType` entry that SwiftData gives to enums.
  package var hasEnumType: Bool
  package var hasHistory: Bool
  /// True if there is an index as `#Index` names it.
  package var hasSwiftDataIndex: Bool

  /// Reads what the tables tell; the rest comes from the metadata and the cached model.
  package init(
    of connection: Connection, versionIdentifiers: [String], configurations: [String] = [],
    hasEnumType: Bool = false
  ) throws {
    self.versionIdentifiers = versionIdentifiers
    self.configurations = configurations
    self.hasEnumType = hasEnumType
    hasHistory =
      try connection.value(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ATRANSACTION'") != nil
    hasSwiftDataIndex =
      try connection.value(
        "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name GLOB '*SwiftDataIndexOn*'")
      != nil
  }
}

extension FileIdentifier {
  /// Decides between Core Data and SwiftData; other kinds stay as they are.
  package static func refine(_ kind: FileKind, with traits: StoreTraits) -> FileKind {
    guard kind.id == .coreData else { return kind }
    if traits.hasSwiftDataIndex {
      return FileKind(
        .swiftData, "SwiftData", evidence: "\(kind.evidence) and an index named by #Index")
    }
    if traits.hasEnumType {
      return FileKind(
        .swiftData, "SwiftData",
        evidence: "\(kind.evidence) and an enum described as SwiftData does",
        certainty: .inferred("only SwiftData was seen to mark enums this way"))
    }
    // SwiftData always keeps history, names its configuration "default", and takes the version from
    // a `Schema.Version`, which prints as three numbers.
    if traits.hasHistory, traits.configurations == ["default"],
      traits.versionIdentifiers.count == 1, isVersion(traits.versionIdentifiers[0])
    {
      return FileKind(
        .swiftData, "SwiftData",
        evidence: "\(kind.evidence), history, the configuration 'default' and the version "
          + "'\(traits.versionIdentifiers[0])'",
        certainty: .inferred("a Core Data app could be set up the same way"))
    }
    return kind
  }

  private static func isVersion(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { UInt32($0) != nil }
  }
}
