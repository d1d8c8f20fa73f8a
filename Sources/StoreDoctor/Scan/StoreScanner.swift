internal import Diagnostics
internal import StoreEngine
public import StoreModel

/// Looks into one store after the other, and says of each what it knows in one line.
public struct StoreScanner {
  /// How deep it looks.
  public var checks: ScannedStore.Checks
  /// The versions an app has, and what may be lost on the way to the newest.
  public var histories: [SchemaHistory] = []
  /// The version the app has; nil for the one that the models call current.
  public var target: String?
  /// What may be lost.
  public var policy = LossPolicy()
  /// For the rows, and as much for the migration.
  public var budget = Duration.seconds(10)
  /// Waits longer for stores that another process writes.
  public var isLive = false
  /// Searches the app's repository; nil where none was given.
  public var releases: ReleaseSearch?
  /// Migrates copies; nil where only the stores themselves are looked at.
  public var rehearsal: Verification?
  /// What else decides how a migration ends, beside the models: the code that runs, what may be lost.
  public var plan: String?

  /// A store that changes under the eyes is asked so often.
  private static let attempts = 4

  /// A scan that looks so deep.
  public init(_ checks: ScannedStore.Checks) { self.checks = checks }

  /// A name for the models: equal for models that are equal.
  public var models: String? {
    guard !histories.isEmpty else { return nil }
    let parts = histories.flatMap { history in
      [history.name, history.currentVersion ?? ""]
        + history.versions.flatMap { [$0.name, ModelHashes(of: $0).checksum ?? "unknown"] }
    }
    return String(
      ContentName.of((parts + [target ?? ""] + [plan].compactMap(\.self)).map { Array($0.utf8) })
        .prefix(16))
  }

  /// The line of a store.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - line: the line as it begins, with the names that the user knows.
  public func scan(_ path: String, into line: ScannedStore) -> ScannedStore {
    for _ in 0..<Self.attempts {
      guard let (found, diagnosis) = attempt(path, line) else { continue }
      var done = found
      if let diagnosis { migrate(path, &done, diagnosis) }
      return done.named(path)
    }
    var line = line
    line.failure = .init(.inUse, "another process changes the store faster than it can be read")
    return line
  }

  /// Nil when the store changed meanwhile; without a diagnosis what cannot be looked into.
  private func attempt(
    _ path: String, _ start: ScannedStore
  ) -> (line: ScannedStore, diagnosis: Diagnosis?)? {
    var line = start
    do {
      let read = try ReadStore.open(path, live: isLive)
      defer { read.file.release() }
      line.take(read.file, read.kind, read.store)
      let diagnosis = Result {
        try diagnoser(path).diagnose(
          read.file, read.kind, read.store, problem: read.problem.map { ReadStore.text($0) })
      }
      if checks > .quick { line.takeHashes(of: read.file) }
      guard read.file.isOneState else { return nil }
      line.take(try diagnosis.get())
      if let store = read.store { releases?.take(store, into: &line) }
      return (line, try diagnosis.get())
    } catch let error as StoreFileError {
      fill(&line, path, error)
    } catch let error as any ReportableError {
      line.failure = .init(.unreadable, error.description)
    } catch {
      line.failure = .init(.unreadable, "\(error)")
    }
    return (line, nil)
  }

  /// What cannot be opened has a verdict where its bytes tell one.
  private func fill(_ line: inout ScannedStore, _ path: String, _ error: StoreFileError) {
    if case .notAStore(let kind) = error.reason { line.kind = kind.id.rawValue }
    line.sizes.main = FilePath.size(path)
    if let diagnosis = try? diagnoser(path).diagnose(error) {
      if checks > .quick { line.hashes.main = ContentName.of(file: path) }
      return line.take(diagnosis)
    }
    let reason: ScannedStore.Failure.Reason =
      switch error.reason {
      case .missing, .danglingLink: .missing
      case .noPermission: .permission
      case .busy: .inUse
      case .tooLarge: .tooLarge
      default: .unreadable
      }
    line.failure = .init(reason, error.description)
  }

  private func diagnoser(_ path: String) -> Diagnoser {
    var diagnoser = Diagnoser(path)
    diagnoser.histories = histories
    diagnoser.target = target
    diagnoser.policy = policy
    diagnoser.budget = budget
    switch checks {
    case .quick: diagnoser.depth = .version
    case .full: diagnoser.depth = .rows
    case .preflight, .migrate: diagnoser.depth = .migration
    }
    return diagnoser
  }
}

extension ScannedStore.Checks: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ScannedStore {
  /// With the name that the user knows wherever the file's own is said, which may be one of ours.
  fileprivate func named(_ path: String) -> ScannedStore {
    guard path != name else { return self }
    // Files beside the store are said with its folder.
    let (ours, theirs) = (Folder.split(path).folder, Folder.split(name).folder)
    func renamed(_ text: String) -> String {
      text.replacing(path, with: name).replacing(ours, with: theirs)
    }
    var line = self
    line.what = what.map(renamed)
    line.notExamined = notExamined.map(renamed)
    if let text = failure?.text { line.failure?.text = renamed(text) }
    line.migration?.reason = migration?.reason.map(renamed)
    return line
  }
}
