/// One `NSError` of a dump, with the errors it wraps.
public struct ErrorNode: Sendable, Hashable {
  public var domain: String?
  public var code: Int?
  /// The text in quotes after the code; nil for "(null)" and when there is none. It is in the
  /// language of the device, so codes and keys are trusted first.
  public var message: String?
  /// Keys in the order printed.
  public var userInfo: [Field]
  /// `NSUnderlyingError` and `NSMultipleUnderlyingErrorsKey`.
  public var underlying: [ErrorNode]
  /// `NSDetailedErrors`: several faults side by side rather than one below the other.
  public var details: [ErrorNode]
  /// Bytes of the text this error takes up; for errors inside a quoted text, those of the text.
  var range: Range<Int>

  public struct Field: Sendable, Hashable {
    public var key: String
    public var value: ErrorValue
  }

  init(domain: String? = nil, code: Int? = nil, message: String? = nil, range: Range<Int>) {
    self.domain = domain
    self.code = code
    self.message = message
    userInfo = []
    underlying = []
    details = []
    self.range = range
  }

  public subscript(key: String) -> ErrorValue? {
    userInfo.first { $0.key == key }?.value
  }

  /// Takes over the fields of a `userInfo` and finds the errors in them.
  mutating func absorb(_ fields: [Field]) {
    userInfo += fields
    for field in fields {
      let errors = field.value.errors
      if field.key == "NSDetailedErrors" { details += errors } else { underlying += errors }
    }
  }
}

/// A value in a `userInfo`, a metadata dictionary or any other printed property list.
public indirect enum ErrorValue: Sendable, Hashable {
  case text(String)
  case dictionary([ErrorNode.Field])
  case array([ErrorValue])
  case error(ErrorNode)

  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  public subscript(key: String) -> ErrorValue? {
    if case .dictionary(let fields) = self { fields.first { $0.key == key }?.value } else { nil }
  }

  /// The errors at this place, not those inside them.
  var errors: [ErrorNode] {
    switch self {
    case .error(let node): [node]
    case .array(let values): values.flatMap(\.errors)
    case .text, .dictionary: []
    }
  }
}
