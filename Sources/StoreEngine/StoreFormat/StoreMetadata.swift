/// What a store says about itself: the row of `Z_METADATA` (Documentation/Format/StoreFormat.md,
/// 4.1).
public struct StoreMetadata: Sendable, Hashable {
  /// `Z_UUID`, upper case: the store id inside object ids. Not part of the property list.
  public var uuid: String
  /// `NSPersistenceFrameworkVersion`: which Core Data wrote the store last.
  public var frameworkVersion: Int?
  /// `NSPersistenceMaximumFrameworkVersion`, present from framework 1518.
  public var maximumFrameworkVersion: Int?
  /// `NSStoreModelVersionIdentifiers`: `["2.0.0"]`, `[""]` or `[]`.
  public var versionIdentifiers: [String]
  /// `NSStoreModelVersionHashes`.
  public var entityHashes: [String: VersionHash]
  /// `NSStoreModelVersionHashesDigest`, present from framework 977.
  public var digest: String?
  /// `NSStoreModelVersionChecksumKey`, present from framework 1333.
  public var checksum: String?
  /// `NSStoreModelVersionHashesVersion`: 3 in every store seen.
  public var hashesVersion: Int?
  /// `NSStoreType`: "SQLite".
  public var storeType: String?
  /// `_NSAutoVacuumLevel`: "2".
  public var autoVacuumLevel: String?
  /// The app's own metadata and everything else that is not named above.
  public var other: [String: PlistValue]

  /// The metadata of a new store: the keys that this framework version writes, and no others.
  package init(uuid: String, hashes: ModelHashes, versionIdentifiers: [String], framework: Int) {
    self.uuid = uuid
    frameworkVersion = framework
    maximumFrameworkVersion = framework >= Keys.firstWithMaximum ? framework : nil
    self.versionIdentifiers = versionIdentifiers
    entityHashes = hashes.entities
    digest = framework >= Keys.firstWithDigest ? hashes.digest : nil
    checksum = framework >= Keys.firstWithChecksum ? hashes.checksum : nil
    hashesVersion = 3
    storeType = "SQLite"
    autoVacuumLevel = "2"
    other = [:]
  }

  /// Reads `Z_METADATA`.
  ///
  /// - Throws: `SQLiteError` without the table, `ModelFileError` without a row that can be read.
  package init(connection: Connection) throws {
    let statement = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1")
    guard try statement.step() else { throw ModelFileError.metadata(.noRow) }
    let plist = statement.bytes(at: 1)
    let uuid = statement.value(at: 0).text ?? ""
    guard !plist.isEmpty else { throw ModelFileError.metadata(.noRow) }
    try self.init(plist: plist, uuid: uuid)
  }

  /// Reads the property list of `Z_PLIST`, binary or, in the oldest stores, XML.
  package init(plist bytes: [UInt8], uuid: String) throws {
    guard BinaryPlist.isBinaryPlist(bytes) || PropertyList.isXML(bytes) else {
      throw ModelFileError.metadata(.notPlist)
    }
    guard case .dictionary(var values) = try PropertyList.read(bytes) else {
      throw ModelFileError.metadata(.notDictionary)
    }
    /// Takes a value out of `values`; one of an unexpected type stays among the others.
    func take<T>(_ key: String, as convert: (PlistValue) -> T?) -> T? {
      guard let value = values[key].flatMap(convert) else { return nil }
      values[key] = nil
      return value
    }
    self.uuid = uuid
    frameworkVersion = take(Keys.framework, as: { $0.integer.flatMap(Int.init(exactly:)) })
    maximumFrameworkVersion = take(Keys.maximum, as: { $0.integer.flatMap(Int.init(exactly:)) })
    versionIdentifiers =
      take(Keys.identifiers, as: { $0.array.map { $0.compactMap(\.string) } }) ?? []
    entityHashes = take(Keys.hashes, as: Self.hashes) ?? [:]
    digest = take(Keys.digest, as: \.string)
    checksum = take(Keys.checksum, as: \.string)
    hashesVersion = take(Keys.hashesVersion, as: { $0.integer.flatMap(Int.init(exactly:)) })
    storeType = take(Keys.storeType, as: \.string)
    autoVacuumLevel = take(Keys.autoVacuum, as: \.string)
    other = values
  }

  private static func hashes(_ value: PlistValue) -> [String: VersionHash]? {
    value.dictionary?.compactMapValues { $0.data.flatMap(VersionHash.init(bytes:)) }
  }

  /// The binary property list for `Z_PLIST`.
  package func plist() -> [UInt8] {
    var values = other
    values[Keys.framework] = frameworkVersion.map { .integer(Int64($0)) }
    values[Keys.maximum] = maximumFrameworkVersion.map { .integer(Int64($0)) }
    values[Keys.identifiers] = .array(versionIdentifiers.map(PlistValue.string))
    values[Keys.hashes] = .dictionary(entityHashes.mapValues { .data($0.bytes) })
    values[Keys.digest] = digest.map(PlistValue.string)
    values[Keys.checksum] = checksum.map(PlistValue.string)
    values[Keys.hashesVersion] = hashesVersion.map { .integer(Int64($0)) }
    values[Keys.storeType] = storeType.map(PlistValue.string)
    values[Keys.autoVacuum] = autoVacuumLevel.map(PlistValue.string)
    return BinaryPlist.write(.dictionary(values))
  }

  private enum Keys {
    static let framework = "NSPersistenceFrameworkVersion"
    static let maximum = "NSPersistenceMaximumFrameworkVersion"
    static let identifiers = "NSStoreModelVersionIdentifiers"
    static let hashes = "NSStoreModelVersionHashes"
    static let digest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let storeType = "NSStoreType"
    static let autoVacuum = "_NSAutoVacuumLevel"

    static let firstWithDigest = 977
    static let firstWithChecksum = 1333
    static let firstWithMaximum = 1518
  }
}

extension StoreMetadata {
  /// The systems whose Core Data has this framework version, like "iOS 17 / macOS 14"; nil for one
  /// older or newer than any known. Likely rather than certain: the bounds are those of the stores
  /// and headers seen (Documentation/Format/StoreFormat.md, 4.2).
  public static func systems(for framework: Int) -> String? {
    switch framework {
    case ..<46: nil
    case ..<185: "Mac OS X 10.4"
    case ..<241: "Mac OS X 10.5"
    case ..<310: "iPhone OS 3 / Mac OS X 10.6"
    case ..<358: "iOS 4 / Mac OS X 10.6"
    case ..<407: "iOS 5 / OS X 10.7"
    case ..<479: "iOS 6 / OS X 10.8"
    case ..<519: "iOS 7 / OS X 10.9"
    case ..<637: "iOS 8 / OS X 10.10"
    case ..<752: "iOS 9 / OS X 10.11"
    case ..<847: "iOS 10 / macOS 10.12"
    case ..<865: "iOS 11 / macOS 10.13"
    case ..<977: "iOS 12 / macOS 10.14"
    case ..<1044: "iOS 13 / macOS 10.15"
    case ..<1132: "iOS 14 / macOS 11"
    case ..<1239: "iOS 15 / macOS 12"
    case ..<1333: "iOS 16 / macOS 13"
    case ..<1414: "iOS 17 / macOS 14"
    case ..<1518: "iOS 18 / macOS 15"
    case ..<1600: "iOS 26 / macOS 26"
    default: nil
    }
  }
}
