/// What binary data is, by its first bytes.
package enum DataKind: String, Sendable {
  case binaryPlist = "binary property list"
  case json = "JSON"
  case xml = "XML"
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case heif = "HEIF"
  case pdf = "PDF"
  case zip = "ZIP"
  case gzip = "gzip"
  case sqlite = "SQLite"

  private static let signatures: [(kind: DataKind, bytes: [UInt8])] = [
    (.binaryPlist, Array("bplist".utf8)), (.png, [0x89, 0x50, 0x4E, 0x47]),
    (.jpeg, [0xFF, 0xD8, 0xFF]), (.gif, Array("GIF8".utf8)), (.pdf, Array("%PDF".utf8)),
    (.zip, [0x50, 0x4B, 3, 4]), (.gzip, [0x1F, 0x8B]),
    (.sqlite, Array("SQLite format 3\0".utf8)), (.xml, Array("<?xml".utf8)),
  ]

  package init?(of bytes: some BidirectionalCollection<UInt8>) {
    let head = Array(bytes.prefix(16))
    if let known = Self.signatures.first(where: { head.starts(with: $0.bytes) }) {
      self = known.kind
    } else if head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) {
      self = .heif
    } else if let first = head.first, let last = bytes.last,
      (first, last) == (UInt8(ascii: "{"), UInt8(ascii: "}"))
        || (first, last) == (UInt8(ascii: "["), UInt8(ascii: "]"))
    {
      self = .json
    } else {
      return nil
    }
  }

  /// `<2.1 KB, PNG>`.
  package static func summary(size: Int, kind: DataKind?) -> String {
    "<\(sizeText(Int64(size)))\(kind.map { ", " + $0.rawValue } ?? "")>"
  }

  /// Bytes below 1,000, then KB, MB and GB of powers of ten with one decimal.
  package static func sizeText(_ bytes: Int64) -> String {
    let units: [(Int64, String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "KB")]
    guard let (size, unit) = units.first(where: { bytes >= $0.0 }) else {
      return "\(bytes) byte\(bytes == 1 ? "" : "s")"
    }
    let tenths = bytes / (size / 10)
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
