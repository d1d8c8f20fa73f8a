/// RFC 4648 base64 with padding.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func write(_ bytes: UnsafeRawBufferPointer, to out: ByteOutput) {
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
      }
      for digit in 0..<4 {
        let value = Int(group >> (18 - 6 * UInt32(digit)) & 63)
        out.write(byte: digit <= count ? digits[value] : 0x3d)
      }
      index += 3
      if index % (3 << 14) == 0 { out.write("") }
    }
    out.write("")
  }
}
