/// Splits a shell line into words and tells SQL from commands.
enum ShellWords {
  /// Words separated by spaces; '…' and "…" keep spaces, a backslash keeps the next character.
  static func split(_ line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    func take(_ text: String) { word = (word ?? "") + text }
    for character in line {
      if isEscaped {
        take(String(character))
        isEscaped = false
      } else if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\" && open == "\"" {
          isEscaped = true
        } else {
          take(String(character))
        }
      } else if character == "\\" {
        isEscaped = true
        take("")
      } else if character == "'" || character == "\"" {
        quote = character
        take("")
      } else if character == " " || character == "\t" || character == "\n" {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        take(String(character))
      }
    }
    if let quote {
      throw Failure.usage("the quote \(quote) is not closed", help: "close it, or write \\\(quote)")
    }
    if let word { words.append(word) }
    return words
  }

  /// Whether a line starts a SQL statement. EXPLAIN is SQL only before a statement; otherwise it
  /// is the command that explains errors.
  static func isSQL(_ line: String) -> Bool {
    let words = line.split(maxSplits: 2) { " \t\n(".contains($0) }.map { $0.uppercased() }
    switch words.first {
    case "SELECT", "WITH", "VALUES", "PRAGMA": return true
    case "EXPLAIN":
      return words.count > 1 && ["SELECT", "WITH", "VALUES", "QUERY"].contains(words[1])
    default: return false
    }
  }
}
