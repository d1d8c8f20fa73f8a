internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// What is known of the revisions of a repository, so that the next search reads only new ones.
///
/// A cache that is missing, damaged, of another build of the tool, or not writable is none, and never an
/// error.
public struct RevisionCache {
  private let file: String?
  private let tool: String
  /// What the apps of revisions make new stores with, by the name of the revision's folder.
  var versions: [String: [WrittenVersion]] = [:]

  private static let mostBytes = 64 << 20
  private static let most = 20

  private struct Content: Codable {
    struct Folder: Codable {
      var tree: String
      /// A position in `versions`: few revisions change them.
      var versions: Int
    }
    var tool: String
    var folders: [Folder]
    var versions: [[WrittenVersion]]
  }

  /// Nothing, and nothing is kept.
  init() {
    file = nil
    tool = ""
  }

  /// - Parameters:
  ///   - folder: holds the caches of this user.
  ///   - repository: the repository's folder.
  ///   - paths: the part of it that is searched.
  ///   - tool: the build of the tool.
  public init(folder: String, repository: String, below paths: [String], tool: String) {
    let names = [repository] + paths.sorted()
    let file = folder.appending(component: ContentName.of(names.map { Array($0.utf8) }))
    self.file = file
    self.tool = tool
    guard let bytes = try? InputFile.bytes(of: file, limit: Self.mostBytes),
      let (content, rest) = try? KeptDecoder.first(Content.self, in: bytes[...]), rest.isEmpty,
      content.tool == tool
    else { return }
    for folder in content.folders where content.versions.indices.contains(folder.versions) {
      versions[folder.tree] = content.versions[folder.versions]
    }
  }

  func keep() {
    guard let file else { return }
    var content = Content(tool: tool, folders: [], versions: [])
    var positions: [[WrittenVersion]: Int] = [:]
    for (tree, found) in versions.sorted(by: { $0.key < $1.key }) {
      let position = positions[found] ?? content.versions.count
      if position == content.versions.count {
        positions[found] = position
        content.versions.append(found)
      }
      content.folders.append(Content.Folder(tree: tree, versions: position))
    }
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
