internal import Diagnostics
internal import PlatformFoundation
public import StoreModel

/// What an export was made from, and what it is made of: `manifest.json` of its folder.
public struct ExportManifest: Codable, Sendable, Hashable {
  /// The form of this file.
  public var format = 1
  /// False until everything is written.
  public var isComplete = false
  /// The store's files, as they were.
  public var input: [Input]
  /// What was asked for.
  public var options: Options
  /// What is in the folder, in the order it was written.
  public var files: [File] = []

  /// A file of the store.
  public struct Input: Codable, Sendable, Hashable {
    /// Without its folder.
    public var name: String
    /// Its size in bytes.
    public var bytes: Int64
    /// Of its bytes, in hexadecimal digits.
    public var sha256: String
  }

  /// What was asked for.
  public struct Options: Codable, Sendable, Hashable {
    /// How rows are written.
    public var format: ExportFormat
    /// Entities; nil for all.
    public var entities: [String]?
    /// Properties; nil for all.
    public var columns: [String]?
    /// The condition; nil for all rows.
    public var condition: String?

    /// Everything in one format.
    public init(format: ExportFormat = .csv) { self.format = format }
  }

  /// A file of the export.
  public struct File: Codable, Sendable, Hashable {
    /// Below the folder.
    public var name: String
    /// The entity, or `Entity.relationship`.
    public var content: String
    /// How many rows are in it.
    public var rows: Int64
    /// From left to right.
    public var columns: [String]
    /// Its size in bytes; a table of a database has none of its own.
    public var bytes: Int64?
    /// Of its bytes.
    public var sha256: String?
    /// Files of external data that were copied.
    public var dataFiles: Int64 = 0
    /// Values whose file is missing or cannot be read.
    public var missingFiles: Int64 = 0

    /// Whether it holds rows of the store, and is no list of other files.
    var isRows: Bool { !content.hasPrefix(Self.listed) }
    static let listed = "data files of "
  }

  static let name = "manifest.json"

  var text: String {
    get throws { try JSONValue(encoding: self).text(isPretty: true) + "\n" }
  }

  init(input: [Input], options: Options) {
    self.input = input
    self.options = options
  }

  /// Nil for a text that is no manifest.
  init?(_ text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)), read.format == 1
    else { return nil }
    self = read
  }
}

/// How an export writes rows.
public enum ExportFormat: String, Codable, Sendable, Hashable, CaseIterable {
  case csv, jsonl, sqlite
}

/// Why an export was not begun.
public enum ExportError: ReportableError, Sendable, Hashable {
  case foreignFolder(String)
  case otherExport(String)
  case unreadableInput(String)
  case unknownColumns([String])

  /// Wrong questions, but for an input that cannot be read.
  public var status: ExitStatus {
    if case .unreadableInput = self { .unreadable } else { .usage }
  }

  public var description: String {
    switch self {
    case .foreignFolder(let path): "'\(path)' holds files that are no export"
    case .otherExport(let path):
      "'\(path)' holds an export of another state of the store, or one with other options"
    case .unreadableInput(let path): "the bytes of '\(path)' cannot be read to be hashed"
    case .unknownColumns(let names): "no exported entity has a property \(names.quotedNames)"
    }
  }

  /// What to do instead.
  public var help: [String] {
    switch self {
    case .foreignFolder, .otherExport: ["choose a new folder"]
    default: []
    }
  }
}
