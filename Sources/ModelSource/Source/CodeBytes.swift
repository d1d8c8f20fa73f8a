/// The bytes of a Swift file that are code: each comment counts as one space, each string as its
/// quotes, and what a string interpolates is code again.
struct CodeBytes {
  private enum Mode {
    /// Between the parentheses of an interpolation, or (at the bottom) the file itself.
    case code(parentheses: Int)
    case string(pounds: Int, isMultiline: Bool)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var modes = [Mode.code(parentheses: 0)]
  private(set) var offset = 0
  /// Where the last name began that `next(after:)` read.
  private(set) var nameStart = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// How deep strings and interpolations lie in each other.
  var depth: Int { modes.count }

  /// How deep parentheses lie in each other, since the last interpolation began.
  var parentheses: Int {
    if case .code(let parentheses)? = modes.last { parentheses } else { 0 }
  }

  private func byte(_ distance: Int) -> UInt8 {
    offset + distance < bytes.count ? bytes[offset + distance] : 0
  }

  /// The next byte of code, and the offset behind it in `offset`.
  mutating func next() -> UInt8? {
    while offset < bytes.count {
      switch modes[modes.count - 1] {
      case .string(let pounds, let isMultiline):
        if let byte = insideString(pounds, isMultiline) { return byte }
      case .code(let parentheses): return code(parentheses)
      }
    }
    return nil
  }

  /// Reads a name, which may be empty, and gives the byte behind it; nil at the end of the file.
  mutating func next(after name: inout [UInt8]) -> UInt8? {
    name.removeAll(keepingCapacity: true)
    while let byte = next() {
      guard byte.isNamePart else { return byte }
      if name.isEmpty { nameStart = offset - 1 }
      name.append(byte)
    }
    return nil
  }

  private mutating func code(_ parentheses: Int) -> UInt8 {
    let first = byte(0)
    switch (first, byte(1)) {
    case (UInt8(ascii: "/"), UInt8(ascii: "/")):
      while offset < bytes.count, byte(0) != UInt8(ascii: "\n") { offset += 1 }
      return 0x20
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      skipBlockComment()
      return 0x20
    case (UInt8(ascii: "\""), _): return openString(pounds: 0)
    case (UInt8(ascii: "#"), UInt8(ascii: "\"")), (UInt8(ascii: "#"), UInt8(ascii: "#")):
      var pounds = 0
      while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
      offset += pounds
      return byte(0) == UInt8(ascii: "\"") ? openString(pounds: pounds) : UInt8(ascii: "#")
    case (UInt8(ascii: "("), _): modes[modes.count - 1] = .code(parentheses: parentheses + 1)
    case (UInt8(ascii: ")"), _):
      // The parenthesis that closes an interpolation belongs to the string.
      if parentheses == 1, modes.count > 1 {
        modes.removeLast()
      } else {
        modes[modes.count - 1] = .code(parentheses: max(0, parentheses - 1))
      }
    default: break
    }
    offset += 1
    return first
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      switch (byte(0), byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        offset += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        offset += 2
      default: offset += 1
      }
    } while depth > 0 && offset < bytes.count
  }

  private mutating func openString(pounds: Int) -> UInt8 {
    let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    offset += isMultiline ? 3 : 1
    modes.append(.string(pounds: pounds, isMultiline: isMultiline))
    return UInt8(ascii: "\"")
  }

  private mutating func insideString(_ pounds: Int, _ isMultiline: Bool) -> UInt8? {
    let isQuoted = { (self: CodeBytes, start: Int) in
      (0..<pounds).allSatisfy { self.byte(start + $0) == UInt8(ascii: "#") }
    }
    switch byte(0) {
    case UInt8(ascii: "\n") where !isMultiline:
      modes.removeLast()
    case UInt8(ascii: "\\") where isQuoted(self, 1):
      let escaped = byte(1 + pounds)
      offset += 1 + pounds
      if escaped == UInt8(ascii: "(") {
        modes.append(.code(parentheses: 0))
        return nil
      }
      if escaped == UInt8(ascii: "\n") { return nil }
    case UInt8(ascii: "\"") where !isMultiline && isQuoted(self, 1):
      modes.removeLast()
      offset += pounds
    case UInt8(ascii: "\"")
    where isMultiline && byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
      && isQuoted(self, 3):
      modes.removeLast()
      offset += 2 + pounds
    default: break
    }
    offset += 1
    return nil
  }
}

extension UInt8 {
  var isNamePart: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}
