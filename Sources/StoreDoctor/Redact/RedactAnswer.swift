public import Diagnostics
public import StoreModel

/// What a redaction made, and whether the twin gives the answers that the store gives.
public struct RedactAnswer: Answer {
  /// The store, which is only read.
  public let store: String
  /// The twin.
  public let file: String
  /// Which bytes of the store were read.
  public internal(set) var bytesRead = ""
  /// Whether a seed was given, so that whoever knows it can try guesses.
  public let isSeeded: Bool
  /// Tables with the rows that both have, in the order of the schema.
  public internal(set) var tables: [Table] = []
  /// How many values were replaced, by kind; `kept` are those in which there is nothing to replace.
  public internal(set) var values: [String: Int64] = [:]
  /// Free pages and pages in all.
  public internal(set) var pages = Pages()
  /// Answers that differ.
  public internal(set) var differences: [Difference] = []
  /// Columns whose whole numbers are those of the store, because no model says that they are no links.
  public internal(set) var perhapsLinks: [String] = []
  /// Rows that do not meet a condition in their table's own text any more.
  public internal(set) var unmet: Int64 = 0
  /// Tables, indexes, triggers and views that this SQLite library could not make, one phrase each.
  public internal(set) var leftOut: [String] = []

  /// A table and its rows.
  public struct Table: Sendable, Encodable {
    /// The root entity; nil for tables of links, of the history and of the store itself.
    public var entity: String?
    /// Its name in the file.
    public var table: String
    /// Rows in it.
    public var rows: Int64

    public func encode(to encoder: any Encoder) throws {
      try encoder.write(["entity": entity, "rows": rows, "table": table])
    }
  }

  /// How much of a file is free.
  public struct Pages: Sendable, Encodable {
    /// Of the store.
    public var freeBefore: Int64 = 0
    /// Of the store.
    public var totalBefore: Int64 = 0
    /// Of the twin.
    public var freeAfter: Int64 = 0
    /// Of the twin.
    public var totalAfter: Int64 = 0
    /// `none`, `slight`, `moderate` or `heavy`.
    public var fragmentationBefore = "none"
    /// `none`, `slight`, `moderate` or `heavy`.
    public var fragmentationAfter = "none"
  }

  /// What one of the two says and the other does not.
  public struct Difference: Sendable, Hashable, Encodable {
    /// `verdict`, a rule, or `not-examined`.
    public var about: String
    /// What is said of the store; nil where nothing is.
    public var store: String?
    /// What is said of the twin; nil where nothing is.
    public var twin: String?

    public func encode(to encoder: any Encoder) throws {
      try encoder.write(["about": about, "store": store, "twin": twin])
    }
  }

  /// What a twin cannot show, whatever the store is.
  public static let limits = [
    "what the app's own code makes of values: raw values of enums, numbers that name something, names "
      + "of members in JSON and property lists, formats inside texts, closures of custom stages",
    "the order of texts and numbers, and derived attributes that are sums or extremes",
    "what was wrong with the files themselves: a damaged or left-over log, wrong indexes, files that a "
      + "migration left; the twin is written anew",
  ]

  init(_ store: String, file: String, isSeeded: Bool) {
    (self.store, self.file, self.isSeeded) = (store, file, isSeeded)
  }

  /// `done` only where the twin has everything and gives the same answers.
  public var verdict: ExitStatus {
    differences.isEmpty && leftOut.isEmpty && unmet == 0 ? .done : .found
  }

  /// The keys of the JSON output.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "bytesRead": bytesRead, "differences": differences, "leftOut": leftOut,
      "pages": pages, "path": file, "perhapsLinks": perhapsLinks, "restsOnValues": Self.limits,
      "seeded": isSeeded,
      "store": store, "tables": tables, "unmetConditions": unmet, "values": values,
    ])
  }
}
