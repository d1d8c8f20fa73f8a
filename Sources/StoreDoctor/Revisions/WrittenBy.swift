public import Diagnostics
public import StoreModel

/// Which revisions of a repository write stores like one that was found.
public struct WrittenBy: Sendable {
  /// Tags that follow each other, all with the models.
  public struct Releases: Sendable, Hashable, Encodable {
    /// The oldest.
    public var from: String
    /// The newest; the same when there is only one.
    public var to: String
    /// How many they are.
    public var count: Int

    var text: String { count == 1 ? from : "\(from) to \(to)" }
  }

  /// A commit after which the models are others than before.
  public struct Change: Sendable, Hashable {
    /// The commit.
    public var revision: Revision
    /// The first release that has it; nil when none has.
    public var release: String?
    /// `now has 'Note.color'`; nil where it cannot be told.
    public var change: String?
  }

  /// Where nothing fits: the revision whose models are nearest.
  public struct Nearest: Sendable, Hashable {
    /// The newest of those that are as near.
    public var revision: Revision
    /// Entities whose hashes are equal.
    public var equal: Int
    /// Entities of its version.
    public var count: Int
    /// Those of them whose hashes nobody can compute.
    var unknown: [String] = []
    /// What it has that the store has not, and the reverse; nil where it cannot be told.
    public var change: String?
  }

  /// Where nothing fits: a version that a revision lists and that is not its current one.
  struct Listed: Sendable, Hashable {
    var version: String
    /// The plan's name; nil for what is in none.
    var history: String?
    var revision: Revision
  }

  /// Releases whose app writes such stores, oldest first.
  public var releases: [Releases] = []
  /// Commits that brought the models, oldest first.
  public var began: [Change] = []
  /// Commits that changed them, oldest first.
  public var ended: [Change] = []
  /// Whether all entities of what fits could be compared.
  var isCertain = true
  /// Whether what is checked out goes back to all that brought the models, or, where nothing fits, to the
  /// nearest revision, and has other models: the store is older.
  var isPast = false
  /// Where nothing fits.
  public var nearest: Nearest?
  /// Where nothing fits and a plan goes on from such stores.
  var listed: Listed?
  /// Revisions that were looked at.
  public var revisionCount = 0
  /// Releases among them: without any nothing tells what has shipped.
  var releaseCount = 0
  /// Different models that they have.
  public var modelCount = 0
  /// What limits the answer, one sentence each.
  public var limits: [String] = []

  /// Whether any revision writes such stores.
  public var isFound: Bool { !releases.isEmpty || !began.isEmpty }

  /// The answer in sentences without full stops.
  public var lines: [String] {
    guard isFound else {
      let none = "no revision has the store's hashes as its current version"
      if let listed {
        let place = listed.history.map { " of the plan '\($0)'" } ?? ""
        return [
          none + ", but \(listed.revision.name) has the version: it is '\(listed.version)'\(place)"
        ]
      }
      return [none]
        + [nearest].compactMap(\.self).map { near in
          "nearest is \(near.revision.name) with \(near.equal) of \(near.count) entities equal"
            + (near.unknown.isEmpty
              ? ""
              : " and \(near.unknown.quotedList(atMost: 4)) not compared, whose hash Apple's frameworks alone know")
            + (near.change.map { "; compared with the store it \($0)" } ?? "")
        }
    }
    var lines = releases.map { (isCertain ? "" : "likely ") + "written by \($0.text)" }
    if releases.isEmpty {
      lines.append(
        releaseCount > 0
          ? "written by no release, but by commits between them"
          : "written by commits; the repository has no tag that tells a release")
    }
    lines += began.map { "its models came with \($0.text)" }
    lines += ended.map { "they were changed by \($0.text)" }
    if ended.isEmpty { lines.append("they have not been changed since") }
    return lines
  }
}

extension WrittenBy.Change {
  var text: String {
    let commit = revision.commit.prefix(7)
    return "\(commit)" + (release.map { ", before \($0)" } ?? ", which is in no release")
      + (change.map { ": the model \($0)" } ?? "")
  }
}

extension WrittenBy: Answer {
  /// `found` where no revision writes such stores.
  public var verdict: ExitStatus { isFound ? .done : .found }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "began": began, "certain": isFound && isCertain, "ended": ended, "limits": limits,
      "models": modelCount, "nearest": nearest,
      "releases": releases, "revisions": revisionCount,
    ])
  }
}

extension WrittenBy.Change: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["change": change, "commit": revision.commit, "release": release])
  }
}

extension WrittenBy.Nearest: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "change": change, "commit": revision.commit, "entityCount": count, "equalEntities": equal,
      "tags": revision.tags,
    ])
  }
}
