/// Collects bytes and hands them on in large pieces, so that a million rows cost a few hundred
/// writes and no strings. Without a destination it keeps everything, for tests and small texts.
public final class ByteOutput {
  // Changed with each byte that is written. Only `destination` runs code of others, and it is given a
  // copy that shares the array's memory.
  @exclusivity(unchecked) private var buffer: [UInt8] = []
  private let limit: Int
  private let destination: (([UInt8]) -> Void)?

  /// - Parameter destination: receives the bytes when the buffer is full and at `flush()`.
  public init(limit: Int = 64 * 1024, destination: (([UInt8]) -> Void)? = nil) {
    self.limit = limit
    self.destination = destination
    buffer.reserveCapacity(destination == nil ? 256 : limit + 4096)
  }

  /// Everything written so far; only for an output without destination.
  public var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Hands on what has been written.
  public func flush() {
    guard let destination, !buffer.isEmpty else { return }
    destination(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private func flushIfFull() {
    if destination != nil && buffer.count >= limit { flush() }
  }

  package func write(_ text: StaticString) {
    text.withUTF8Buffer { buffer.append(contentsOf: $0) }
    flushIfFull()
  }

  /// Writes a text as it is.
  public func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    flushIfFull()
  }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > limit, destination != nil else {
      buffer.append(contentsOf: bytes)
      return flushIfFull()
    }
    // A huge value is passed on piece by piece.
    for start in stride(from: 0, to: bytes.count, by: limit) {
      buffer.append(contentsOf: bytes[start..<min(bytes.count, start + limit)])
      flushIfFull()
    }
  }

  package func write(_ scalar: Unicode.Scalar) {
    buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  package func write(byte: UInt8) { buffer.append(byte) }

  package func write(spaces count: Int) {
    guard count > 0 else { return }
    buffer.append(contentsOf: repeatElement(0x20, count: count))
  }

  package func newLine(indent: Int = 0) {
    buffer.append(0x0a)
    write(spaces: indent * 2)
    flushIfFull()
  }

  package func write(line: String) {
    write(line)
    newLine()
  }

  /// The shortest digits that tell the number, as `description` has them, without making a string.
  package func write(real: Double) {
    var digits = Digits(out: self)
    real.write(to: &digits)
  }

  /// The standard library hands digits to `_writeASCII` if there is one, and a string to `write` if it
  /// should stop doing so.
  private struct Digits: TextOutputStream {
    let out: ByteOutput

    func write(_ text: String) { out.write(text) }
    func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
      out.write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Decimal digits, without making a string.
  package func write(integer: Int64) {
    var rest = integer.magnitude
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)  // room for 20 digits on the stack
    withUnsafeMutableBytes(of: &digits) { room in
      var position = room.count
      repeat {
        position -= 1
        room[position] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
        rest /= 10
      } while rest > 0
      if integer < 0 {
        position -= 1
        room[position] = 0x2d
      }
      buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[position...]))
    }
    flushIfFull()
  }
}
