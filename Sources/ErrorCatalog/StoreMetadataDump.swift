package import StoreEngine
internal import StoreModel

/// What an error dump says about a store: the metadata it prints as part of incompatibility errors.
package struct StoreMetadataDump: Sendable, Hashable {
  /// Entity name to as much of its hash as was printed.
  package var hashes: [String: PrintedHash] = [:]
  /// Whether the list of hashes has no end in the text, or no beginning: the store has more.
  package var isCut = false
  /// Base64, `NSStoreModelVersionChecksumKey`.
  package var checksum: String?
  /// Base64, `NSStoreModelVersionHashesDigest`.
  package var digest: String?
  package var identifiers: [String]?
  /// `NSPersistenceFrameworkVersion`.
  package var framework: Int?
  /// 1-based line of the first key.
  package var line: Int = 1

  enum Key: String, CaseIterable, Sendable {
    case hashes = "NSStoreModelVersionHashes"
    case checksum = "NSStoreModelVersionChecksumKey"
    case digest = "NSStoreModelVersionHashesDigest"
    case identifiers = "NSStoreModelVersionIdentifiers"
    case framework = "NSPersistenceFrameworkVersion"
  }

  mutating func set(_ key: Key, to value: ErrorValue) {
    switch key {
    case .hashes:
      guard case .dictionary(let fields) = value else { return }
      for field in fields {
        if let hash = PrintedHash(field.value) { hashes[field.key] = hash }
      }
    case .checksum:
      if let text = value.text, !text.isEmpty { checksum = text }
    case .digest:
      if let text = value.text, !text.isEmpty { digest = text }
    case .identifiers:
      guard case .array(let values) = value else { return }
      identifiers = values.compactMap(\.text)
    case .framework:
      framework = value.text.flatMap { Int($0) }
    }
  }

  func has(_ key: Key) -> Bool {
    switch key {
    case .hashes: !hashes.isEmpty
    case .checksum: checksum != nil
    case .digest: digest != nil
    case .identifiers: identifiers != nil
    case .framework: framework != nil
    }
  }

  var isEmpty: Bool {
    hashes.isEmpty && checksum == nil && digest == nil && identifiers == nil && framework == nil
  }
}

/// A 32-byte version hash as printed: whole, or only its first and last bytes, since newer systems
/// cut the middle out (`{length = 32, bytes = 0x9f83a4fa 789d9aef … 0c6f1d2e }`).
package struct PrintedHash: Sendable, Hashable {
  package var prefix: [UInt8]
  /// Empty when the hash is whole.
  package var suffix: [UInt8]

  package var isWhole: Bool { suffix.isEmpty && prefix.count == 32 }

  package init?(prefix: [UInt8], suffix: [UInt8] = []) {
    guard !prefix.isEmpty, prefix.count + suffix.count <= 32 else { return nil }
    self.prefix = prefix
    self.suffix = suffix
  }

  /// Reads `<9f83a4fa …>`, `{length = 32, bytes = 0x9f83 … 1d2e }`, 64 hexadecimal digits or
  /// base64.
  init?(_ value: ErrorValue) {
    switch value {
    case .text(let text): self.init(text: text)
    case .dictionary(let fields):
      guard let bytes = fields.first(where: { $0.key == "bytes" })?.value.text else { return nil }
      self.init(text: bytes)
    case .array, .error: return nil
    }
  }

  /// Reads the same forms from text; nil when it is not a hash.
  package init?(text: String) {
    var body = Substring(text)
    if body.hasPrefix("0x") { body = body.dropFirst(2) }
    let marks = body.replacing("...", with: "…").split(
      separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = marks.map { Self.bytes(hex: $0) }
    switch parts.count {
    case 1:
      if let whole = parts[0], whole.count == 32 {
        self.init(prefix: whole)
      } else if let whole = Base64.decode(text), whole.count == 32 {
        self.init(prefix: whole)
      } else {
        return nil
      }
    case 2:
      guard let prefix = parts[0], let suffix = parts[1] else { return nil }
      self.init(prefix: prefix, suffix: suffix)
    default:
      return nil
    }
  }

  /// Whether `hash` could be the one printed; certain only if `isWhole`.
  package func fits(_ hash: VersionHash) -> Bool {
    hash.bytes.starts(with: prefix) && hash.bytes.suffix(suffix.count).elementsEqual(suffix)
  }

  private static func bytes(hex text: Substring) -> [UInt8]? {
    let digits = text.utf8.filter {
      !$0.isSpace && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
    }
    guard digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
    var bytes: [UInt8] = []
    var index = 0
    while index < digits.count {
      let pair = String(decoding: digits[index..<(index + 2)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
      index += 2
    }
    return bytes
  }
}
