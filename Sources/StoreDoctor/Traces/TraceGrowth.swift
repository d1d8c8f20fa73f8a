/// How the statements of one piece of work grow with the data: the proof of an N+1 that needs no
/// threshold, from two traces of the same work on two sizes.
public struct TraceGrowth: Sendable, Hashable {
  public enum Degree: String, Sendable, Hashable {
    /// As many statements, however much data: growth 0.
    case constant
    /// In proportion to the data: growth 1.
    case linear
    /// Faster than the data.
    case more
    /// Between none and in proportion, as for one statement per page.
    case less
  }

  public struct Template: Sendable, Hashable {
    public var sql: String
    public var entity: String?
    public var small: Int
    public var large: Int
    public var degree: Degree
  }

  /// Templates that grow, the steepest first; then the constant ones.
  public let templates: [Template]

  public var growing: [Template] { templates.filter { $0.degree == .linear || $0.degree == .more } }

  /// - Parameter scale: how many times as much data the second trace had; more than 1.
  public init(small: TraceReport, large: TraceReport, scale: Double) {
    let before = Dictionary(
      small.templates.map { ($0.sql, $0.count) }, uniquingKeysWith: { first, _ in first })
    templates = large.templates.map { profile in
      let count = before[profile.sql] ?? 0
      return Template(
        sql: profile.sql, entity: profile.entity, small: count, large: profile.count,
        degree: Self.degree(count, profile.count, scale))
    }.sorted {
      let growth = ($0.large - $0.small, $1.large - $1.small)
      return growth.0 == growth.1 ? $0.sql < $1.sql : growth.0 > growth.1
    }
  }

  /// A fixed part beside the growing one (the first page, the last empty fetch) is allowed for by
  /// comparing the increase with the increase in data.
  private static func degree(_ small: Int, _ large: Int, _ scale: Double) -> Degree {
    guard large > small else { return .constant }
    guard small > 0, scale > 1 else { return .more }
    let slope = Double(large - small) / (Double(small) * (scale - 1))
    return slope > 1.2 ? .more : slope > 0.8 ? .linear : .less
  }
}
