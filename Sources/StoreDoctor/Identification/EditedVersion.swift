internal import StoreModel

/// A version that was changed after it shipped: it has the store's identifier and another shape, or the
/// versions beside it agree with the store where it does not.
public struct EditedVersion: Sendable, Hashable {
  /// The given version, as it is now.
  public var version: VersionReference
  /// What was done to it since, e.g. `now has 'Note.color'`; nil when the store carries no model to
  /// compare it with.
  public var change: String?
  /// Others with the same identifier that are as near: one of them all was edited.
  public var others: [VersionReference] = []
  /// The versions before and after it that agree with the store; empty where the identifier tells.
  var witnesses: [String] = []

  /// What the releases say of it; nil where they were not asked, or where it was edited indeed.
  var releases: ShapeReleases?

  var certainty: Certainty {
    .inferred(
      witnesses.isEmpty
        ? "a version identifier is what the app's author wrote"
        : "no other explanation needs as few changes")
  }

  var names: [String] { ([version] + others).map(\.name) }

  /// In a sentence.
  private var name: String { DataModel.inSentence(version.name) }

  var text: String {
    let identifier = version.identifier ?? ""
    guard others.isEmpty else {
      return names.quotedList(separator: " and ") + (others.count == 1 ? " both" : " all")
        + " say \(identifier), and one of them was edited after it shipped"
    }
    if let releases {
      return "\(name) \(change ?? "has another shape")\(releases.text)"
    }
    guard witnesses.isEmpty else {
      return "\(name) \(change ?? "has another shape"), and the versions beside it, "
        + "\(witnesses.quotedList(separator: " and ")), agree with the store there: edited after it "
        + "shipped"
    }
    return "\(name) also says \(identifier) and \(change ?? "has another shape"): edited "
      + "after it shipped"
  }

  var help: String {
    if let releases { return releases.help(name) }
    return others.isEmpty
      ? "restore the shipped definition of \(name) exactly, and put the change into a new "
        + "version"
      : "restore the shipped definition of the one that shipped as \(version.identifier ?? "") "
        + "exactly, and give each other shape an identifier of its own"
  }
}

extension NewerStore {
  /// What to do.
  var help: String {
    let update = "give the models of the newer app, or ask the user to update"
    guard let orEdited else { return update }
    guard orEdited == "live" else {
      return update
        + "; if '\(orEdited)' lost it after it shipped, put it back there and take it out "
        + "in a new version"
    }
    return update
      + "; if you have removed \(surplus.quotedList(atMost: 3, separator: " or ")) from the "
      + "models since, the store is no newer: its data go when it migrates, and 'storedoctor preflight' "
      + "counts them"
  }
}
