internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct FreezeCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "freeze", abstract: "Lock shipped versions, or check that none was edited.",
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
    for path in paths where !session.isStore(path) { _ = try? session.load(path) }
    guard let freeze = try FreezeRun(models: paths, lock: lock) else {
      throw Failure.unreadable(
        "no model is in " + paths.map { "'\(VisibleText($0).text)'" }.joined(separator: ", "))
    }
    guard TextFile.exists(lock) else {
      guard !check else {
        throw Failure.unreadable(
          "there is no lock '\(VisibleText(lock).text)'", help: "write it without --check")
      }
      return try Self.report(freeze.create())
    }
    let bytes = try TextFile.bytes(of: lock)
    let shipped = try SchemaLock(String(decoding: bytes, as: UTF8.self), path: lock)
    let comparison = freeze.check(against: shipped)
    return try check || (!comparison.findings.isEmpty && !replace)
      ? Self.report(comparison)
      : Self.report(freeze.update(shipped, bytes, replacing: replace))
  }

  private static func report(_ check: LockCheck) throws -> Report {
    var sections: [Report.Section] = []
    if check.verdict == .done {
      let count = check.locked
      sections.append(.lines(["\(count) locked version\(count == 1 ? "" : "s") unchanged"]))
    }
    if !check.unknown.isEmpty {
      sections.append(
        .lines(check.unknown, title: "Unknown whether these versions are as they shipped"))
    }
    return Report(command: name, check, sections: sections)
  }

  private static func report(_ frozen: FrozenVersions) throws -> Report {
    let rows = frozen.schemas.flatMap { schema in
      schema.versions.map { version in
        [schema.name, version.name, version.identifier ?? "", version.checksum ?? "unknown"]
      }
    }
    let table = Report.Table(
      [.init("schema"), .init("version"), .init("identifier"), .init("checksum")], rows: rows)
    let section: Report.Section =
      rows.isEmpty
      ? .lines(["'\(frozen.lock)' holds every version already"])
      : .table(table, title: "Locked in '\(frozen.lock)'")
    return Report(command: name, frozen, sections: [section])
  }
}
