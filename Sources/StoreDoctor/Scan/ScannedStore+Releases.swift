internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension ScannedStore {
  /// Where in the history of the app's repository such stores are written.
  public struct Origin: Codable, Sendable, Hashable {
    /// Releases that follow each other, oldest first.
    public var releases: [Releases]
    /// The commits that brought the models.
    public var commits: [String]

    /// Tags that follow each other.
    public struct Releases: Codable, Sendable, Hashable {
      /// The oldest.
      public var from: String
      /// The newest; the same when there is only one.
      public var to: String
      /// How many they are.
      public var count: Int
    }

    /// `1.0 to 1.2, 2.0`, or the commits where no release has the models.
    public var text: String {
      let names = releases.map { $0.from == $0.to ? $0.from : "\($0.from) to \($0.to)" }
      if !names.isEmpty { return names.joined(separator: ", ") }
      return commits.isEmpty
        ? "none" : commits.map { String($0.prefix(7)) }.joined(separator: ", ")
    }
  }
}

/// Searches a repository once for all stores with the same hashes.
public final class ReleaseSearch {
  private let search: (StoreSchema) throws -> WrittenBy
  private var known: [[String: String]: Result<WrittenBy, any Error>] = [:]

  /// - Parameter search: asks the repository about one store.
  public init(_ search: @escaping (StoreSchema) throws -> WrittenBy) { self.search = search }

  /// What is known of the releases that write such stores.
  func take(_ store: Store, into line: inout ScannedStore) {
    let schema = StoreSchema(store)
    let key = schema.entityHashes.mapValues(\.hex)
    guard !key.isEmpty else { return }
    let found = known[key] ?? Result { try search(schema) }
    known[key] = found
    switch found {
    case .failure(let error):
      line.notExamined.append("which releases write such stores: \(error)")
    case .success(let answer):
      line.writtenBy = .init(
        releases: answer.releases.map { .init(from: $0.from, to: $0.to, count: $0.count) },
        commits: answer.began.map(\.revision.commit))
      if !answer.isFound { line.notExamined += answer.limits }
    }
  }
}
