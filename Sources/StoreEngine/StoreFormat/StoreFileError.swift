internal import PlatformLibc
public import StoreModel

/// Why a file cannot be opened as a store.
public struct StoreFileError: ReportableError, Sendable, Hashable {
  /// What is wrong with the file.
  public enum Reason: Sendable, Hashable {
    case missing
    /// A symbolic link to nothing.
    case danglingLink
    case directory
    /// A FIFO, a socket or a device; the text names it.
    case notRegular(String)
    case noPermission
    /// The system's error number, 0 if there is none.
    case unreadable(Int32)
    case empty
    /// A regular file, but no SQLite one.
    case notAStore(FileKind)
    /// In bytes.
    case truncated(expected: Int64, actual: Int64)
    case damaged(String)
    /// Not even its first page is whole; a phrase.
    case hopeless(String)
    case tooLarge
    /// Another process holds it locked, or changes it faster than it can be read.
    case busy
    case sqlite(SQLiteError)
  }

  /// The file meant, which may be a side file of the store.
  public var path: String
  /// What is wrong with it.
  public var reason: Reason

  /// What is said of a store that is busy.
  package static let inUse =
    "is in use by another process; close the app that uses it, or try again"

  /// A file and what is wrong with it.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Whatever it is, the store is not read.
  public var status: ExitStatus { .unreadable }
  private static let logHint =
    "see whether the '-wal' file beside it belongs to it: storedoctor diagnose STORE"

  /// What helps against another process that writes.
  public var help: [String] {
    switch reason {
    case .busy: [SQLiteError.liveHint]
    case .truncated, .damaged: SQLiteError.damageHelp
    case .hopeless: ["restore a backup: nothing can be saved from this file"]
    case .sqlite(let error):
      (error.isDamage && FilePath.size(path + "-wal") > 0 ? [Self.logHint] : []) + error.help
    default: []
    }
  }

  public var description: String {
    switch reason {
    case .missing: "'\(path)' does not exist"
    case .danglingLink: "'\(path)' is a link to a file that does not exist"
    case .directory: "'\(path)' is a folder; name the store file in it"
    case .notRegular(let what): "'\(path)' is a \(what), not a file"
    case .noPermission: "'\(path)' cannot be read: permission denied"
    case .unreadable(let code):
      "'\(path)' cannot be read"
        + (code == 0 ? "" : ": \(String(cString: strerror(code)).lowercased())")
    case .empty:
      "'\(path)' is empty: either no store was ever written to it, or all of it is still in its '-wal' file"
    case .notAStore(let kind): "'\(path)' is not a SQLite store: \(kind.evidence)"
    case .truncated(let expected, let actual):
      "'\(path)' is cut off: its header promises \(expected) bytes, the file has \(actual)"
    case .damaged(let what): "'\(path)' is damaged: \(what)"
    case .hopeless(let what): "'\(path)' is damaged: \(what)"
    case .tooLarge: "'\(path)' has more pages than can be kept in memory"
    case .busy: "'\(path)' \(Self.inUse)"
    case .sqlite(let error) where error.isDamage: "'\(path)' is damaged: \(error.message)"
    case .sqlite(let error): "'\(path)' cannot be opened: \(error.message)"
    }
  }
}

extension StoreFileError.Reason {
  /// What a file without a whole SQLite header is, by its first bytes.
  static func headless(_ start: [UInt8], size: Int64) -> Self {
    if StoreHeader.begins(start) {
      return .hopeless(
        start.count < StoreHeader.size
          ? "its SQLite header is cut off" : "it ends before its first page does")
    }
    let kind = FileIdentifier.kind(of: start, size: size)
    return kind.id == .unknown && PageSizeSearch.hasPages(start)
      ? .damaged("it has pages of SQLite, and the header before them is gone") : .notAStore(kind)
  }

  init(_ failure: RawFile.Failure) {
    self =
      switch failure {
      case .missing: .missing
      case .directory: .directory
      case .notRegular(let what): .notRegular(what)
      case .permission: .noPermission
      case .tooLarge: .tooLarge
      case .system(let code): .unreadable(code)
      }
  }
}
