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

  /// - Parameter written: the version that it is made of; nil for a store that was given.
  init(_ path: String, of written: DataModel? = nil) throws {
    self.path = path
    (version, model, known) = try Self.read(path) { store in
      (StoreVersion(store), store.model, Set(try Self.findings(store, path: path, written)))
    }
    if let damage = known.first(where: { $0.rule == DamagedFile.info.id }) {
      throw DamagedStore(path: path, problem: damage.message)
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
      (store.metadata.entityHashes, try Self.findings(store, path: path, target))
    }
    let hashes = ModelHashes(of: target)
    let isOther = hashes.checksum != nil && stored != hashes.entities
    // What was wrong before is not the migration's doing.
    let found = all.filter { finding in
      if isGenerated, finding.rule == ImplausibleDate.info.id { return false }
      // The copy made here keeps the files of rows that are dropped, which is said of the rows.
      if finding.rule == OrphanedExternalFile.info.id { return false }
      if finding.rule == OneSidedRelationship.info.id, target.hasDoubtfulInverse(finding) {
        return false
      }
      return !known.contains { $0.isContinued(by: finding, in: target) }
    }
    return (isOther ? "the result does not have the hashes of \(target.inSentence)" : nil, found)
  }

  private static func findings(
    _ store: Store, path: String, _ written: DataModel?
  ) throws -> [Finding] {
    let inspection = StoreInspection(store: store, path: path)
    if let written, written.source == .swift { inspection.source = written }
    return try StoreCheck().run(inspection).findings
  }
}

extension Finding {
  /// Whether what is wrong with a migrated store was so before. A property that is no longer there may
  /// have another name now.
  func isContinued(by finding: Finding, in target: DataModel) -> Bool {
    guard rule == finding.rule else { return false }
    guard let entity = finding.entity else { return true }
    guard self.entity == entity else { return false }
    guard let old = property, let new = finding.property, old != new else { return true }
    let name = old.prefix { $0 != "." }
    return target.entity(named: entity).map { entity in
      !target.storedProperties(of: entity).contains { $0.name == name }
    } ?? true
  }
}

extension DataModel {
  /// Whether nothing but a guess says that the relationship of a finding has an inverse.
  fileprivate func hasDoubtfulInverse(_ finding: Finding) -> Bool {
    let entity = finding.entity.flatMap { self.entity(named: $0) }
    return finding.property.flatMap { entity?.relationship(named: $0) }?.certainty != .certain
  }
}

extension WorkFolder {
  /// One of this process's own, among the system's temporary files.
  convenience init(temporaryFor name: String) throws(StoreOutputError) {
    try self.init(in: FileManager.default.temporaryDirectory.path, for: name)
  }
}
