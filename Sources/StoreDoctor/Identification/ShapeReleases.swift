internal import Lint
internal import StoreModel

/// What the releases of a repository say of a version that has another shape than a store: a version that
/// is put back as the store has it breaks the stores that a later release wrote with the present shape.
public struct ShapeReleases: Sendable, Hashable {
  /// Releases whose app writes stores like the one in hand, `v1.0 to v1.3`; empty where none does.
  public var store: [String]
  /// Releases whose app writes stores of the version as the source has it; empty where none does.
  public var present: [String]

  /// Whether the version must stay as it is.
  var keepsPresent: Bool { store.isEmpty || !present.isEmpty }

  /// To follow what is different, in a sentence.
  var text: String {
    store.isEmpty
      ? "; the shape that the store has was never shipped: no release of the repository wrote it"
      : "; both shapes were shipped, the store's by \(Self.text(store)) and the present one by "
        + Self.text(present)
  }

  /// What to do with the version of that name.
  func help(_ name: String) -> String {
    guard !store.isEmpty else {
      return
        "keep \(name) as it is: the store is one of a build between releases; delete it there, or "
        + "open it with the app that wrote it"
    }
    return
      "keep \(name) as it is, and add the shape that the store has, of \(Self.text(store)), before "
      + "it as a version of its own with an identifier of its own, and a stage from it"
  }

  private static func text(_ releases: [String]) -> String {
    releases.list(atMost: 3)
  }
}

extension Mismatch {
  /// The version that may have been edited, where it is one alone.
  var oneEdited: VersionReference? {
    switch self {
    case .edited(let edited): edited.others.isEmpty ? edited.version : nil
    case .unsettled(let open):
      open.suspects.count == 1 && open.suspects[0].change != nil && !open.isGapLikelier
        && open.suspects[0].version.name != "live" ? open.suspects[0].version : nil
    default: nil
    }
  }

  /// The same, with what the releases say of both shapes, where that decides what to do.
  func known(_ releases: ShapeReleases) -> Mismatch {
    guard releases.keepsPresent else { return self }
    switch self {
    case .edited(var edited):
      edited.releases = releases
      return .edited(edited)
    case .unsettled(var open):
      open.releases = releases
      return .unsettled(open)
    default: return self
    }
  }

  /// The same, where a migration from the model that the store carries was looked at and fails.
  var failingByOwnModel: Mismatch {
    guard case .unsettled(var open) = self else { return self }
    open.failsByOwnModel = true
    return .unsettled(open)
  }
}
