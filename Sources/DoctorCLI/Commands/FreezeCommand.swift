internal import ArgumentParser
internal import StoreDoctor
internal import StoreModel

struct FreezeCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze", abstract: "Lock shipped versions, or check that none was edited.",
    usage: "storedoctor freeze --model PATH [--check]",
    discussion: """
      Writes 'storedoctor.lock': identifier, checksum, entity hashes and the shape of every version, \
      to be committed when a version ships. With --check nothing is written, and every property that \
      was edited in a shipped version is named; exit code 1. 'lint' does the same where it finds the \
      lock.

      Examples:
        storedoctor freeze --model Sources
        storedoctor freeze --check --model Sources
      """)
  static let formats = OutputFormat.allCases

  @Flag(help: "Compare with the lock instead of writing it.")
  var check = false

  @Flag(help: "Overwrite versions that were edited since they were locked.")
  var replace = false

  @Option(help: ArgumentHelp("The lock file.", valueName: "file"))
  var lock: String = SchemaLock.fileName

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let paths = session.settings.models
    guard !paths.isEmpty else {
      throw Failure.usage("no model given", help: "usage: \(Self.usage)")
    }
    var input = try LintReader.read(paths)
    let now = SchemaLock(of: Linter.histories(of: input))
    guard !now.schemas.isEmpty else {
      throw Failure.unreadable(
        "no model is in " + paths.map { "'\(VisibleText($0).text)'" }.joined(separator: ", "))
    }
    guard TextFile.exists(lock) else {
      guard !check else {
        throw Failure.unreadable(
          "there is no lock '\(VisibleText(lock).text)'", help: "write it without --check")
      }
      return try written(now, added: now)
    }
    let shipped = try SchemaLock(TextFile.read(lock), path: lock)
    input.lock = shipped
    let findings = Linter().lint(input).filter { SchemaLock.rules.contains($0.rule) }
    if check || (!findings.isEmpty && !replace) {
      var report = Report(command: Self.name, findings: findings)
      if findings.isEmpty { report.sections = [.lines(["every shipped version is as it shipped"])] }
      report.body = ["lock": .string(lock), "edited": .integer(Int64(findings.count))]
      report.status = findings.isEmpty ? .done : .found
      return report
    }
    return try written(
      replace ? now.adding(shipped) : shipped.adding(now), added: now.without(shipped))
  }

  private func written(_ content: SchemaLock, added: SchemaLock) throws -> Report {
    try TextFile.write(content.text, to: lock)
    var report = Report(command: Self.name)
    let rows = added.schemas.flatMap { schema in
      schema.versions.map { version in
        [schema.name, version.name, version.identifier ?? "", version.checksum ?? "unknown"]
      }
    }
    let table = Report.Table(
      [.init("schema"), .init("version"), .init("identifier"), .init("checksum")], rows: rows)
    report.sections =
      rows.isEmpty
      ? [.lines(["'\(lock)' holds every version already"])]
      : [.table(table, title: "Locked in '\(lock)'")]
    report.body = [
      "added": .strings(rows.map { $0[1] }), "lock": .string(lock),
    ]
    return report
  }
}
