internal import StoreModel

/// Replaces values: the same value gives the same replacement, wherever it stands.
final class ValueRedactor {
  /// How many values of each kind were replaced, and how many had nothing to replace.
  private(set) var counts = RedactedCounts()

  private let numbers: NumberRedactor
  private let dates: DateRedactor
  private var texts: TextRedactor
  private let short: KeyedPermutation
  private let streams: (KeyedHash, KeyedHash)
  /// Names of members that tell nothing, because the model tells them.
  private let knownNames: Set<String>

  /// Lists within lists beyond this become bytes by chance.
  private static let depthLimit = 8

  init(_ key: RedactionKey, knownNames: Set<String> = []) {
    numbers = NumberRedactor(key)
    dates = DateRedactor(key)
    texts = TextRedactor(key)
    short = KeyedPermutation(key.hash(for: "short data"))
    streams = (key.hash(for: "long data 1"), key.hash(for: "long data 2"))
    self.knownNames = knownNames
  }

  // MARK: Values of a column

  func integer(_ value: Int64, salt: UInt64) -> Int64 {
    counts.numbers += 1
    return numbers.integer(value, salt: salt)
  }

  func real(_ value: Double, salt: UInt64) -> Double {
    counts.numbers += 1
    return numbers.real(value, salt: salt)
  }

  func date(_ value: Double) -> Double {
    counts.dates += 1
    return dates.date(value)
  }

  func text(_ value: String) -> String {
    if let bytes = UUIDText.bytes(value) {
      counts.uuids += 1
      return Self.like(value, UUIDText.text(uuid(bytes)))
    }
    let new = plainText(value)
    if new == value { counts.kept += 1 } else { counts.texts += 1 }
    return new
  }

  func data(_ value: [UInt8]) -> [UInt8] {
    if value.isEmpty { counts.kept += 1 } else { counts.data += 1 }
    return content(value, depth: 0)
  }

  /// 16 bytes that are known to be a UUID.
  func identifier(_ value: [UInt8]) -> [UInt8] {
    guard value.count == 16 else { return data(value) }
    counts.uuids += 1
    return uuid(value)
  }

  /// Data that may lie in a file: the first byte says so.
  func externalValue(_ value: [UInt8]) -> [UInt8] {
    guard let first = value.first else { return value }
    if first == ExternalStorage.file, let name = ExternalStorage.name(in: value),
      UUIDText.bytes(name) != nil
    {
      counts.uuids += 1
      return [first] + Array(fileName(name).utf8) + [UInt8](repeating: 0, count: value.count - 37)
    }
    counts.data += 1
    return [first] + content(Array(value.dropFirst()), depth: 0)
  }

  /// The name of a file of external data.
  func fileName(_ name: String) -> String {
    UUIDText.bytes(name).map { Self.like(name, UUIDText.text(uuid($0))) } ?? name
  }

  /// What a file of external data holds, where it fits into memory.
  func fileContent(_ bytes: [UInt8]) -> [UInt8] { content(bytes, depth: 0) }

  /// What stands for a large file, as a source of bytes.
  func stream(for name: String) -> KeyedStream {
    let bytes = Array(name.utf8)
    return KeyedStream(streams.0(bytes), streams.1(bytes))
  }

  func countKept() { counts.kept += 1 }
  func countFile() { counts.files += 1 }

  // MARK: Texts

  /// Of which addresses the beginning says nothing.
  private static let schemes = ["http", "https", "ftp", "file", "mailto", "tel", "sms", "data"]

  private func plainText(_ text: String) -> String {
    if let json = json(Array(text.utf8)) { return String(decoding: json, as: UTF8.self) }
    let scheme = text.prefix { $0 != ":" && $0 != "/" && $0 != " " }
    if scheme.endIndex < text.endIndex, text[scheme.endIndex] == ":",
      Self.schemes.contains(scheme.lowercased())
    {
      return String(scheme) + texts.text(String(text[scheme.endIndex...]), isAddress: true)
    }
    return texts.text(text)
  }

  /// A UUID's text in small letters where the old one is.
  private static func like(_ old: String, _ new: String) -> String {
    old.contains { $0.isLowercase } ? new.lowercased() : new
  }

  private func json(_ bytes: [UInt8]) -> [UInt8]? {
    JSONRedactor.redact(
      bytes, text: { [unowned self] in $1 ? self.name($0) : self.inner($0) },
      number: { [numbers] in numbers.integer($0, salt: $1) })
  }

  /// A text within another value.
  private func inner(_ text: String) -> String {
    if let bytes = UUIDText.bytes(text) { return Self.like(text, UUIDText.text(uuid(bytes))) }
    return texts.text(text)
  }

  private func name(_ text: String) -> String {
    knownNames.contains(text) ? text : inner(text)
  }

  // MARK: Data

  private func uuid(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 != 0 }) else { return bytes }
    var new = bytes
    var stream = KeyedStream(streams.0(bytes), streams.1(bytes))
    stream.fill(&new, from: 0)
    // Version and variant say how it was made, which is no secret.
    new[6] = new[6] & 0x0F | bytes[6] & 0xF0
    new[8] = new[8] & 0x3F | bytes[8] & 0xC0
    return new
  }

  private func content(_ bytes: [UInt8], depth: Int) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    if depth < Self.depthLimit {
      if let plist = PlistRedactor(bytes) { return plist.redacted(replacements(depth)) }
      if let json = json(bytes) { return json }
    }
    let text = Self.isText(bytes) ? String(decoding: bytes, as: UTF8.self) : ""
    if text.utf8.elementsEqual(bytes) { return Array(inner(text).utf8) }
    return bytes.count == 16 ? uuid(bytes) : opaque(bytes)
  }

  private func replacements(_ depth: Int) -> PlistRedactor.Replacements {
    PlistRedactor.Replacements(
      text: { [unowned self] in self.inner($0) }, name: { [unowned self] in self.name($0) },
      data: { [unowned self] in self.content($0, depth: depth + 1) },
      date: { [dates] in dates.date($0) }, real: { [numbers] in numbers.real($0, salt: 1) },
      integer: { [numbers] in numbers.unsigned($0, width: $1, salt: 1) })
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Few bytes become others that are no text either, so that different ones stay different.
  private func moved(_ number: UInt64, _ count: Int) -> [UInt8] {
    var number = number
    while true {
      number = short.move(number, below: 1 << UInt64(count * 8), salt: 0)
      let new = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
      if !Self.isText(new) || !String(decoding: new, as: UTF8.self).utf8.elementsEqual(new) {
        return new
      }
    }
  }

  /// Bytes by chance, behind those that say of what kind they are.
  private func opaque(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 8 else {
      let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return moved(number, bytes.count)
    }
    var new = bytes
    var stream = KeyedStream(streams.0(bytes), streams.1(bytes))
    stream.fill(&new, from: min(DataKind.headSize(of: bytes), bytes.count))
    return new
  }
}

/// How many values were replaced, by kind.
package struct RedactedCounts: Sendable, Hashable {
  package var texts: Int64 = 0
  package var numbers: Int64 = 0
  package var dates: Int64 = 0
  package var uuids: Int64 = 0
  package var data: Int64 = 0
  /// Files of external data.
  package var files: Int64 = 0
  /// Values in which there is nothing to replace: blank and empty ones, cases of the model's own
  /// enumerations, and constants of the schema.
  package var kept: Int64 = 0
}

extension DataKind {
  /// How many bytes say what the data are.
  static func headSize(of bytes: [UInt8]) -> Int {
    switch DataKind(of: bytes) {
    case .heif: 12
    case .sqlite: 16
    case .json, .xml, nil: 0
    default: 4
    }
  }
}
