internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// Turns words into a command, or into the help that was asked for.
enum CommandParser {
  enum Parsed {
    case command(any DoctorCommand)
    case shell(ShellOptions)
    case help(String)
    /// For programs: a script, or the description that manual pages are made of.
    case document(String)
  }

  static func parse(_ words: [String]) throws -> Parsed {
    // `--trace` may stand alone; the parser wants a value.
    let words = words.map { $0 == "--trace" ? "--trace=-" : $0 }
    if let command = command(named: words) { return .command(command) }
    if words.first == ManualPage.option { return .document(try manual(words.dropFirst())) }
    if words == [SitePages.option] { return .document(SitePages.all()) }
    let parsed: any ParsableCommand
    do {
      parsed = try CommandCatalog.parseAsRoot(words)
    } catch {
      // A script for completion, or the description that manual pages are made of.
      guard CommandCatalog.exitCode(for: error) != .success else {
        let text = CommandCatalog.fullMessage(for: error)
        let isScript = words.first?.hasPrefix("--generate-completion-script") ?? false
        return .document(isScript ? BashCompletion.completed(text) : text)
      }
      let message = sentence(CommandCatalog.message(for: error))
      guard let meant = command(in: words) else {
        throw Failure(
          status: .usage, message: message,
          help: [turned(words).map { "did you mean '\($0)'?" } ?? "see 'storedoctor --help'"])
      }
      let formats =
        message.contains("for '--format")
        ? ["its formats are \(meant.formatNames.quotedList())"] : []
      throw Failure(
        status: .usage,
        message: negative(message, in: words) ?? extraWords(message, of: meant, in: words)
          ?? message.replacing("'--format <text|json>'", with: "'--format'"),
        help: formats + ["usage: " + synopsis(of: meant), "see 'storedoctor help \(meant.name)'"])
    }
    switch parsed {
    case let command as any DoctorCommand: return .command(command)
    case let options as ShellOptions where options.version:
      return try parse(["version"])
    case let options as ShellOptions: return .shell(options)
    // ArgumentParser's own command, which is also what it makes of `-h`.
    default:
      guard words.first == "help", words.count > 1 else {
        return .help(command(in: words)?.helpText ?? HelpTopics.overview())
      }
      return .help(try HelpTopics.text(for: words[1], isShell: false))
    }
  }

  /// What is wrong with `--rows -5`, which the parser takes for two options.
  private static func negative(_ message: String, in words: [String]) -> String? {
    zip(words, words.dropFirst()).first { option, value in
      message.hasPrefix("missing value for '\(option) ") && value.wholeMatch(of: /-\d+/) != nil
    }.map { "'\($0)' takes no negative number, and '\($1)' is one" }
  }

  /// `storedoctor check STORE` of `storedoctor STORE check`.
  private static func turned(_ words: [String]) -> String? {
    guard words.count > 1, CommandCatalog.command(named: words[1]) != nil else { return nil }
    return "storedoctor "
      + ([words[1], words[0]] + words.dropFirst(2)).map(\.shellWord).joined(separator: " ")
  }

  private static func manual(_ words: ArraySlice<String>) throws -> String {
    guard let name = words.first else { return ManualPage.overview() }
    guard let type = CommandCatalog.command(named: name), words.count == 1 else {
      throw Failure.usage("\(ManualPage.option) takes the name of one command, or none")
    }
    return ManualPage.page(of: type)
  }

  /// The command of words that begin with its name and contain no mistake. It is what
  /// `CommandCatalog` makes of them, in half the time: that looks at what every command may be given.
  private static func command(named words: [String]) -> (any DoctorCommand)? {
    guard let name = words.first, let type = CommandCatalog.command(named: name) else { return nil }
    if words.count == 2, !words[1].hasPrefix("-"), let command = type.plain(words[1]) {
      return command
    }
    return parse(type, Array(words.dropFirst()))
  }

  /// To ask for one type is quick; for any that conforms, the runtime looks at all conformances.
  private static func parse<Command: DoctorCommand>(
    _ type: Command.Type, _ words: [String]
  ) -> (any DoctorCommand)? {
    (try? type.parseAsRoot(words)) as? Command
  }

  /// The command that words name: the first of them, or the first after common options.
  private static func command(in words: [String]) -> (any DoctorCommand.Type)? {
    for (index, word) in words.enumerated() {
      if let type = CommandCatalog.command(named: word),
        (try? CommonOptions.parse(Array(words[..<index]))) != nil
      {
        return type
      }
    }
    return nil
  }

  /// What `--format` may be in a command line that is being completed.
  static func formatNames(in words: [String]) -> [String] {
    let type = words.lazy.compactMap { CommandCatalog.command(named: $0) }.first
    return type?.formatNames ?? [OutputFormat.text, .json].map(\.rawValue)
  }

  /// What is wrong where a command was given more words than it takes; nil for another mistake.
  private static func extraWords(
    _ message: String, of type: any DoctorCommand.Type, in words: [String]
  ) -> String? {
    guard let match = message.firstMatch(of: /^(?:(\d+) )?unexpected arguments?:? (.*)$/) else {
      return nil
    }
    let count = match.output.1.flatMap { Int($0) } ?? 1
    if let start = words.firstIndex(where: { ["--where", "where"].contains($0.lowercased()) }),
      synopsis(of: type).contains("--where")
    {
      let condition = words[(start + 1)...].prefix { !$0.hasPrefix("--") }
      if condition.count > 1 {
        return "quote the condition: --where \"\(condition.joined(separator: " "))\""
      }
    }
    let operands = synopsis(of: type).split(separator: " ").dropFirst(2).prefix {
      !$0.hasPrefix("[") && !$0.hasPrefix("-")
    }
    if operands.isEmpty, count == 1, synopsis(of: type).contains(" --model PATH") {
      return "extra word \(match.output.2): '\(type.name)' takes models as --model PATH"
    }
    guard operands.count == 1, let operand = operands.first, !operand.hasSuffix("…") else {
      return "extra word\(count == 1 ? "" : "s") \(match.output.2)"
    }
    let what = operand.lowercased().split(separator: "|").joined(separator: " or ")
    return "'\(type.name)' takes one \(what); \(count + 1) given"
  }

  static func synopsis(of type: any DoctorCommand.Type) -> String {
    type.usage.split(separator: "\n").first.map(String.init) ?? type.name
  }

  /// ArgumentParser's messages in this tool's style: first line, lower case, no full stop.
  static func sentence(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }
    var line = lines.first ?? text
    // What may stand there follows, one line each.
    if line.hasSuffix(":") {
      let choices = lines.dropFirst().prefix { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
      if choices.isEmpty {
        line.removeLast()
      } else {
        line += " " + choices.joined(separator: ", ")
      }
    }
    line = VisibleText(line).text
    if line.hasPrefix("Error: ") { line.removeFirst("Error: ".count) }
    if line.hasSuffix(".") { line.removeLast() }
    for (pause, joined) in [(". Did you", "; did you"), (". Please", "; please")] {
      if let range = line.firstRange(of: pause) { line.replaceSubrange(range, with: joined) }
    }
    guard let first = line.first, !line.dropFirst().prefix(1).allSatisfy(\.isUppercase) else {
      return line
    }
    return first.lowercased() + line.dropFirst()
  }
}
