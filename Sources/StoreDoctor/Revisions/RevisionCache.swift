internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// What is known of the contents in a repository, so that the next search reads only what is new.
///
/// A cache that is missing, damaged, of another build of the tool, or not writable is none, and never an
/// error.
public struct RevisionCache {
  private let file: String?
  private let tool: String
  var facts: [String: BlobFacts] = [:]
  /// By the name of the files that the versions were read from.
  var versions: [String: [WrittenVersion]] = [:]

  private static let mostBytes = 512 << 20
  private static let most = 20

  private struct Content: Codable {
    struct Fact: Codable {
      var blob: String
      var facts: BlobFacts
    }
    struct Set: Codable {
      var files: String
      var versions: [WrittenVersion]
    }
    var tool: String
    var facts: [Fact]
    var sets: [Set]
  }

  /// Nothing, and nothing is kept.
  init() {
    file = nil
    tool = ""
  }

  /// - Parameters:
  ///   - folder: holds the caches of this user.
  ///   - repository: the repository's folder.
  ///   - tool: the build of the tool.
  public init(folder: String, repository: String, tool: String) {
    let file = folder.appending(component: ContentName.of([Array(repository.utf8)]))
    self.file = file
    self.tool = tool
    guard let bytes = try? InputFile.bytes(of: file, limit: Self.mostBytes),
      let (content, rest) = try? KeptDecoder.first(Content.self, in: bytes[...]), rest.isEmpty,
      content.tool == tool
    else { return }
    for fact in content.facts { facts[fact.blob] = fact.facts }
    for set in content.sets { versions[set.files] = set.versions }
  }

  func keep() {
    guard let file else { return }
    let content = Content(
      tool: tool,
      facts: facts.sorted { $0.key < $1.key }.map { Content.Fact(blob: $0, facts: $1) },
      sets: versions.sorted { $0.key < $1.key }.map { Content.Set(files: $0, versions: $1) })
    guard let bytes = try? KeptEncoder.bytes(of: content) else { return }
    let folder = file.deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard (try? FileOutput.write(bytes, to: file, replaces: .anyFile)) != nil else { return }
    CacheFolder(folder).prune(keeping: Self.most)
  }
}

/// A version that an app of some revision makes new stores with.
struct WrittenVersion: Codable, Hashable {
  struct Hash: Codable, Hashable {
    var entity: String
    var hash: String
  }

  /// The plan or bundle it is of.
  var history: String
  var name: String
  /// Of the entities whose hashes are known, sorted by name.
  var hashes: [Hash]
  var hasAllHashes: Bool

  init(_ model: DataModel, of history: SchemaHistory) {
    self.history = history.name
    name = model.name
    let all = ModelHashes(of: model).entities
    hashes = all.sorted { $0.key.codePointsPrecede($1.key) }
      .map { Hash(entity: $0.key, hash: $0.value.hex) }
    hasAllHashes = all.count == model.entities.count
  }
}
