internal import Diagnostics
internal import StoreDoctor

/// A part of a line, understood and ready to run.
enum ShellStep {
  case own(ShellCommand, ShellCommand.Words)
  case shared(any DoctorCommand, statement: String?)
  case help(String)

  var command: (any DoctorCommand)? {
    if case .shared(let command, _) = self { command } else { nil }
  }

  /// The SQL of a statement.
  var statement: String? {
    if case .shared(_, let statement) = self { statement } else { nil }
  }

  /// - Parameters:
  ///   - typed: makes commands of statements.
  ///   - note: is told what somebody used to another shell may want to know.
  init(_ part: ShellLine.Part, _ typed: SQLCommand.Typed, note: (String) -> Void) throws {
    switch part {
    case .statement(let sql):
      self = .shared(try typed.command(sql), statement: sql)
    case .command(let line):
      let meaning = try ShellHabits.meaning(of: line)
      if let hint = meaning?.hint { note(hint) }
      try self.init(line: meaning?.line ?? String(Shell.withoutDot(line)))
    }
  }

  private init(line: String) throws {
    let parts = line.split(maxSplits: 1) { " \t\n".contains($0) }.map(String.init)
    let first = parts.first ?? ""
    let rest = parts.count > 1 ? String(parts[1].drop { " \t\n".contains($0) }) : ""
    switch try ShellCommand.resolve(try ShellWords.split(first).first ?? first) {
    case .own(let command):
      let words = rest.hasPrefix("|") ? [] : try ShellWords.split(rest)
      self = .own(command, ShellCommand.Words(command: command, all: words, raw: rest))
    case .shared(let type):
      let words = try Self.words(rest, of: type)
      switch try CommandParser.parse([type.name] + Self.withOptions(words, of: type)) {
      case .help(let text), .document(let text): self = .help(text)
      case .command(let command): self = .shared(command, statement: nil)
      // No name of a command opens a shell.
      case .shell: self = .help("")
      }
    }
  }

  private static func words(_ text: String, of type: any DoctorCommand.Type) throws -> [String] {
    if type == RowsCommand.self { try checkCondition(text) }
    return type == ExplainCommand.self ? PastedText.words(text) : try ShellWords.split(text)
  }

  /// `where title = 'x'` would lose its quotes, and be several words.
  private static func checkCondition(_ text: String) throws {
    let words = ShellWords.words(of: text)
    guard let start = words.firstIndex(where: { ["where", "--where"].contains($0.raw) }) else {
      return
    }
    let condition = words[(start + 1)...].prefix {
      !$0.raw.hasPrefix("--") && !RowsCommand.wordOptions.contains($0.raw)
    }
    guard condition.count > 1 else { return }
    let raw = condition.map(\.raw).joined(separator: " ")
    let quote = raw.contains("\"") ? raw.contains("'") ? nil : "'" : "\""
    throw Failure.usage(
      "quote the condition"
        + (quote.map { ": where \($0)\(raw)\($0)" } ?? ", with a \\ before each quote in it"))
  }

  /// `rows Note limit 5` means `rows Note --limit 5`. The first word is never an option: it is
  /// the entity or the store.
  static func withOptions(_ words: [String], of type: any DoctorCommand.Type) -> [String] {
    words.enumerated().map { index, word in
      index > 0 && type.wordOptions.contains(word) ? "--" + word : word
    }
  }
}
