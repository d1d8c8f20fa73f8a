internal import Diagnostics
public import ErrorCatalog
public import StoreEngine
public import StoreModel

/// Asks a store everything that it takes to say what is the matter with it: what the file is, which
/// version it has, whether its rows are whole, and what a migration would do.
public struct Diagnoser {
  /// The store, as the user names it.
  public let store: String
  /// The models, as the user names them, for commands that can be pasted.
  public var models: [String] = []
  /// The versions an app has; empty when none were given.
  public var histories: [SchemaHistory] = []
  /// The version the app has; nil for the one that the models call current.
  public var target: String?
  /// What may be lost.
  public var policy = LossPolicy()
  /// How far it asks; what was not asked is named, and never counts as sound.
  public var depth = Depth.migration
  /// For each of the two that read rows, `check` and `preflight`.
  public var budget = Duration.seconds(10)
  /// Bytes left on the disk; nil when it is not known.
  public var freeSpace: Int64?
  /// What an app has printed; nil without it.
  public var log: ExplainResult?
  /// Whether values at fault are named.
  public var showsValues = false
  /// Searches the app's repository for what wrote a store; nil where none was given.
  public var search: ((StoreSchema) throws -> WrittenBy)?
  /// Told of the connection to a private copy while a migration is tried on it; then with nil.
  package var onTrial: ((Connection?) -> Void)?
  /// Told, again and again, what runs: steps done, steps in all, and its name.
  public var progress: (Int, Int, String) -> Void = { _, _, _ in }

  /// How far a diagnosis asks.
  public enum Depth: Int, Sendable, Comparable {
    /// What the file is, and which version it has.
    case version
    /// Its rows, too.
    case rows
    /// And what a migration to the app's version would do to them.
    case migration

    public static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
  }

  /// A diagnosis of a store by its name.
  public init(_ store: String) { self.store = store }

  /// What is the matter with a file that cannot be opened as a store.
  ///
  /// - Throws: the error where it tells nothing of the file's content: a file that is not there, or
  ///   may not be read.
  public func diagnose(_ error: StoreFileError) throws(StoreFileError) -> Diagnosis {
    guard let cause = FileCauses(self).cause(error) else { throw error }
    return finished(Diagnosis(store: store, causes: [cause]), nil)
  }

  /// What is the matter with a file that was opened.
  ///
  /// - Parameters:
  ///   - found: the store in it; nil for other databases and for what cannot be read as one.
  ///   - problem: why a store cannot be read as one.
  /// - Throws: `SQLiteError` when a statement is interrupted from outside.
  public func diagnose(
    _ file: StoreFile, _ kind: FileKind, _ found: Store?, problem: String?
  ) throws -> Diagnosis {
    let files = FileCauses(self)
    guard let found else {
      let cause = files.unreadable(file, kind, problem)
      let diagnosis = Diagnosis(
        store: store, causes: [cause], evidence: StoreEvidence.lines(file, kind))
      return finished(diagnosis, nil)
    }
    let inspection = try StoreInspection(
      of: found, state: file.state, histories: histories, showsValues: showsValues)
    var diagnosis = Diagnosis(
      store: store, causes: [], evidence: StoreEvidence.lines(file, kind, found))
    let check = depth >= .rows ? try examine(inspection, &diagnosis) : nil
    if let check {
      diagnosis.causes += files.causes(of: file, check, within: budget)
    } else {
      diagnosis.notExamined.append("its pages and rows: only its version was asked for")
    }
    let schema = StoreSchema(found)
    diagnosis.writtenBy = try search?(schema)
    try compare(inspection, &diagnosis)
    return finished(diagnosis, schema, check)
  }

  /// The health of the rows.
  private func examine(
    _ inspection: StoreInspection, _ diagnosis: inout Diagnosis
  ) throws -> StoreCheck.Result {
    var check = StoreCheck()
    check.budget = budget
    let result = try check.run(inspection, progress: progress)
    diagnosis.notExamined += result.notChecked
    diagnosis.findings += result.findings
    diagnosis.problems = result.problems
    diagnosis.rows = result.isCutShort ? nil : result.rows
    diagnosis.causes += CheckCauses(self).causes(of: result)
    return result
  }

  /// The store against the app's versions.
  private func compare(_ inspection: StoreInspection, _ diagnosis: inout Diagnosis) throws {
    let versions = VersionCauses(self)
    guard !histories.isEmpty else {
      if diagnosis.causes.isEmpty {
        diagnosis.causes.append(depth == .version ? versions.unasked : versions.notCompared)
      } else {
        diagnosis.notExamined.append("whether an app opens it: no models were given")
      }
      return
    }
    let schema = StoreSchema(inspection.store)
    var identification = Identifier.identify(schema, among: histories)
    // What the source was once is older than what it is, whatever the identifiers say.
    if case .newer? = identification.mismatch, diagnosis.writtenBy?.isPast ?? false {
      identification.mismatch = .unknown
    }
    if let releases = try releases(identification.mismatch, diagnosis.writtenBy) {
      identification.mismatch = identification.mismatch?.known(releases)
    }
    diagnosis.identification = identification
    let match = identification.match
    if match == nil, !diagnosis.hasReadableRows || identification.isOfAnotherApp {
      return diagnosis.causes.append(versions.mismatch(identification, of: schema))
    }
    if let match {
      diagnosis.findings += identification.findings.filter { !diagnosis.findings.contains($0) }
      diagnosis.evidence.append(StoreEvidence.text(match))
    }
    diagnosis.causes += MigrationCauses(self, identification).atLaunch(identification.launchFaults)
    // What would become of rows that cannot all be read is not known.
    guard diagnosis.hasReadableRows else { return }
    // Without a plan, a store of a version that nobody declares migrates from the model it carries.
    guard let causes = try migration(inspection, identification, &diagnosis) else {
      return diagnosis.causes.append(versions.mismatch(identification, of: schema))
    }
    // That it does makes it no version of the app's.
    if match == nil, identification.isMistaken {
      if causes.contains(where: \.stopsMigration) {
        identification.mismatch = identification.mismatch?.failingByOwnModel
      }
      var mistake = versions.mismatch(identification, of: schema)
      for cause in causes where cause.verdict.isGood {
        mistake.because.append(
          cause.what + (cause.certainty.reason.map { " (\(cause.certainty.level): \($0))" } ?? ""))
        mistake.treatment += cause.treatment
      }
      diagnosis.causes.append(mistake)
      // The verdict has said it.
      diagnosis.findings.removeAll { MigrationCauses.ofTheStore.contains($0.rule) }
    }
    diagnosis.causes += causes
  }

  /// What the releases say of the version that seems to have been edited; nil where they say nothing.
  private func releases(_ mismatch: Mismatch?, _ written: WrittenBy?) throws -> ShapeReleases? {
    guard let search, let written, written.releaseCount > 0, written.limits.isEmpty,
      let edited = mismatch?.oneEdited
    else { return nil }
    let models = histories.lazy.flatMap { history in history.versions.map { (history, $0) } }
    guard
      let model = models.first(where: { VersionReference(history: $0, version: $1) == edited })?.1
    else { return nil }
    let hashes = ModelHashes(of: model)
    guard hashes.checksum != nil else { return nil }
    let present = try search(
      StoreSchema(entityHashes: hashes.entities, checksum: hashes.checksum))
    return ShapeReleases(
      store: written.releases.map(\.text), present: present.releases.map(\.text))
  }

  /// What the way to the app's current version would meet; nil where a store that has no version of the
  /// app's has no way either.
  private func migration(
    _ inspection: StoreInspection, _ identification: Identification, _ diagnosis: inout Diagnosis
  ) throws -> [Diagnosis.Cause]? {
    let match = identification.match
    let causes = MigrationCauses(self, identification)
    let deadline = ContinuousClock.now + budget
    do {
      let result = try inspection.store.connection.limited(to: budget) {
        var preflight = Preflight(inspection, target: target)
        preflight.onTrial = onTrial
        preflight.policy = policy
        preflight.examinesRows = depth == .migration
        preflight.examinesPages = false
        return try preflight.run(freeSpace: freeSpace, progress: progress)
      }
      if match == nil, result.path == nil { return nil }
      diagnosis.obstacles = result.problems + result.losses.findings.map { .init(finding: $0) }
      if let path = result.path, let cause = causes.unasked(path, depth) { return [cause] }
      diagnosis.findings += result.findings.filter {
        !diagnosis.findings.contains($0)
          && !($0.rule == StoreRules.newerStore.id && diagnosis.writtenBy?.isPast ?? false)
      }
      let found = causes.causes(of: result)
      let stages = result.path?.steps.filter(\.hasClosures).map(\.name) ?? []
      if !stages.isEmpty, found.contains(where: { $0.verdict == .opensAfterMigration }) {
        diagnosis.notExamined.append(
          Diagnosis.closures
            + "\(stages.quotedList(atMost: 5)) do: 'migrate' runs them on a copy")
      }
      return found
    } catch let error as SQLiteError where error.isInterrupt && deadline <= .now {
      diagnosis.notExamined.append("whether the rows fit the app's version: the time is up")
      return [causes.outOfTime]
    } catch let error as MigrationError {
      return match == nil ? nil : [causes.unclear(error)]
    }
  }

  private func finished(
    _ diagnosis: Diagnosis, _ schema: StoreSchema?, _ check: StoreCheck.Result? = nil
  ) -> Diagnosis {
    var diagnosis = diagnosis
    // Advice that names a command can be pasted.
    let commands = FilledCommands(store: store, models: models)
    diagnosis.causes = diagnosis.causes.merged()
    let isStopped = diagnosis.causes.contains(where: \.stopsMigration)
    let isPlanned = histories.contains { $0.isOrdered || !$0.stages.isEmpty }
    for index in diagnosis.causes.indices {
      diagnosis.causes[index].isPlanned = isPlanned
      diagnosis.causes[index].carriesModel = schema?.model?.source != .store
      diagnosis.causes[index].isStopped = isStopped
      diagnosis.causes[index].isKept = diagnosis.causes[..<index].contains {
        $0.verdict.keepsClosed(isPlanned: isPlanned)
      }
      for step in diagnosis.causes[index].treatment.indices {
        let text = diagnosis.causes[index].treatment[step].text
        diagnosis.causes[index].treatment[step].text = commands.filled(text)
      }
    }
    diagnosis.findings = diagnosis.findings.map(commands.filled)
    if let check { diagnosis.evidence.append(StoreEvidence.text(check)) }
    diagnosis.log = log.map { LogAgreement($0, schema, diagnosis.causes, histories) }
    // Nothing is said twice.
    let told = Set(diagnosis.causes.flatMap { [$0.what] + $0.because })
    diagnosis.findings.removeAll { told.contains($0.message) || $0.isLeftToClosures }
    diagnosis.findings.sort(by: Finding.isWorse)
    return diagnosis
  }
}

extension Diagnosis {
  fileprivate var hasReadableRows: Bool { causes.allSatisfy { $0.verdict > .damaged } }
}

extension Identification {
  fileprivate var isOfAnotherApp: Bool {
    if case .anotherApp = mismatch { true } else { false }
  }

  /// The store is newer than the models, or they are not what they were when it was written.
  fileprivate var isMistaken: Bool {
    switch mismatch {
    case .newer, .edited: true
    case .unsettled: isVersioned
    default: false
    }
  }
}

extension Diagnoser {
  /// A command of storedoctor about the store, with the models.
  func command(_ name: String, _ rest: String..., models: Bool = true) -> String {
    let given = models ? self.models.flatMap { ["--model", $0.shellWord] } : []
    let name = ["storedoctor", name, storeWord]
    return (name + given + rest).joined(separator: " ")
  }
}

extension Diagnoser {
  /// A path that begins like an option is none with its folder before it.
  var storeWord: String { (store.hasPrefix("-") ? "./" + store : store).shellWord }
}

extension String {
  /// The text as one word of a shell.
  package var shellWord: String {
    let plain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_./@%+=:,-".utf8.contains(byte)
      }
    }
    if plain, !isEmpty { return self }
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return "'" + replacing("'", with: #"'\''"#) + "'"
    }
    // Only so can a line break be written on one line.
    return "$'"
      + unicodeScalars.map { scalar in
        switch scalar {
        case "'", "\\": "\\\(scalar)"
        case "\n": "\\n"
        default: scalar.value < 0x20 || scalar.value == 0x7F ? octal(scalar.value) : String(scalar)
        }
      }.joined() + "'"
  }

  /// `\033`.
  private func octal(_ value: UInt32) -> String {
    let digits = String(value, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
