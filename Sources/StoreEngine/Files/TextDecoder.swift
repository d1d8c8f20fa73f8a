/// Lets UTF-8 through and turns UTF-16 (a log saved by a Windows editor) into it. UTF-8 that is not
/// valid passes as it is; it is repaired only where text is shown.
package struct TextDecoder {
  private enum Encoding { case undecided, utf8, utf16LittleEndian, utf16BigEndian }

  private var encoding = Encoding.undecided
  private var pending: [UInt8] = []

  package init() {}

  package var isUTF16: Bool { encoding == .utf16LittleEndian || encoding == .utf16BigEndian }

  /// Whether the next bytes pass as they are.
  package var isTransparent: Bool { encoding == .utf8 }

  package mutating func decode(
    _ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    if encoding == .utf8 { return body(chunk) }
    pending.append(contentsOf: chunk)
    if encoding == .undecided {
      guard pending.count >= 4 else { return }
      decide()
    }
    let bytes = pending
    pending = []
    if encoding == .utf8 { return bytes.withUnsafeBytes(body) }
    let usable = bytes.count & ~1
    pending = Array(bytes[usable...])
    let high = encoding == .utf16LittleEndian ? 1 : 0
    var units: [UInt16] = []
    units.reserveCapacity(usable / 2)
    for index in stride(from: 0, to: usable, by: 2) {
      units.append(UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high]))
    }
    var text = String(decoding: units, as: UTF16.self)
    text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Input of three bytes or fewer never got as far as a decision.
  package mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    pending.withUnsafeBytes(body)
    pending = []
  }

  private mutating func decide() {
    switch (pending[0], pending[1], pending[2], pending[3]) {
    case (0xff, 0xfe, _, _):
      encoding = .utf16LittleEndian
      pending.removeFirst(2)
    case (0xfe, 0xff, _, _):
      encoding = .utf16BigEndian
      pending.removeFirst(2)
    case (0xef, 0xbb, 0xbf, _):
      encoding = .utf8
      pending.removeFirst(3)
    // Without a mark: a log begins with plain letters, every other byte of which is zero.
    case (1..., 0, 1..., 0): encoding = .utf16LittleEndian
    case (0, 1..., 0, 1...): encoding = .utf16BigEndian
    default: encoding = .utf8
    }
  }
}
