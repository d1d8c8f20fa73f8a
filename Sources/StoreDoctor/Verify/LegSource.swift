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
    let store = try Store(file: StoreFile.open(path: path))
    version = StoreVersion(store)
    model = store.model
    known = Set(try Self.findings(store, path: path))
  }

  /// What is wrong with the result: its hashes, and what `check` finds that it did not find before.
  func problems(with output: String, as target: DataModel) throws -> (
    hashes: String?, found: [Finding]
  ) {
    let store = try Store(file: StoreFile.open(path: output))
    let hashes = ModelHashes(of: target)
    let isOther = hashes.checksum != nil && store.metadata.entityHashes != hashes.entities
    // What was wrong before is not the migration's doing.
    let found = try Self.findings(store, path: path).filter { finding in
      !known.contains {
        $0.rule == finding.rule && ($0.entity == finding.entity || finding.entity == nil)
      }
    }
    return (isOther ? "the result does not have the hashes of '\(target.name)'" : nil, found)
  }

  private static func findings(_ store: Store, path: String) throws -> [Finding] {
    try StoreCheck().run(StoreInspection(store: store, path: path)).findings
  }
}
