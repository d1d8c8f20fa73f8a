internal import Diagnostics
internal import PlatformFoundation
public import StoreModel

extension SchemaLock {
  /// JSON with sorted keys, one property per line, for review in a pull request.
  public var text: String {
    get throws {
      try JSONValue(encoding: Document(format: 1, schemas: schemas)).text(isPretty: true) + "\n"
    }
  }

  /// - Throws: `SchemaLockError` for a text that is no lock.
  public init(_ text: String, path: String) throws(SchemaLockError) {
    do {
      let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
      guard document.format == 1 else {
        throw SchemaLockError(path: path, reason: "it has the format \(document.format), not 1")
      }
      schemas = document.schemas
    } catch let error as SchemaLockError {
      throw error
    } catch {
      throw SchemaLockError(
        path: path, reason: Self.isUnmerged(text) ? Self.unmerged : Self.reason(error))
    }
  }

  private static let unmerged =
    "a merge has left its marks ('<<<<<<<') in it; keep the versions of both sides, or take one side and "
    + "run 'storedoctor freeze --model PATH', which adds what is missing"

  private static func isUnmerged(_ text: String) -> Bool {
    text.hasPrefix("<<<<<<< ") || text.contains("\n<<<<<<< ")
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

  private struct Document: Codable {
    var format: Int
    var schemas: [Schema]
  }
}

extension SchemaLock.EntityShape {
  /// Without 'unique' there is no constraint.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hash = try container.decodeIfPresent(String.self, forKey: .hash)
    superentity = try container.decodeIfPresent(String.self, forKey: .superentity)
    properties = try container.decode([String: String].self, forKey: .properties)
    unique = try container.decodeIfPresent([String].self, forKey: .unique) ?? []
  }
}

/// A lock file that cannot be read as one.
public struct SchemaLockError: ReportableError, Sendable, Hashable {
  /// The file, as given.
  public var path: String
  /// What is wrong with it, as half a sentence.
  public var reason: String

  /// A lock is a part of the question.
  public var status: ExitStatus { .usage }

  public var description: String {
    "'\(path)' is no lock of 'storedoctor freeze': \(reason)"
  }
}
