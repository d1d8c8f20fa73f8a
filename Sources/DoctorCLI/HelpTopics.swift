internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// `help TOPIC`: a command of either kind, or a shell command.
enum HelpTopics {
  static func text(for word: String, isShell: Bool) throws -> String {
    if let type = CommandCatalog.command(named: word) { return type.helpMessage() }
    if let command = ShellCommand.all.first(where: { $0.name == word }) {
      return "\(command.usage)\n\n\(command.summary)"
    }
    let names = CommandCatalog.names + (isShell ? ShellCommand.names : [])
    let nearest = NameDistance.nearest(to: word, in: names)
    throw Failure(
      status: .usage, message: "there is no help on '\(VisibleText(word).text)'",
      help: [nearest.map { "did you mean '\($0)'?" } ?? "'help' lists the commands"])
  }

  /// What `--help` says.
  static func overview() -> String {
    let names = CommandCatalog.names
    let groups: [String] = CommandCatalog.groups.flatMap { group in
      [group.title + ":"] + lines(group.commands.map { ($0.name, $0.summary) }, below: names) + [""]
    }
    return
      ([
        "Diagnose SwiftData and Core Data stores without changing a byte of them.", "",
        "usage: storedoctor COMMAND [OPTION…]     run one command",
        "       storedoctor [STORE] [--model PATH…]   open the shell", "",
      ] + groups + [
        "Shell: -c COMMAND (repeatable) and -f FILE run shell commands and leave;",
        "       so does piped input: storedoctor STORE < FILE.",
        "Models: PATH[@VERSION] is Swift source, .xcdatamodeld, .momd, .mom, a folder, or a store.",
        "Exit codes: 0 done, 1 found something or no match, 2 usage, 3 input unreadable, 4 internal.",
        "More: storedoctor help COMMAND",
      ]).joined(separator: "\n")
  }

  /// The shell's overview: its own commands after the shared ones.
  static func shellOverview() -> String {
    let shared = CommandCatalog.all.map { ($0.name, $0.summary) }
    let own = ShellCommand.all.map { ($0.usage, $0.summary) }
    let names = (shared + own).map(\.0)
    return
      (["Commands (STORE is the open store unless you name one):"] + lines(shared, below: names)
      + ["", "Shell:"] + lines(own, below: names)
      + [
        "",
        "A line that starts with SELECT, WITH, VALUES, EXPLAIN or PRAGMA is SQL; it ends with ';'.",
        "Any unambiguous beginning of a command will do. Tab completes. Ctrl-C stops a statement,",
        "Ctrl-D leaves. 'help COMMAND' says more.",
      ]).joined(separator: "\n")
  }

  /// Names and what they do, in columns as wide as these names need.
  private static func lines(_ entries: [(String, String)], below names: [String]) -> [String] {
    let width = names.map(\.count).max() ?? 0
    return entries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + text
    }
  }
}
