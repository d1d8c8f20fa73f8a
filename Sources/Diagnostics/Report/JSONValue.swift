/// A JSON document. Written with sorted keys, exact numbers and always valid UTF-8.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The string, or null.
  public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// The integer, or null.
  public static func optional(_ integer: Int?) -> JSONValue {
    integer.map { .integer(Int64($0)) } ?? .null
  }

  /// The texts as an array.
  public static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }

  /// The value as text: one member per line and two spaces per level, or all on one line.
  package func text(isPretty: Bool = false) -> String {
    let bytes = ByteOutput()
    write(to: bytes, indent: isPretty ? 0 : nil)
    return bytes.text
  }

  /// Writes the value. `indent` is the current depth; nil writes everything on one line.
  public func write(to out: ByteOutput, indent: Int? = nil) {
    switch self {
    case .null: out.write("null")
    case .bool(let value): out.write(value ? "true" : "false")
    case .integer(let value): out.write(integer: value)
    case .number(let value): Self.write(number: value, to: out)
    case .string(let value): Self.write(string: value, to: out)
    case .array(let values):
      Self.write(
        open: "[", close: "]", count: values.count, indent: indent, to: out
      ) { index, depth in
        values[index].write(to: out, indent: depth)
      }
    case .object(let members):
      let keys = members.keys.sorted()
      Self.write(
        open: "{", close: "}", count: keys.count, indent: indent, to: out
      ) { index, depth in
        Self.write(string: keys[index], to: out)
        out.write(depth == nil ? ":" : ": ")
        (members[keys[index]] ?? .null).write(to: out, indent: depth)
      }
    }
  }

  private static func write(
    open: StaticString, close: StaticString, count: Int, indent: Int?, to out: ByteOutput,
    element: (Int, Int?) -> Void
  ) {
    out.write(open)
    for index in 0..<count {
      if index > 0 { out.write(",") }
      if let indent { out.newLine(indent: indent + 1) }
      element(index, indent.map { $0 + 1 })
    }
    if let indent, count > 0 { out.newLine(indent: indent) }
    out.write(close)
  }

  /// The shortest decimal that reads back as the same double. JSON has no infinity: 9e999 reads
  /// back as one in every common parser, as SQLite's own output does.
  static func write(number: Double, to out: ByteOutput) {
    if number.isNaN {
      out.write("null")
    } else if number.isInfinite {
      out.write(number < 0 ? "-9e999" : "9e999")
    } else {
      out.write(number.description)
    }
  }

  static func write(string: String, to out: ByteOutput) {
    var string = string
    string.withUTF8 { write(utf8: UnsafeRawBufferPointer($0), to: out) }
  }

  /// Writes bytes that are valid UTF-8. Control characters and the invisible characters that
  /// reorder text are escaped: the same document to a parser, but harmless on a terminal.
  static func write(utf8 bytes: UnsafeRawBufferPointer, to out: ByteOutput) {
    out.write("\"")
    if !bytes.contains(where: { $0 < 0x20 || $0 >= 0x7f || $0 == 0x22 || $0 == 0x5c }) {
      out.write(bytes)
    } else {
      UTF8Pieces.forEach(bytes) { write(escaped: $0, to: out) }
    }
    out.write("\"")
  }

  /// Writes a text that is JSON already, with what is not safe to show escaped in its strings.
  static func write(json text: String, to out: ByteOutput) {
    write(escaped: text, isJSON: true, to: out)
  }

  private static func write(escaped text: String, isJSON: Bool = false, to out: ByteOutput) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"" where !isJSON: out.write("\\\"")
      case "\\" where !isJSON: out.write("\\\\")
      case "\n": out.write("\\n")
      case "\r": out.write("\\r")
      case "\t": out.write("\\t")
      case let scalar where scalar.isUnsafeToShow:
        // All of them are in the basic plane, so one escape is enough.
        let hex = String(scalar.value, radix: 16)
        out.write("\\u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex)
      default: out.write(scalar)
      }
    }
    out.write("")
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
