/// What binary data is, by its first bytes.
public enum DataKind: String, Sendable {
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

  public init?(of bytes: some BidirectionalCollection<UInt8>) {
    let head = Array(bytes.prefix(16))
    func starts(with signature: [UInt8]) -> Bool { head.starts(with: signature) }
    if starts(with: Array("bplist".utf8)) {
      self = .binaryPlist
    } else if starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if head.count >= 12, Array(head[4..<8]) == Array("ftyp".utf8) {
      self = .heif
    } else if starts(with: Array("%PDF".utf8)) {
      self = .pdf
    } else if starts(with: [0x50, 0x4B, 3, 4]) {
      self = .zip
    } else if starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if starts(with: Array("SQLite format 3\0".utf8)) {
      self = .sqlite
    } else if starts(with: Array("<?xml".utf8)) {
      self = .xml
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
  public static func summary(size: Int, kind: DataKind?) -> String {
    "<\(sizeText(Int64(size)))\(kind.map { ", " + $0.rawValue } ?? "")>"
  }

  /// Bytes below 1,000, then KB, MB and GB of powers of ten with one decimal.
  public static func sizeText(_ bytes: Int64) -> String {
    let units: [(Int64, String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "KB")]
    guard let (size, unit) = units.first(where: { bytes >= $0.0 }) else {
      return "\(bytes) byte\(bytes == 1 ? "" : "s")"
    }
    let tenths = bytes / (size / 10)
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
