internal import Diagnostics

/// Takes the messages of the Language Server Protocol out of bytes: headers, an empty line, JSON.
///
/// What is no message is answered as a fault, and the next header is looked for: a client that counts
/// wrong loses messages, and not the server.
struct MessageFrames {
  enum Event {
    case message(JSONValue)
    case fault(String)
  }

  /// Larger ones are passed over.
  static let largest = 64 << 20
  private static let longestHeader = 64 << 10
  private static let name = Array("content-length:".utf8)

  private var bytes: [UInt8] = []
  /// The first byte that is not yet taken.
  private var start = 0
  /// Of a message that is too large: how much of it is still to come.
  private var passedOver = 0
  private var length: Int?

  mutating func add(_ new: [UInt8]) {
    let dropped = min(passedOver, new.count)
    passedOver -= dropped
    if start > 1 << 20 || start == bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += new[dropped...]
  }

  /// Nil until more has come.
  mutating func next() -> Event? {
    guard let length else { return header() }
    guard bytes.count - start >= length else { return nil }
    let body = start..<start + length
    (self.length, start) = (nil, body.upperBound)
    if let value = DecodedJSON.value(of: String(decoding: bytes[body], as: UTF8.self)) {
      return .message(value)
    }
    // The length may have reached into the next message.
    let end = min(body.upperBound + Self.name.count - 1, bytes.count)
    if let place = Self.place(of: Self.name, in: bytes[body.lowerBound..<end]) { start = place }
    return .fault("the message is not JSON")
  }

  private mutating func header() -> Event? {
    guard let end = headerEnd() else {
      guard bytes.count - start > Self.longestHeader else { return nil }
      start = bytes.count - Self.name.count
      return .fault("no header with a Content-Length in \(Self.longestHeader >> 10) KB")
    }
    let header = bytes[start..<end]
    start = end
    guard let place = Self.place(of: Self.name, in: header) else {
      return .fault("a header without Content-Length")
    }
    let digits = header[(place + Self.name.count)...].prefix { ![0x0a, 0x0d].contains($0) }
    let text = String(decoding: digits, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
    guard let count = Int(text), count >= 0, text.first != "+" else {
      return .fault("the Content-Length is no number")
    }
    guard count <= Self.largest else {
      let here = min(count, bytes.count - start)
      (start, passedOver) = (start + here, count - here)
      return .fault("a message of more than \(Self.largest >> 20) MB was passed over")
    }
    length = count
    return next()
  }

  /// Behind the empty line.
  private func headerEnd() -> Int? {
    var index = start
    while let feed = bytes[index...].firstIndex(of: 0x0a) {
      let rest = bytes[(feed + 1)...]
      if rest.first == 0x0a { return feed + 2 }
      if rest.starts(with: [0x0d, 0x0a]) { return feed + 3 }
      index = feed + 1
    }
    return nil
  }

  /// Where a text begins, whatever its case.
  private static func place(of name: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast(name.count - 1).first { index in
      (bytes[index] | 0x20) == name[0]
        && zip(bytes[index...], name).allSatisfy { $0 == $1 || ($0 | 0x20) == $1 && $1 != 0x2d }
    }
  }

  /// A message with its header.
  static func framed(_ message: JSONValue) -> String {
    let text = message.text()
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }
}
