internal import Diagnostics
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// The store a leg starts with, and what `check` says of it.
struct LegSource {
  let path: String
  let version: StoreVersion
  let model: DataModel
  private let known: Set<Finding>

  init(_ path: String) throws {
    self.path = path
    (version, model, known) = try Self.read(path) { store in
      (StoreVersion(store), store.model, Set(try Self.findings(store, path: path)))
    }
  }

  /// What is read belongs to one state of the store.
  private static func read<T>(_ path: String, _ body: (Store) throws -> T) throws -> T {
    let file = try StoreFile.open(path: path)
    let result = Result { try body(Store(file: file)) }
    // An error of a store that changed is none.
    try file.prove()
    return try result.get()
  }

  /// What is wrong with the result: its hashes, and what `check` finds that it did not find before.
  ///
  /// - Parameter isGenerated: whether the values mean nothing, so that what a closure makes of them
  ///   may be any date.
  func problems(with output: String, as target: DataModel, isGenerated: Bool) throws -> (
    hashes: String?, found: [Finding]
  ) {
    let (stored, all) = try Self.read(output) { store in
      (store.metadata.entityHashes, try Self.findings(store, path: path))
    }
    let hashes = ModelHashes(of: target)
    let isOther = hashes.checksum != nil && stored != hashes.entities
    // What was wrong before is not the migration's doing.
    let found = all.filter { finding in
      if isGenerated, finding.rule == ImplausibleDate.info.id { return false }
      return !known.contains {
        $0.rule == finding.rule && ($0.entity == finding.entity || finding.entity == nil)
      }
    }
    return (isOther ? "the result does not have the hashes of '\(target.name)'" : nil, found)
  }

  private static func findings(_ store: Store, path: String) throws -> [Finding] {
    try StoreCheck().run(StoreInspection(store: store, path: path)).findings
  }
}

extension WorkFolder {
  /// One of this process's own, among the system's temporary files.
  convenience init(temporaryFor name: String) throws(StoreOutputError) {
    try self.init(in: FileManager.default.temporaryDirectory.path, for: name)
  }
}
