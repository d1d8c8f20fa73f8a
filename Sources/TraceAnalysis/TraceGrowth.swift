public import StoreEngine

/// How the statements of one piece of work grow with the data: the proof of an N+1 that needs no
/// threshold, from two traces of the same work on two sizes.
///
/// ```
/// let growth = TraceGrowth(small: small, large: large, scale: 2)
/// for loop in growth.loops { … }
/// ```
public struct TraceGrowth: Sendable, Hashable {
  /// How a number of statements depends on the amount of data.
  public enum Degree: String, Sendable, Hashable, Encodable {
    /// As many statements, however much data: growth 0.
    case constant
    /// In proportion to the data: growth 1.
    case linear
    /// Faster than the data.
    case more
    /// Between none and in proportion, as for one statement per page.
    case less
  }

  /// A statement by its template.
  public struct Template: Sendable, Hashable, Encodable {
    /// The statement with `?` for what varies.
    public var sql: String
    /// What it is for.
    public var purpose: TraceEvent.Purpose
    /// The entity of its main table.
    public var entity: String?
    /// `Note.tags`, for faults of a relationship whose name is known.
    public var relationship: String?
    /// Reads many objects by their keys, or one page.
    public var isBatch: Bool
    /// How often it ran on the small data.
    public var small: Int
    /// How often it ran on the large data.
    public var large: Int
    /// How that grows.
    public var degree: Degree

    private enum CodingKeys: String, CodingKey {
      case degree = "growth"
      case entity, large, purpose, relationship, small, sql
    }

    /// A query per object: it grows with the data though one query could have asked for all.
    public var isLoop: Bool {
      (degree == .linear || degree == .more) && !isBatch && purpose.isQuery && purpose != .prefetch
    }

    /// One sentence, lower case, no full stop.
    public var message: String {
      let subject = relationship ?? entity ?? "a statement"
      let growth = degree == .more ? "faster than the data" : "with the data"
      return "the queries for '\(subject)' grow \(growth): \(small), then \(large)"
    }
  }

  /// Templates that grow, the steepest first; then the constant ones.
  public let templates: [Template]

  /// The N+1 queries among them.
  public var loops: [Template] { templates.filter(\.isLoop) }

  /// - Parameter scale: how many times as much data the second trace had; more than 1.
  public init(small: TraceReport, large: TraceReport, scale: Double) {
    let before = Dictionary(
      small.templates.map { ($0.sql, $0.count) }, uniquingKeysWith: { first, _ in first })
    templates = large.templates.map { profile in
      let count = before[profile.sql] ?? 0
      return Template(
        sql: profile.sql, purpose: profile.purpose, entity: profile.entity,
        relationship: profile.relationship, isBatch: profile.isBatch, small: count,
        large: profile.count, degree: Self.degree(count, profile.count, scale))
    }.sorted {
      let growth = ($0.large - $0.small, $1.large - $1.small)
      return growth.0 == growth.1 ? $0.sql < $1.sql : growth.0 > growth.1
    }
  }

  /// A fixed part beside the growing one (the first page, the last empty fetch) is allowed for by
  /// comparing the increase with the increase in data.
  private static func degree(_ small: Int, _ large: Int, _ scale: Double) -> Degree {
    guard large > small, scale > 1 else { return .constant }
    // Where the small data gave no reason to ask, one question is no growth, several are.
    guard small > 0 else { return large > 1 ? .linear : .less }
    let slope = Double(large - small) / (Double(small) * (scale - 1))
    return slope > 1.2 ? .more : slope > 0.8 ? .linear : .less
  }
}
