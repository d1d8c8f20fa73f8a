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

  /// What the result should be and is not, one phrase each; new findings of `check` go into the leg.
  func differences(
    from output: String, _ target: DataModel, _ leg: inout Verification.Leg
  ) throws -> [String] {
    let store = try Store(file: StoreFile.open(path: output))
    let hashes = ModelHashes(of: target)
    var differences: [String] = []
    if hashes.checksum != nil, store.metadata.entityHashes != hashes.entities {
      differences.append("the result does not have the hashes of '\(target.name)'")
    }
    // What was wrong before is not the migration's doing.
    leg.findings = try Self.findings(store, path: path).filter { finding in
      !known.contains {
        $0.rule == finding.rule && ($0.entity == finding.entity || finding.entity == nil)
      }
    }
    if let first = leg.findings.first {
      differences.append("check finds: \(first.message) [\(first.rule)]")
    }
    return differences
  }

  private static func findings(_ store: Store, path: String) throws -> [Finding] {
    try StoreCheck().run(StoreInspection(store: store, path: path)).findings
  }
}
