internal import StoreModel

/// What a store without a version may be, where nothing proves one explanation: the versions that explain
/// it equally well, each with what is different there, and the version that may be missing instead.
public struct UnsettledVersion: Sendable, Hashable {
  /// A version that may have been changed after it shipped.
  public struct Suspect: Sendable, Hashable {
    /// The version as it is now.
    public var version: VersionReference
    /// What became of the store's shape in it, in words; nil without a model to compare.
    public var change: String?
  }

  /// Where the models may lack a version.
  public enum Gap: Sendable, Hashable {
    case before(String)
    case between(String, String)
    case behind(String)

    var text: String {
      switch self {
      case .before(let version): "the version before '\(version)'"
      case .between(let one, let other): "a version between '\(one)' and '\(other)'"
      case .behind(let version): "the version that came after '\(version)'"
      }
    }
  }

  /// The nearest first; several only where they are as near as each other.
  public var suspects: [Suspect]
  /// Where a version would have to be missing; nil where the versions have no order.
  public var gap: Gap?
  /// Whether a missing version explains the store with fewer changes than any edit.
  public var isGapLikelier = false
  /// Whether a plan says how the versions follow each other.
  var isPlanned = false
  /// Whether the app keeps several versions. A single one is changed in place, and Core Data goes by the
  /// model that the store carries (Documentation/Format/ModelFiles.md, 1).
  var isVersioned = false
  /// Whether the store carries its model.
  var carriesModel = true
  /// Whether a migration from that model was looked at and fails.
  var failsByOwnModel = false

  /// What the releases say of the one suspect; nil where they were not asked, or where it may have been
  /// edited.
  var releases: ShapeReleases?

  var names: [String] { suspects.map(\.version.name) }

  /// In a word or two, as the shell's prompt has it.
  var label: String {
    isLive || suspects.isEmpty || isGapLikelier
      ? "no version fits" : "near \(names.joined(separator: " or "))"
  }

  private var isLive: Bool { names == ["live"] }

  var text: String {
    guard suspects.count > 1 else { return nearest + (releases?.text ?? alternative) }
    let changes = suspects.map {
      "\(DataModel.inSentence($0.version.name)) \($0.change ?? "has another shape")"
    }
    return "\(names.quotedList(separator: " and ")) are as near as each other: "
      + changes.joined(separator: ", and ")
      + (gap == nil || isGapLikelier
        ? alternative : "; one of them was changed after it shipped, or \(lack)")
  }

  private var nearest: String {
    guard let suspect = suspects.first else { return "no version is near" }
    guard isLive else {
      let version = suspect.version
      return "nearest is '\(version.name)'"
        + (version.identifier.map { $0 == version.name ? "" : " (\($0))" } ?? "")
        + (suspect.change.map { ", which \($0)" } ?? "")
    }
    let plural = suspect.change?.replacing("has ", with: "have ")
      .replacing("says ", with: "say ")
    return "nearest are the unversioned models" + (plural.map { ", which \($0)" } ?? "")
  }

  private var alternative: String {
    guard gap != nil else { return "" }
    return isGapLikelier
      ? "; \(lack.replacing("lack", with: "probably lack"))"
      : ": either it was changed after it shipped, or \(lack)"
  }

  private var lack: String { gap.map { "the models lack \($0.text)" } ?? "" }

  /// What to do.
  var help: String {
    if let releases, let suspect = suspects.first {
      return releases.help(DataModel.inSentence(suspect.version.name))
    }
    guard !isPlanned else {
      let restore = condition.map {
        "\($0), restore its shipped definition exactly, and put the change into a new version; else "
      }
      return (restore ?? "") + Self.declare
    }
    guard isVersioned else { return single }
    return putBack
  }

  private static let declare =
    "declare the shape the store has as a version of its own, with a stage from it"

  /// What the advice to put a version back depends on; nil where none seems to have been edited.
  private var condition: String? {
    guard !isGapLikelier, suspects.contains(where: { $0.change != nil }), !isLive else {
      return nil
    }
    return "if \(names.quotedList(separator: " or ")) was changed after it shipped"
  }

  /// Put back what was changed, or what went missing.
  private var putBack: String {
    guard let condition else {
      return "add the version that the store has to the models again. \(without)"
    }
    return
      "\(condition), put it back and make the change in a new version. If not, add the missing "
      + "version back. \(without)"
  }

  private var without: String {
    if carriesModel, failsByOwnModel {
      return
        "Without it Core Data migrates from the copy of the model inside the store, and that fails"
    }
    return carriesModel
      ? "Without it Core Data has only the copy of the model inside the store, which probably works; if it "
        + "does not, the app fails with 134130"
      : "Without it Core Data finds no model for the store, and the app fails with 134130"
  }

  private var single: String {
    guard carriesModel, !failsByOwnModel else { return putBack }
    guard let condition else {
      return
        "where the app has no versions, Core Data probably goes by the model that the store carries; "
        + "'storedoctor preflight' says whether that works"
    }
    return
      "\(condition), put it back and make the change in a new version; as it is, Core Data probably "
      + "goes by the model that the store carries; 'storedoctor preflight' says whether that works"
  }
}
