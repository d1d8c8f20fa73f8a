/// What a reader met: how much, in which form, and what it could not use.
public struct TraceInput: Sendable, Hashable, Encodable {
  /// Bytes read.
  public var bytes = 0
  /// Lines read.
  public var lines = 0
  /// Statements understood.
  public var statements = 0
  /// The forms met, sorted.
  public private(set) var formats: [Format] = []
  /// The SQLDebug level the log shows: 1 statements and times, 2 bound values, 3 row values.
  /// Level 4 looks like 3. Nil without Core Data lines.
  public var level: Int?
  /// Core Data messages that say nothing about statements.
  public var otherMessages = 0
  /// Lines of other programs, or of the app itself.
  public var otherLines = 0
  /// Lines that carry SQL but were not understood. Always a shortcoming of the reader.
  public var unknownSQLLines = 0
  /// Messages masked as `<private>` by the unified log.
  public var privateMessages = 0
  /// Lines cut because they were longer than a reader keeps.
  public var cutLines = 0
  /// Lines of JSON that could not be read.
  public var damagedLines = 0
  /// Lines that one of several statements was waiting for, with no thread to tell which: statements
  /// of two contexts are mixed.
  public var mixedLines = 0
  /// Of a trace of this tool, where it is not the one that is read here.
  public var otherVersion: Int?
  /// Bytes of a UTF-16 file, or zero.
  public var isUTF16 = false

  /// A form of log or trace.
  public enum Format: String, Sendable, Hashable, Encodable {
    /// Lines of `-com.apple.CoreData.SQLDebug`, however they were captured.
    case sqlDebug
    /// `log show --style json` or `ndjson`.
    case unifiedLogJSON
    /// This tool's JSON lines.
    case jsonLines
    /// Statements ended by `;`: `.trace` output or an SQL file.
    case sqlScript
  }

  private enum CodingKeys: CodingKey {
    case bytes, cutLines, damagedLines, formats, level, lines, otherLines, privateMessages
    case unknownSQLLines
  }

  mutating func met(_ format: Format) {
    guard !formats.contains(format) else { return }
    formats.append(format)
    formats.sort { $0.rawValue < $1.rawValue }
  }

  /// What was skipped, in words; nil when nothing was.
  public var skipped: String? {
    func count(_ number: Int, _ one: String, _ many: String) -> String? {
      number == 0 ? nil : AccessPattern.count(number, one, many)
    }
    let parts = [
      count(otherLines, "other line", "other lines"),
      count(
        unknownSQLLines, "line with SQL in an unknown form", "lines with SQL in an unknown form"),
      count(privateMessages, "message masked as <private>", "messages masked as <private>"),
      count(cutLines, "line cut at 1 MiB", "lines cut at 1 MiB"),
      count(damagedLines, "damaged JSON line", "damaged JSON lines"),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : "skipped: " + parts.joined(separator: ", ")
  }
}
