/// Splits a shell line into words and tells SQL from commands.
enum ShellWords {
  /// A word of a line.
  struct Word: Hashable {
    /// What it means.
    var text = ""
    /// As it was typed, quotes included.
    var raw = ""
    /// The quote that it leaves open.
    var openQuote: Character?
    /// It ends in a backslash, which waits for a character.
    var isEscaping = false
  }

  /// Words separated by spaces; '…' and "…" keep spaces, a backslash keeps the next character.
  static func split(_ line: String) throws -> [String] {
    try words(of: line).map { word in
      if let quote = word.openQuote {
        throw Failure.usage(
          "the quote \(quote) is not closed", help: "close it, or write \\\(quote)")
      }
      return word.text
    }
  }

  /// The words of a line; the last one may be unfinished.
  static func words(of line: String) -> [Word] {
    var words: [Word] = []
    var word: Word?
    for character in line {
      let quote = word?.openQuote
      if word?.isEscaping == true {
        word?.isEscaping = false
        word?.text.append(character)
      } else if let quote {
        if character == quote {
          word?.openQuote = nil
        } else if character == "\\" && quote == "\"" {
          word?.isEscaping = true
        } else {
          word?.text.append(character)
        }
      } else if " \t\n".contains(character) {
        if let word { words.append(word) }
        word = nil
        continue
      } else {
        word = word ?? Word()
        switch character {
        case "\\": word?.isEscaping = true
        case "'", "\"": word?.openQuote = character
        default: word?.text.append(character)
        }
      }
      word?.raw.append(character)
    }
    return words + [word].compactMap(\.self)
  }

  /// Whether a line starts a SQL statement. EXPLAIN is SQL only before a statement; otherwise it
  /// is the command that explains errors.
  static func isSQL(_ line: some StringProtocol) -> Bool {
    let words = line.split(maxSplits: 2) { " \t\n(".contains($0) }.map { $0.uppercased() }
    switch words.first {
    case "SELECT", "WITH", "VALUES", "PRAGMA": return true
    case "EXPLAIN":
      return words.count > 1 && ["SELECT", "WITH", "VALUES", "QUERY"].contains(words[1])
    default: return false
    }
  }

  /// Whether a word begins a statement that would write.
  static func isWriting(_ word: String) -> Bool {
    [
      "ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END",
      "INSERT", "REINDEX", "RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE", "VACUUM",
    ].contains(word.uppercased())
  }
}
