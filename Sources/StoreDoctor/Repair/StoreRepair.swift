internal import Diagnostics
public import StoreEngine
public import StoreModel

/// Heals a copy of a store: what `check` finds is treated, class by class.
///
/// What loses nothing is done without being asked. Links that lead nowhere are dropped only where that
/// is allowed, and what only the store's owner can know is decided by nobody else. The store itself is
/// only read.
public struct StoreRepair {
  /// Which of several rows with a value that must be unique stays.
  public enum Keep: String, Sendable, Hashable, CaseIterable {
    /// The row with the highest key.
    case newest
    /// The row with the lowest key.
    case oldest
    /// The row with the most links to other rows, of several the oldest.
    case mostLinked = "most-linked"

    var text: String {
      switch self {
      case .newest: "the newest"
      case .oldest: "the oldest"
      case .mostLinked: "the most linked"
      }
    }
  }

  /// The store's path.
  public let store: String
  /// The versions of the app, for stores that do not say themselves what they are.
  public var histories: [SchemaHistory] = []
  /// The rules whose findings are treated; empty for all.
  public var only: Set<String> = []
  /// Whether links that lead nowhere may be dropped.
  public var allowsReferences = false
  /// Which row of several with one value stays; nil leaves them all.
  public var keep: Keep?
  /// Values of required properties that have none: `Note.title=Untitled`.
  public var values: [String] = []
  /// Reads the store while another process writes it.
  public var isLive = false
  /// Told, again and again, what is examined: steps done, steps in all, and its name.
  public var progress: (Int, Int, String) -> Void = { _, _, _ in }

  /// Told every statement that is run on the copy.
  package var onStatement: ((StatementEvent) -> Void)?

  /// A repair that does what loses nothing.
  public init(_ store: String) { self.store = store }

  /// Says what would be done. Nothing is written: it is tried on a temporary copy.
  ///
  /// - Throws: `RepairError`, `StoreFileError`, `SQLiteError`.
  public func rehearse() throws -> RepairAnswer {
    try readable {
      let original = try OriginalFindings(store, isLive: isLive)
      let file = try StoreFile.open(path: store, live: isLive)
      let connection = try Connection(path: "", mode: .temporary)
      try file.connection.backUp(to: connection, pagesPerStep: .max)
      try file.prove()
      try connection.distrustSchema()
      var run = try RepairRun(self, on: connection, path: store, isRehearsal: true)
      run.answer.bytesRead = file.bytesRead
      return try run.perform(original)
    }
  }

  /// Repairs a copy, which takes its name when it is complete and was examined again. Where there is
  /// nothing to change, nothing is written.
  ///
  /// - Throws: `RepairError`, `StoreFileError`, `StoreOutputError`, `SQLiteError`. Then there is no new
  ///   file.
  public func run(to output: StoreOutput) throws -> RepairAnswer {
    try readable {
      let original = try OriginalFindings(store, isLive: isLive)
      // Triggers are off, so nothing asks for the present.
      let copy = try WorkCopy(of: store, for: output, live: isLive, now: 0)
      var answer = try treat(copy, original)
      guard answer.hasChanges else { return answer }
      try copy.finish()
      answer.file = output.path
      return answer
    }
  }

  /// Nothing holds the copy's connection afterwards.
  private func treat(_ copy: WorkCopy, _ original: OriginalFindings) throws -> RepairAnswer {
    let connection = try copy.open()
    // Unlike a migration, a repair goes on where one of its statements fails.
    _ = try connection.rows("PRAGMA journal_mode = MEMORY")
    var run = try RepairRun(self, on: connection, path: copy.path, isRehearsal: false)
    run.answer.bytesRead = copy.bytesRead
    return try run.perform(original)
  }

  private func readable<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as SQLiteError where error.isDamage {
      throw RepairError.damaged(store, message: error.message)
    }
  }

  var choices: RepairChoices {
    RepairChoices(only: only, allowsReferences: allowsReferences, keep: keep)
  }

  /// - Throws: `RepairError.unknownRule`.
  func checkRules() throws(RepairError) {
    let known = Treatments.byRule.keys.sorted()
    for name in only.sorted() where !known.contains(name) {
      throw .unknownRule(name, near: NameDistance.nearest(to: name, in: known))
    }
  }
}

/// What is found of the files of a store, and not of a copy.
struct OriginalFindings {
  var problems: [StoreCheck.Problem] = []

  /// Of a damaged store nothing is asked.
  init() {}

  /// The store is let go again before it is copied.
  init(_ path: String, isLive: Bool) throws {
    let file = try StoreFile.open(path: path, live: isLive)
    defer { file.release() }
    let inspection = StoreInspection(store: try Store(file: file), path: path, state: file.state)
    for rule in [DamagedLog(), EmptiedFile(), LeftoverMigrationFile()] as [any StoreRule] {
      try rule.examine(inspection) {
        problems.append(StoreCheck.Problem(finding: $0, rows: $1))
      }
    }
  }
}
