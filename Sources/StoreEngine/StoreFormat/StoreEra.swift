/// What a framework version writes differently from others.
///
/// The steps were read from the oldest and newest store on each side of them
/// (Documentation/Format/StoreFormat.md, 6), so a version between two samples takes the newer form.
package struct StoreEra: Sendable, Hashable {
  /// `NSPersistenceFrameworkVersion`.
  package let framework: Int

  /// The version new stores are written for: macOS 14 and iOS 17, the first with a checksum.
  package static let defaultFramework = 1345

  package init(framework: Int?) { self.framework = framework ?? Self.defaultFramework }

  /// `Z_MODELCACHE` came with iOS 9.
  package var hasModelCache: Bool { framework > 526 }
  /// Before iOS 9 each table was followed by its own indexes; since then indexes follow all tables.
  package var groupsIndexesByTable: Bool { framework <= 526 }
  /// Join tables of Mac OS X 10.6 have untyped columns and no primary key.
  package var hasTypedJoinTables: Bool { framework > 251 }
  /// The index over both columns of a join table.
  package var hasJoinIndex: Bool { framework > 526 }
  /// Fetch indexes replaced the "Indexed" checkbox and compound indexes with iOS 11.
  package var hasFetchIndexes: Bool { framework >= 847 }
  /// Uniqueness as a unique index; before that it was part of the table's own text.
  package var hasUniqueIndexes: Bool { framework > 851 }
  /// Derived attributes and their triggers came with iOS 13.
  package var hasDerivedAttributes: Bool { framework >= 977 }
  /// Persistent history came with iOS 11.
  package var hasHistory: Bool { framework >= 847 }
  /// Transaction authors and the like moved to a table of their own after iOS 11.
  package var hasHistoryStrings: Bool { framework > 851 }
  /// Columns in the order of their names; before that the order came from the model's own tables.
  package var sortsColumnsByName: Bool { framework > 251 }
}
