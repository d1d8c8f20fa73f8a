/// An element of a parsed XML document.
struct XMLElement {
  var name: String
  var attributes: [(name: String, value: String, offset: Int)] = []
  var children: [XMLElement] = []
  /// All character data directly inside the element.
  var text = ""
  /// Byte offset of the element's `<`.
  var offset: Int

  func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  func children(named name: String) -> [XMLElement] {
    children.filter { $0.name == name }
  }
}

/// A parsed XML document; elements know their byte offset, the document turns it into a place.
struct XMLDocument {
  let root: XMLElement
  private let lineStarts: [Int]

  init(root: XMLElement, bytes: [UInt8]) {
    self.root = root
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// 1-based line, and 1-based column in bytes, of a byte offset.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - lineStarts[low] + 1)
  }
}

/// A small strict XML 1.0 reader for UTF-8 text: elements, attributes, character data, comments,
/// CDATA, processing instructions. A document type declaration is skipped and declares nothing, so
/// there are no entities that could unfold or read other files.
///
/// Why not Foundation's `XMLParser`: findings point at line and column of elements, any bytes must
/// give a value or an error, and FoundationXML would have to be loaded at every start.
struct XMLReader {
  static let depthLimit = 128
  /// The largest model seen has 1,500.
  static let elementLimit = 500_000

  private let bytes: [UInt8]
  private var position = 0
  private var elements = 0

  static func read(_ bytes: [UInt8]) throws -> XMLDocument {
    var reader = XMLReader(bytes: bytes)
    return XMLDocument(root: try reader.document(), bytes: bytes)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  // MARK: Structure

  private mutating func document() throws -> XMLElement {
    skipSpace()
    guard peek == UInt8(ascii: "<") else { throw error(.notXML) }
    var open: [XMLElement] = []
    while true {
      if open.isEmpty { skipSpace() } else { open[open.count - 1].text += try text() }
      let start = position
      guard peek == UInt8(ascii: "<") else { throw unexpected }
      if take("<!--") {
        try skip(to: "-->")
      } else if take("<![CDATA[") {
        guard !open.isEmpty else { throw error(.notXML, at: start) }
        let content = position
        try skip(to: "]]>")
        open[open.count - 1].text += String(decoding: bytes[content..<position - 3], as: UTF8.self)
      } else if take("<?") {
        try skip(to: "?>")
      } else if take("<!DOCTYPE"), open.isEmpty {
        try skipDocumentType()
      } else if take("</") {
        let name = try name()
        skipSpace()
        try expect(UInt8(ascii: ">"))
        guard let element = open.popLast() else { throw unexpected }
        guard element.name == name else {
          throw error(.wrongEndTag(found: name, expected: element.name), at: start)
        }
        if open.isEmpty { return try finish(element) }
        open[open.count - 1].children.append(element)
      } else {
        position += 1
        let (element, isEmpty) = try startTag(at: start)
        elements += 1
        guard elements <= Self.elementLimit else {
          throw error(.tooLarge(limit: Self.elementLimit))
        }
        guard open.count < Self.depthLimit else { throw error(.tooDeep(limit: Self.depthLimit)) }
        if !isEmpty {
          open.append(element)
        } else if open.isEmpty {
          return try finish(element)
        } else {
          open[open.count - 1].children.append(element)
        }
      }
    }
  }

  private mutating func startTag(at start: Int) throws -> (XMLElement, isEmpty: Bool) {
    var element = XMLElement(name: try name(), offset: start)
    var names: Set<String> = []
    while true {
      let gap = position
      skipSpace()
      if take("/>") { return (element, true) }
      if take(">") { return (element, false) }
      let offset = position
      guard position > gap else { throw unexpected }
      let name = try name()
      skipSpace()
      try expect(UInt8(ascii: "="))
      skipSpace()
      let value = try quoted()
      guard names.insert(name).inserted else { throw error(.repeatedAttribute(name), at: offset) }
      element.attributes.append((name, value, offset))
    }
  }

  /// Only comments and processing instructions may follow the root.
  private mutating func finish(_ root: XMLElement) throws -> XMLElement {
    while true {
      skipSpace()
      if position == bytes.count { return root }
      if take("<!--") {
        try skip(to: "-->")
      } else if take("<?") {
        try skip(to: "?>")
      } else {
        throw error(.contentAfterRoot)
      }
    }
  }

  /// Up to the closing `>`, minding quotes and an internal subset in brackets.
  private mutating func skipDocumentType() throws {
    var isInSubset = false
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): while let inner = next(), inner != byte {}
      case UInt8(ascii: "["): isInSubset = true
      case UInt8(ascii: "]"): isInSubset = false
      case UInt8(ascii: ">") where !isInSubset: return
      default: break
      }
    }
    throw error(.unexpectedEnd)
  }

  // MARK: Text

  private mutating func text() throws -> String { try characters { $0 == UInt8(ascii: "<") } }

  private mutating func quoted() throws -> String {
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw unexpected
    }
    position += 1
    let result = try characters { $0 == quote || $0 == UInt8(ascii: "<") }
    try expect(quote)
    return result
  }

  /// What stands before a byte, which is left to be read.
  private mutating func characters(until isEnd: (UInt8) -> Bool) throws -> String {
    var result = ""
    var start = position
    while let byte = peek, !isEnd(byte) {
      if byte == UInt8(ascii: "&") {
        result += String(decoding: bytes[start..<position], as: UTF8.self)
        result.unicodeScalars.append(try entity())
        start = position
      } else {
        position += 1
      }
    }
    if position == bytes.count { throw error(.unexpectedEnd) }
    return result + String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func entity() throws -> Unicode.Scalar {
    let start = position
    position += 1
    let content = position
    while let byte = peek, byte != UInt8(ascii: ";"), position - content < 12 { position += 1 }
    let name = String(decoding: bytes[content..<position], as: UTF8.self)
    guard take(";") else { throw error(.unknownEntity(name), at: start) }
    let scalar: Unicode.Scalar? =
      switch name {
      case "amp": "&"
      case "lt": "<"
      case "gt": ">"
      case "quot": "\""
      case "apos": "'"
      case _ where name.hasPrefix("#x"):
        UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
      default: nil
      }
    guard let scalar else { throw error(.unknownEntity(name), at: start) }
    return scalar
  }

  private mutating func name() throws -> String {
    let start = position
    while let byte = peek, Self.isNameByte(byte) { position += 1 }
    guard position > start else { throw unexpected }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func next() -> UInt8? {
    defer { position += 1 }
    return peek
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[min(position, bytes.count)...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func skip(to end: StaticString) throws {
    while position < bytes.count {
      if take(end) { return }
      position += 1
    }
    throw error(.unexpectedEnd)
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func expect(_ byte: UInt8) throws {
    guard peek == byte else { throw unexpected }
    position += 1
  }

  private var unexpected: ModelFileError {
    peek.map { error(.unexpectedByte($0)) } ?? error(.unexpectedEnd)
  }

  private func error(_ damage: ModelFileError.XMLDamage, at offset: Int? = nil) -> ModelFileError {
    let before = bytes[..<min(offset ?? position, bytes.count)]
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let place = (line: lines + 1, column: before.count - start + 1)
    return .xml(damage, line: place.line, column: place.column)
  }
}
