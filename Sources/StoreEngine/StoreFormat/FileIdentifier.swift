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

  package init(_ id: ID, _ displayName: String, evidence: String, certainty: Certainty = .certain) {
    self.id = id
    self.displayName = displayName
    self.evidence = evidence
    self.certainty = certainty
  }

  /// True for a store that Core Data or SwiftData keeps in SQLite.
  public var isCoreDataStore: Bool { id == .coreData || id == .swiftData }
}

/// Names what a file is from its bytes and tables, never from its name.
public enum FileIdentifier {
  /// Bytes that are enough to tell file formats apart.
  static let sampleSize = 1 << 16

  /// Time for reading table names; a schema that needs longer was made to.
  private static let schemaBudget = Duration.seconds(2)

  /// Opens the file like `StoreFile` does.
  public static func identify(path: String) throws(StoreFileError) -> FileKind {
    do throws(StoreFileError) {
      let file = try StoreFile.open(path: path)
      let kind = identify(file)
      try file.prove()
      if kind.id == .sqlite, let damage = damage(of: file) { throw damage }
      return kind
    } catch {
      switch error.reason {
      case .notAStore(let kind): return kind
      case .empty: return FileKind(.empty, "empty file", evidence: "it has no bytes")
      default: throw error
      }
    }
  }

  /// Names the maker of an open SQLite file by its tables; `refine` tells SwiftData from Core Data.
  package static func identify(_ file: StoreFile) -> FileKind {
    let tables: Set<String>
    do {
      tables = try file.connection.limited(to: schemaBudget) { try file.connection.tableNames() }
    } catch {
      return FileKind(
        .sqlite, "SQLite", evidence: "a SQLite header, but a schema that cannot be read",
        certainty: .inferred("its tables are not known"))
    }
    for maker in makers
    where maker.tables.allSatisfy(tables.contains) && maker.isConfirmed(by: file.connection) {
      return FileKind(
        maker.id, maker.name, evidence: "it has \(list(maker.tables))", certainty: maker.certainty)
    }
    return FileKind(
      .sqlite, "SQLite",
      evidence: tables.isEmpty
        ? "a SQLite file without tables" : "no tables of any framework that storedoctor knows")
  }

  /// Why the schema of an open SQLite file cannot be read, where the file is damaged: then its tables are
  /// not known, and it may be any store.
  package static func damage(of file: StoreFile) -> StoreFileError? {
    do {
      _ = try file.connection.limited(to: schemaBudget) { try file.connection.tableNames() }
      return nil
    } catch let error as SQLiteError where error.isDamage {
      return StoreFileError(path: file.path, reason: .sqlite(error))
    } catch {
      return nil
    }
  }

  private struct Maker {
    var id: FileKind.ID
    var name: String
    /// All must exist.
    var tables: [String]
    /// A query that works and gives a row, where a table's name alone says too little.
    var probe: String?
    var certainty = Certainty.certain

    func isConfirmed(by connection: Connection) -> Bool {
      guard let probe else { return true }
      return (try? connection.value(probe)) != nil
    }
  }

  /// In the order of trust: the first match counts.
  private static var makers: [Maker] {
    [
      Maker(id: .coreData, name: "Core Data", tables: ["Z_METADATA", "Z_PRIMARYKEY"]),
      Maker(
        id: .coreData, name: "Core Data", tables: ["Z_METADATA"],
        probe: "SELECT count(Z_VERSION || Z_UUID || Z_PLIST) FROM Z_METADATA",
        certainty: .inferred("the table 'Z_PRIMARYKEY' is missing")),
      Maker(
        id: .coreData, name: "Core Data", tables: ["Z_PRIMARYKEY"],
        probe: "SELECT count(Z_ENT || Z_NAME || Z_SUPER || Z_MAX) FROM Z_PRIMARYKEY",
        certainty: .inferred("the table 'Z_METADATA' is missing")),
      Maker(
        id: .sqliteData, name: "SQLiteData (sync metadata)", tables: ["sqlitedata_icloud_metadata"]),
      Maker(id: .grdb, name: "GRDB", tables: ["grdb_migrations"]),
      Maker(id: .room, name: "Android Room", tables: ["room_master_table"]),
      Maker(id: .django, name: "Django", tables: ["django_migrations"]),
      Maker(id: .efCore, name: "Entity Framework Core", tables: ["__EFMigrationsHistory"]),
      Maker(id: .rails, name: "Rails", tables: ["schema_migrations", "ar_internal_metadata"]),
      Maker(
        id: .rails, name: "Rails", tables: ["schema_migrations"],
        certainty: .inferred("only the older of Rails' two tables is there")),
      Maker(
        id: .tcc, name: "macOS privacy settings (TCC)", tables: ["access", "admin"],
        probe: "SELECT count(service || client) FROM access"),
      Maker(
        id: .chrome, name: "Chromium", tables: ["meta"],
        probe: "SELECT 1 FROM meta WHERE key = 'last_compatible_version'"),
      Maker(
        id: .dash, name: "Dash documentation index", tables: ["searchIndex"],
        probe: "SELECT count(name || type || path) FROM searchIndex"),
      Maker(id: .android, name: "Android", tables: ["android_metadata"]),
    ]
  }

  private static func list(_ tables: [String]) -> String {
    (tables.count == 1 ? "the table " : "the tables ") + tables.quotedList(separator: " and ")
  }
}

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

  /// Those of a store that was read.
  package init(of store: Store) throws {
    try self.init(
      of: store.connection, versionIdentifiers: store.metadata.versionIdentifiers,
      configurations: store.model.configurations.keys.sorted(),
      hasEnumType: store.model.entities.contains { entity in
        entity.attributes.contains { $0.userInfo["EnumType"] != nil }
      })
  }

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
