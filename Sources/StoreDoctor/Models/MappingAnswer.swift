public import Diagnostics
public import StoreEngine
public import StoreModel

/// A mapping model, or one entity mapping of it.
public struct MappingAnswer: Answer {
  /// The whole mapping model.
  public let mapping: MappingModel
  /// The one part that was asked for.
  public let part: EntityMapping?

  /// Whether a path is named as a mapping model.
  package static func isMapping(_ path: String) -> Bool { MappingModelReader.isMapping(path) }

  /// Reads a mapping model.
  ///
  /// - Parameter name: an entity mapping's name, or that of an entity it leads from or to; nil for all.
  /// - Throws: `ModelFileError`, `UnknownPart`.
  public init(path: String, part name: String? = nil) throws {
    mapping = try MappingModelReader.read(path: path)
    guard let name else {
      part = nil
      return
    }
    let found =
      mapping.entity(named: name)
      ?? mapping.entities.first { $0.destination == name || $0.source == name }
    guard let found else {
      throw UnknownPart(name: name, known: mapping.entities.map(\.name))
    }
    part = found
  }

  /// A name that a mapping model does not have.
  public struct UnknownPart: ReportableError {
    let name: String
    let known: [String]

    /// A mistake in the question.
    public var status: ExitStatus { .usage }
    /// What there is instead.
    public var description: String {
      "there is no entity mapping '\(name)'; the mapping model has \(known.quotedList(atMost: 8))"
    }
  }

  /// The keys of the JSON output.
  public func encode(to encoder: any Encoder) throws {
    if let part {
      try encoder.write(["entityMapping": part])
    } else {
      try encoder.write([
        "embeddedModels": mapping.hasEmbeddedModels, "entityMappings": mapping.entities,
        "mappingModel": mapping.name, "path": mapping.location?.path,
      ])
    }
  }
}

extension EntityMapping: Encodable {
  /// The keys of one entity mapping.
  public func encode(to encoder: any Encoder) throws {
    func values(_ list: [PropertyMapping]) -> [JSONValue] {
      list.map { property in
        [
          "name": .string(property.name),
          "value": property.expression.map { .string($0.text) } ?? .null,
        ]
      }
    }
    try encoder.write([
      "attributes": values(attributes), "destination": destination,
      "destinationHash": destinationHash?.hex, "filter": filter, "kind": kind.rawValue,
      "name": name, "policyClass": policy, "relationships": values(relationships),
      "source": source, "sourceHash": sourceHash?.hex,
    ])
  }
}
