internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

extension ShellCommand {
  /// All of them, in the order of `help`.
  nonisolated(unsafe) static let all: [ShellCommand] = [
    ShellCommand("help [TOPIC]", "list the commands, or explain one", .topics) { shell, words in
      try words.atMost(1)
      try shell.print(
        help: words.all.first.map { try HelpTopics.text(for: $0, isShell: true) }
          ?? HelpTopics.shellOverview())
      return .goOn
    },
    ShellCommand("open STORE", "open another store", .files) { shell, words in
      try shell.session.use(words.one("a store"))
      shell.lastCommands = []
      return .goOn
    },
    ShellCommand("close", "close the store") { shell, words in
      try words.atMost(0)
      shell.session.close()
      shell.lastCommands = []
      return .goOn
    },
    ShellCommand("model [PATH…|none]", "add model sources, list them, or forget them", .models) {
      shell, words in
      if words.all == ["none"] {
        shell.session.setModels([])
      } else if words.all.isEmpty {
        let models = shell.session.settings.models
        try shell.print(
          models.isEmpty ? "no models; 'model PATH' adds one" : models.joined(separator: "\n"))
      } else {
        try shell.session.addModels(words.all)
      }
      return .goOn
    },
    ShellCommand(
      "tables [NAME]", "list what SQL can read, with columns", .tables,
      details: """
        First a view per entity, then one per many-to-many relationship, such as \
        Note_tags(Note, Tag), then the store's own tables. NAME may have % and _ as in \
        LIKE.
        """
    ) { shell, words in
      try words.atMost(1)
      try shell.print(shell.session.tableList(like: words.all.first))
      return .goOn
    },
    ShellCommand(
      "schema [NAME]", "print the SQL of tables, indexes and views", .tables,
      details: "That of an entity's view shows how its values are decoded."
    ) { shell, words in
      try words.atMost(1)
      try shell.print(shell.session.schemaText(like: words.all.first))
      return .goOn
    },
    setting(
      "mode", "[FORMAT]", "write rows as table, box, csv, tsv, json, jsonl, line, markdown, list"),
    ShellCommand(
      "last [FORMAT]", "show the last rows again, all of them", .formats,
      details: """
        Runs the last statement or 'rows' once more, without a limit on its rows, and with FORMAT in \
        that form: 'last line' shows the columns that a table has no room for.
        """, run: LastRows.run),
    setting("headers", "[on|off]", "begin tables, CSV and TSV with the names of the columns"),
    setting("timer", "[on|off]", "show how long each command takes"),
    ShellCommand(
      "set [NAME [VALUE]]", "list the settings, or change one", .settings,
      details: """
        \(ShellSetting.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))

        The file $XDG_CONFIG_HOME/storedoctor/config, by default ~/.config/storedoctor/config, has a \
        setting and its value on each line and is read when a shell starts, unless it is started \
        with --no-config.
        """
    ) { shell, words in
      guard let name = words.all.first else {
        try shell.print(ShellSetting.list(shell))
        return .goOn
      }
      let setting = try ShellSetting.named(name)
      // A pager has words of its own.
      if setting.name != "pager" { try words.atMost(2) }
      try setting.use(shell, words.all.dropFirst().joined(separator: " "))
      return .goOn
    },
    ShellCommand(
      "parameter [set|unset|clear …]", "list, set or clear the values of :NAME in SQL",
      .parameters,
      details: """
        parameter set :NAME VALUE
        parameter unset :NAME

        VALUE is NULL, a number, x'00ff', 'a text', or any other text as it stands. A parameter of a \
        statement that has no value is an error.
        """, run: ShellParameters.run),
    ShellCommand(
      "output [FILE [--force] or |PROGRAM]", "write to a file or program, or here again", .files
    ) { shell, words in
      // What was the file before is complete, even when the next one cannot be made.
      let old = shell.outputTarget
      shell.outputTarget = nil
      try old?.finish()
      if let program = try words.program() {
        shell.outputTarget = OutputProgram(
          program, isStanding: true, console: shell.session.console)
        return .goOn
      }
      let (path, force) = try words.file()
      shell.outputTarget = try path.map { try shell.file($0, force: force, appears: .atOnce) }
      return .goOn
    },
    ShellCommand(
      "once FILE [--force] or |PROGRAM", "write the next result to a file or program", .files
    ) { shell, words in
      if let program = try words.program() {
        shell.onceTarget = OutputProgram(program, isStanding: false, console: shell.session.console)
        return .goOn
      }
      let (path, force) = try words.file()
      guard let path else {
        throw Failure.usage("'once' needs a file", help: "usage: \(words.command.usage)")
      }
      shell.onceTarget = try shell.file(path, force: force, appears: .whenComplete)
      return .goOn
    },
    ShellCommand("read FILE", "run the commands of a file", .files) { shell, words in
      try shell.read(file: words.one("a file"))
    },
    ShellCommand("recall [COUNT]", "list what was typed in this session") { shell, words in
      let count = try words.number(else: 50)
      let entries = shell.entries.dropLast().suffix(max(0, count))
      try shell.print(entries.isEmpty ? "nothing yet" : entries.joined(separator: "\n"))
      return .goOn
    },
    ShellCommand("quit [CODE]", "leave, with an exit code") { _, words in
      guard !words.all.isEmpty else { return .quit(nil) }
      guard let code = UInt8(exactly: try words.number(else: 0)) else {
        throw Failure.usage("an exit code is a number from 0 to 255")
      }
      return .quit(ExitStatusCode(code))
    },
  ]

  /// A setting that is worth a command of its own.
  private static func setting(_ name: String, _ values: String, _ summary: String) -> ShellCommand {
    ShellCommand("\(name) \(values)", summary, .settings) { shell, words in
      try words.atMost(1)
      try ShellSetting.named(name).use(shell, words.all.first ?? "")
      return .goOn
    }
  }
}

extension ShellSetting {
  /// Changes it, or shows it when nothing is given.
  fileprivate func use(_ shell: Shell, _ value: String) throws {
    guard value.isEmpty else { return try change(shell, to: value, origin: Origin.here) }
    try shell.print(get(shell))
  }
}

/// `parameter`: values that SQL asks for by name.
enum ShellParameters {
  static func run(_ shell: Shell, _ words: ShellCommand.Words) throws -> Shell.Flow {
    let parameters = shell.session.settings.parameters
    switch words.all.first {
    case nil, "list":
      try words.atMost(1)
      let lines = parameters.sorted { $0.key < $1.key }.map { name, value in
        "\(shown(name))  \(VisibleText(value.sqlLiteral).text)"
      }
      try shell.print(
        lines.isEmpty
          ? "no parameters; 'parameter set :NAME VALUE' gives one"
          : lines
            .joined(separator: "\n"))
    case "clear":
      try words.atMost(1)
      shell.session.settings.parameters = [:]
    case "unset":
      try words.atMost(2)
      let name = ParameterOptions.plain(try name(words))
      guard shell.session.settings.parameters.removeValue(forKey: name) != nil else {
        throw Failure.usage("'\(VisibleText(shown(name)).text)' has no value anyway")
      }
    case "set":
      let name = try name(words)
      // As it was typed: '5' in quotes is a text, 5 a number.
      let raw = ShellWords.words(of: words.raw)
      guard raw.count > 2 else {
        throw Failure.usage(
          "'\(VisibleText(name).text)' needs a value", help: "usage: \(words.command.usage)")
      }
      let typed = raw.dropFirst(2).map(\.raw).joined(separator: " ")
      let isQuoted = raw.count == 3 && typed.hasPrefix("\"")
      shell.session.settings.parameters[ParameterOptions.plain(name)] = SQLiteValue(
        typed: isQuoted ? raw[2].text : typed)
    case let word?:
      throw Failure.usage(
        "'\(VisibleText(word).text)' is none of 'set', 'unset', 'list' and 'clear'",
        help: "usage: \(words.command.usage)")
    }
    return .goOn
  }

  private static func name(_ words: ShellCommand.Words) throws -> String {
    guard words.all.count > 1, words.all[1] != ":" else {
      throw Failure.usage("a name is missing", help: "usage: \(words.command.usage)")
    }
    return words.all[1]
  }

  private static func shown(_ name: String) -> String { name.hasPrefix("?") ? name : ":" + name }
}
