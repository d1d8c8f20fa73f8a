/// What CloudKit's mirroring wrote down of its own work: its events, and what waits to be sent.
///
/// The columns are known from other projects' code about their own stores
/// (Documentation/Format/CloudKit.md, 3), so a store may have others; what is not there is not told.
public struct CloudEvents: Sendable, Hashable {
  /// What mirroring does; the numbers are those of `NSPersistentCloudKitContainer.EventType`.
  public enum Kind: Int64, Sendable, CaseIterable {
    case setup = 0
    case `import` = 1
    case export = 2

    /// As the report calls it.
    public var name: String {
      switch self {
      case .setup: "setup"
      case .import: "import"
      case .export: "export"
      }
    }
  }

  /// The end of one event.
  public struct End: Sendable, Hashable {
    /// Seconds since 2001.
    public var date: Double
    /// Whether it succeeded.
    public var succeeded: Bool
    /// Of its error; nil where none was written down.
    public var domain: String?
    /// The same.
    public var code: Int64?

    /// ISO 8601.
    public var dateText: String { CoreDataDate.text(date) }

    /// `CKErrorDomain 25`; nil where neither was written down.
    public var error: String? {
      let parts = [domain, code.map(String.init)].compactMap(\.self).filter { !$0.isEmpty }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
  }

  /// The events of one kind.
  public struct Course: Sendable, Hashable {
    /// Which kind.
    public var kind: Kind
    /// How the last one ended; nil where none has.
    public var last: End?
    /// When the last one that succeeded ended.
    public var lastSuccess: Double?
    /// How many have ended.
    public var ended = 0
    /// How many of these failed.
    public var failed = 0
    /// How many failed since the last that succeeded.
    public var failedInARow = 0
    /// Events that began after the last end and have none: running when the copy was made, or cut off.
    public var unfinished = 0
  }

  /// By kind: setup, import, export.
  public var courses: [Course]
  /// Rows that wait to be sent; nil where that cannot be told.
  public var pendingUploads: Int64?
  /// Deletions that wait to be sent; nil where that cannot be told.
  public var pendingDeletions: Int64?
  /// Whether older events were left out.
  public var isCut = false

  /// Newer events than these say what is the matter.
  package static let limit = 10_000
}

extension Store {
  /// What mirroring wrote down; nil for a store without its table of events, or with another shape of it.
  public var cloudEvents: CloudEvents? {
    guard let columns = existingTables.columns["ANSCKEVENT"],
      Set(["ZCLOUDKITEVENTTYPE", "ZSUCCEEDED", "ZENDEDAT"]).isSubset(of: columns)
    else { return nil }
    return try? CloudEvents(connection, Set(columns), existingTables.columns)
  }
}

extension CloudEvents {
  fileprivate init(
    _ connection: Connection, _ columns: Set<String>, _ tables: [String: [String]]
  ) throws {
    func column(_ name: String) -> String { columns.contains(name) ? name : "NULL" }
    let rows = try connection.rows(
      "SELECT ZCLOUDKITEVENTTYPE, ZENDEDAT, ZSUCCEEDED, \(column("ZERRORDOMAIN")), "
        + "\(column("ZERRORCODE")), \(column("ZSTARTEDAT")) FROM main.ANSCKEVENT "
        + "ORDER BY rowid DESC LIMIT \(Self.limit + 1)")
    isCut = rows.count > Self.limit
    var events: [Kind: [(end: End?, start: Double?)]] = [:]
    for row in rows.prefix(Self.limit) {
      guard let kind = row[0].integer.flatMap(Kind.init) else { continue }
      let end = row[1].double.map { date in
        End(
          date: date, succeeded: row[2].integer == 1, domain: row[3].text, code: row[4].integer)
      }
      events[kind, default: []].append((end, row[5].double))
    }
    courses = Kind.allCases.map { Course($0, events[$0] ?? []) }
    func count(_ flag: String) -> Int64? {
      guard tables["ANSCKRECORDMETADATA"]?.contains(flag) ?? false else { return nil }
      return
        (try? connection.value("SELECT count(*) FROM main.ANSCKRECORDMETADATA WHERE \(flag) = 1"))?
        .integer
    }
    pendingUploads = count("ZNEEDSUPLOAD")
    pendingDeletions = count("ZNEEDSCLOUDDELETE")
  }
}

extension CloudEvents.Course {
  fileprivate init(_ kind: CloudEvents.Kind, _ events: [(end: CloudEvents.End?, start: Double?)]) {
    self.kind = kind
    // What ended at one moment keeps the order of its rows.
    let ends = events.compactMap(\.end).enumerated()
      .sorted { ($1.element.date, $0.offset) < ($0.element.date, $1.offset) }.map(\.element)
    last = ends.first
    lastSuccess = ends.first(where: \.succeeded)?.date
    ended = ends.count
    failed = ends.count { !$0.succeeded }
    failedInARow = ends.prefix { !$0.succeeded }.count
    unfinished = events.count { event in
      event.end == nil && (last.map { end in event.start.map { $0 >= end.date } ?? false } ?? true)
    }
  }
}
