/// Splits a shell line into words and tells SQL from commands.
enum ShellWords {
  /// Words separated by spaces; '…' and "…" keep spaces, a backslash keeps the next character.
  static func split(_ line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\" && open == "\"" {
          isEscaped = true
        } else {
          word = (word ?? "") + String(character)
        }
      } else if character == "\\" {
        isEscaped = true
        word = word ?? ""
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" || character == "\n" {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
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

  /// Whether the statement ends here: a `;` outside quotes and comments, with nothing after it but
  /// spaces and comments.
  static func isComplete(_ sql: String) -> Bool {
    var isEnded = false
    var state: UInt8 = 0  // the open quote or comment: ' " ` ] - *
    var previous: UInt8 = 0
    for byte in sql.utf8 {
      defer { previous = byte }
      switch state {
      case 0x2d:  // -- comment
        if byte == 0x0a { state = 0 }
      case 0x2a:  // /* comment */
        if byte == 0x2f && previous == 0x2a { state = 0 }
      case 0:
        switch byte {
        case 0x27, 0x22, 0x60:
          state = byte
          isEnded = false
        case 0x5b:
          state = 0x5d
          isEnded = false
        case 0x2d where previous == 0x2d: state = 0x2d
        case 0x2a where previous == 0x2f: state = 0x2a
        case 0x3b: isEnded = true
        case 0x20, 0x09, 0x0a, 0x0d, 0x2d, 0x2f: break
        default: isEnded = false
        }
      default:
        if byte == state { state = 0 }
      }
    }
    return isEnded && (state == 0 || state == 0x2d)
  }
}
