internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// `last`: the rows of the last statement or of `rows`, once more and whole.
enum LastRows {
  static func run(_ shell: Shell, _ words: ShellCommand.Words) throws -> Shell.Flow {
    try words.atMost(1)
    let commands = shell.lastCommands
    guard !commands.isEmpty else {
      throw Failure.usage(
        "there are no last rows", help: "'last' repeats 'rows' and SQL statements of this session")
    }
    let saved = shell.session.settings
    defer { shell.session.settings = saved }
    shell.session.settings.showsAllRows = true
    if let word = words.all.first {
      guard let format = RowFormat(rawValue: word) else {
        let names = RowFormat.allCases.map(\.rawValue)
        throw Failure.usage(
          "there is no mode '\(VisibleText(word).text)'",
          help: NameDistance.nearest(to: word, in: names).map { "did you mean '\($0)'?" }
            ?? "it is one of " + names.joined(separator: ", "))
      }
      shell.session.settings.shownFormat = format
    }
    try shell.perform(commands)
    return .goOn
  }
}
