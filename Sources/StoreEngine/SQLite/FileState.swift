public import StoreModel

/// What lies on the disk: the main file, its side files, and which of their bytes count.
public struct FileState: Sendable, Hashable {
  /// From bytes 18 and 19 of the header; the mode that the store was last written in.
  public enum JournalMode: String, Sendable { case rollback, wal }

  /// A file that SQLite keeps beside the main file.
  public struct SideFile: Sendable, Hashable {
    /// `-wal`, `-shm` or `-journal`.
    public var suffix: String
    /// In bytes.
    public var size: Int64
  }

  /// What the header says.
  public var journalMode: JournalMode
  /// Bytes 18 and 19 as they are in the file.
  public var writeVersion: UInt8
  /// 2 for a write-ahead log.
  public var readVersion: UInt8
  /// In bytes.
  public var pageSize: Int
  /// Of the committed content, not of the main file.
  public var pageCount = 0
  /// Of the main file, in bytes.
  public var mainSize: Int64
  /// Side files that exist, sorted by suffix.
  public var sideFiles: [SideFile] = []
  /// The `-wal` file, if it holds frames.
  public var log: LogState?
  /// Why an existing `-wal` file has no frames that count.
  public var unusedLog: LogState.Unused?
  /// Frames that the `-shm` file calls committed and no file has: saved changes that are lost.
  public var lostFrames = 0
  /// The `-journal` file, if it is hot.
  public var journal: JournalState?
  /// Why an existing `-journal` file has nothing to put back.
  public var unusedJournal: JournalState.Unused?
  /// Who else has the store open.
  public var users = FileUsers.none

  init(mainSize: Int64, header: StoreHeader) {
    journalMode = header.isLogged ? .wal : .rollback
    writeVersion = header.writeVersion
    readVersion = header.readVersion
    pageSize = header.pageSize ?? 0
    self.mainSize = mainSize
  }

  /// True if another process holds a write lock at the moment of opening.
  public var isBeingWritten: Bool { users == .writing }
}

/// Other processes at the moment of opening, as far as SQLite's locks tell.
public enum FileUsers: String, Sendable {
  case none
  /// At least one has the store open.
  case open
  /// One is writing.
  case writing
}

/// The frames of a write-ahead log.
public struct LogState: Sendable, Hashable {
  /// Why the log ends where it does.
  public enum End: Sendable, Hashable, CustomStringConvertible {
    /// With the last complete frame in the file.
    case file
    /// A frame has the salts of an earlier log: leftovers that were never overwritten.
    case otherSalts
    /// A frame's checksum is wrong; SQLite drops it and everything behind it.
    case badChecksum(frame: Int)

    public var description: String {
      switch self {
      case .file: "end of the file"
      case .otherSalts: "left over from an earlier log"
      case .badChecksum(let frame): "wrong checksum in frame \(frame)"
      }
    }
  }

  /// Bytes before the first frame.
  package static let headerSize = WriteAheadLog.headerSize

  /// Why a log has nothing to say at all.
  public enum Unused: String, ReportableError {
    case empty
    case short = "shorter than one frame"
    case notALog = "not a write-ahead log"
    case damagedHeader = "its header has a wrong checksum"
    case unknownVersion = "written in an unknown version of the format"

    /// As for other files that cannot be read.
    public var status: ExitStatus { .unreadable }

    public var description: String { rawValue }
  }

  /// In bytes.
  public var size: Int64
  /// In bytes.
  public var pageSize: Int
  /// Complete frames in the file.
  public var frames: Int
  /// Frames up to the last commit: they are part of the data.
  public var committed: Int
  /// Frames of this log behind the last commit: an unfinished transaction.
  public var uncommitted: Int
  /// Why it ends there.
  public var end: End
  /// Bytes behind the last complete frame: the beginning of one that is cut off; 0 without any.
  public var cutBytes = 0

  /// Whether the file ends inside a frame of this log; what is cut of an earlier log's leftovers is
  /// missed by nobody.
  public var endsInsideFrame: Bool { cutBytes > 0 && end == .file }

  /// Where it is cut; nil where it is not.
  public var cutText: String? {
    guard endsInsideFrame else { return nil }
    return "the file ends inside frame \(frames + 1), after \(cutBytes) of "
      + "\(pageSize + WriteAheadLog.frameHeaderSize) bytes"
  }

  /// Frames that are not part of the data.
  public var ignored: Int { frames - committed }

  /// Why `ignored` frames are, or nil without any.
  public var whyIgnored: String? {
    if ignored == 0 { return nil }
    var reasons: [String] = []
    if uncommitted > 0 { reasons.append("\(uncommitted) never committed") }
    let rest = ignored - uncommitted
    if rest > 0 { reasons.append("\(rest) \(end == .otherSalts ? "" : "behind a ")\(end)") }
    return reasons.joined(separator: ", ")
  }
}

/// A hot rollback journal.
public struct JournalState: Sendable, Hashable {
  /// Why a journal file has nothing to put back.
  public enum Unused: String, ReportableError {
    case empty
    case finished = "its transaction is finished (the header is zeroed)"
    case mainIsEmpty = "the main file is empty"
    case noHeader = "it has no valid header"
    case unfinished = "its transaction is still going on"
    case committedElsewhere = "its transaction was committed (the super-journal is gone)"

    /// As for other files that cannot be read.
    public var status: ExitStatus { .unreadable }

    public var description: String { rawValue }
  }

  /// In bytes.
  public var size: Int64
  /// Pages whose original bytes are used instead of the main file's.
  public var pages: Int
}
