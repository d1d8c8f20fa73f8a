internal import Diagnostics
internal import PlatformFoundation
public import StoreModel

extension SchemaLock {
  /// JSON with sorted keys, one property per line, for review in a pull request.
  public var text: String {
    let document: JSONValue = [
      "format": 1,
      "schemas": .array(
        schemas.map { schema in
          ["name": .string(schema.name), "versions": .array(schema.versions.map(Self.json))]
        }),
    ]
    return document.text(isPretty: true) + "\n"
  }

  private static func json(_ version: Version) -> JSONValue {
    [
      "checksum": .optional(version.checksum), "name": .string(version.name),
      "identifier": .optional(version.identifier),
      "entities": .object(
        version.entities.mapValues { entity in
          [
            "hash": .optional(entity.hash), "superentity": .optional(entity.superentity),
            "properties": .object(entity.properties.mapValues(JSONValue.string)),
            "unique": .strings(entity.unique),
          ]
        }),
    ]
  }

  /// - Throws: `SchemaLockError` for a text that is no lock.
  public init(_ text: String, path: String) throws(SchemaLockError) {
    do {
      let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
      guard document.format == 1 else {
        throw SchemaLockError(path: path, reason: "it has the format \(document.format), not 1")
      }
      schemas = document.schemas.map { schema in
        Schema(
          name: schema.name,
          versions: schema.versions.map { version in
            Version(
              name: version.name, identifier: version.identifier, checksum: version.checksum,
              entities: version.entities.mapValues {
                EntityShape(
                  hash: $0.hash, superentity: $0.superentity, properties: $0.properties,
                  unique: $0.unique ?? [])
              })
          })
      }
    } catch let error as SchemaLockError {
      throw error
    } catch {
      throw SchemaLockError(path: path, reason: Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing" + place(context.codingPath)
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "a value has another form than expected" + place(context.codingPath)
    default: "it is not valid JSON"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let names = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return names.isEmpty ? "" : " in '\(names.joined(separator: "."))'"
  }

  private struct Document: Decodable {
    struct Schema: Decodable {
      var name: String
      var versions: [Version]
    }
    struct Version: Decodable {
      var name: String
      var identifier: String?
      var checksum: String?
      var entities: [String: Shape]
    }
    struct Shape: Decodable {
      var hash: String?
      var superentity: String?
      var properties: [String: String]
      var unique: [String]?
    }
    var format: Int
    var schemas: [Schema]
  }
}

/// A lock file that cannot be read as one.
public struct SchemaLockError: ReportableError, Sendable, Hashable {
  public var path: String
  public var reason: String

  public var status: ExitStatus { .usage }

  public var description: String {
    "'\(path)' is no lock of 'storedoctor freeze': \(reason)"
  }
}
