internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A command only the shell has.
struct ShellCommand {
  let name: String
  let usage: String
  let summary: String
  let run: (Shell, [String]) throws -> Shell.Flow

  private init(
    _ usage: String, _ summary: String,
    run: @escaping (_ shell: Shell, _ words: [String]) throws -> Shell.Flow
  ) {
    name = usage.split(separator: " ").first.map(String.init) ?? usage
    self.usage = usage
    self.summary = summary
    self.run = run
  }

  enum Resolved {
    case own(ShellCommand)
    case shared(any DoctorCommand.Type)
  }

  static var names: [String] { all.map(\.name) }

  /// A command by its name or any beginning that fits only one.
  static func resolve(_ word: String) throws -> Resolved {
    let known = names + CommandCatalog.names
    let word = word == "exit" ? "quit" : word
    var matches = known.filter { $0 == word }
    if matches.isEmpty { matches = known.filter { $0.hasPrefix(word) } }
    guard let name = matches.first else {
      let nearest = NameDistance.nearest(to: word, in: known)
      throw Failure(
        status: .usage, message: "there is no command '\(VisibleText(word).text)'",
        help: [nearest.map { "did you mean '\($0)'?" } ?? "'help' lists the commands"])
    }
    guard matches.count == 1 else {
      let list = matches.sorted().quotedList()
      throw Failure.usage("'\(word)' could be \(list)", help: "type more letters")
    }
    if let own = all.first(where: { $0.name == name }) { return .own(own) }
    if let shared = CommandCatalog.command(named: name) { return .shared(shared) }
    throw Failure(status: .internalError, message: "'\(name)' is listed but not defined")
  }

  nonisolated(unsafe) static let all: [ShellCommand] = [
    ShellCommand("help [TOPIC]", "list the commands, or explain one") { shell, words in
      try shell.print(
        words.first.map { try HelpTopics.text(for: $0, isShell: true) }
          ?? HelpTopics.shellOverview())
      return .goOn
    },
    ShellCommand("open STORE", "open another store") { shell, words in
      try shell.session.use(word(words, "open STORE"))
      return .goOn
    },
    ShellCommand("close", "close the store") { shell, _ in
      shell.session.close()
      return .goOn
    },
    ShellCommand("model [PATH…|none]", "add model sources, list them, or forget them") {
      shell, words in
      if words == ["none"] {
        shell.session.setModels([])
      } else if words.isEmpty {
        let models = shell.session.settings.models
        try shell.print(
          models.isEmpty ? "no models; 'model PATH' adds one" : models.joined(separator: "\n"))
      } else {
        try shell.session.addModels(words)
      }
      return .goOn
    },
    ShellCommand("mode [FORMAT]", "write rows as table, csv, json, jsonl, line, markdown, list") {
      shell, words in
      guard let word = words.first else {
        try shell.print((shell.session.settings.rowFormat ?? .table).rawValue)
        return .goOn
      }
      guard let format = RowFormat(rawValue: word) else {
        let formats = RowFormat.allCases.map(\.rawValue)
        let hint = NameDistance.nearest(to: word, in: formats).map { "did you mean '\($0)'?" }
        throw Failure.usage(
          "there is no mode '\(VisibleText(word).text)'",
          help: hint ?? "modes are " + formats.joined(separator: ", "))
      }
      shell.session.settings.rowFormat = format
      return .goOn
    },
    ShellCommand("output [FILE] [--force]", "write to FILE, or to the terminal again") {
      shell, words in
      let (path, force) = try file(words, "output [FILE] [--force]")
      // What was the file before is complete, even when the next one cannot be made.
      let old = shell.outputFile
      shell.outputFile = nil
      try old?.finish()
      shell.outputFile = try path.map { try shell.file($0, force: force, appears: .atOnce) }
      return .goOn
    },
    ShellCommand("once FILE [--force]", "write the next result to FILE") { shell, words in
      let usage = "once FILE [--force]"
      let (path, force) = try file(words, usage)
      shell.onceFile = try shell.file(
        word(path.map { [$0] } ?? [], usage), force: force, appears: .whenComplete)
      return .goOn
    },
    ShellCommand("timer [on|off]", "show how long each command takes") { shell, words in
      switch words.first {
      case "on": shell.showsTime = true
      case "off": shell.showsTime = false
      case nil: try shell.print(shell.showsTime ? "on" : "off")
      case let word?: throw Failure.usage("'\(VisibleText(word).text)' is neither 'on' nor 'off'")
      }
      return .goOn
    },
    ShellCommand("read FILE", "run the commands of a file") { shell, words in
      try shell.read(file: word(words, "read FILE"))
    },
    ShellCommand("history [COUNT]", "list what was typed in this session") { shell, words in
      let count = try words.first.map { try number($0) } ?? 50
      try shell.print(shell.entries.dropLast().suffix(max(0, count)).joined(separator: "\n"))
      return .goOn
    },
    ShellCommand("quit [CODE]", "leave, with an exit code") { shell, words in
      .quit(try words.first.map { Int32(clamping: try number($0)) })
    },
  ]

  /// At most one file name, and whether it may be replaced.
  private static func file(_ words: [String], _ usage: String) throws -> (String?, force: Bool) {
    let names = words.filter { $0 != "--force" }
    guard names.count < 2 else {
      throw Failure.usage("extra word '\(names[1])'", help: "usage: \(usage)")
    }
    return (names.first, names.count < words.count)
  }

  private static func word(_ words: [String], _ usage: String) throws -> String {
    guard let word = words.first else {
      throw Failure.usage("a word is missing", help: "usage: \(usage)")
    }
    return word
  }

  private static func number(_ word: String) throws -> Int {
    guard let number = Int(word) else {
      throw Failure.usage("'\(VisibleText(word).text)' is not a number")
    }
    return number
  }
}
