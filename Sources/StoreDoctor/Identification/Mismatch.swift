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
  /// Several things explain the store, and nothing proves one of them.
  case unsettled(UnsettledVersion)
  case unknown

  /// What a migration from the model that a store carries rests on (Documentation/Format/ModelFiles.md, 1).
  static let carriedModel = Certainty.inferred(
    "that Core Data goes by the model a store carries, where no version fits")

  /// Whether nothing is known to be wrong with one of the versions: the store may have to migrate to any.
  package var isOpen: Bool {
    switch self {
    case .unsettled, .unknown: true
    default: false
    }
  }

  /// As JSON has it.
  public var name: String {
    switch self {
    case .edited: "edited"
    case .newer: "newer"
    case .anotherApp: "anotherApp"
    case .unread: "unread"
    case .unsettled, .unknown: "unknown"
    }
  }

  /// In a word or two, as the shell's prompt has it.
  public var label: String {
    switch self {
    case .edited(let edited): "\(edited.names.joined(separator: " or ")) edited"
    case .newer: "newer than the models"
    case .anotherApp: "another app's"
    case .unsettled(let open): open.label
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
    case .unsettled(let open): open.text
    case .unknown: nil
    }
  }

  /// What to do.
  public var help: String {
    switch self {
    case .edited(let edited): edited.help
    case .newer(let newer): newer.help
    case .anotherApp: "give the models of the app that wrote the store"
    case .unread: "correct the source, or give all files that declare the models"
    case .unsettled(let open): open.help
    case .unknown:
      "declare the shape the store has as a version of its own, with a stage from it"
    }
  }

  /// No store says why its shape is what it is.
  public var certainty: Certainty {
    switch self {
    case .edited(let edited): edited.certainty
    case .newer(let newer): newer.certainty
    case .anotherApp(let other):
      other.shared.isEmpty ? .certain : .inferred("names alone may agree by chance")
    // It says itself what is not known.
    case .unread, .unsettled, .unknown: .certain
    }
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
    return "\(DataModel.inSentence(version.name)) may be its version, but cannot be read: "
      + "\(place)\(problem.message)"
  }
}
