internal import ArgumentParser
internal import StoreEngine

/// Every command, in the order of the overview.
enum CommandCatalog {
  static let groups: [(title: String, commands: [any DoctorCommand.Type])] = [
    (
      "Look into a store",
      [
        InfoCommand.self, CheckCommand.self, EntitiesCommand.self, ShowCommand.self,
        RowsCommand.self, SQLCommand.self,
      ]
    ),
    (
      "Versions and migrations",
      [
        HashCommand.self, IdentifyCommand.self, DiffCommand.self, PlanCommand.self,
        PreflightCommand.self, MigrateCommand.self, VerifyCommand.self, GenerateCommand.self,
      ]
    ),
    ("Logs and traces", [TraceCommand.self]),
    (
      "Errors and rules",
      [
        LintCommand.self, FreezeCommand.self, ExplainCommand.self, RulesCommand.self,
        VersionCommand.self,
      ]
    ),
  ]

  static var all: [any DoctorCommand.Type] { groups.flatMap(\.commands) }
  static var names: [String] { all.map { $0.name } }

  static func command(named name: String) -> (any DoctorCommand.Type)? {
    all.first { $0.name == name }
  }
}
