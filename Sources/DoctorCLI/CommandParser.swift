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
  }

  static func parse(_ words: [String]) throws -> Parsed {
    // `--trace` may stand alone; the parser wants a value.
    let words = words.map { $0 == "--trace" ? "--trace=-" : $0 }
    let meant = command(in: words)
    let parsed: any ParsableCommand
    do {
      parsed = try CommandCatalog.parseAsRoot(words)
    } catch {
      // A script for completion, or the description that manual pages are made of.
      guard CommandCatalog.exitCode(for: error) != .success else {
        return .help(CommandCatalog.fullMessage(for: error))
      }
      throw Failure(
        status: .usage, message: sentence(CommandCatalog.message(for: error)),
        help: meant.map { ["usage: " + synopsis(of: $0), "see 'storedoctor help \($0.name)'"] }
          ?? ["see 'storedoctor --help'"])
    }
    switch parsed {
    case let command as any DoctorCommand: return .command(command)
    case let options as ShellOptions where options.version:
      return try parse(["version"])
    case let options as ShellOptions: return .shell(options)
    // ArgumentParser's own command, which is also what it makes of `-h`.
    default:
      guard words.first == "help", words.count > 1 else {
        return .help(meant?.helpMessage() ?? HelpTopics.overview())
      }
      return .help(try HelpTopics.text(for: words[1], isShell: false))
    }
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
