internal import ModelInputs
internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// The models of revisions, read once for all that have the same files.
struct RevisionModels {
  private let repository: GitRepository
  private let paths: [String]
  private var files: RevisionFiles?
  private var sets: [[RevisionFiles.File]: [WrittenVersion]] = [:]
  private var bundles: [[RevisionFiles.File]: [SchemaHistory]] = [:]
  /// What the model files hold, by the objects' names.
  private var contents: [String: [UInt8]] = [:]
  private let cache: RevisionCache
  private var known: RevisionCache.Versions<WrittenVersion>
  /// Objects that models should be read from and that the repository has not.
  private(set) var missing: Set<String> = []

  init(_ repository: GitRepository, below paths: [String], _ cache: RevisionCache) {
    self.repository = repository
    self.paths = paths
    self.cache = cache
    known = cache.versions(WrittenVersion.self)
  }

  /// Keeps what was found out. What was read without some objects would be taken for whole the next time.
  func keep() {
    if missing.isEmpty { cache.keep(known) }
  }

  /// Finds out what the models of revisions are read from; for many at once this costs little more
  /// than for one.
  mutating func prepare(_ revisions: [Revision]) throws(GitError) {
    let roots = Set(revisions.map(\.tree))
    if let files, roots.isSubset(of: files.roots) { return }
    var new = try RevisionFiles(repository, roots: roots, below: paths)
    missing.formUnion(new.missing)
    var blobs: Set<String> = []
    for root in roots {
      for file in new.files(of: root) where !file.isSource { blobs.insert(file.blob) }
    }
    // All at once: git is another process, and starting one costs more than what it reads.
    try repository.objects(blobs.filter { contents[$0] == nil }.sorted()) {
      contents[$0] = Array($1)
    }
    files = new
  }

  /// Whether nothing has to be read for the versions of a revision.
  func knowsVersions(of revision: Revision) -> Bool { known.position(of: revision.tree) != nil }

  /// The versions that the apps of a revision make new stores with.
  mutating func versions(of revision: Revision) throws -> [WrittenVersion] {
    if let known = known[revision.tree] { return known }
    let set = try self.files(of: revision)
    let versions =
      try sets[set]
      ?? histories(set).flatMap { history in
        history.current.map { WrittenVersion($0, of: history) }
      }
    sets[set] = versions
    known[revision.tree] = versions
    return versions
  }

  /// Everything the models of a revision say, with places in the repository.
  mutating func histories(of revision: Revision) throws -> [SchemaHistory] {
    try histories(files(of: revision))
  }

  /// What the models of a revision are read from: where it is the same, they are.
  mutating func files(of revision: Revision) throws(GitError) -> [RevisionFiles.File] {
    try prepare([revision])
    return files?.files(of: revision.tree) ?? []
  }

  private mutating func histories(_ all: [RevisionFiles.File]) throws -> [SchemaHistory] {
    let sources = all.filter(\.isSource)
    let read = SwiftModelReader.readAll(
      sources.map { SourceFile(path: $0.path, bytes: []) },
      known: sources.map { files?.readings[$0] })
    return read.histories + (try bundles(all.filter { !$0.isSource }))
  }

  /// Models that are folders of files, read from copies.
  private mutating func bundles(
    _ wanted: [RevisionFiles.File]
  ) throws -> [SchemaHistory] {
    guard !wanted.isEmpty else { return [] }
    if let known = bundles[wanted] { return known }
    let work = try WorkFolder(in: FileManager.default.temporaryDirectory.path, for: "revision")
    let folder = work.file("files")
    for file in wanted {
      guard let bytes = contents[file.blob] else {
        missing.insert(file.blob)
        continue
      }
      let target = folder.appending(component: file.path)
      try FileManager.default.createDirectory(
        atPath: target.deletingLastPathComponent, withIntermediateDirectories: true)
      try FileOutput.create(bytes, at: target)
    }
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
