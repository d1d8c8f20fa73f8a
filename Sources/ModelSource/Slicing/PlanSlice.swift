public import StoreModel

/// The part of an app's source that a migration plan needs.
public struct PlanSlice: Sendable {
  /// The plan's type, with the types around it: `Storage.NotesPlan`.
  public var plan: String
  /// The file that declares it.
  public var planPath: String
  /// The files with everything else blanked out, so that lines and columns are the user's own.
  public var files: [SourceFile]
  /// Declarations that stand in for names of Apple's SDK in this slice alone, beside those that
  /// every plan has; empty when none are needed.
  public var substitutes: String
  /// What was mentioned and not taken, in the order met.
  public var leftOut: [LeftOut]
  /// Modules that files import and a plan run by this tool cannot have, by path.
  public var missingModules: [String: [String]]

  /// Whether a name that no given file declares belongs to a framework of Apple's systems.
  public static func isApples(_ name: String) -> Bool { AppleNames.isUnavailable(name) }

  /// Whether a module that files import is a framework of Apple's systems.
  public static func isApplesModule(_ name: String) -> Bool {
    AppleNames.frameworks.contains(name)
  }

  /// Whether a plain type is given for a name of Apple's SDK.
  public static func standsIn(_ name: String) -> Bool { StandIns.contains(name) }

  public struct LeftOut: Sendable, Hashable {
    public var name: String
    /// The type or extension around it.
    public var owner: String?
    /// The rest of "'name' is left out since …".
    public var why: String
    public var location: Location
    /// Where the compiler found what is wrong with it.
    public var error: Location?
  }
}
