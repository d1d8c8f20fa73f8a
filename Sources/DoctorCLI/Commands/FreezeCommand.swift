internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct FreezeCommand: DoctorCommand {
  static let isRepeatable = false
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

  @Option(help: ArgumentHelp("The lock file.", valueName: "file"), completion: .file())
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
      return try written(now, over: .nothing, added: now)
    }
    let bytes = try TextFile.bytes(of: lock)
    let shipped = try SchemaLock(String(decoding: bytes, as: UTF8.self), path: lock)
    input.lock = shipped
    let findings = Linter().lint(input).filter { SchemaLock.rules.contains($0.rule) }
    if check || (!findings.isEmpty && !replace) {
      var report = Report(command: Self.name, findings: findings)
      let unknown = Self.unknown(shipped, Linter.histories(of: input))
      if findings.isEmpty, unknown.isEmpty {
        report.sections = [.lines(["every shipped version is as it shipped"])]
      }
      if !unknown.isEmpty {
        report.sections.append(
          .lines(unknown, title: "Unknown whether these versions are as they shipped"))
      }
      report.body = [
        "lock": .string(lock), "edited": .integer(Int64(findings.count)),
        "unknown": .strings(unknown),
      ]
      report.status = findings.isEmpty && unknown.isEmpty ? .done : .found
      return report
    }
    return try written(
      replace ? now.adding(shipped) : shipped.adding(now), over: .content(bytes),
      added: now.without(shipped))
  }

  /// Shipped versions whose checksum was or is not known, and why.
  private static func unknown(_ shipped: SchemaLock, _ histories: [SchemaHistory]) -> [String] {
    histories.flatMap { history in
      history.versions.compactMap { model -> String? in
        guard let version = shipped.version(named: model.name, in: history.name) else {
          return nil
        }
        let hashes = ModelHashes(of: model)
        guard version.checksum == nil || hashes.checksum == nil else { return nil }
        let reasons =
          model.unknownModels
          + hashes.certainty.values.compactMap { $0.isUnknown ? $0.reason : nil }.sorted()
        let why = reasons.isEmpty ? "its checksum was unknown when it was locked" : reasons[0]
        let rest = reasons.count > 1 ? ", and \(reasons.count - 1) more" : ""
        return "\(model.name): \(why)\(rest)"
      }
    }
  }

  private func written(
    _ content: SchemaLock, over old: Replaceable, added: SchemaLock
  ) throws -> Report {
    try FileOutput.write(Array(content.text.utf8), to: lock, replaces: old)
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
