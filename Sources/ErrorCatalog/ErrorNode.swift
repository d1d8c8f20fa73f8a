/// One `NSError` of a dump, with the errors it wraps.
package struct ErrorNode: Sendable, Hashable {
  package var domain: String?
  package var code: Int?
  /// The text in quotes after the code; nil for "(null)" and when there is none. It is in the
  /// language of the device, so codes and keys are trusted first.
  package var message: String?
  /// Keys in the order printed.
  package var userInfo: [Field] = []
  /// `NSUnderlyingError` and `NSMultipleUnderlyingErrorsKey`.
  package var underlying: [ErrorNode] = []
  /// `NSDetailedErrors`: several faults side by side rather than one below the other.
  package var details: [ErrorNode] = []
  /// Bytes of the text this error takes up; for errors inside a quoted text, those of the text.
  var range: Range<Int>

  package struct Field: Sendable, Hashable {
    package var key: String
    package var value: ErrorValue
  }

  package subscript(key: String) -> ErrorValue? {
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
package indirect enum ErrorValue: Sendable, Hashable {
  case text(String)
  case dictionary([ErrorNode.Field])
  case array([ErrorValue])
  case error(ErrorNode)

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package subscript(key: String) -> ErrorValue? {
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
