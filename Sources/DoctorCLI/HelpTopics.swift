internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// `help TOPIC`: a command of either kind, or a shell command.
enum HelpTopics {
  static func text(for word: String, isShell: Bool) throws -> String {
    if let type = CommandCatalog.command(named: word) { return type.helpText }
    if word == "shell", !isShell { return shellOverview() }
    if let topic = topics[word == "shortcuts" ? "keys" : word] { return topic }
    if let command = ShellCommand.all.first(where: { $0.name == word }) {
      return "\(command.usage)\n\n\(command.summary)"
        + (command.details.isEmpty ? "" : "\n\n\(command.details)")
    }
    if let own = try ShellHabits.meaning(of: word)?.line.split(separator: " ").first {
      return try text(for: String(own), isShell: isShell)
    }
    let names = CommandCatalog.names + topics.keys.sorted() + (isShell ? ShellCommand.names : [])
    let nearest = NameDistance.nearest(to: word, in: names)
    throw Failure(
      status: .usage, message: "there is no help on '\(VisibleText(word).text)'",
      help: [nearest.map { "did you mean '\($0)'?" } ?? "'help' lists the commands"])
  }

  static let exitCodes = [
    (code: ExitStatus.done, meaning: "done"), (.found, "findings or no match"), (.usage, "usage"),
    (.unreadable, "input unreadable"), (.internalError, "internal error"),
  ].map { (code: $0.code.rawValue, meaning: $0.meaning) }

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
        "Exit codes: \(exitCodes.map { "\($0.code) \($0.meaning)" }.joined(separator: ", ")).",
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
        "Several stand on one line with ';' between. Any unambiguous beginning of a command will do,",
        "with a dot before it or without. Tab completes. Ctrl-C stops a statement, Ctrl-D leaves.",
        "'help COMMAND' says more; 'help views' what SQL can read, 'help keys' what keys do.",
      ]).joined(separator: "\n")
  }

  /// What is no command.
  static let topics = [
    "keys": """
    Tab            complete a command, an option and its value, an entity, SQL, a file
    Up, Down       earlier and later lines; a statement of several lines comes back whole
    Ctrl-R         look for an earlier line
    Ctrl-A, Ctrl-E to the beginning, to the end of the line
    Ctrl-W, Ctrl-U delete a word, the line
    Ctrl-L         clear the screen
    Ctrl-C         drop the line, or stop what runs
    Ctrl-D         leave
    """,
    "views": """
    SQL reads a view per entity under the entity's name. Its columns are the key, Z_PK, in every \
    view; 'entity', where rows of subentities are included; and every property under its name: \
    dates as ISO 8601 text in UTC, UUIDs as text, Booleans as 0 and 1, elements of composites as \
    "author.name", to-one relationships as the key of the other object.

    A many-to-many relationship has a view Entity_relationship, such as \
    Note_tags(Note, Tag): the keys of both objects, with 'position' where it is ordered.

      SELECT n.title, t.name FROM Note n JOIN Note_tags l ON l.Note = n.Z_PK
        JOIN Tag t ON t.Z_PK = l.Tag;

    Where a table has the name of an entity, the view's name ends with '_'. 'tables' lists all, \
    'schema NAME' prints what a view is made of. The store's own tables can be read as well.
    """,
  ]

  /// Names and what they do, in columns as wide as these names need.
  private static func lines(_ entries: [(String, String)], below names: [String]) -> [String] {
    let width = names.map(\.count).max() ?? 0
    return entries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + text
    }
  }
}
