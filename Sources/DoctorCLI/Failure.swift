internal import Diagnostics
internal import Lint
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Why a command could not do its work: what the user reads, and the exit code.
struct Failure: Error, Hashable {
  var status: ExitStatus
  /// One sentence, lower case, no full stop.
  var message: String
  /// Lines that show the place of the mistake: a statement and a caret.
  var excerpt: [String] = []
  /// What to do, one line each.
  var help: [String] = []
  /// Somebody stopped it.
  var isInterrupt: Bool { message == Self.interrupted }
  private static let interrupted = "interrupted"
  /// The line of a script that it happened in, as the message begins.
  var place = ""

  static func usage(_ message: String, help: String...) -> Failure {
    Failure(status: .usage, message: message, help: help)
  }

  /// A command of the shell that needs an open store.
  static var noStore: Failure { .usage("no store is open: open STORE") }

  /// The folder that a script means is not the current one.
  static var emptyPath: Failure {
    .usage("a path is empty", help: "is a variable of the script unset?")
  }

  static func unreadable(_ message: String, help: String...) -> Failure {
    Failure(status: .unreadable, message: message, help: help)
  }
}

extension Failure {
  /// What an error of the libraries means for the user.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SQLiteError where error.primaryCode == 1: self.init(unfit: error)
    case let error as SQLiteError: self.init(error, names: [:])
    case let error as any ReportableError:
      let path = (error as? StoreFileError)?.path
      self.init(
        status: error.status, message: VisibleText(error.description).text,
        help: error.help.map(FilledCommands(store: path, models: []).filled))
      // A configuration has all its mistakes told at once, one on a line.
      if let mistakes = (error as? LintConfigurationError)?.description.split(separator: "\n") {
        message = VisibleText(String(mistakes[0])).text
        excerpt = mistakes.dropFirst().map(String.init)
      }
    default:
      self.init(
        status: .internalError, message: VisibleText("\(error)").text,
        help: ["this is a bug in storedoctor; please report it with the command line"])
    }
  }

  /// A statement of the tool's own that SQLite does not accept.
  private init(unfit error: SQLiteError) {
    let store = error.file.map { "'\(VisibleText($0).text)'" } ?? "the store"
    self.init(
      status: .unreadable,
      message: "\(store) is damaged: \(error.unfitness)",
      help: SQLiteError.damageHelp.map(FilledCommands(store: error.file, models: []).filled))
  }

  /// - Parameter names: what a misspelt name may have meant: tables and views with their columns.
  init(_ error: SQLiteError, names: [String: [String]]) {
    let message = VisibleText(error.message).text
    let store = error.file.map { "'\(VisibleText($0).text)'" } ?? "the store"
    self.init(
      status: error.status,
      message: error.isInterrupt
        ? Failure.interrupted
        : error.isDamage
          ? "\(store) is damaged: \(message)"
          : error.isBusy
            ? "\(store) \(StoreFileError.inUse)"
            : error.isSystemFailure ? "\(store) cannot be read or written: \(message)" : message,
      help: error.help.map(FilledCommands(store: error.file, models: []).filled))
    guard status == .usage else { return }
    if let sql = error.sql, let offset = error.offset {
      excerpt = SQLExcerpt.lines(of: sql, at: offset)
    }
    help = SQLExcerpt.hint(for: error.message, names: names).map { [$0] } ?? []
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
    // What most other databases call it.
    if message.firstMatch(of: /no such column: (\w+\.)?(id|_id|pk|objectID)$/.ignoresCase()) != nil
    {
      return "the key of each row is 'Z_PK'"
    }
    return suggestion("no such table: ", among: names.keys.sorted())
      ?? suggestion("no such column: ", among: Set(names.values.flatMap { $0 }).sorted())
  }
}

extension SQLiteError {
  /// What is wrong with a file on whose tables a statement of the tool's own cannot run.
  var unfitness: String {
    "its tables are not those of a store, or their definitions were changed: "
      + VisibleText(message).text
  }
}
