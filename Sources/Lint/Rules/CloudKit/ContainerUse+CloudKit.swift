internal import ModelSource

extension ContainerUse {
  /// Which database of CloudKit a container mirrors its store to.
  enum Database {
    /// The store stays on the device.
    case none
    /// That of an iCloud container, if the app has one.
    case automatic
    /// That of the iCloud container named there.
    case named
    /// Nothing is said, which means `automatic`.
    case unsaid
    /// Worked out elsewhere.
    case unknown
  }

  /// The one place that reads 'cloudKitDatabase'. With a choice, as in 'syncs ? .private("…") : .none', some
  /// users' stores are mirrored.
  var database: Database {
    guard let text = cloudKitDatabase else { return .unsaid }
    if text.contains(".private(") { return .named }
    guard !text.contains(" ") else { return .unknown }
    if text.hasSuffix(".automatic") { return .automatic }
    return text.hasSuffix(".none") ? Database.none : .unknown
  }
}
