internal import ArgumentParser
internal import Diagnostics
internal import ModelInputs
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine

/// Why a command could not do its work: what the user reads, and the exit code.
struct Failure: Error, Hashable {
  var status: ExitStatus
  /// One sentence, lower case, no full stop.
  var message: String
  /// Lines that show the place of the mistake: a statement and a caret.
  var excerpt: [String] = []
  /// What to do, one line each.
  var help: [String] = []

  static func usage(_ message: String, help: String...) -> Failure {
    Failure(status: .usage, message: message, help: help)
  }

  static func unreadable(_ message: String, help: String...) -> Failure {
    Failure(status: .unreadable, message: message, help: help)
  }
}

extension Failure {
  /// For whoever has not given it.
  static let liveHint = "'--live' waits longer for its writer, and reads a private copy"

  /// What an error of the libraries means for the user.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let located as LocatedFailure: self = located.failure
    case let error as SQLiteError: self.init(error, names: [:])
    case let error as PlanFailure: self.init(error)
    case let error as ModelInputError:
      self.init(
        status: ExitStatus(rawValue: error.exitCode) ?? .unreadable, message: Self.text(error))
    case let error as StoreError: self.init(error)
    case let error as StoreOutputError: self.init(error)
    case let error as MigrationError: self.init(error)
    case let error as SuppressionError: self = .usage(error.description, help: error.help)
    case is LintConfigurationError, is BaselineError, is SchemaLockError:
      self.init(status: .usage, message: Self.text(error))
    case let error as StoreFileError:
      self.init(
        status: .unreadable, message: Self.text(error),
        help: error.reason == .busy ? [Self.liveHint] : [])
    case is ModelFileError, is StoreWriterError:
      self.init(status: .unreadable, message: Self.text(error))
    default:
      self.init(
        status: .internalError, message: Self.text(error),
        help: ["this is a mistake of storedoctor; please report it with the command line"])
    }
  }

  private init(_ error: PlanFailure) {
    let status: ExitStatus =
      switch error {
      case .findings: .found
      case .noCompiler, .noModule, .unconfined: .usage
      case .interrupted, .system: .unreadable
      }
    self.init(status: status, message: Self.text(error), help: error.help.map { [$0] } ?? [])
  }

  private init(_ error: MigrationError) {
    var status = ExitStatus.unreadable
    var help = error.code.map { ["see 'storedoctor explain \($0)'"] } ?? []
    switch error {
    case .noTarget, .unknownTarget, .ambiguousHistory: status = .usage
    case .notInferrable: help.insert("'storedoctor plan' shows each change", at: 0)
    case .closures:
      help = ["add --skip-closures to run only the lightweight part", "or end before it with --to"]
    default: break
    }
    self.init(status: status, message: Self.text(error), help: help)
  }

  private init(_ error: StoreOutputError) {
    let status: ExitStatus =
      switch error {
      case .notAFile, .exists, .notReplaceable, .inTheWay, .dataExists, .store, .sideFile,
        .besideSideFile, .link, .foreign, .outside:
        .usage
      case .noFolder, .notWritable, .full, .system, .changed, .noReader, .unfinished:
        .unreadable
      }
    self.init(
      status: status, message: Self.text(error), help: error.help.map { [$0] } ?? [])
  }

  private init(_ error: StoreError) {
    switch error {
    case .missingTable: self.init(status: .unreadable, message: Self.text(error))
    default: self.init(status: .usage, message: Self.text(error))
    }
  }

  private static func text(_ error: any Error) -> String { VisibleText("\(error)").text }

  /// - Parameter names: what a misspelt name may have meant: tables and views with their columns.
  init(_ error: SQLiteError, names: [String: [String]]) {
    let message = VisibleText(error.message).text
    let store = error.file.map { "'\(VisibleText($0).text)'" } ?? "the store"
    if error.isInterrupt {
      self.init(status: .unreadable, message: "interrupted")
    } else if error.isDamage {
      self.init(
        status: .unreadable, message: "\(store) is damaged: \(message)",
        help: ["work on a copy; the 'sqlite3' shell's .recover may save rows"])
    } else if error.isBusy {
      self.init(
        status: .unreadable, message: "\(store) \(StoreFileError.inUse)", help: [Self.liveHint])
    } else if error.isSystemFailure {
      self.init(status: .unreadable, message: message)
    } else {
      self.init(status: .usage, message: message)
      if let sql = error.sql, let offset = error.offset {
        excerpt = SQLExcerpt.lines(of: sql, at: offset)
      }
      help = SQLExcerpt.hint(for: error.message, names: names).map { [$0] } ?? []
    }
  }
}

/// Shows where in a statement SQLite stopped, and guesses what was meant.
enum SQLExcerpt {
  /// The line with the mistake, cut to the part around it, and a caret below.
  static func lines(of sql: String, at offset: Int) -> [String] {
    let bytes = Array(sql.utf8)
    let offset = min(max(offset, 0), bytes.count)
    let start = bytes[..<offset].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0a) ?? bytes.count
    var before = VisibleText(String(decoding: bytes[start..<offset], as: UTF8.self)).text
    if before.count > 50 { before = "…" + before.suffix(49) }
    let after = VisibleText(String(decoding: bytes[offset..<end], as: UTF8.self)).cut(to: 30).text
    let caret = String(repeating: " ", count: VisibleText(before).columns) + "^"
    return [before + after, caret]
  }

  /// A hint for a name that does not exist.
  static func hint(for message: String, names: [String: [String]]) -> String? {
    func suggestion(_ kind: String, among candidates: [String]) -> String? {
      // The text may start with the condition that SQLite speaks of.
      guard let range = message.firstRange(of: kind) else { return nil }
      let name = message[range.upperBound...].split(separator: ".").last.map(String.init) ?? ""
      return NameDistance.nearest(to: name, in: candidates).map { "did you mean '\($0)'?" }
        ?? "'entities' lists the entities, 'show ENTITY' their properties and columns"
    }
    return suggestion("no such table: ", among: names.keys.sorted())
      ?? suggestion("no such column: ", among: Set(names.values.flatMap { $0 }).sorted())
  }
}
