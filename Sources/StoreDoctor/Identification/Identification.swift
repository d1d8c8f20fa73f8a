package import Diagnostics
public import StoreEngine
public import StoreModel

/// What is known of a store's schema: its metadata and, where there is one, its model.
public struct StoreSchema: Sendable {
  /// `NSStoreModelVersionHashes`.
  public var entityHashes: [String: VersionHash]
  /// `NSStoreModelVersionChecksumKey`; nil in stores older than iOS 17.
  public var checksum: String?
  /// `NSStoreModelVersionHashesDigest`.
  public var digest: String?
  /// `NSStoreModelVersionIdentifiers`.
  public var versionIdentifiers: [String]
  /// `NSPersistenceFrameworkVersion`.
  public var frameworkVersion: Int?
  /// The cached model, or one rebuilt from the tables (`source == .store`); nil without either.
  public var model: DataModel?
  /// The tables and their columns; empty when not read.
  public var tables: ExistingTables
  /// The store's file, where findings have their place; nil when it is none.
  public var path: String?

  /// What is known of a schema without a store to read it from.
  public init(
    entityHashes: [String: VersionHash], checksum: String? = nil, digest: String? = nil,
    versionIdentifiers: [String] = [], frameworkVersion: Int? = nil, model: DataModel? = nil,
    tables: ExistingTables = ExistingTables()
  ) {
    self.entityHashes = entityHashes
    self.checksum = checksum
    self.digest = digest
    self.versionIdentifiers = versionIdentifiers
    self.frameworkVersion = frameworkVersion
    self.model = model
    self.tables = tables
  }
}

extension StoreSchema {
  /// What its version is told by.
  var version: StoreVersion {
    StoreVersion(name: "", entityHashes: entityHashes, checksum: checksum)
  }

  /// What a store says of itself.
  public init(_ store: Store) {
    let metadata = store.metadata
    self.init(
      entityHashes: metadata.entityHashes, checksum: metadata.checksum, digest: metadata.digest,
      versionIdentifiers: metadata.versionIdentifiers, frameworkVersion: metadata.frameworkVersion,
      model: store.model, tables: store.existingTables)
    path = store.path
  }
}

/// The answer to "which version has this store".
public struct Identification: Sendable {
  /// Every version (or merge of versions) that fits, best evidence first. More than one when the
  /// sources hold the same shape twice.
  public var matches: [VersionMatch]
  /// Without a match: the versions closest to the store, closest first.
  public var nearest: [NearVersion]
  /// Without a match: why, as far as it can be told.
  public var mismatch: Mismatch?
  /// Identifiers that name more than one shape, the store's included.
  public var reusedIdentifiers: [ReusedIdentifier]
  /// Groups of two or more versions with the same hashes.
  public var duplicates: [[VersionReference]]
  /// The plan that the version is missing in, although an app with this source seems to have it.
  public var planWithout: String?
  /// Where the store contradicts itself: half migrated or damaged.
  public var contradictions: [StoreContradiction]
  /// The store's file; nil when it is none.
  public var path: String?
  /// Whether a plan says how the versions follow each other. Without one Core Data can go by the model
  /// that the store carries.
  package var isPlanned = true
  /// Whether the app keeps several versions, so that a store with none of them is a fault of the models;
  /// a single one may be changed in place.
  package var isVersioned = true

  /// How many of the matches, from the first, have the identifier that the store says it has: among
  /// versions with the same hashes that decides.
  package var namedCount = 0

  /// The matches that the identifier names; all where it tells none of them apart.
  package var told: [VersionMatch] {
    namedCount > 0 ? Array(matches.prefix(namedCount)) : matches
  }

  /// Why the app with the store's plan stops at every launch.
  package var launchFaults: [Finding] = []

  /// For a store that fits no version, where its own model does not say what is different.
  var modelFree: ModelFreeComparison?

  /// The version with the best evidence; nil when none fits.
  public var match: VersionMatch? { matches.first }

  /// The version, or why none fits, in a few words: what the shell's prompt says.
  public var label: String {
    if contradictions.contains(where: { $0.kind == .tables }) { return "half migrated" }
    guard let match else { return mismatch?.label ?? "no version fits" }
    let names = match.versions.map { $0.name == "live" ? $0.title : $0.name }
      .joined(separator: " + ")
    return match.by == .shape ? "probably \(names)" : names
  }

  /// What to do where no version fits.
  public var help: String? { mismatch?.help }

  /// The versions to be compared with: the nearest, or all that are as near.
  package var suspects: [NearVersion] {
    guard case .unsettled(let open) = mismatch, open.suspects.count > 1 else {
      return Array(nearest.prefix(1))
    }
    return nearest.filter { near in open.suspects.contains { $0.version == near.version } }
  }

  /// Set when the store seems to come from a newer app than the sources.
  public var newer: NewerStore? {
    if case .newer(let newer) = mismatch { newer } else { nil }
  }
}

/// A version the store was written with.
public struct VersionMatch: Sendable, Hashable {
  /// How the match was made. The raw values are part of the JSON output.
  public enum Evidence: String, Sendable, Hashable {
    case checksum, entityHashes, shape
  }

  /// One version; several when the app merged several models into one.
  public var versions: [VersionReference]
  /// The best evidence there is.
  public var by: Evidence
  /// The model's configuration whose entities the store holds; nil when it holds all.
  public var configuration: String?
  /// For a match by shape: `Note.body: AttributedString`, what could not be compared and why.
  public var ignored: [String]
  /// Short of certain for a match by shape.
  public var certainty: Certainty
}

/// A version that is not the store's, with the way from the store to it.
public struct NearVersion: Sendable {
  /// The version that is near.
  public var version: VersionReference
  /// Entities with equal hashes in store and version.
  public var equalEntities: Int
  /// Entities of the version.
  public var entityCount: Int
  /// Entities of one name that are equal or share at least half of the properties of one of them;
  /// sorted.
  public var relatedEntities: [String]
  /// Entities both have, with different hashes; sorted.
  public var changedEntities: [String]
  /// Entities only the store has; sorted.
  public var onlyInStore: [String]
  /// Entities only the version has; sorted.
  public var onlyInVersion: [String]
  /// Store to version; empty when the store carries no model to compare.
  public var differences: [ModelDifference]
  /// What could not be compared, as in `VersionMatch.ignored`.
  public var ignored: [String]
  /// The worst consequence of the differences; nil when the store carries no model.
  public var migration: MigrationConsequence?
  /// It carries the store's identifier and most of its shape: it was edited after it shipped.
  var isEdited = false
  /// How many changes the app's history needs, beside those it shows, if this was the store's version
  /// (`VersionOrigins`).
  var cost = 0
  /// How many edits lead from the store to it.
  var edits = 0

  /// What became of the version since it shipped, as far as its identifier tells; nil otherwise.
  public var hint: String? {
    isEdited ? EditedVersion(version: version, change: change).text : nil
  }
}

/// Signs that a store was written by a newer version than any of the sources.
public struct NewerStore: Sendable, Hashable {
  /// The newest version of the sources.
  public var than: VersionReference
  /// Never certain: a store does not say when it was made.
  public var certainty: Certainty
  /// One sentence without a full stop.
  public var why: String
  /// A version that something may as well have been taken out of after it shipped; nil where that would
  /// not explain the store.
  var orEdited: String?
  /// What the store has beyond it.
  var surplus: [String] = []
}

/// One version identifier that stands for several shapes.
public struct ReusedIdentifier: Sendable, Hashable {
  /// As the versions write it.
  public var identifier: String
  /// The versions of the sources that carry it, with different hashes among each other or than
  /// the store.
  public var versions: [VersionReference]
  /// Whether the store carries it too, with hashes of its own.
  public var includesStore: Bool
  /// Whether they are versions of a model bundle, whose identifiers are written in an editor.
  var isOfModelFiles = false
  /// Whether it may be the store's: where the store's version is known, other identifiers are not.
  var concernsStore = true
}

/// A fact in a store that does not fit another fact of the same store.
public struct StoreContradiction: Sendable, Hashable {
  /// What does not fit.
  public enum Kind: String, Sendable, Hashable {
    /// The checksum does not follow from the entity hashes.
    case checksum
    /// The digest does not follow from the entity hashes.
    case digest
    /// The cached model has other hashes than the metadata.
    case cachedModel
    /// The tables lack columns that the version named by the metadata has.
    case tables
  }

  /// What does not fit.
  public var kind: Kind
  /// The entities concerned, sorted; empty when it is the whole store.
  public var entities: [String]
  /// One sentence without a full stop.
  public var text: String
  /// Short of certain where the comparison rests on names.
  public var certainty: Certainty
}
