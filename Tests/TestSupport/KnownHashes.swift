import Foundation

/// The entity hashes of one real store or compiled model, and the model they belong to.
public struct KnownHashes: Decodable, Sendable {
  /// The store or `VersionInfo.plist` they were read from, below the corpus.
  public let file: String
  /// The source of the model, below the corpus, where it is known.
  public let model: String?
  /// Missing where not all entities are known.
  public let checksum: String?
  public let digest: String?
  /// Entity name to hash in hexadecimal digits.
  public let entities: [String: String]

  /// - Throws: When the file is missing, holds none or is not of this form.
  public static func all() throws -> [KnownHashes] {
    let file = Folders.fixtures.appending(path: "KnownHashes.json")
    let sets = try JSONDecoder().decode(Sets.self, from: Data(contentsOf: file)).sets
    guard !sets.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
    return sets
  }

  private struct Sets: Decodable {
    let sets: [KnownHashes]
  }
}
