/// Stores of no given version, those with the same hashes together.
public struct UnknownVersions: Sendable {
  /// Stores whose metadata name the same hashes.
  public struct Group: Sendable, Hashable, Encodable {
    /// Of the hashes.
    public var checksum: String
    /// What the stores say their version is.
    public var identifiers: [String]
    /// How many.
    public var stores: Int
    /// The one to look at: the smallest.
    public var smallest: String
    /// Of its files.
    public var smallestBytes: Int64
    /// The releases that write such stores; nil where no repository was searched.
    public var releases: String?
    /// What comes nearest, as the smallest says it; nil without models.
    public var nearest: ScannedStore.Near?
  }

  private var byChecksum: [String: Group] = [:]

  init() {}

  mutating func add(_ line: ScannedStore, bytes: Int64) {
    guard let checksum = line.checksum else { return }
    var group =
      byChecksum[checksum]
      ?? Group(
        checksum: checksum, identifiers: [], stores: 0, smallest: line.name, smallestBytes: bytes,
        releases: line.writtenBy?.text, nearest: line.nearest)
    group.stores += 1
    group.identifiers = Array(Set(group.identifiers + line.identifiers)).sorted()
    // Of equal ones the first by name, in whatever order they come.
    if (bytes, line.name) < (group.smallestBytes, group.smallest) {
      (group.smallest, group.smallestBytes) = (line.name, bytes)
      group.nearest = line.nearest
    }
    byChecksum[checksum] = group
  }

  /// The most frequent first.
  var groups: [Group] {
    byChecksum.values.sorted { ($1.stores, $0.checksum) < ($0.stores, $1.checksum) }
  }
}
