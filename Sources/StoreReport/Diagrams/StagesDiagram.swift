/// The versions of a store's schema and the stages between them, with the place where the store is.
public struct StagesDiagram: Sendable, Hashable {
  /// Each version once, oldest first where that is known.
  public var versions: [Version] = []
  /// The stages, by the names of the versions.
  public var stages: [Stage] = []
  /// What the picture is of, for who cannot see it.
  public var title: String

  /// A version.
  public struct Version: Sendable, Hashable {
    /// What stages call it.
    public var name: String
    /// What is shown: the name, with the identifier where there is one.
    public var title: String
    /// Whether the store has this version.
    public var isStore = false
    /// Whether the migration starts here, where there is no store.
    public var isStart = false
    /// Whether it is where the migration should end.
    public var isTarget = false
    /// How migrations from here ended.
    public var outcome: Outcome?
    /// What else is to be said of it, line by line.
    public var notes: [String] = []

    /// What is to be seen first.
    var marks: [String] {
      (isStore ? ["▶ the store is here"] : isStart ? ["▶ start"] : [])
        + (isTarget ? ["◎ target"] : [])
    }

    /// A version without a part in anything yet.
    public init(_ name: String, title: String? = nil) {
      self.name = name
      self.title = title ?? name
    }
  }

  /// A step from one version to another.
  public struct Stage: Sendable, Hashable {
    /// The name of the version it begins with.
    public var from: String
    /// The name of the version it ends with.
    public var to: String
    /// Who makes it.
    public var kind: Kind
    /// What the plan calls it.
    public var name: String?
    /// Whether the store's way goes through it.
    public var isOnWay = false
    /// How it ended, or what is known before it is run.
    public var outcome: Outcome?
    /// What else is to be said of it, line by line: changes, rows, time.
    public var notes: [String] = []

    /// A stage about which nothing else is known.
    public init(from: String, to: String, kind: Kind, name: String? = nil) {
      self.from = from
      self.to = to
      self.kind = kind
      self.name = name
    }
  }

  /// Who makes a stage.
  public enum Kind: String, Sendable, Hashable {
    /// Core Data alone, as the plan says.
    case lightweight
    /// Core Data and the plan's code.
    case custom
    /// Core Data alone, without a plan.
    case inferred
    /// A mapping model.
    case mapped = "mapping model"
    /// The tool's way to an older version.
    case backwards
    /// The source does not say.
    case unknown
  }

  /// How something ended.
  public enum Outcome: String, Sendable, Hashable {
    case ok
    case failed = "FAILED"
    /// Not run, and no rows make it succeed.
    case fails = "would fail"
    case refused
    case notRun = "not run"

    /// The class of its text.
    var style: StaticString {
      switch self {
      case .ok: "added"
      case .failed, .fails, .refused: "error"
      case .notRun: "warning"
      }
    }

    /// Says the same as the colour.
    var sign: String {
      switch self {
      case .ok: "✓"
      case .failed, .fails, .refused: "✗"
      case .notRun: "–"
      }
    }

    var text: String { "\(sign) \(rawValue)" }
  }

  /// A diagram without anything in it.
  public init(title: String) { self.title = title }

  /// Adds a version, or returns the place of the one of the name.
  @discardableResult
  public mutating func add(_ version: Version) -> Int {
    if let known = versions.firstIndex(where: { $0.name == version.name }) { return known }
    versions.append(version)
    return versions.count - 1
  }
}
