public import StoreModel

/// One thing the doctor says about the input: a fact, where it is, and what to do about it.
public struct Finding: Sendable, Hashable, Codable {
  /// Id of the rule that found it, e.g. `missing-inverse`.
  public var rule: String
  /// How much it matters.
  public var severity: Severity
  /// One sentence, lower case, no full stop, consequence before advice.
  public var message: String
  /// What to do, as one imperative sentence; nil when there is nothing to do.
  public var help: String?
  /// Where it is; nil when it is the whole input.
  public var location: Location?
  /// Places and texts that belong to it: where something was declared, a statement that shows it.
  public var related: [Related] = []
  /// The entity it is about, if any.
  public var entity: String?
  /// The property it is about, if any.
  public var property: String?
  /// Anything short of certain says what the finding rests on.
  public var certainty: Certainty
  /// The line of the file at `location`, without its end; nil when there is no text to show.
  public var sourceLine: String?
  /// UTF-8 bytes from the column that the finding is about; nil when unknown.
  public var length: Int?
  /// Changes of the text that remove the finding and drop nothing that is stored; empty when the
  /// fix needs a person.
  public var edits: [TextEdit]

  /// A finding by its parts; `RuleInfo.finding` fills in most of them.
  public init(
    rule: String, severity: Severity, message: String, help: String? = nil,
    location: Location? = nil, entity: String? = nil, property: String? = nil,
    certainty: Certainty = .certain, sourceLine: String? = nil, length: Int? = nil,
    edits: [TextEdit] = []
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.help = help
    self.location = location
    self.entity = entity
    self.property = property
    self.certainty = certainty
    self.sourceLine = sourceLine
    self.length = length
    self.edits = edits
  }
}

/// A replacement of bytes in a text file.
public struct TextEdit: Sendable, Hashable, Codable {
  /// The file.
  public var path: String
  /// Bytes from the beginning of the file.
  public var range: Range<Int>
  /// What takes their place.
  public var replacement: String

  /// Replaces a range of bytes.
  public init(path: String, range: Range<Int>, replacement: String) {
    self.path = path
    self.range = range
    self.replacement = replacement
  }
}

extension Finding {
  /// Something beside the place of the finding itself.
  public struct Related: Sendable, Hashable, Codable {
    /// What it is, in one or two words: `declared`, `fetch`.
    public var label: String
    /// A statement or a remark; nil when the place says it all.
    public var text: String?
    /// Its place, if it has one.
    public var location: Location?

    /// Something with a label.
    public init(_ label: String, _ text: String? = nil, at location: Location? = nil) {
      self.label = label
      self.text = text
      self.location = location
    }

    /// Another place of which the same is to be said.
    package static func likewise(_ place: Location) -> Related { Related("likewise", at: place) }
  }

  /// The message, and what anything short of certain rests on.
  package var statement: String {
    message + (certainty.reason.map { " (\(certainty.level): \($0))" } ?? "")
  }

  /// The same finding at a place, about an entity or a property.
  package func at(
    _ place: Location?, entity: String? = nil, property: String? = nil
  ) -> Finding {
    var finding = self
    finding.location = place
    finding.entity = entity ?? finding.entity
    finding.property = property ?? finding.property
    return finding
  }

  /// The order of a report: by place, then by rule, so that output never depends on the order in
  /// which rules ran.
  package static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    func key(_ finding: Finding) -> (String, Int, Int, String, String) {
      (
        finding.location?.path ?? "", finding.location?.line ?? 0, finding.location?.column ?? 0,
        finding.rule, finding.message
      )
    }
    return key(left) < key(right)
  }

  /// The order of an answer about one store: what stops the app first, then what loses data.
  package static func isWorse(_ left: Finding, _ right: Finding) -> Bool {
    left.severity == right.severity ? precedes(left, right) : left.severity > right.severity
  }
}
