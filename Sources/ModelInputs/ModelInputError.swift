public import StoreModel

/// Why a `PATH[@VERSION]` gave no model.
public enum ModelInputError: ReportableError, Sendable, Hashable {
  /// Nothing is at the path. `near` is a similar name in the same folder.
  case notFound(path: String, near: String?)
  /// The path exists but holds no model in any form the tool knows.
  case noModel(path: String, kind: String)
  /// The path exists but could not be read; the reader's own sentence.
  case unreadable(path: String, message: String)
  /// The models have no version of that name. `near` is the closest one, `known` all of them.
  case unknownVersion(path: String, version: String, near: String?, known: [String])
  /// The name fits several versions.
  case ambiguousVersion(path: String, version: String, candidates: [String])
  /// One version is needed, the models have several.
  case severalVersions(path: String, known: [String])
  /// One plan is needed, the source has several; each with its oldest version.
  case severalPlans(path: String, plans: [Plan])

  /// A plan, and the version that its oldest stores have.
  public struct Plan: Sendable, Hashable {
    /// The plan's name.
    public let name: String
    /// The name of its first version.
    public let first: String
    /// The name of its last version.
    public let last: String

    /// A plan of a source.
    public init(name: String, first: String, last: String) {
      (self.name, self.first, self.last) = (name, first, last)
    }
  }

  /// A wrong VERSION is a mistake in the command line.
  public var status: ExitStatus {
    switch self {
    case .notFound, .noModel, .unreadable: .unreadable
    case .unknownVersion, .ambiguousVersion, .severalVersions, .severalPlans: .usage
    }
  }

  public var description: String {
    switch self {
    case .notFound(let path, let near):
      "'\(path)' does not exist" + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .noModel(let path, let kind):
      "'\(path)' is \(kind) and holds no data model"
    case .unreadable(let path, let message):
      // Readers name the file they met the problem in, which may lie inside the path.
      message.hasPrefix("'\(path)") ? message : "'\(path)' cannot be read: \(message)"
    case .unknownVersion(let path, let version, let near, let known):
      "'\(path)' has no version '\(version)'; "
        + (near.map { "did you mean '\($0)'?" } ?? "it has \(Self.list(known))")
    case .ambiguousVersion(let path, let version, let candidates):
      "'\(version)' fits several versions of '\(path)': \(Self.list(candidates))"
    case .severalVersions(let path, let known):
      "'\(path)' has several versions; pick one with '\(path)@VERSION', "
        + "VERSION being \(Self.list(known))"
    case .severalPlans(let path, let plans):
      "'\(path)' has \(plans.count) plans; pick the version to start from: "
        + plans.prefix(8).map { plan in
          // Where plans begin alike, their ends tell them apart.
          let isShared = plans.count { $0.first == plan.first } > 1
          return
            "'\(path)@\(plan.first)'\(isShared ? " with '--to \(plan.last)'" : "") for '\(plan.name)'"
        }.joined(separator: ", ")
        + (plans.count > 8 ? " and \(plans.count - 8) more" : "")
    }
  }

  /// At most eight names, so that the sentence stays one.
  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "no version at all" : names.quotedList(atMost: 8)
  }
}
