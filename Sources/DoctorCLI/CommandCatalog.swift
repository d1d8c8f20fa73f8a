internal import ArgumentParser

/// The whole command line as ArgumentParser sees it: `storedoctor [OPTION…] COMMAND …`. What is not
/// given a command opens the shell.
struct CommandCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storedoctor",
    abstract: "Diagnose SwiftData and Core Data stores without changing a byte of them.",
    subcommands: [ShellOptions.self],
    groupedSubcommands: groups.map { group in
      CommandGroup(
        name: group.title, subcommands: group.commands.map { $0 as any ParsableCommand.Type })
    },
    defaultSubcommand: ShellOptions.self)

  @OptionGroup var common: CommonOptions

  /// Every command, in the order of the overview.
  static let groups: [(title: String, commands: [any DoctorCommand.Type])] = [
    ("Start here", [DiagnoseCommand.self, ReportCommand.self, ScanCommand.self]),
    (
      "Look inside a store",
      [
        InfoCommand.self, CheckCommand.self, RepairCommand.self, EntitiesCommand.self,
        ShowCommand.self, RowsCommand.self, SQLCommand.self, HistoryCommand.self,
        ExportCommand.self, RedactCommand.self,
      ]
    ),
    (
      "Versions and migrations",
      [
        HashCommand.self, IdentifyCommand.self, DiffCommand.self, PlanCommand.self,
        PreflightCommand.self, MigrateCommand.self, VerifyCommand.self,
        RehearseCommand.self, GenerateCommand.self,
      ]
    ),
    ("Logs and traces", [TraceCommand.self]),
    (
      "Errors and rules",
      [
        LintCommand.self, FreezeCommand.self, ExplainCommand.self, RulesCommand.self,
      ]
    ),
    ("Editors and agents", [LSPCommand.self, MCPCommand.self]),
    (
      "This installation",
      [InstallationCommand.self, CacheCommand.self, VersionCommand.self]
    ),
  ]

  static var all: [any DoctorCommand.Type] { groups.flatMap(\.commands) }
  static var names: [String] { all.map { $0.name } }

  static func command(named name: String) -> (any DoctorCommand.Type)? {
    all.first { $0.name == name }
  }

  /// Whether a word is a command, one that only this command line has included.
  static func hasCommand(_ word: String) -> Bool {
    word == "help" || command(named: word) != nil
      || configuration.subcommands.contains { $0._commandName == word }
  }
}

/// What `storedoctor` takes when it is given no command.
struct ShellOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shell", abstract: "Open the shell, or run commands of it and leave.",
    usage: "storedoctor [STORE] [--model PATH…] [-c COMMAND…] [-f FILE] [--batch] [--no-config]")

  @OptionGroup var common: CommonOptions

  @Argument(help: "The store to open.", completion: .file())
  var store: String?

  @Option(name: .short, help: "Run a shell command and leave; repeatable.")
  var c: [String] = []

  @Option(
    name: .short, help: "Run the shell commands of a file and leave.", completion: .file())
  var f: String?

  @Flag(help: "Read commands from standard input as a script, even from a terminal.")
  var batch = false

  @Flag(help: "Do not read the configuration file.")
  var noConfig = false

  @Flag(help: "Print the version.")
  var version = false
}
