internal import CSQLite
public import StoreModel

/// An error of SQLite with the statement that caused it. Bound values are never part of it.
public struct SQLiteError: ReportableError, Sendable, Hashable {
  /// Extended result code, e.g. 11 for a damaged file, 26 for a file that is not a database.
  public var code: Int32
  /// In SQLite's words, or in better ones.
  public var message: String
  /// The statement, where one was meant.
  public var sql: String?
  /// Byte offset of the mistake in `sql`, when SQLite knows it.
  public var offset: Int?
  /// The user's store, as it was given; nil for files of this process.
  public var file: String?

  /// - Parameter code: extended or primary.
  public init(
    code: Int32, message: String, sql: String? = nil, offset: Int? = nil, file: String? = nil
  ) {
    self.code = code
    self.message = message
    self.sql = sql
    self.offset = offset
    self.file = file
  }

  /// The primary result code (the low byte).
  public var primaryCode: Int32 { code & 0xff }
  /// The statement was stopped, or its time was up.
  public var isInterrupt: Bool { primaryCode == SQLITE_INTERRUPT }
  /// The statement names a table or a column that the store lacks.
  public var lacksObject: Bool {
    primaryCode == SQLITE_ERROR
      && (message.hasPrefix("no such table: ") || message.hasPrefix("no such column: "))
  }
  /// The file is damaged, or no database.
  public var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
  /// Another process does not let this one read or write.
  public var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(primaryCode) }
  /// The machine's fault and not the statement's: memory, disk, rights.
  public var isSystemFailure: Bool {
    [SQLITE_NOMEM, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_NOLFS]
      .contains(primaryCode)
  }

  /// A statement that SQLite does not accept is a mistake of whoever wrote it.
  public var status: ExitStatus {
    isInterrupt || isDamage || isBusy || isSystemFailure ? .unreadable : .usage
  }

  /// What to do where not the statement is at fault.
  public var help: [String] {
    isDamage
      ? Self.damageHelp
      : isBusy ? [Self.liveHint] : isDiskFailure ? [Self.diskHint] : []
  }

  private var isDiskFailure: Bool { primaryCode == SQLITE_IOERR || primaryCode == SQLITE_FULL }
  private static let diskHint =
    "look whether its disk has room and works, and whether a limit ends files that large ('ulimit -f')"
  /// What to do with a damaged file.
  package static let damageHelp = [
    "restore a backup, or save what is left: storedoctor repair STORE --salvage -o NEW"
  ]
  /// For whoever has not given it.
  package static let liveHint = "'--live' waits longer for its writer, and reads all of one moment"

  public var description: String {
    sql.map { "\(message) while running: \($0)" } ?? message
  }
}
