internal import StoreModel

/// As much of JSON as a crash report needs: the objects of a list, and their members. Nothing is
/// decoded, so that a report that is cut off or has other things around it can be read as well.
enum JSONList {
  /// The elements of the first list that a key of this name has; nil when there is none.
  static func elements(
    named key: String, in text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>]? {
    let name = quoted(key)
    var position = 0
    while position + name.count < text.count {
      if text[position] == name[0], text.hasPrefix(name, at: position) {
        let value = value(behind: position + name.count, in: text)
        if text.byte(value) == UInt8(ascii: "[") { return elements(from: value + 1, in: text) }
      }
      position += 1
    }
    return nil
  }

  /// Where the value of a member of the object at `range` begins.
  static func value(
    of key: String, in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let name = quoted(key)
    var found: Int?
    scan(range, of: text) { position, depth in
      guard depth == 1, found == nil, text.hasPrefix(name, at: position) else { return }
      found = value(behind: position + name.count, in: text)
    }
    return found
  }

  /// The string, or the digits, that begin at `position`.
  static func scalar(at position: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    let isText = text.byte(position) == UInt8(ascii: "\"")
    let start = isText ? position + 1 : position
    var end = start
    while let byte = text.byte(end), isText ? byte != UInt8(ascii: "\"") : byte.isDigit,
      end - start < 300
    {
      end += 1
    }
    return text.string(start..<end)
  }

  /// Calls `body` for each string that begins in `range`, with the number of brackets around it.
  static func scan(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    _ body: (_ position: Int, _ depth: Int) -> Void
  ) {
    walk(range, of: text) { position, mark, depth in
      if mark == .text { body(position, depth) }
      return true
    }
  }

  private static func elements(
    from start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var begun = start
    walk(start..<text.count, of: text) { position, mark, depth in
      if mark == .opening, depth == 0 { begun = position }
      if mark == .closing, depth == 0 { ranges.append(begun..<position) }
      return depth >= 0
    }
    return ranges
  }

  private enum Mark { case text, opening, closing }

  /// Calls `body` where a string begins and for each bracket that is in none, with the number of brackets
  /// around it, until it returns false.
  private static func walk(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    _ body: (_ position: Int, _ mark: Mark, _ depth: Int) -> Bool
  ) {
    var (depth, isText, goesOn, position) = (0, false, true, range.lowerBound)
    while position < range.upperBound, goesOn {
      let byte = text[position]
      if isText {
        if byte == UInt8(ascii: "\\") { position += 1 }
        isText = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") {
        goesOn = body(position, .text, depth)
        isText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        goesOn = body(position, .opening, depth)
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        goesOn = body(position, .closing, depth)
      }
      position += 1
    }
  }

  private static func value(
    behind position: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var next = position
    while let byte = text.byte(next), byte.isSpace || byte == UInt8(ascii: ":") { next += 1 }
    return next
  }

  /// Texts are compared with lower-case bytes.
  private static func quoted(_ key: String) -> [UInt8] { Array("\"\(key.lowercased())\"".utf8) }
}
