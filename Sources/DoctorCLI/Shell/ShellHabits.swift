/// What people know from other shells, in this one's words.
enum ShellHabits {
  struct Meaning: Hashable {
    /// The line as this shell has it.
    var line: String
    /// What is worth knowing for the next time.
    var hint: String?
  }

  /// What a line means; nil when it is this shell's own.
  ///
  /// - Throws: what is done instead, where there is nothing of the kind.
  static func meaning(of line: String) throws -> Meaning? {
    let words = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    guard let first = words.first.map(String.init) else { return nil }
    let rest = words.count > 1 ? String(words[1].drop { $0 == " " || $0 == "\t" }) : ""
    let word = String(first.drop { $0 == "." || $0 == "\\" })
    if first.hasPrefix(".") {
      if let instead = refused[word] {
        throw Failure.usage("there is no '.\(word)' here", help: instead)
      }
      switch (word, rest) {
      case ("show", ""): return Meaning(line: "set")
      case ("vertical", "on"), ("vertical", "auto"): return told(line, "mode line")
      case ("vertical", "off"): return told(line, "mode table")
      case ("help", "-all"), ("help", "--all"): return Meaning(line: "help")
      case ("trace", "stderr"), ("trace", "stdout"): return told(line, "trace on")
      default: break
      }
      if let own = dotted[word] { return told(line, rest.isEmpty ? own : "\(own) \(rest)") }
      return nil
    }
    if first.hasPrefix("\\") {
      if word == "d", !rest.isEmpty { return told(line, "show \(rest)") }
      if word == "timing", rest.isEmpty { return told(line, "timer on") }
      guard let own = slashed[word] else {
        throw Failure.usage(
          "there is no command '\(first)'", help: "commands are words here; 'help' lists them")
      }
      return told(line, rest.isEmpty ? own : "\(own) \(rest)")
    }
    if let own = plain[word] { return Meaning(line: rest.isEmpty ? own : "\(own) \(rest)") }
    return nil
  }

  private static func told(_ line: String, _ own: String) -> Meaning {
    Meaning(line: own, hint: "'\(line)' is '\(own)' here")
  }

  /// Beginnings of lines that Tab offers after a dot.
  static var dottedNames: [String] { dotted.keys + ["show"] }

  private static let plain = ["exit": "quit", "describe": "show", "desc": "show"]

  /// Of the sqlite3 shell; what has the same name here is not among them.
  private static let dotted = [
    "bail": "set bail", "color": "set color", "databases": "info", "dbinfo": "info",
    "eqp": "set eqp", "exit": "quit", "fullschema": "schema", "header": "headers",
    "pager": "set pager", "param": "parameter", "settings": "set", "vertical": "mode line",
  ]

  /// Of psql.
  private static let slashed = [
    "?": "help", "c": "open", "d": "tables", "dt": "tables", "dv": "tables", "h": "help",
    "i": "read", "l": "info", "o": "output", "pset": "set", "q": "quit", "s": "recall",
    "timing": "timer", "x": "mode line",
  ]

  private static let readOnly =
    "a store is never written to; 'migrate' and 'generate' make new ones"

  private static let refused = [
    "archive": readOnly, "backup": readOnly, "clone": readOnly, "import": readOnly,
    "restore": readOnly, "save": readOnly, "recover": "'check' says what is damaged",
    "dump": "'schema' prints the tables; 'rows ENTITY --format csv --show-values' the rows",
    "expert": "'set eqp on' shows the plan of each statement; 'trace LOG --store STORE' says which "
      + "index is missing",
    "indexes": "select name, tbl_name from sqlite_schema where type = 'index';",
    "indices": "select name, tbl_name from sqlite_schema where type = 'index';",
    "load": "no extension is loaded, so that a file cannot bring one",
    "nullvalue": "NULL is shown as NULL and an empty text as '', except in data for programs",
    "separator": "'mode csv', 'mode tsv' and 'mode list' have separators of their own",
    "shell": "only 'once |PROGRAM' and 'output |PROGRAM' run a program",
    "system": "only 'once |PROGRAM' and 'output |PROGRAM' run a program",
    "width": "tables fit the terminal; numbers are never cut, and 'mode line' cuts nothing",
  ]
}
