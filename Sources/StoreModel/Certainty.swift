/// How well a fact is known. Every hash, match or difference that rests on a fact inherits the
/// weakest certainty among the facts it rests on.
public enum Certainty: Sendable, Hashable, Codable {
  /// Read from the file, or a rule verified against Apple's own output.
  case certain
  /// A rule that fits everything seen but was not verified; the text says what is assumed.
  case inferred(String)
  /// Not known; the text says what and why.
  case unknown(String)
  /// Not known, because no given file declares the type.
  ///
  /// - Parameters:
  ///   - field: the path within the property, `author.kind`; nil for the property itself.
  ///   - meant: a type of almost that name, which was probably meant.
  case undeclared(type: String, field: String? = nil, meant: String? = nil)

  /// Whether the fact is missing rather than doubtful.
  public var isUnknown: Bool {
    switch self {
    case .unknown, .undeclared: true
    case .certain, .inferred: false
    }
  }

  /// The reason behind anything short of certain.
  public var reason: String? {
    switch self {
    case .certain: nil
    case .inferred(let reason), .unknown(let reason): reason
    case .undeclared(let type, let field, _):
      (field.map { "\($0): " } ?? "")
        + "'\(type)' is not declared in the given sources, so its storage is not known"
    }
  }

  /// The same, said of a field of what it was about.
  package func about(_ field: String) -> Certainty {
    switch self {
    case .certain: .certain
    case .inferred(let reason): .inferred("\(field): \(reason)")
    case .unknown(let reason): .unknown("\(field): \(reason)")
    case .undeclared(let type, let inner, let meant):
      .undeclared(type: type, field: inner.map { "\(field): \($0)" } ?? field, meant: meant)
    }
  }

  /// The weaker of two certainties; the receiver wins a tie.
  public func weaker(_ other: Certainty) -> Certainty { other.rank > rank ? other : self }

  private var rank: Int {
    switch self {
    case .certain: 0
    case .inferred: 1
    case .unknown, .undeclared: 2
    }
  }
}
