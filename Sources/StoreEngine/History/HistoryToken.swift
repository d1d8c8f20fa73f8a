internal import StoreModel

/// A place in the persistent history as an app keeps it: the number of the last transaction that it has
/// seen, by store (Documentation/Format/History.md, 1).
public struct HistoryToken: Sendable, Hashable {
  /// Numbers of transactions by the ids of their stores, in capitals.
  public let transactions: [String: Int64]

  /// What `print` shows of a token, its JSON, or `{"store id": number}`:
  /// `<NSPersistentHistoryToken - { "83A9…" = 3; }>`, `{"tokenValue":{"83A9…":3}}`. Also an archive as
  /// base64. Nil for anything else.
  public init?(_ text: String) {
    let pair =
      #/([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})\\?"?\s*[=:]\s*(\d{1,18})(?!\d)/#
    let found = text.matches(of: pair).compactMap { match in
      Int64(match.2).map { (match.1.uppercased(), $0) }
    }
    if !found.isEmpty {
      self.init(found)
    } else {
      guard let bytes = Self.base64(text) else { return nil }
      self.init(archive: bytes)
    }
  }

  /// A file with one of these texts, or with a token archived by `NSKeyedArchiver`, whose dictionary of
  /// store ids is looked for wherever the class keeps it, or as a property list.
  public init?(_ bytes: [UInt8]) {
    if let token = HistoryToken(archive: bytes) {
      self = token
      return
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self.init(text)
  }

  private init?(archive bytes: [UInt8]) {
    guard let plist = try? PropertyList.read(bytes) else { return nil }
    var found: [(String, Int64)] = []
    if let objects = plist.dictionary?["$objects"]?.array {
      func resolved(_ value: PlistValue) -> PlistValue {
        guard case .uid(let index) = value, objects.indices.contains(index) else { return value }
        return objects[index]
      }
      for object in objects {
        guard let fields = object.dictionary, let keys = fields["NS.keys"]?.array,
          let values = fields["NS.objects"]?.array
        else { continue }
        found += zip(keys, values).compactMap { Self.pair(resolved($0).string, resolved($1)) }
      }
    } else {
      found = (plist.dictionary ?? [:]).compactMap { Self.pair($0.key, $0.value) }
    }
    self.init(found)
  }

  private init?(_ pairs: [(String, Int64)]) {
    guard !pairs.isEmpty else { return nil }
    transactions = Dictionary(pairs, uniquingKeysWith: max)
  }

  private static func pair(_ key: String?, _ value: PlistValue) -> (String, Int64)? {
    guard let key,
      key.wholeMatch(of: #/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/#) != nil,
      let number = value.integer
    else { return nil }
    return (key.uppercased(), number)
  }

  private static func base64(_ text: String) -> [UInt8]? {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bytes: [UInt8] = []
    var (held, bits): (UInt32, Int) = (0, 0)
    for letter in text.utf8 where letter != UInt8(ascii: "=") && letter > 32 {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      held = held << 6 | UInt32(value)
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      held &= (1 << UInt32(bits)) - 1
    }
    return bytes.count >= 32 ? bytes : nil
  }
}
