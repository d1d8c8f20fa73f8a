internal import Diagnostics
public import StoreEngine
public import StoreModel

/// A version as reports name it.
public struct VersionReference: Sendable, Hashable {
  /// The history it is of; nil for a model that is asked about by itself.
  public var history: String?
  /// The model's name.
  public var name: String
  /// The version identifier, e.g. `2.0.0`; nil when blank or absent.
  public var identifier: String?
  /// The file it was read from.
  public var path: String?

  /// A version of a history, by the first of its identifiers.
  public init(history: SchemaHistory, version: DataModel) {
    self.history = history.name
    name = version.name
    identifier = version.versionIdentifiers.first { !$0.isEmpty }
    path = version.location?.path ?? history.location?.path
  }

  /// A model by itself, with all its identifiers.
  public init(_ model: DataModel) {
    let identifiers = model.versionIdentifiers.filter { !$0.isEmpty }
    name = model.name
    identifier = identifiers.isEmpty ? nil : identifiers.joined(separator: ", ")
    path = model.location?.path
  }

  /// `NotesSchemaV2 (2.0.0)`, or only the name. The classes outside of all versions have no version
  /// identifier of anybody's.
  public var title: String {
    if name == "live" { return "unversioned models" }
    guard let identifier, identifier != name else { return name }
    return "\(name) (\(identifier))"
  }
}

extension VersionReference: Encodable {
  enum CodingKeys: CodingKey { case identifier, name, path }
}

extension ModelDifference: Encodable {
  /// The contract of the JSON output; the location is `path:line:column`.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "affectsHash": affectsHash, "certainty": certainty.level, "change": change.rawValue,
      "entity": entity, "from": from, "hint": hint, "location": location?.text,
      "losesData": losesData, "migration": migration.rawValue, "property": property, "to": to,
      "why": why,
    ])
    try encoder.write(present: ["certaintyReason": certainty.reason])
  }
}
