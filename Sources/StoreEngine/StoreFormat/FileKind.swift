public import StoreModel

/// What a file is, judged by its content alone.
public struct FileKind: Sendable, Hashable {
  /// What is told apart; the raw values are part of the JSON output.
  public enum ID: String, Sendable, CaseIterable {
    case swiftData, coreData, grdb, room, django, rails, efCore, sqliteData, chrome, tcc, android,
      dash
    case sqlite
    case coreDataXML, coreDataBinary, realm, encrypted, gzip, zip, plist, xml, text, sideFile
    case empty, unknown
  }

  /// For code.
  public var id: ID
  /// For people.
  public var displayName: String
  /// One clause that says what was seen, lower case, without a full stop.
  public var evidence: String
  /// Anything short of certain says what is missing.
  public var certainty: Certainty

  package init(
    _ id: ID, _ displayName: String, evidence: String, certainty: Certainty = .certain
  ) {
    self.id = id
    self.displayName = displayName
    self.evidence = evidence
    self.certainty = certainty
  }

  /// True for a store that Core Data or SwiftData keeps in SQLite.
  public var isCoreDataStore: Bool { id == .coreData || id == .swiftData }
}
