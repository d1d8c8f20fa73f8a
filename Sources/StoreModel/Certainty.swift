/// How well a fact is known. Every hash, match or difference that rests on a fact inherits the
/// weakest certainty among the facts it rests on.
public enum Certainty: Sendable, Hashable {
  /// Read from the file, or a rule verified against Apple's own output.
  case certain
  /// A rule that fits everything seen but was not verified; the text says what is assumed.
  case inferred(String)
  /// Not known; the text says what and why.
  case unknown(String)

  public var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }

  /// The reason behind anything short of certain.
  public var reason: String? {
    switch self {
    case .certain: nil
    case .inferred(let reason), .unknown(let reason): reason
    }
  }

  /// The weaker of two certainties; the receiver wins a tie.
  public func weaker(_ other: Certainty) -> Certainty {
    other.rank > rank ? other : self
  }

  private var rank: Int {
    switch self {
    case .certain: 0
    case .inferred: 1
    case .unknown: 2
    }
  }
}
