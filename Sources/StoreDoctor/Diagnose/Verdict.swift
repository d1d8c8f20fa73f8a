/// What is the matter with a store, or that nothing is.
///
/// The cases stand in the order in which they stop an app: nobody asks a damaged file for its
/// version. Their names are part of the JSON output.
public enum Verdict: String, Sendable, CaseIterable {
  case notAStore, otherFormat, encrypted, damaged, missingSideFiles, stopsAtLaunch, halfMigrated
  case anotherApp, newerThanApp, editedAfterShipping, unknownVersion, planIncomplete
  case blockedHere, dataBlocksMigration, migrationFails, losesData, notExamined, faultyData,
    notCompared
  case opensAfterMigration, opens

  /// In a few words.
  public var title: String {
    switch self {
    case .notAStore: "not a store"
    case .otherFormat: "a store in a format that is not SQLite"
    case .encrypted: "encrypted"
    case .damaged: "damaged"
    case .missingSideFiles: "files of the store are missing"
    case .stopsAtLaunch: "the app stops at launch"
    case .halfMigrated: "half migrated"
    case .anotherApp: "another app's store"
    case .newerThanApp: "newer than the app"
    case .editedAfterShipping: "a version was edited after it shipped"
    case .unknownVersion: "unknown version"
    case .planIncomplete: "the app has no way to migrate it"
    case .blockedHere: "cannot be migrated here and now"
    case .dataBlocksMigration: "its rows make the migration fail"
    case .migrationFails: "the migration fails when it is run"
    case .losesData: "the migration loses data"
    case .notExamined: "not fully examined"
    case .faultyData: "faults in its data"
    case .notCompared: "sound by itself"
    case .opensAfterMigration: "opens after a migration"
    case .opens: "opens"
    }
  }

  /// What it means for the person who uses the app.
  ///
  /// - Parameters:
  ///   - isPlanned: whether the app has a migration plan, which knows only the versions in it.
  ///   - carriesModel: whether the store has a copy of its model that can be read.
  ///   - isStopped: whether something else lets every migration fail.
  ///   - isKept: whether something else keeps the app from opening it first.
  ///   - isUpToCode: whether the plan's code, which was not run, may keep what the models drop.
  package func meaning(
    isPlanned: Bool, carriesModel: Bool = true, isStopped: Bool = false, isKept: Bool = false,
    isUpToCode: Bool = false
  ) -> String {
    if isUpToCode, self == .losesData {
      return
        "once it is migrated, what the app's version has no place for is gone unless the plan's code keeps it"
    }
    if isStopped || isKept, self == .losesData {
      return "once it is migrated, what the app's version has no place for is gone"
    }
    guard !isPlanned else { return meaning }
    if carriesModel, isStopped, isOfUnknownVersion {
      return
        "the app does not open the store: a migration from the model that the store carries fails, for "
        + "the reason below; the data are intact"
    }
    return meaningWithoutPlan(carriesModel) ?? meaning
  }

  /// Whether the store has none of the app's versions, which need not keep Core Data from opening it.
  var isOfUnknownVersion: Bool {
    [.newerThanApp, .editedAfterShipping, .unknownVersion].contains(self)
  }

  /// Whether no migration succeeds as long as it is so.
  var stopsMigration: Bool {
    [.planIncomplete, .blockedHere, .dataBlocksMigration, .migrationFails].contains(self)
  }

  /// Whether an app does not get at the rows, or fails at them, as long as it is so.
  func keepsClosed(isPlanned: Bool) -> Bool {
    switch self {
    case .encrypted, .otherFormat, .damaged, .stopsAtLaunch, .halfMigrated, .anotherApp,
      .planIncomplete, .blockedHere, .dataBlocksMigration, .migrationFails:
      true
    default: isOfUnknownVersion && isPlanned
    }
  }

  /// Without a plan Core Data goes by the model that a store carries, probably.
  private func meaningWithoutPlan(_ carriesModel: Bool) -> String? {
    switch self {
    case .newerThanApp where !carriesModel, .editedAfterShipping where !carriesModel,
      .unknownVersion where !carriesModel:
      nil
    case .newerThanApp:
      "the app probably opens the store by the model that the store carries, and drops what it does not "
        + "know; otherwise it does not open it until the user updates"
    case .editedAfterShipping, .unknownVersion:
      "the app probably opens the store by the model that the store carries; where that fails, it does "
        + "not open it (134130) until an update knows its version; the data are intact"
    case .planIncomplete:
      "the app does not open the store until an update changes the models or brings its rows along; the "
        + "data are intact"
    default: nil
    }
  }

  /// What it means where the app has a plan.
  private var meaning: String {
    switch self {
    case .notAStore:
      "no app opens it with SwiftData or Core Data; if it lies where their store should be, the data are elsewhere"
    case .otherFormat: "an app that expects SQLite at this path does not open it"
    case .encrypted: "only an app that has the key can read it"
    case .damaged: "the app fails while it opens the store or as soon as it needs what is damaged"
    case .missingSideFiles:
      "what these files hold is not there for the app, and nothing tells the user"
    case .stopsAtLaunch:
      "the app crashes at every launch, whatever the store holds; the data are intact"
    case .halfMigrated:
      "the app takes the store for migrated and fails at the first fetch; what its tables hold is still there"
    case .anotherApp: "the app refuses the store, or drops what it does not know"
    case .newerThanApp:
      "the app does not open the store until the user updates it"
    case .editedAfterShipping:
      "the app does not open the store until the version is put back; the data are intact"
    case .unknownVersion:
      "the app does not open the store until an update knows its version; the data are intact"
    case .planIncomplete:
      "the app does not open the store until an update has the missing stage; the data are intact"
    case .blockedHere: "the migration fails at each launch until that changes; the data are intact"
    case .dataBlocksMigration:
      "the migration fails at each launch, and the app does not open; the data are intact until then"
    case .migrationFails:
      "the migration fails at each launch, and the app does not open; the data are intact until then"
    case .losesData: "the app opens, and what its version has no place for is gone"
    case .notExamined: "unknown"
    case .faultyData:
      "that alone keeps no app from opening the store; it may fail or show wrong data later"
    case .notCompared: "not known without the app's models"
    case .opensAfterMigration: "the app opens the store after it has migrated it"
    case .opens: "the app opens the store"
    }
  }

  /// Whether an app with these models opens the store with all its data.
  var isGood: Bool { self == .opens || self == .opensAfterMigration }
}

extension Verdict: Comparable {
  /// What stops an app earlier comes first.
  public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
