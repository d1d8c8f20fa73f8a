internal import Diagnostics

extension SchemaLock {
  /// Ids of the rules that compare a schema with its lock.
  public static let rules: Set<String> = [
    EditedShippedVersion.info.id, ShippedVersionMissing.info.id, UnversionedFirstVersion.info.id,
  ]
}
