internal import ArgumentParser
internal import StoreDoctor
internal import StoreEngine

/// Why a command could not do its work: what the user reads, and the exit code.
struct Failure: Error, Hashable {
  var status: ExitStatus
  /// One sentence, lower case, no full stop.
  var message: String
  /// Lines that show the place of the mistake: a statement and a caret.
  var excerpt: [String] = []
  /// What to do, one line each.
  var help: [String] = []

  static func usage(_ message: String, help: String...) -> Failure {
    Failure(status: .usage, message: message, help: help)
  }

  static func unreadable(_ message: String, help: String...) -> Failure {
    Failure(status: .unreadable, message: message, help: help)
  }
}

extension Failure {
  /// What an error of the libraries means for the user.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SQLiteError: self.init(error, names: [])
    default:
      // Every error type of the libraries is about an input and describes itself in a sentence.
      self.init(status: .unreadable, message: VisibleText("\(error)").text)
    }
  }

  /// - Parameter names: tables, entities and properties that a misspelt name may have meant.
  init(_ error: SQLiteError, names: [String]) {
    let message = VisibleText(error.message).text
    if error.isInterrupt {
      self.init(status: .unreadable, message: "interrupted")
    } else if error.isDamage {
      self.init(
        status: .unreadable, message: "the store is damaged: \(message)",
        help: ["work on a copy; the 'sqlite3' shell's .recover may save rows"])
    } else {
      self.init(status: .usage, message: message)
      if let sql = error.sql, let offset = error.offset {
        excerpt = SQLExcerpt.lines(of: sql, at: offset)
      }
      help = SQLExcerpt.hint(for: error.message, names: names).map { [$0] } ?? []
    }
  }
}

/// Shows where in a statement SQLite stopped, and guesses what was meant.
enum SQLExcerpt {
  /// The line with the mistake, cut to the part around it, and a caret below.
  static func lines(of sql: String, at offset: Int) -> [String] {
    let bytes = Array(sql.utf8)
    let offset = min(max(offset, 0), bytes.count)
    let start = bytes[..<offset].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0a) ?? bytes.count
    var before = VisibleText(String(decoding: bytes[start..<offset], as: UTF8.self)).text
    if before.count > 50 { before = "…" + before.suffix(49) }
    let after = VisibleText(String(decoding: bytes[offset..<end], as: UTF8.self)).cut(to: 30).text
    let caret = String(repeating: " ", count: VisibleText(before).columns) + "^"
    return [before + after, caret]
  }

  /// A hint for a name that does not exist.
  static func hint(for message: String, names: [String]) -> String? {
    for prefix in ["no such table: ", "no such column: "] where message.hasPrefix(prefix) {
      let name = message.dropFirst(prefix.count)
      let last = name.split(separator: ".").last.map(String.init) ?? String(name)
      if let nearest = Suggestion.nearest(to: last, among: names) {
        return "did you mean '\(nearest)'?"
      }
      return prefix.hasPrefix("no such table")
        ? "'entities' lists the entities; raw tables are named Z…"
        : "'show ENTITY' lists its properties and columns"
    }
    return nil
  }
}
