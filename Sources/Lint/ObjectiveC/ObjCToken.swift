/// One word or mark of Objective-C.
struct ObjCToken: Sendable {
  enum Kind: Sendable {
    case word, number, mark
    /// A string literal of either language; literals that follow each other are one.
    case text
  }

  var kind: Kind
  /// As written; of a string literal its content.
  var text: String
  /// Where it begins, in bytes.
  var offset: Int
}

/// Takes Objective-C apart into words and marks. Comments are left out, and so are the lines of the
/// preprocessor, of which only constants made of text are kept.
struct ObjCScanner {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var tokens: [ObjCToken] = []
  /// The texts that `#define NAME @"text"` gives names to.
  private(set) var defines: [String: String] = [:]
  /// Comments that begin with `//`, and where.
  private(set) var comments: [(text: String, offset: Int)] = []
  /// Whether the text before a place is cut off by `#if 0`, and how deep.
  private var leftOut = 0
  /// Of each `#if` around that is no part of such text, whether it always holds.
  private var conditions: [Bool] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func scan(_ bytes: [UInt8]) -> ObjCScanner {
    var scanner = ObjCScanner(bytes)
    scanner.run()
    return scanner
  }

  private mutating func run() {
    var isLineStart = true
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\n"):
        isLineStart = true
        place += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): comment()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "#") where isLineStart: directive()
      default:
        isLineStart = false
        if leftOut > 0 { skipLine() } else { token(byte) }
      }
    }
  }

  private func peek(_ ahead: Int = 0) -> UInt8? {
    place + ahead < bytes.count ? bytes[place + ahead] : nil
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { place += 1 }
  }

  private mutating func comment() {
    let start = place
    skipLine()
    let end = bytes[place - 1] == UInt8(ascii: "\r") ? place - 1 : place
    comments.append((String(decoding: bytes[start..<end], as: UTF8.self), start))
  }

  private mutating func skipComment() {
    place += 2
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        place += 2
        return
      }
      place += 1
    }
  }

  /// A line that begins with `#`, with those that continue it.
  private mutating func directive() {
    let start = place
    while let byte = peek(), byte != UInt8(ascii: "\n") || bytes[place - 1] == UInt8(ascii: "\\") {
      place += 1
    }
    let line = String(decoding: bytes[start..<place], as: UTF8.self)
    let words = line.dropFirst().split { $0 == " " || $0 == "\t" }
    let (word, condition) = Self.condition(line.dropFirst())
    if leftOut > 0 {
      if word.hasPrefix("if") { leftOut += 1 }
      if word == "endif" || leftOut == 1 && ["else", "elif"].contains(word) { leftOut -= 1 }
      if word == "endif", leftOut == 0 { _ = conditions.popLast() }
    } else if word.hasPrefix("if") {
      conditions.append(word == "if" && condition == "1")
      let isLeftOut =
        word == "if" && condition == "0" || word != "ifndef" && condition.isOfDebugging
      if isLeftOut { leftOut = 1 }
    } else if word == "endif" {
      _ = conditions.popLast()
    } else if ["else", "elif"].contains(word) {
      if conditions.last ?? false { leftOut = 1 }
    } else if words.first == "define", words.count > 2 {
      let rest = ObjCScanner.scan(Array(words.dropFirst(2).joined(separator: " ").utf8)).tokens
      if rest.count == 1, rest[0].kind == .text { defines[String(words[1])] = rest[0].text }
    }
  }

  /// `if` and `0` of `if (0) // the old way`.
  private static func condition(_ line: Substring) -> (word: Substring, condition: Substring) {
    let line = line.drop { $0 == " " || $0 == "\t" }
    let word = line.prefix(while: \.isLetter)
    var end = line.endIndex
    for mark in ["//", "/*"] {
      if let comment = line.firstRange(of: mark) { end = min(end, comment.lowerBound) }
    }
    let rest = line[word.endIndex..<max(end, word.endIndex)]
    let marks: Set<Character> = [" ", "\t", "\r", "(", ")"]
    var condition = rest.drop(while: marks.contains)
    while let last = condition.last, marks.contains(last) { condition.removeLast() }
    return (word, condition)
  }

  private mutating func token(_ byte: UInt8) {
    if byte == UInt8(ascii: "@"), peek(1) == UInt8(ascii: "\"") {
      place += 1
      return text(from: place - 1)
    }
    if byte == UInt8(ascii: "\"") { return text(from: place) }
    if byte == UInt8(ascii: "'") { return character() }
    let start = place
    if Self.isOfWord(byte) {
      while let next = peek(), Self.isOfWord(next) { place += 1 }
      let isNumber = (0x30...0x39).contains(byte)
      tokens.append(
        ObjCToken(
          kind: isNumber ? .number : .word,
          text: String(decoding: bytes[start..<place], as: UTF8.self), offset: start))
      return
    }
    let pair = peek(1).map { [byte, $0] } ?? [byte]
    let length = Self.pairs.contains(pair) ? 2 : 1
    place += length
    tokens.append(
      ObjCToken(
        kind: .mark, text: String(decoding: bytes[start..<place], as: UTF8.self), offset: start))
  }

  private static let pairs = Set(
    ["==", "!=", "<=", ">=", "&&", "||", "->", "++", "--", "+=", "-="].map { Array($0.utf8) })

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...0xFF: true
    default: false
    }
  }

  private mutating func text(from start: Int) {
    place += 1
    var content: [UInt8] = []
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\\"), let next = peek(1) {
        content.append(next)
        place += 2
      } else {
        content.append(byte)
        place += 1
      }
    }
    place = min(place + 1, bytes.count)
    let written = String(decoding: content, as: UTF8.self)
    if let last = tokens.last, last.kind == .text {
      tokens[tokens.count - 1].text += written
    } else {
      tokens.append(ObjCToken(kind: .text, text: written, offset: start))
    }
  }

  private mutating func character() {
    let start = place
    place += 1
    while let byte = peek(), byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\n") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    place = min(place + 1, bytes.count)
    tokens.append(ObjCToken(kind: .number, text: "0", offset: start))
  }
}

extension Substring {
  /// Whether a condition lets code through that no user runs: `DEBUG`, `DEBUG_MESSAGES`.
  fileprivate var isOfDebugging: Bool {
    filter { !$0.isWhitespace }.split(separator: "_").contains("DEBUG")
  }
}
