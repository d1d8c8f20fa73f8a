internal import Diagnostics
internal import StoreEngine

/// One store of many: what a scan knows of it, as one line of JSON.
///
/// The keys are those of `Documentation/Fleet.schema.json`, and each is in every line. There are names
/// and counts in it, and no values of rows.
public struct ScannedStore: Codable, Sendable, Hashable {
  /// The form of the lines that this version writes. It grows where a key changes its meaning or goes;
  /// new keys leave it as it is.
  public static let currentSchema = 1

  /// The form of this line.
  public var schema = currentSchema
  /// What wrote it.
  public var tool = "storedoctor " + ToolVersion.current
  /// The file, as it was named or found.
  public var path: String
  /// Where the store is in the archive at `path`; nil for a file by itself.
  public var member: String?
  /// How deep it was looked into.
  public var checks: Checks
  /// A name for the models it was held against; nil without any.
  public var models: String?
  /// What is the matter with it; nil where nobody could look.
  public var verdict: String?
  /// All verdicts, the one that decides first.
  public var verdicts: [String] = []
  /// Whether everything was examined, and an app with these models opens it with all its data.
  public var good = false
  /// How certain the verdict is.
  public var certainty: String?
  /// The verdict's reason in a sentence.
  public var what: String?
  /// Why there is no verdict; nil where there is one.
  public var failure: Failure?
  /// What was not looked at and why.
  public var notExamined: [String] = []
  /// What the file is.
  public var kind: String?
  /// Which Core Data wrote it last.
  public var framework: Int?
  /// The systems that have this one.
  public var systems: String?
  /// The store's own identifier.
  public var storeID: String?
  /// The version, as the store says it.
  public var identifiers: [String] = []
  /// Of the version hashes, as the store has it, or else computed from them.
  public var checksum: String?
  /// The version that it has among the models.
  public var version: Version?
  /// Where it has none: the nearest, and what is different.
  public var nearest: Near?
  /// The releases of the app that write such stores; nil where no repository was searched.
  public var writtenBy: Origin?
  /// The entities that its metadata name, by name.
  public var entities: [EntityHash] = []
  /// Rows that were examined; nil unless all were.
  public var rows: Int64?
  /// What was found, by rule.
  public var findings: [Found] = []
  /// Sizes in bytes.
  public var sizes = Sizes()
  /// Of the files as they were read.
  public var hashes = Hashes()
  /// What its migration came to; nil where none was tried.
  public var migration: Migration?

  /// How deep a scan looks.
  public enum Checks: String, Codable, Sendable, Hashable, CaseIterable {
    /// What the file is, and which version it has.
    case quick
    /// The rows, too.
    case full
    /// And whether they bear the migration to the app's version.
    case preflight
    /// And the migration itself, on a copy.
    case migrate
  }

  /// Why a store has no verdict.
  public struct Failure: Codable, Sendable, Hashable {
    /// In one word, for tables.
    public var reason: Reason
    /// In a sentence.
    public var text: String

    /// Groups of reasons.
    public enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
      case missing, permission, unreadable, inUse, archive, tooLarge, space, time, memory, crash
    }

    /// A reason in a sentence.
    public init(_ reason: Reason, _ text: String) {
      self.reason = reason
      self.text = text
    }
  }

  /// A version of the app's.
  public struct Version: Codable, Sendable, Hashable {
    /// Several names where several models were merged.
    public var name: String
    /// As the models say it.
    public var identifier: String?
    /// `checksum`, `entityHashes` or `shape`.
    public var by: String
    /// Short of certain for a match by shape.
    public var certainty: String
  }

  /// The version nearest to a store that has none.
  public struct Near: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// As the models say it.
    public var identifier: String?
    /// Why none fits, as far as it can be told.
    public var mismatch: String
    /// Entities with the same hash in both.
    public var equalEntities: Int
    /// Entities of the version.
    public var entities: Int
    /// What is different, in words; the first ones.
    public var differences: [String]
    /// How many are left out.
    public var moreDifferences: Int
  }

  /// An entity of the metadata.
  public struct EntityHash: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// 64 hexadecimal digits.
    public var hash: String
  }

  /// What a rule has found.
  public struct Found: Codable, Sendable, Hashable {
    /// Its id.
    public var rule: String
    /// The gravest of its findings here.
    public var severity: String
    /// Findings.
    public var count: Int
    /// Rows that they are about.
    public var rows: Int64
  }

  /// Sizes in bytes, and what they are counted in.
  public struct Sizes: Codable, Sendable, Hashable {
    /// The file itself.
    public var main: Int64 = 0
    /// Its write-ahead log.
    public var wal: Int64 = 0
    /// Files of external data.
    public var externalFiles = 0
    /// All of them together.
    public var external: Int64 = 0
    /// One page.
    public var page = 0
    /// Pages of what is committed.
    public var pages = 0
  }

  /// SHA-256 of the files, in hexadecimal digits; nil for a file that is not there, and without rows
  /// to examine.
  public struct Hashes: Codable, Sendable, Hashable {
    /// The file itself.
    public var main: String?
    /// Its write-ahead log.
    public var wal: String?
    /// Its rollback journal.
    public var journal: String?
  }

  /// A line that knows nothing yet.
  public init(path: String, member: String? = nil, checks: Checks, models: String? = nil) {
    self.path = path
    self.member = member
    self.checks = checks
    self.models = models
  }
}

extension ScannedStore {
  /// The file, and where the store is in it.
  public var name: String { member.map { path + " → " + $0 } ?? path }

  /// The line without its end.
  public var text: String {
    get throws { try JSONValue(encoding: self).text() }
  }
}
