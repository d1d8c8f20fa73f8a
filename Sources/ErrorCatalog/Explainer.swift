internal import StoreEngine

/// Turns a code, a symbol, an id, a message or a log into answers.
package enum Explainer {
  /// Of one error no more occurrences are counted.
  package static let mostCounted = MessageMatcher.hitLimit

  /// Explains `text`.
  package static func explain(text: String) -> ExplainResult {
    var result = lookUp(text) ?? read(ErrorText(text))
    if !result.isKnown, result.suggestions.isEmpty, text.utf8.count <= 200 {
      result.suggestions = ExplanationCatalog.nearestIDs(to: text)
    }
    return result
  }

  /// Explains a log given as bytes: UTF-16, or UTF-8 that need not be valid. A log longer than
  /// `limit` is read in parts, so that what stands at its end is found as well.
  package static func explain(
    log: [UInt8], limit: Int = ErrorText.lengthLimit
  ) -> ExplainResult {
    let log = utf8(log)
    var parts = LogParts(log, limit: limit)
    guard log.count > 200, let first = parts.next() else {
      return explain(text: String(decoding: log, as: UTF8.self))
    }
    var result = read(first.text)
    while let part = parts.next() {
      result.add(read(part.text), linesBefore: part.linesBefore)
    }
    return result
  }

  private static func utf8(_ log: [UInt8]) -> [UInt8] {
    var decoder = TextDecoder()
    var text: [UInt8] = []
    let decoded = log.withUnsafeBytes { bytes -> Bool in
      let size = 1 << 20
      for start in stride(from: 0, to: bytes.count, by: size) {
        let end = min(bytes.count, start + size)
        decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) {
          text.append(contentsOf: $0)
        }
        if !decoder.isUTF16 { return false }
      }
      return true
    }
    return decoded && !log.isEmpty ? text : log
  }

  // MARK: - Codes, symbols and ids

  private static func lookUp(_ text: String) -> ExplainResult? {
    let name = text.trimmingSpace()
    guard !name.isEmpty, name.utf8.count <= 120, !name.contains(where: \.isNewline) else {
      return nil
    }
    if let explanation = ExplanationCatalog.explanation(id: name.lowercased()) {
      return answer(.id, [explanation])
    }
    if let code = integer(CodeMention.withoutWords(name)) {
      let known = bareCode(code)
      guard !known.isKnown, name.hasPrefix("0x") else { return known }
      // Some numbers are words of the system: 0xdead10cc.
      let word = read(ErrorText(name))
      return word.isKnown ? word : known
    }
    if let (domain, code) = domainAndCode(name) { return codeOf(domain, code) }
    guard name.utf8.allSatisfy({ $0.isWord || $0 == UInt8(ascii: ".") }) else { return nil }
    let found = ExplanationCatalog.explanations(symbol: name)
    guard !found.isEmpty else { return nil }
    var result = answer(.symbol, found)
    if found.count > 1 {
      result.notes.append(
        "'\(name)' covers \(found.count) known messages; the text of the error tells which")
    }
    return result
  }

  private static func bareCode(_ code: Int) -> ExplainResult {
    var found = ExplanationCatalog.explanations(code: code)
    let identified = Set(found.map(\.id))
    found += ExplanationCatalog.all.filter { explanation in
      explanation.code == code && !identified.contains(explanation.id)
        && (explanation.parent.map(identified.contains) ?? false || identified.isEmpty)
    }
    var result = answer(.code, found, code: code)
    let names = ErrorNames.names(code: code).filter { name in
      !found.contains { $0.domain == name.domain }
    }
    for name in names { result.answers.append(named(name.domain, code, name.name)) }
    let domains = Set(result.answers.compactMap { $0.code?.split(separator: " ").first })
    if domains.count > 1, let first = domains.min() {
      result.notes.append(
        "\(code) is a code of \(domains.count) domains; give the domain too, as in "
          + "'\(first) \(code)'")
    }
    return result
  }

  private static func codeOf(_ domain: String, _ code: Int) -> ExplainResult {
    let general = ExplanationCatalog.explanation(domain: domain, code: code)
    let others = ExplanationCatalog.all.filter {
      $0.domain == domain && $0.code == code && $0.id != general?.id
    }
    var result = answer(.code, [general].compactMap { $0 } + others, code: code)
    if result.answers.isEmpty {
      let name = ErrorNames.names(code: code).first { $0.domain == domain }?.name
      result.answers = [unexplained(domain, code, name)]
    }
    return result
  }

  /// - Parameter code: the one asked for; an explanation may cover several.
  private static func answer(
    _ input: ExplainResult.Input, _ explanations: [Explanation], code: Int? = nil
  ) -> ExplainResult {
    ExplainResult(
      input: input,
      answers: explanations.map { explanation in
        ErrorAnswer(
          explanation: explanation,
          code: (code ?? explanation.code).map {
            "\(explanation.domain ?? "") \($0)".trimmingSpace()
          })
      }, recognised: explanations.map(\.id).sorted())
  }

  /// An extended code of SQLite is explained as its primary code.
  private static func named(_ domain: String, _ code: Int, _ name: String) -> ErrorAnswer {
    var answer = unexplained(domain, code, name)
    answer.explanation = ExplanationCatalog.explanation(domain: domain, code: code)
    return answer
  }

  private static func unexplained(_ domain: String, _ code: Int, _ name: String?) -> ErrorAnswer {
    ErrorAnswer(code: "\(domain) \(code)" + (name.map { " (\($0))" } ?? ""))
  }

  /// A decimal or hexadecimal number.
  static func integer(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text[...]
    let value =
      digits.lowercased().hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
    return value.map { isNegative ? -$0 : $0 }
  }

  /// `CKError 15`, `SQLITE_BUSY`, `NSCocoaErrorDomain 134100`, `Cocoa error 134100`.
  private static func domainAndCode(_ text: String) -> (String, Int)? {
    if let code = SQLiteNames.code(of: text) { return ("NSSQLiteErrorDomain", code) }
    let words = text.split(separator: " ")
    if words.count == 2, words[0].lowercased() == "sqlite", let code = integer(String(words[1])) {
      return ("NSSQLiteErrorDomain", code)
    }
    let module = "SwiftData."
    let bytes = Array((text.hasPrefix(module) ? text.dropFirst(module.count) : text[...]).utf8)
    return bytes.withUnsafeBufferPointer { bytes -> (String, Int)? in
      for (index, entry) in CodeMention.anchors.enumerated()
      where bytes.hasPrefix(Array(entry.anchor.utf8), at: 0) {
        guard let mention = CodeMention(anchor: index, at: 0, in: bytes),
          mention.range.upperBound == bytes.count
        else { continue }
        return (mention.domain, mention.code)
      }
      return nil
    }
  }
}

extension String {
  func trimmingSpace() -> String {
    let start = self.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
