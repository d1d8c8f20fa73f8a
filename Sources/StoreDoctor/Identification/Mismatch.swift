internal import StoreEngine
public import StoreModel

/// Why none of the given versions fits a store, as far as the comparison tells: the one cause that
/// every command names.
public enum Mismatch: Sendable, Hashable {
  /// A version carries the store's own identifier: its shape was changed after it shipped.
  case edited(EditedVersion)
  case newer(NewerStore)
  /// The versions have no entity of the store, or too few that share more than their names.
  case anotherApp(OtherModels)
  /// A version cannot be read from its source, and may be the one.
  case unread(UnreadVersion)
  case unknown

  /// As JSON has it.
  public var name: String {
    switch self {
    case .edited: "edited"
    case .newer: "newer"
    case .anotherApp: "anotherApp"
    case .unread: "unread"
    case .unknown: "unknown"
    }
  }

  /// In a word or two, as the shell's prompt has it.
  public var label: String {
    switch self {
    case .edited(let edited): "\(edited.names.joined(separator: " or ")) edited"
    case .newer: "newer than the models"
    case .anotherApp: "another app's"
    case .unread, .unknown: "no version fits"
    }
  }

  /// One sentence without a full stop; nil where nothing more is known than that nothing fits.
  public var text: String? {
    switch self {
    case .edited(let edited): edited.text
    case .newer(let newer): newer.why
    case .anotherApp(let other): other.text
    case .unread(let unread): unread.text
    case .unknown: nil
    }
  }

  /// What to do.
  public var help: String {
    switch self {
    case .edited(let edited): edited.help
    case .newer: "give the models of the newer app, or ask the user to update"
    case .anotherApp: "give the models of the app that wrote the store"
    case .unread: "mend the source, or give all files that declare the models"
    case .unknown:
      "declare the shape the store has as a version of its own, with a stage from it"
    }
  }

  /// No store says why its shape is what it is.
  public var certainty: Certainty {
    switch self {
    case .edited: .inferred("a version identifier is what the app's author wrote")
    case .newer(let newer): newer.certainty
    case .anotherApp(let other):
      other.shared.isEmpty ? .certain : .inferred("names alone may agree by chance")
    case .unread, .unknown: .certain
    }
  }
}

/// A version that has the store's identifier and another shape.
public struct EditedVersion: Sendable, Hashable {
  /// The given version, as it is now.
  public var version: VersionReference
  /// What was done to it since, e.g. `now has 'Note.color'`; nil when the store carries no model to
  /// compare it with.
  public var change: String?
  /// Others with the same identifier that are as near: one of them all was edited.
  public var others: [VersionReference] = []

  var names: [String] { ([version] + others).map(\.name) }

  var text: String {
    let identifier = version.identifier ?? ""
    guard others.isEmpty else {
      return names.quotedList(separator: " and ") + (others.count == 1 ? " both" : " all")
        + " say \(identifier), and one of them was edited after it shipped"
    }
    return "'\(version.name)' also says \(identifier) and \(change ?? "has another shape"): edited "
      + "after it shipped"
  }

  var help: String {
    others.isEmpty
      ? "restore the shipped definition of '\(version.name)' exactly, and put the change into a new "
        + "version"
      : "restore the shipped definition of the one that shipped as \(version.identifier ?? "") "
        + "exactly, and give each other shape an identifier of its own"
  }
}

/// Models that have nothing to do with a store.
public struct OtherModels: Sendable, Hashable {
  /// Entities of the store that a version has as well, by name and by some properties.
  public var shared: [String]
  /// Entities that have only the name in common.
  public var namesakes: [String]
  /// Entities of the store.
  public var entityCount: Int

  var text: String {
    let fact =
      if !shared.isEmpty {
        "the models share only \(shared.quotedList(atMost: 3)) with the \(entityCount) entities of "
          + "this store"
      } else if !namesakes.isEmpty {
        "the models share nothing with this store but the name of "
          + namesakes.quotedList(atMost: 3, separator: " and ")
      } else {
        "the models share no entity with this store"
      }
    return fact + ": either the store or the models belong to another app"
  }

  /// What Core Data would do with such a store where no plan stops it.
  var loss: String {
    "an inferred migration drops "
      + (shared.isEmpty ? "all its rows" : "the rows of all its other entities")
  }
}

/// A version whose models cannot be told from its source.
public struct UnreadVersion: Sendable, Hashable {
  /// The version.
  public var version: VersionReference
  /// What cannot be read, and where.
  public var problem: ModelProblem

  var text: String {
    let place = problem.location.map { "\($0.text): " } ?? ""
    return "'\(version.name)' may be its version, but cannot be read: \(place)\(problem.message)"
  }
}

extension NearestVersions {
  var mismatch: Mismatch {
    guard let near = ranked.first, isRelated else { return .anotherApp(otherModels) }
    let twins = ranked.filter(\.isEdited)
    if let first = twins.first, first.version == near.version {
      let others = twins.dropFirst().filter {
        $0.equalEntities == first.equalEntities && $0.decisive.count == first.decisive.count
      }
      return .edited(
        EditedVersion(
          version: first.version, change: first.change, others: others.map(\.version)))
    }
    if let unread { return .unread(unread) }
    return newer.map(Mismatch.newer) ?? .unknown
  }

  /// Shared entities decide: equal ones, or at least half of the store's by more than their names.
  private var isRelated: Bool {
    ranked.contains { near in
      near.equalEntities > 0 || near.relatedEntities.count * 2 >= max(1, entityCount)
        || near.isContainedInStore
    }
  }

  private var otherModels: OtherModels {
    let shared = Set(ranked.flatMap(\.relatedEntities))
    let namesakes = Set(ranked.flatMap(\.changedEntities)).subtracting(shared)
    return OtherModels(
      shared: shared.sorted { $0.codePointsPrecede($1) },
      namesakes: namesakes.sorted { $0.codePointsPrecede($1) }, entityCount: entityCount)
  }

  /// The first version that may be the store's and cannot be read.
  private var unread: UnreadVersion? {
    candidates.lazy.compactMap { candidate in
      candidate.model.problems.first { $0.topic == .unreadList || $0.topic == .unreadModel }
        .map { UnreadVersion(version: candidate.reference, problem: $0) }
    }.first
  }
}

extension NearVersion {
  /// The differences that make its hashes others than the store's.
  var decisive: [ModelDifference] { differences.filter(\.affectsHash) }

  /// What became of the store's shape in this version, in words.
  var change: String? { decisive.inWords }
}

extension NearVersion {
  /// Whether the store has all of the version, and more: a small model grows into a large one.
  fileprivate var isContainedInStore: Bool {
    entityCount > 0 && relatedEntities.count == entityCount && !differences.isEmpty
      && decisive.allSatisfy(\.change.isRemoval)
  }
}

extension VersionReference {
  func isNamed(by store: StoreSchema) -> Bool {
    identifier.map { store.versionIdentifiers.contains($0) } ?? false
  }
}
