internal import Lint
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// What is known of the revisions of a repository, so that the next run reads only new ones.
///
/// A cache that is missing, damaged, of another build of the tool, or not writable is none, and never an
/// error.
public struct RevisionCache {
  private let place: Place?
  /// The build of the tool.
  private let tool: String

  private struct Place {
    var folder: String
    var subject: [String]

    func file(_ kind: String) -> String {
      folder.appending(component: ContentName.of((subject + [kind]).map { Array($0.utf8) }))
    }
  }

  private static let mostBytes = 64 << 20
  private static let most = 40

  /// Nothing, and nothing is kept.
  init() { (place, tool) = (nil, "") }

  /// - Parameters:
  ///   - folder: holds the caches of this user.
  ///   - repository: the repository's folder.
  ///   - paths: the part of it that is searched.
  ///   - tool: the build of the tool.
  public init(folder: String, repository: String, below paths: [String], tool: String) {
    place = Place(folder: folder, subject: [repository] + paths.sorted())
    self.tool = tool
  }

  /// The versions of revisions, by the name of the revision's folder. Few revisions change them.
  struct Versions<Version: Codable & Hashable> {
    /// Each set of versions once.
    private(set) var sets: [[Version]] = []
    private var folders: [String: Int] = [:]
    private var positions: [[Version]: Int] = [:]

    /// A position in `sets`; nil for a folder of which nothing is known.
    func position(of folder: String) -> Int? { folders[folder] }

    subscript(folder: String) -> [Version]? {
      get { folders[folder].map { sets[$0] } }
      set {
        guard let newValue else { return }
        let position = positions[newValue] ?? sets.count
        if position == sets.count {
          positions[newValue] = position
          sets.append(newValue)
        }
        folders[folder] = position
      }
    }

    /// Says that a folder has the versions of another.
    mutating func set(_ folder: String, asAt position: Int) { folders[folder] = position }

    /// What is written to the disk: each version once.
    fileprivate struct Content: Codable {
      struct Folder: Codable {
        var tree: String
        var set: Int
      }
      var tool: String
      var folders: [Folder]
      var sets: [[Int]]
      var versions: [Version]
    }

    fileprivate func content(_ tool: String) -> Content {
      var versions: [Version] = []
      var known: [Version: Int] = [:]
      let sets = sets.map { set in
        set.map { version in
          if let place = known[version] { return place }
          known[version] = versions.count
          versions.append(version)
          return versions.count - 1
        }
      }
      let folders = folders.sorted { $0.key < $1.key }
        .map { Content.Folder(tree: $0.key, set: $0.value) }
      return Content(tool: tool, folders: folders, sets: sets, versions: versions)
    }

    fileprivate init(_ content: Content) {
      let isRight = content.sets.allSatisfy { $0.allSatisfy(content.versions.indices.contains) }
      guard isRight else { return }
      let sets = content.sets.map { $0.map { content.versions[$0] } }
      for folder in content.folders where sets.indices.contains(folder.set) {
        folders[folder.tree] = folder.set
      }
      self.sets = sets
      positions = Dictionary(sets.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    init() {}
  }

  /// - Parameter kind: what is kept of each revision.
  func versions<Version: Codable & Hashable>(_ kind: Version.Type) -> Versions<Version> {
    guard let file = place?.file("\(kind)"),
      let bytes = try? InputFile.bytes(of: file, limit: Self.mostBytes),
      let (content, rest) = try? KeptBytes.first(Versions<Version>.Content.self, in: bytes[...]),
      rest.isEmpty, content.tool == tool
    else { return Versions() }
    return Versions(content)
  }

  func keep<Version: Codable & Hashable>(_ versions: Versions<Version>) {
    guard let file = place?.file("\(Version.self)"),
      let bytes = try? KeptBytes.of(versions.content(tool))
    else { return }
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
  /// The other entities: their hashes rest on what Apple's frameworks alone know.
  var unknown: [String]

  init(_ model: DataModel, of history: SchemaHistory) {
    self.history = history.name
    name = model.name
    let all = ModelHashes(of: model).entities
    hashes = all.sorted { $0.key.codePointsPrecede($1.key) }
      .map { Hash(entity: $0.key, hash: $0.value.hex) }
    unknown = model.entities.map(\.name).filter { all[$0] == nil }
  }
}
