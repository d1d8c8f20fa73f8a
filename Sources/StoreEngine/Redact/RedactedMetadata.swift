internal import StoreModel

/// A store's metadata without what the app has put there: what is left are versions and hashes.
enum RedactedMetadata {
  /// The keys of Core Data's own (Documentation/Format/StoreFormat.md, 4.1).
  private static let kept: Set<String> = [
    "NSPersistenceFrameworkVersion", "NSPersistenceMaximumFrameworkVersion",
    "NSStoreModelVersionChecksumKey", "NSStoreModelVersionHashes",
    "NSStoreModelVersionHashesDigest", "NSStoreModelVersionHashesVersion",
    "NSStoreModelVersionIdentifiers", "NSStoreType", "_NSAutoVacuumLevel",
    "_NSStoreAncillaryModelVersionHashesMetadataKey",
  ]

  /// The property list of `Z_PLIST`; nil for what is none.
  static func plist(_ bytes: [UInt8]) -> [UInt8]? {
    guard BinaryPlist.isBinaryPlist(bytes) || PropertyList.isXML(bytes),
      case .dictionary(let values)? = try? PropertyList.read(bytes)
    else { return nil }
    return BinaryPlist.write(.dictionary(values.filter { kept.contains($0.key) }))
  }
}
