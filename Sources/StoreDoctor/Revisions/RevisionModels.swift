internal import ModelInputs
internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// The models of revisions, read once for all that have the same files.
struct RevisionModels {
  private let repository: GitRepository
  private var files: RevisionFiles
  private var sets: [String: String] = [:]
  private var bundles: [[RevisionFiles.File]: [SchemaHistory]] = [:]
  private(set) var cache: RevisionCache
  /// Sets of files that no model could be read from, although they should hold some.
  private(set) var unread: Set<String> = []

  init(_ repository: GitRepository, _ files: RevisionFiles, _ cache: RevisionCache) {
    self.repository = repository
    self.files = files
    self.cache = cache
  }

  /// A name for the files that the models of a revision are read from.
  mutating func set(of revision: Revision) -> String {
    if let known = sets[revision.tree] { return known }
    let parts = files.files(of: revision.tree).flatMap {
      [Array($0.path.utf8), Array($0.blob.utf8)]
    }
    let name = ContentName.of(parts)
    sets[revision.tree] = name
    return name
  }

  /// The versions that the apps of a revision make new stores with.
  mutating func versions(of revision: Revision) throws -> [WrittenVersion] {
    let set = set(of: revision)
    if let known = cache.versions[set] { return known }
    let histories = try histories(of: revision)
    let versions = histories.flatMap { history in
      history.current.map { WrittenVersion($0, of: history) }
    }
    cache.versions[set] = versions
    return versions
  }

  /// Everything the models of a revision say, with places in the repository.
  mutating func histories(of revision: Revision) throws -> [SchemaHistory] {
    let all = files.files(of: revision.tree)
    let sources = all.filter(\.isSource)
    let read = SwiftModelReader.readAll(
      sources.map { SourceFile(path: $0.path, bytes: []) },
      known: sources.map { files.readings[$0] })
    let others = all.filter { !$0.isSource }
    return read.histories + (try bundles(others, of: revision))
  }

  /// Models that are folders of files, read from copies.
  private mutating func bundles(
    _ wanted: [RevisionFiles.File], of revision: Revision
  ) throws -> [SchemaHistory] {
    guard !wanted.isEmpty else { return [] }
    if let known = bundles[wanted] { return known }
    let work = try WorkFolder(in: FileManager.default.temporaryDirectory.path, for: "revision")
    let folder = work.file("files")
    var paths: [String: [String]] = [:]
    for file in wanted { paths[file.blob, default: []].append(file.path) }
    var contents: [(path: String, bytes: [UInt8])] = []
    try repository.objects(paths.keys.sorted()) { blob, bytes in
      for path in paths[blob] ?? [] { contents.append((path, Array(bytes))) }
    }
    for (path, bytes) in contents {
      let target = folder.appending(component: path)
      try FileManager.default.createDirectory(
        atPath: target.deletingLastPathComponent, withIntermediateDirectories: true)
      try FileOutput.create(bytes, at: target)
    }
    if contents.count < wanted.count { unread.insert(set(of: revision)) }
    // A revision without models has none.
    let histories = (try? ModelLoader.read(folder))?.histories ?? []
    bundles[wanted] = histories
    return histories
  }
}

extension SchemaHistory {
  /// The versions that new stores are made with, as far as the source says.
  fileprivate var current: [DataModel] {
    if let name = currentVersion, let model = versions.first(where: { $0.name == name }) {
      return [model]
    }
    if let live = versions.first(where: { $0.name == "live" }) { return [live] }
    return isOrdered ? versions.suffix(1) : versions
  }
}
