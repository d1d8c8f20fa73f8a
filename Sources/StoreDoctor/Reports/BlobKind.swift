/// What a blob is, told from its first bytes.
enum BlobKind {
  private static let signatures: [(prefix: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4e, 0x47], "PNG image"),
    ([0xff, 0xd8, 0xff], "JPEG image"),
    (Array("GIF8".utf8), "GIF image"),
    (Array("bplist00".utf8), "binary property list"),
    (Array("<?xml".utf8), "XML"),
    (Array("%PDF".utf8), "PDF"),
    (Array("SQLite format 3".utf8), "SQLite database"),
    ([0x50, 0x4b, 0x03, 0x04], "ZIP archive"),
    ([0x1f, 0x8b], "gzip"),
    (Array("RIFF".utf8), "RIFF media"),
    (Array("ID3".utf8), "MP3 audio"),
  ]

  /// A short name, or nil when the bytes look like nothing in particular.
  static func name(of bytes: UnsafeRawBufferPointer) -> String? {
    for signature in signatures where bytes.starts(with: signature.prefix) { return signature.name }
    // ISO media files carry their brand in the second box field.
    if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) {
      return bytes[8..<11].elementsEqual("hei".utf8) ? "HEIC image" : "ISO media"
    }
    return nil
  }

  /// `<PNG image, 1234 bytes>`.
  static func summary(of bytes: UnsafeRawBufferPointer) -> String {
    let size = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    return name(of: bytes).map { "<\($0), \(size)>" } ?? "<\(size)>"
  }
}

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
    }
    out.write("")
  }
}
