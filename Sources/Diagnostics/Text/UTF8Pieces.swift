/// A long text in pieces, so that a value of some hundred megabytes is never held twice.
enum UTF8Pieces {
  static let size = 64 << 10

  /// Calls `body` with each piece; broken UTF-8 is repaired, and no character is cut in two.
  static func forEach(_ bytes: UnsafeRawBufferPointer, _ body: (String) -> Void) {
    var start = 0
    while start < bytes.count {
      let end = end(of: bytes, from: start)
      body(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
  }

  /// The beginning of a text, one piece long.
  static func first(of bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes[..<end(of: bytes, from: 0)], as: UTF8.self)
  }

  private static func end(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard bytes.count - start > size else { return bytes.count }
    let end = start + size
    // The bytes of a character after its first one.
    let first = (0..<4).first { bytes[end - $0] & 0xc0 != 0x80 }
    return end - (first ?? 0)
  }
}
