internal import ModelSource
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
  /// What a pass over the bytes of a Swift file tells, by blob.
  var scans: [String: FileReading] = [:]
  /// What parsing tells, of the files that models are read from.
  var readings: [RevisionFiles.File: FileReading] = [:]
  /// By the name of the files that the versions were read from.
  var versions: [String: [WrittenVersion]] = [:]

  private static let mostBytes = 512 << 20
  private static let most = 20

  private struct Content: Codable {
    struct Scan: Codable {
      var blob: String
      var reading: FileReading
    }
    struct Reading: Codable {
      var file: RevisionFiles.File
      var reading: FileReading
    }
    struct Set: Codable {
      var files: String
      var versions: [WrittenVersion]
    }
    var tool: String
    var scans: [Scan]
    var readings: [Reading]
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
    for scan in content.scans { scans[scan.blob] = scan.reading }
    for one in content.readings { readings[one.file] = one.reading }
    for set in content.sets { versions[set.files] = set.versions }
  }

  func keep() {
    guard let file else { return }
    let content = Content(
      tool: tool,
      scans: scans.sorted { $0.key < $1.key }.map { Content.Scan(blob: $0, reading: $1) },
      readings: readings.sorted { ($0.key.path, $0.key.blob) < ($1.key.path, $1.key.blob) }
        .map { Content.Reading(file: $0, reading: $1) },
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
