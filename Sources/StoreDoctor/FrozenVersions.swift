public import Diagnostics
public import Lint
public import StoreModel

/// What `freeze` wrote.
public struct FrozenVersions: Answer, Sendable {
  /// The lock's file.
  public let lock: String
  /// The versions that it did not hold before.
  public let schemas: [SchemaLock.Schema]
  /// Versions that a later release has otherwise than the first that shipped them, one sentence each.
  public let edits: [String]
  /// What limits the answer, one sentence each.
  public let limits: [String]
  /// Versions that are locked anew, one sentence each.
  public let replaced: [String]

  /// `done` when nothing was edited after it shipped, and everything was seen.
  public var verdict: ExitStatus { edits.isEmpty && limits.isEmpty ? .done : .found }

  private enum CodingKeys: CodingKey { case added, edited, limits, lock, replaced }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schemas.flatMap(\.versions).map(\.name), forKey: .added)
    try container.encode(edits, forKey: .edited)
    try container.encode(limits, forKey: .limits)
    try container.encode(lock, forKey: .lock)
    try container.encode(replaced, forKey: .replaced)
  }
}
