extension ErrorText {
  /// Bytes before and after a message in which its keys are looked for.
  private static let reach = 700

  /// `entity=Note, attribute=title` printed near a message but not as part of a dump, and the
  /// one-key-a-line form of newer systems.
  func looseFields(around range: Range<Int>) -> [ErrorNode.Field] {
    bytes.withUnsafeBufferPointer { text in
      var fields: [ErrorNode.Field] = []
      let start = max(0, range.lowerBound - Self.reach)
      let end = min(text.count, range.upperBound + Self.reach)
      // What follows a message belongs to it more often than what precedes it.
      let next = Self.nextEntry(after: range.upperBound, before: end, in: text)
      for part in [range.upperBound..<next, start..<range.lowerBound] {
        var position = part.lowerBound
        while position < part.upperBound {
          if let field = field(at: position, limit: part.upperBound, in: text) {
            fields.append(field)
          }
          position += 1
        }
      }
      return fields
    }
  }

  /// Where a line begins that can only be another message.
  private static func nextEntry(
    after start: Int, before end: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var position = start
    while position < end {
      if text[position].isNewline,
        beginnings.contains(where: { text.hasPrefix($0, at: position + 1) })
      {
        return position
      }
      position += 1
    }
    return end
  }

  private static let beginnings: [[UInt8]] = [
    "reason: ", "*** ", "CoreData: ", "SwiftData/", "Fatal error", "Error Domain=",
  ].map { Array($0.utf8) }

  private static let names: [[UInt8]] = [
    "entity", "attribute", "property", "relationship", "reason", "NSValidationErrorKey",
  ].map { Array($0.utf8) }

  private func closes(_ byte: UInt8, _ braces: inout Int) -> Bool {
    if byte == UInt8(ascii: "{") { braces += 1 }
    if byte == UInt8(ascii: "}") { braces -= 1 }
    return braces < 0
  }

  private func field(
    at position: Int, limit: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> ErrorNode.Field? {
    for name in Self.names where text.byte(position) == name[0] && text.isWordStart(position) {
      let end = position + name.count
      guard end < limit, text[position..<end].elementsEqual(name) else { continue }
      var value = end
      while value < limit, text[value] == UInt8(ascii: " ") { value += 1 }
      guard value < limit, text[value] == UInt8(ascii: "=") || text[value] == UInt8(ascii: ":"),
        // "property: …" is a sentence; the log's one-key-a-line form has spaces on both sides.
        text[value] == UInt8(ascii: "=") || value > end
      else { return nil }
      value += 1
      while value < limit, text[value] == UInt8(ascii: " ") { value += 1 }
      let start = value
      let isSentence = name == Self.names[4]
      // A reason may run into the message it was found beside.
      let valueLimit = min(text.count, start + 400)
      var braces = 0
      while value < valueLimit, !text[value].isNewline,
        // The last value of a dictionary ends with it.
        !closes(text[value], &braces),
        isSentence || text[value].isWord || text[value] == UInt8(ascii: ".")
          || text[value] >= 0x80 || (value == start && text[value] == UInt8(ascii: "\""))
      {
        value += 1
      }
      let trimmed = text.trimmed(start..<value)
      guard !trimmed.isEmpty else { return nil }
      return ErrorNode.Field(
        key: String(decoding: name, as: UTF8.self), value: .text(text.string(trimmed)))
    }
    return nil
  }
}
