internal import StoreModel

/// An error code written anywhere in a text: `Cocoa error 134504`, `NSSQLiteErrorDomain=11`,
/// `NSCocoaErrorDomain-Fehler 134110`, `CKError … (27/2023)`.
struct CodeMention: Sendable {
  var domain: String
  var code: Int
  var range: Range<Int>

  /// The words codes stand behind, in lower case, and the domain each means.
  static let anchors: [(anchor: String, domain: String)] = [
    ("nscocoaerrordomain", "NSCocoaErrorDomain"),
    ("cocoa", "NSCocoaErrorDomain"),
    ("nssqliteerrordomain", "NSSQLiteErrorDomain"),
    ("sqlite error", "NSSQLiteErrorDomain"),
    ("sqlite_", "NSSQLiteErrorDomain"),
    ("domain: sqlite", "NSSQLiteErrorDomain"),
    ("coredata: error: (", "NSSQLiteErrorDomain"),
    ("swiftdataerror", "SwiftData.SwiftDataError"),
    ("nsposixerrordomain", "NSPOSIXErrorDomain"),
    ("ckerrordomain", "CKErrorDomain"),
    ("ckerror", "CKErrorDomain"),
    ("code", "NSCocoaErrorDomain"),
    ("error", "NSCocoaErrorDomain"),
  ]

  /// The words for "error" and "code" that may stand between a domain and its number. Words in
  /// other scripts are let through whatever they are.
  private static let words: Set<String> = [
    "error", "erreur", "fehler", "errore", "erro", "fout", "fel", "fejl", "feil", "virhe", "hata",
    "chyba", "code", "domain", "no", "nr", "number", "nummer", "codice", "codigo", "kode", "kod",
    "and", "with", "rawvalue",
  ]

  /// `134110` of `Code=134110`, `error 134110` and `134110,`: a text of one number and words that only
  /// say that it is a code.
  static func withoutWords(_ text: String) -> String {
    let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
    let others = parts.filter { !words.contains($0.lowercased()) }
    return others.count == 1 ? String(others[0]) : text
  }

  /// The code behind the anchor that begins at `position`.
  init?(
    anchor index: Int, at position: Int, in text: UnsafeBufferPointer<UInt8>
  ) {
    let (anchor, domain) = Self.anchors[index]
    guard text.isWordStart(position) || text.byte(position - 1) == UInt8(ascii: "_") else {
      return nil
    }
    let end = position + anchor.utf8.count
    if anchor == "sqlite_" {
      var last = end
      while text.byte(last)?.isWord == true, last - end < 40 { last += 1 }
      guard let code = SQLiteNames.code(of: text.string(position..<last)) else { return nil }
      (self.domain, self.code, range) = (domain, code, position..<last)
      return
    }
    let parenthesized = anchor == "ckerror" ? Self.parenthesized(after: end, in: text) : nil
    guard
      let (code, codeEnd) = parenthesized ?? Self.number(after: end, in: text)
        ?? Self.code(before: position, anchor: anchor, in: text)
    else { return nil }
    if anchor == "code", !Self.isCocoa(code, mentionedAt: position, in: text) { return nil }
    if anchor == "error", !Self.isCocoa(code, mentionedAt: end, in: text) || code < 132_000 {
      return nil
    }
    self.domain = domain
    self.code = code
    range = position..<codeEnd
  }

  /// Whether a code without a domain can only be one of Core Data's: its numbers are its own, and
  /// the text before speaks of an error but of no domain.
  private static func isCocoa(
    _ code: Int, mentionedAt position: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard (1550...1699).contains(code) || (132_000...134_999).contains(code) else { return false }
    var start = position
    while start > 0, position - start < 60, !text[start - 1].isNewline { start -= 1 }
    let before = text.string(start..<position).lowercased()
    return before.contains("error") && !before.contains("domain")
  }

  /// The number after at most two words and any signs.
  private static func number(
    after start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    var position = start
    var words = 0
    let limit = min(text.count, start + 80)
    while position < limit {
      let byte = text[position]
      if byte.isDigit {
        return integer(at: position, in: text)
          ?? hexadecimal(at: position, mentionedAt: start, in: text)
      }
      if byte.isWord || byte >= 0x80 {
        let wordStart = position
        while position < limit, !text[position].isDigit,
          text[position].isWord || text[position] >= 0x80
        {
          position += 1
        }
        // A dash or a quotation mark outside ASCII is a sign, not a word.
        if text[wordStart] == 0xE2, position - wordStart == 3 { continue }
        guard isCodeWord(text, wordStart..<position) else { return nil }
        words += 1
        if words > 3 { return nil }
      } else if byte.isNewline {
        guard let key = codeKey(after: position, in: text) else { return nil }
        position = key
      } else if Array("{}/\\<>?!&|*".utf8).contains(byte) {
        return nil
      } else {
        position += 1
      }
    }
    return nil
  }

  /// `code 0x20bd4`. Without the word in front a hexadecimal number is an address.
  private static func hexadecimal(
    at start: Int, mentionedAt mention: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    guard text.hasPrefix(Array("0x".utf8), at: start) else { return nil }
    let before = text.string(max(0, mention - 8)..<start).lowercased()
    let word = before.split { !$0.isLetter }.last
    var end = start + 2
    while end < text.count, text[end].isWord, end - start < 8 { end += 1 }
    guard word?.hasSuffix("code") == true, text.byte(end)?.isWord != true,
      let value = Int(text.string((start + 2)..<end), radix: 16)
    else { return nil }
    return (value, end)
  }

  /// `"code": 26, "domain": "CKErrorDomain"`: a dictionary that is sorted by its keys.
  private static func code(
    before position: Int, anchor: String, in text: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    guard anchor.hasSuffix("domain") else { return nil }
    let line = text.string(max(0, position - 60)..<position).lowercased()
    let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
    guard parts.count >= 3, parts.last == "domain", parts[parts.count - 3] == "code",
      let code = Int(parts[parts.count - 2])
    else { return nil }
    return (code, position + anchor.utf8.count)
  }

  /// `code` at the beginning of the next line, as in a printed dictionary: `.code = 1560`.
  private static func codeKey(
    after newline: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var position = newline
    while let byte = text.byte(position), position - newline < 60,
      byte.isSpace || Array(".\"'`*-".utf8).contains(byte)
    {
      position += 1
    }
    return text.hasPrefix(Array("code".utf8), at: position) ? position : nil
  }

  private static func isCodeWord(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    if text[range].contains(where: { $0 >= 0x80 }) { return true }
    let word = text.string(range)
    // NSPersistentHistoryTokenExpiredError = 134301
    if word.hasPrefix("NS"), word.hasSuffix("Error") { return true }
    return words.contains(word.lowercased())
  }

  private static func integer(
    at start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    if let grouped = grouped(at: start, in: text) { return grouped }
    var end = start
    while end < text.count, text[end].isDigit { end += 1 }
    // 0x… is an address, 1.2 a version, 12abc something else.
    if let next = text.byte(end), next.isWord { return nil }
    if text.byte(end) == UInt8(ascii: "."), text.byte(end + 1)?.isDigit == true { return nil }
    // "Code=-1" is negative; the dash of "Fehler-134110" is not a sign.
    let isNegative =
      text.byte(start - 1) == UInt8(ascii: "-") && text.byte(start - 2)?.isWord == false
    guard end - start <= 12, let value = Int(text.string(start..<end)) else { return nil }
    return (isNegative ? -value : value, end)
  }

  /// `134,060`: a number that was put into a text for people. Only Core Data's own codes are
  /// read so, because `134.060` may be anything else.
  private static func grouped(
    at start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    guard text.byte(start + 2)?.isDigit == true, text.byte(start + 3)?.isDigit == false,
      let mark = groupMarks.first(where: { text.hasPrefix($0, at: start + 3) })
    else { return nil }
    let rest = start + 3 + mark.count
    guard rest + 3 <= text.count, text[rest..<(rest + 3)].allSatisfy(\.isDigit),
      text.byte(rest + 3)?.isWord != true,
      let code = Int(text.string(start..<(start + 3)) + text.string(rest..<(rest + 3))),
      (132_000...134_999).contains(code)
    else { return nil }
    return (code, rest + 3)
  }

  private static let groupMarks = [",", ".", "'", "’", "\u{A0}", "\u{202F}"].map { Array($0.utf8) }

  /// `<CKError 0x…: "Limit Exceeded" (27/2023); …`
  private static func parenthesized(
    after start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    var position = start
    let limit = min(text.count, start + 200)
    while position < limit, !text[position].isNewline {
      if text[position] == UInt8(ascii: "("), text.byte(position + 1)?.isDigit == true,
        let (code, end) = integer(at: position + 1, in: text),
        text.byte(end) == UInt8(ascii: "/") || text.byte(end) == UInt8(ascii: ")")
      {
        return (code, end)
      }
      position += 1
    }
    return nil
  }
}
