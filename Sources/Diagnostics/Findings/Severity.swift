/// How much a finding matters.
public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
  /// Data is lost, the app crashes, or the store does not open.
  case error
  /// Works today, goes wrong under conditions the message names.
  case warning
  /// Worth knowing; nothing to fix.
  case note

  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  /// Notes first, errors last, so that `max()` is the worst.
  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
