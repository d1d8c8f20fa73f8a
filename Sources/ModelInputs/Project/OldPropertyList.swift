/// A property list in the notation that Xcode keeps projects in: `{ isa = PBXGroup; children = (A, B); }`.
enum OldPropertyList: Equatable {
  case text(String)
  case list([OldPropertyList])
  case dictionary([String: OldPropertyList])

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The texts of a list; none for anything else.
  var texts: [String] {
    if case .list(let list) = self { list.compactMap(\.text) } else { [] }
  }

  subscript(key: String) -> OldPropertyList? {
    if case .dictionary(let values) = self { values[key] } else { nil }
  }

  /// - Returns: nil for anything but one whole value, such as a file with the marks of a merge conflict.
  static func parse(_ bytes: [UInt8]) -> OldPropertyList? {
    var reader = Reader(bytes: bytes)
    guard let value = reader.value(), reader.isAtEnd else { return nil }
    return value
  }
}

extension OldPropertyList {
  private struct Reader {
    let bytes: [UInt8]
    var place = 0
    var depth = 0
    /// Projects nest five deep; hostile text may nest as deep as it likes.
    private static let mostDepth = 64

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool {
      mutating get {
        skip()
        return place == bytes.count
      }
    }

    mutating func value() -> OldPropertyList? {
      skip()
      guard place < bytes.count, depth < Self.mostDepth else { return nil }
      depth += 1
      defer { depth -= 1 }
      switch bytes[place] {
      case UInt8(ascii: "{"): return dictionary()
      case UInt8(ascii: "("): return list()
      default: return word().map { .text($0) }
      }
    }

    private mutating func dictionary() -> OldPropertyList? {
      place += 1
      var values: [String: OldPropertyList] = [:]
      while !take("}") {
        guard let key = word(), take("="), let value = value(), take(";") else { return nil }
        values[key] = value
      }
      return .dictionary(values)
    }

    private mutating func list() -> OldPropertyList? {
      place += 1
      var values: [OldPropertyList] = []
      while !take(")") {
        guard let value = value() else { return nil }
        values.append(value)
        guard take(",") || peek == UInt8(ascii: ")") else { return nil }
      }
      return .list(values)
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Takes a mark, if it is the next one.
    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
      skip()
      guard peek == UInt8(ascii: mark) else { return false }
      place += 1
      return true
    }

    /// Spaces and comments of both kinds.
    private mutating func skip() {
      while let byte = peek {
        if byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) {
          place += 1
        } else if byte == UInt8(ascii: "/"), place + 1 < bytes.count,
          bytes[place + 1] == UInt8(ascii: "/")
        {
          while let next = peek, next != 0x0A { place += 1 }
        } else if byte == UInt8(ascii: "/"), place + 1 < bytes.count,
          bytes[place + 1] == UInt8(ascii: "*")
        {
          place += 2
          while place < bytes.count,
            !(bytes[place] == UInt8(ascii: "/") && bytes[place - 1] == UInt8(ascii: "*"))
          {
            place += 1
          }
          place = min(place + 1, bytes.count)
        } else {
          return
        }
      }
    }

    private mutating func word() -> String? {
      skip()
      if let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        return quoted(by: quote)
      }
      let start = place
      while let byte = peek, Self.isOfWord(byte) { place += 1 }
      return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
      default: "_$/:.-".utf8.contains(byte)
      }
    }

    private mutating func quoted(by quote: UInt8) -> String? {
      place += 1
      var content: [UInt8] = []
      while let byte = peek, byte != quote {
        place += 1
        guard byte == UInt8(ascii: "\\") else {
          content.append(byte)
          continue
        }
        guard let next = peek else { return nil }
        place += 1
        switch next {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
          let digits = bytes[place..<min(place + 4, bytes.count)]
          guard digits.count == 4,
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(code)
          else { return nil }
          content += Array(String(Character(scalar)).utf8)
          place += 4
        default: content.append(next)
        }
      }
      guard peek == quote else { return nil }
      place += 1
      return String(decoding: content, as: UTF8.self)
    }
  }
}
