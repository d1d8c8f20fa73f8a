internal import PlatformFoundation

/// What the program made of a migration plan is told to do next: one closure of a stage, or what the
/// newer version's attributes begin with. On its standard input this is four texts, each ended by a
/// zero byte.
package struct PlanCommand: Sendable {
  package enum Kind: String, Sendable { case willMigrate, didMigrate, defaults }

  package var kind: Kind
  /// The names of the stage's versions, as the source has them.
  package var from: String
  package var to: String
  /// The path of the store; empty for `defaults`.
  package var store: String

  package init(_ kind: Kind, from: String, to: String, store: String) {
    self.kind = kind
    self.from = from
    self.to = to
    self.store = store
  }

  package static let fieldCount = 4
  /// What the program may be told when it starts: to report bound values, and events at all.
  package static let showsValues = "--values"
  package static let traces = "--trace"

  /// - Parameter fields: the four texts.
  package init?(fields: [String]) {
    guard fields.count == Self.fieldCount, let kind = Kind(rawValue: fields[0]) else { return nil }
    self.init(kind, from: fields[1], to: fields[2], store: fields[3])
  }

  package var bytes: [UInt8] {
    [kind.rawValue, from, to, store].flatMap { Array($0.utf8) + [0] }
  }
}

/// How the program says that a command is done, after the trace events (`TraceJSONL`): one line on
/// its descriptor 3. The line may be anything the plan's code makes up.
package struct PlanAnswer: Codable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    case done, threw
    /// The plan has no such stage when it runs.
    case missing
    case defaults
    /// The classes of the stage's version make another model than the store has.
    case misfit
  }

  /// An error that the closure let pass, about a model of another version.
  package struct Foreign: Codable, Sendable, Hashable {
    package var error: String
    /// As `PlanAnswer.places`.
    package var places: [String]

    package init(error: String, places: [String]) {
      self.error = error
      self.places = places
    }
  }

  package var outcome: Outcome
  /// Objects with changes that nobody saved.
  package var unsaved: Int?
  /// The error that was thrown; for a misfit, what differs.
  package var error: String?
  /// In the order in which they came, each once.
  package var foreign: [Foreign]?
  /// `PATH:LINE:COLUMN` of the calls that led to the error, innermost first.
  package var places: [String]?
  /// Paths that the system refused to the code.
  package var refused: [String]?
  /// What only a device knows and the code asked for, with what it was told instead.
  package var invented: [String]?
  /// Required attributes that the code saved with NaN, as `Entity.attribute`.
  package var notNumbers: [String]?
  /// The newer version's defaults by `Entity.attribute`, as lines of `DefaultValue`.
  package var defaults: [String: String]?
  package var work: Work?

  /// What a closure asked of its store.
  package struct Work: Codable, Sendable {
    /// Reads and changes, without transactions and bookkeeping.
    package var statements = 0
    /// Fetches, prefetches and counts.
    package var fetches = 0
    /// Objects and relationships loaded because they were touched.
    package var faults = 0
    /// Rows changed, those of the persistent history included.
    package var changes = 0
    /// Rows by table.
    package var inserted: [String: Int] = [:]
    package var deleted: [String: Int] = [:]

    package init() {}
  }

  package init(_ outcome: Outcome) { self.outcome = outcome }

  /// The one key of the line, by which it is told from an event.
  private struct Line: Codable { var host: PlanAnswer }
  package static let lineStart: StaticString = "{\"host\":"

  /// Without its end.
  package func line() throws -> [UInt8] { try Array(JSONEncoder().encode(Line(host: self))) }

  /// Nil for a line that is no answer.
  package init?(line: some Sequence<UInt8>) {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    self = line.host
  }
}
