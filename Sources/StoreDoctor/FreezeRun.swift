public import Diagnostics
public import Lint
internal import ModelSource
internal import StoreEngine
public import StoreModel

/// One run of `freeze`: the models as they are now, and the lock they are held against.
public struct FreezeRun: Sendable {
  /// The lock's file.
  public let lock: String
  private let input: LintInput
  private let histories: [SchemaHistory]
  private let now: SchemaLock
  private var edits: [String] = []
  private var limits: [String] = []

  /// Reads the models.
  ///
  /// - Parameters:
  ///   - models: Swift files, folders, model files and stores.
  ///   - lock: the lock's file, which need not be there.
  /// - Returns: nil when the paths hold no model.
  /// - Throws: `ModelInputError`.
  public init?(models: [String], lock: String) throws {
    input = try LintReader.read(models)
    histories = Linter.histories(of: input).withoutTests
    now = SchemaLock(of: histories)
    self.lock = lock
    guard !now.schemas.isEmpty else { return nil }
    limits = histories.flatMap(\.versions).compactMap { model in
      model.unknownModels.first.map {
        "\(model.name): \($0); until all of it is given, nothing tells whether it is as it shipped"
      }
    }
  }

  /// What releases have shipped, instead of the models as they are now.
  ///
  /// - Returns: nil when no release holds a model.
  public init?(_ released: ReleasedVersions, lock: String) {
    input = LintInput(files: [])
    histories = []
    now = released.lock
    edits = released.edits
    limits = released.limits
    self.lock = lock
    guard !now.schemas.isEmpty else { return nil }
  }

  /// Versions that a lock has otherwise than a release shipped them; one sentence each.
  public func disagreements(with locked: SchemaLock) -> [String] {
    let locked = locked.named(as: now.schemas)
    return now.schemas.flatMap { schema in
      schema.versions.compactMap { version -> String? in
        guard let old = locked.version(named: version.name, in: schema.name),
          let checksum = old.checksum, let shipped = version.checksum, checksum != shipped
        else { return nil }
        return "'\(version.name)' of '\(schema.name)' is locked otherwise than it was released"
      }
    }
  }

  /// Holds the models against a lock, without writing anything.
  public func check(against locked: SchemaLock) -> LockCheck {
    var shipped = locked.named(as: now.schemas)
    var input = input
    input.lock = locked
    let changed = changed(since: shipped)
    let rules = changed > 0 ? SchemaLock.rules.union(SchemaLock.changeRules) : SchemaLock.rules
    let findings = Linter().versionFindings(input, by: rules).filter { finding in
      SchemaLock.rules.contains(finding.rule)
        || finding.location?.path.hasSuffix(".swift") == true
    }
    var (unseen, elsewhere): ([String], [SchemaLock.Schema]) = ([], [])
    if findings.isEmpty {
      unseen = self.unseen(shipped, lost: locked.lostPlans(in: histories))
      if !unseen.isEmpty { elsewhere = self.elsewhere(shipped) }
    }
    if !elsewhere.isEmpty {
      shipped.schemas.removeAll { elsewhere.contains($0) }
      let lost = locked.lostPlans(in: histories).filter { !elsewhere.contains($0) }
      unseen = self.unseen(shipped, lost: lost)
    }
    return LockCheck(
      lock: lock, findings: findings, unknown: unknown(shipped) + unseen,
      locked: shipped.schemas.reduce(0) { $0 + $1.versions.count }, changed: changed,
      elsewhere: elsewhere.map(\.name))
  }

  /// Locked schemas that are not among the given models and stand in other files below the lock's folder: a lock
  /// may hold those of several packages.
  private func elsewhere(_ shipped: SchemaLock) -> [SchemaLock.Schema] {
    let given = Set(histories.map(\.name))
    let absent = shipped.schemas.filter { $0.isVersioned && !given.contains($0.name) }
    let folder = lock.deletingLastPathComponent
    guard !absent.isEmpty, let around = try? LintReader.read([folder.isEmpty ? "." : folder]) else {
      return []
    }
    let present = Dictionary(
      Linter.histories(of: around).map { ($0.name, $0.versions.map(\.name)) },
      uniquingKeysWith: +)
    return absent.filter { schema in
      present[schema.name].map { names in schema.versions.allSatisfy { names.contains($0.name) } }
        ?? false
    }
  }

  /// Schemas without versions that are no longer as they were locked, which they need not be: every store
  /// migrates to them, if it can. A plan has versions instead.
  private func changed(since shipped: SchemaLock) -> Int {
    guard !histories.contains(where: \.isOrdered) else { return 0 }
    return histories.count { history in
      history.isUnversioned
        && history.versions.contains { model in
          shipped.version(named: model.name, in: history.name).map { !$0.isSame(as: model) }
            ?? false
        }
    }
  }

  /// Shipped versions whose checksum was or is not known, and why.
  private func unknown(_ shipped: SchemaLock) -> [String] {
    histories.flatMap { history in
      history.versions.compactMap { model -> String? in
        guard let version = shipped.version(named: model.name, in: history.name) else {
          return nil
        }
        let hashes = ModelHashes(of: model)
        guard version.checksum == nil || hashes.checksum == nil else { return nil }
        // The same shape has the same hash, whatever that is, where all of it was read.
        if model.unknownModels.isEmpty, version.hasShape(of: model) { return nil }
        let reasons =
          model.unknownModels
          + hashes.certainty.values.compactMap { $0.isUnknown ? $0.reason : nil }.sorted()
        let why = reasons.isEmpty ? "its checksum was unknown when it was locked" : reasons[0]
        let rest = reasons.count > 1 ? ", and \(reasons.count - 1) more" : ""
        return "\(model.name): \(why)\(rest)"
      }
    }
  }

  /// Shipped versions that no given model is: their files may lie outside the given paths, and
  /// nothing says that they are as they shipped.
  ///
  /// - Parameter lost: the plans that are not among them.
  private func unseen(_ shipped: SchemaLock, lost: [SchemaLock.Schema]) -> [String] {
    let models = histories.flatMap(\.versions)
    let gone = lost.map {
      "\($0.name): none of the models given has this plan of \($0.versionList) any more"
    }
    let names = lost.map(\.name)
    return gone
      + shipped.schemas.filter { !names.contains($0.name) }.flatMap { schema -> [String] in
        let own = histories.filter { $0.name == schema.name }.flatMap(\.versions).map(\.name)
        return schema.versions.filter { version in
          !own.contains(version.name) && !models.contains { version.isSame(as: $0) }
        }.map {
          "\($0.name): none of the models given has this version of '\(schema.name)' any more"
        }
      }
  }

  /// Writes a lock where there is none.
  ///
  /// - Throws: `StoreOutputError`.
  public func create() throws -> FrozenVersions {
    try write(now, over: .nothing, added: now)
  }

  /// Adds to the lock what it lacks.
  ///
  /// - Parameters:
  ///   - shipped: the lock as it is, and `bytes`, its file's.
  ///   - replacing: whether versions that were edited since they were locked are locked as they are
  ///     now.
  /// - Throws: `StoreOutputError`, also when the file was changed in the meantime.
  public func update(
    _ shipped: SchemaLock, _ bytes: [UInt8], replacing: Bool
  ) throws -> FrozenVersions {
    let shipped = shipped.named(as: now.schemas)
    return try write(
      replacing ? now.adding(shipped) : shipped.adding(now), over: .content(bytes),
      added: now.without(shipped), replaced: replacing ? replaced(in: shipped) : [])
  }

  /// Versions that a lock has in another shape than they have now.
  private func replaced(in shipped: SchemaLock) -> [String] {
    now.schemas.flatMap { schema in
      schema.versions.filter { version in
        shipped.version(named: version.name, in: schema.name).map { old in
          old.checksum != version.checksum || old.entities != version.entities
        } ?? false
      }.map { "'\($0.name)' of '\(schema.name)' is locked as it is now" }
    }
  }

  private func write(
    _ content: SchemaLock, over old: Replaceable, added: SchemaLock, replaced: [String] = []
  ) throws -> FrozenVersions {
    try FileOutput.write(Array(try content.text.utf8), to: lock, replaces: old)
    return FrozenVersions(
      lock: lock, schemas: added.schemas, edits: edits, limits: limits, replaced: replaced)
  }
}

/// What `freeze --check` says: which shipped versions are not as they shipped.
public struct LockCheck: Answer, Sendable {
  /// The lock's file.
  public let lock: String
  /// One for each property that was edited, and for versions that are gone.
  public let findings: [Finding]
  /// Versions of which it is not known whether they are as they shipped, and why.
  public let unknown: [String]
  /// How many versions the lock holds.
  public let locked: Int
  /// How many schemas without versions are another shape now, which all stores migrate to.
  public let changed: Int
  /// Locked plans of files that were not given.
  public let elsewhere: [String]

  /// `done` when every shipped version is known to be as it shipped.
  public var verdict: ExitStatus { findings.isEmpty && unknown.isEmpty ? .done : .found }

  private enum CodingKeys: CodingKey { case changed, edited, lock, unknown }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(changed, forKey: .changed)
    try container.encode(findings.count, forKey: .edited)
    try container.encode(lock, forKey: .lock)
    try container.encode(unknown, forKey: .unknown)
  }
}
