internal import StoreModel

/// Default values inside keyed archives (Documentation/Format/ModelFiles.md, 2.4).
enum DefaultValueArchive {
  static func read(
    _ reference: PlistValue?, of type: AttributeType, in archive: KeyedArchive
  ) -> DefaultValue? {
    if let object = archive.object(reference) { return read(object, in: archive) }
    switch archive.value(reference) {
    case .bool(let value)?: return number(value ? 1 : 0, of: type)
    case .integer(let value)?: return number(value, of: type)
    case .real(let value)?:
      return type == .decimal ? .decimal(DecimalText(value).text) : .double(value)
    case .string(let text)?: return type == .uri ? .url(text) : .string(text)
    case .data(let bytes)?: return .data(bytes)
    case .date(let seconds)?: return .date(seconds)
    default: return nil
    }
  }

  private static func number(_ value: Int64, of type: AttributeType) -> DefaultValue {
    switch type {
    case .boolean: .boolean(value != 0)
    case .double, .float: .double(Double(value))
    case .decimal: .decimal(String(value))
    case .date: .date(Double(value))
    default: .integer(value)
    }
  }

  private static func read(_ object: KeyedArchive.Object, in archive: KeyedArchive) -> DefaultValue?
  {
    let fields = object.fields
    let value: DefaultValue? =
      switch object.className {
      case "NSDate": fields["NS.time"]?.double.map { .date($0) }
      case "NSUUID": fields["NS.uuidbytes"]?.data.flatMap { $0.count == 16 ? .uuid($0) : nil }
      case "NSURL": archive.string(fields["NS.relative"]).map { .url($0) }
      case "NSString", "NSMutableString": archive.string(.dictionary(fields)).map { .string($0) }
      case "NSData", "NSMutableData": archive.value(fields["NS.data"])?.data.map { .data($0) }
      case "NSDecimalNumber", "NSDecimalNumberPlaceholder":
        DecimalText(archived: fields).map { .decimal($0.text) }
      default: nil
      }
    return value ?? .expression("an archived '\(object.className)'")
  }

  /// A reference to the archived value; null when there is none, or none that could be known.
  static func write(_ value: DefaultValue?, into archive: inout KeyedArchiveBuilder) -> PlistValue {
    switch value {
    case .integer(let value)?: archive.scalar(.integer(value))
    case .double(let value)?: archive.scalar(.real(value))
    case .boolean(let value)?: archive.scalar(.bool(value))
    case .string(let text)?: archive.string(text)
    case .data(let bytes)?: archive.scalar(.data(bytes))
    case .date(let seconds)?: archive.object(["NSDate"], ["NS.time": .real(seconds)])
    case .uuid(let bytes)?: archive.object(["NSUUID"], ["NS.uuidbytes": .data(bytes)])
    case .url(let text)?:
      archive.object(
        ["NSURL"], ["NS.base": KeyedArchiveBuilder.null, "NS.relative": archive.string(text)])
    case .decimal(let text)?:
      DecimalText(text)?.archivedFields.map {
        archive.object(
          ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue"], $0)
      } ?? KeyedArchiveBuilder.null
    case .expression?, nil: KeyedArchiveBuilder.null
    }
  }
}

/// A decimal number as digits and a power of ten, in its shortest form.
struct DecimalText {
  var isNegative: Bool
  /// No leading zeros; a single "0" for zero.
  var digits: [UInt8]
  var exponent: Int

  /// `NSDecimal`'s archived fields: a little-endian mantissa of 16-bit units and an exponent.
  init?(archived fields: [String: PlistValue]) {
    guard let mantissa = fields["NS.mantissa"]?.data, mantissa.count <= 16,
      let exponent = fields["NS.exponent"]?.integer, (-1000...1000).contains(exponent),
      let length = fields["NS.length"]?.integer, (0...8).contains(length)
    else { return nil }
    let isNegative = fields["NS.negative"]?.bool ?? false
    // Length zero and negative is NSDecimal's "not a number".
    if length == 0 && isNegative { return nil }
    let isLittleEndian = fields["NS.mantissa.bo"]?.integer != 2
    var units = stride(from: 0, to: mantissa.count - 1, by: 2).map { index in
      let (first, second) = (UInt32(mantissa[index]), UInt32(mantissa[index + 1]))
      return isLittleEndian ? first | second << 8 : first << 8 | second
    }
    units = Array(units.prefix(Int(length)))
    var digits: [UInt8] = []
    while units.contains(where: { $0 != 0 }) {
      var remainder: UInt32 = 0
      for index in units.indices.reversed() {
        let value = remainder << 16 | units[index]
        units[index] = value / 10
        remainder = value % 10
      }
      digits.append(UInt8(remainder))
    }
    self.init(isNegative: isNegative, digits: digits.reversed(), exponent: Int(exponent))
  }

  /// Plain or scientific notation.
  init?(_ text: String) {
    var rest = text[...]
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    let parts = rest.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "eE".contains($0) })
    var exponent = 0
    if parts.count == 2 {
      guard let power = Int(parts[1]), (-1000...1000).contains(power) else { return nil }
      exponent = power
    }
    let number = (parts.first ?? "").split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let all = number.joined()
    guard !all.isEmpty,
      all.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    if number.count == 2 { exponent -= number[1].utf8.count }
    self.init(
      isNegative: isNegative, digits: all.utf8.map { $0 - UInt8(ascii: "0") }, exponent: exponent)
  }

  init(_ value: Double) {
    self = DecimalText("\(value)") ?? DecimalText(isNegative: false, digits: [], exponent: 0)
  }

  private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    var significant = digits.drop { $0 == 0 }
    var power = exponent
    while significant.last == 0 {
      significant.removeLast()
      power += 1
    }
    self.digits = significant.isEmpty ? [0] : Array(significant)
    self.isNegative = isNegative && !significant.isEmpty
    self.exponent = significant.isEmpty ? 0 : power
  }

  /// `NSDecimal`'s archived fields; nil for a number it cannot hold exactly.
  var archivedFields: [String: PlistValue]? {
    guard digits.count <= 38, (-128...127).contains(exponent) else { return nil }
    var units = [UInt32](repeating: 0, count: 8)
    for digit in digits {
      var carry = UInt32(digit)
      for index in units.indices {
        let value = units[index] * 10 + carry
        units[index] = value & 0xffff
        carry = value >> 16
      }
    }
    let length = units.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return [
      "NS.mantissa": .data(units.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }),
      "NS.mantissa.bo": .integer(1), "NS.length": .integer(Int64(length)),
      "NS.exponent": .integer(Int64(exponent)), "NS.negative": .bool(isNegative),
      "NS.compact": .bool(false),
    ]
  }

  /// Plain notation: `-12.5`, `1000`, `0.001`.
  var text: String {
    let plain = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    let sign = isNegative ? "-" : ""
    if exponent >= 0 { return sign + plain + String(repeating: "0", count: exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - plain.count)) + plain
    return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }
}
