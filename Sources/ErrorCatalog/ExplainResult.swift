public import StoreModel

/// What the doctor has to say about a code, a symbol, a message or a log.
public struct ExplainResult: Sendable, Hashable {
  /// What the input was taken for.
  public var input: Input
  /// Distinct errors, the most telling cause first.
  public var answers: [ErrorAnswer]
  /// Ids of explanations whose names are close to an input nothing is known about.
  public var suggestions: [String] = []
  /// What limits the answer: a shared number, a text that was cut.
  public var notes: [String] = []
  /// Findings about the case as a whole: whose hashes the text prints, which version they are.
  public var findings: [CaseFinding] = []
  /// Store metadata the text prints.
  package var metadata: [StoreMetadataDump] = []
  /// Objects that the text names, each once.
  package var objects: [ObjectReference] = []
  /// Ids of every explanation met in the text, sorted, those folded into another's chain included.
  public var recognised: [String]

  /// The kinds of input.
  public enum Input: String, Sendable, Hashable {
    case id, code, symbol, text
  }

  /// Whether anything is known about the input.
  public var isKnown: Bool { answers.contains { $0.explanation != nil } }
}

/// One distinct error of an input.
public struct ErrorAnswer: Sendable, Hashable {
  /// Nil for a code no explanation covers.
  public var explanation: Explanation?
  /// The error in one line, `NSCocoaErrorDomain 134110`, when the input names a code.
  public var code: String?
  /// The name of the code: of an explanation that covers several, not that of another.
  public var symbol: String? {
    guard let explanation, let number = code?.split(separator: " ").last.flatMap({ Int($0) }),
      let own = explanation.code, number != own
    else { return explanation?.symbol }
    return ErrorNames.names(code: number).first { $0.domain == explanation.domain }?.name
  }
  /// Names and values taken from the text: entity, attribute, path, reason.
  public var captures: [Capture] = []
  /// The first 1-based lines it stands on; empty for a bare code or symbol.
  public var lines: [Int] = []
  /// How often it occurs; a note says when not every occurrence was looked at.
  public var count = 0
  /// The errors around it, innermost first.
  public var chain: [Link] = []
  /// What the case at hand says about it.
  public var findings: [CaseFinding] = []

  /// One error of the chain above a cause.
  public struct Link: Sendable, Hashable {
    /// Domain, code and message.
    public var text: String
    /// The id of its explanation, if there is one.
    public var explanation: String?
  }
}

/// One fact about the case at hand, found by looking at the store or the model.
public struct CaseFinding: Sendable, Hashable {
  /// One plain sentence.
  public var text: String
  /// How sure it is.
  public var certainty: Certainty
  /// The entity it is about, if it is about one.
  public var entity: String?
  /// The attribute or relationship it is about.
  public var property: String?
  /// The place in the user's files that it comes from.
  public var location: Location?
  /// Whether it says that the error is not of the store at hand.
  package var isForeign = false

  /// - Parameter text: one plain sentence.
  public init(
    _ text: String, certainty: Certainty = .certain, entity: String? = nil,
    property: String? = nil, location: Location? = nil
  ) {
    self.text = text
    self.certainty = certainty
    self.entity = entity
    self.property = property
    self.location = location
  }
}
