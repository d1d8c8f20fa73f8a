internal import ArgumentParser
internal import StoreDoctor

struct LintCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Find mistakes in models, versions and migration plans.",
    usage: "storedoctor lint PATH…",
    discussion: """
      PATH is Swift source, a folder, an .xcdatamodeld, a .momd or a store. 'rules' lists what is \
      looked for, 'explain RULE' says why. Exit code 1 when something is found.

      Examples:
        storedoctor lint Sources
        storedoctor lint Notes.xcdatamodeld --format json
      """)

  @Argument(help: "Swift files, folders, model files, stores.")
  var paths: [String] = []

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    guard !paths.isEmpty else {
      throw Failure.usage("no path given", help: "usage: \(Self.usage)")
    }
    let input = try LintReader.read(paths)
    let findings = Linter().lint(input)
    var report = Report(command: Self.name, findings: findings)
    report.body = [
      "files": .integer(Int64(input.files.count + input.models.count)),
      "findings": .integer(Int64(findings.count)),
    ]
    report.status = findings.isEmpty ? .done : .found
    return report
  }
}
