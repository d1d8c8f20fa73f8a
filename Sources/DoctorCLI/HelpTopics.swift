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

  /// The shell's overview: its own commands after the shared ones.
  static func shellOverview() -> String {
    let shared = CommandCatalog.all.map { ($0.name, $0.summary) }
    let own = ShellCommand.all.map { ($0.usage, $0.summary) }
    let width = (shared + own).reduce(0) { max($0, $1.0.count) }
    func lines(_ entries: [(String, String)]) -> [String] {
      entries.map { name, text in
        "  " + name + String(repeating: " ", count: width - name.count + 2) + text
      }
    }
    return
      (["Commands (STORE is the open store unless you name one):"] + lines(shared)
      + ["", "Shell:"] + lines(own)
      + [
        "",
        "A line that starts with SELECT, WITH, VALUES, EXPLAIN or PRAGMA is SQL; it ends with ';'.",
        "Any unambiguous beginning of a command will do. Tab completes. Ctrl-C stops a statement,",
        "Ctrl-D leaves. 'help COMMAND' says more.",
      ]).joined(separator: "\n")
  }
}
