extension ExplanationCatalog {
  private static let trap = ExplanationFamily(
    framework: .swiftData, severity: .critical, systems: "iOS 17.0+", specificity: 90,
    parent: "swiftdata-unknown-trap")

  /// SwiftData traps about models that outlived their data or their context.
  static let swiftDataLifetimeTraps: [Explanation] = [
    trap(
      "swiftdata-model-destroyed-by-reset",
      systems: "line numbers seen: 663, 835, 888 (iOS 18 - 26)",
      patterns: "This model instance was destroyed by calling ModelContext.reset",
      meaning: """
        A model object outlived its context: the context was reset or its container was \
        released/recreated; any property access traps.
        """,
      causes: """
        ModelContainer is a local variable (tests, previews, helper functions) and is deallocated \
        while models are kept.
        Container or store recreated (clear data, account switch, CloudKit on/off) while views \
        hold models.
        Batch delete emptied the store and SQLite reused row ids, so an old registered instance is \
        returned for a new row.
        Migration container context used after migration.
        """,
      confirm: """
        The id in the message ends in the entity and, behind 'p', the row's key: check whether \
        that row exists and whether Z_PRIMARYKEY.Z_MAX was reset.
        Check who owns the ModelContainer.
        """,
      fixes: """
        Keep one long-lived container; drop all models and rebuild views before replacing it; \
        re-fetch by identifier in a new context.
        """),
    trap(
      "swiftdata-model-invalidated", systems: "lines 866, 1035, 1039 (iOS 18+)",
      patterns: """
        This model instance was invalidated
        _InvalidFutureBackingData
        s9SwiftData25_InvalidFutureBackingData…
        """,
      meaning: """
        The row behind a model object no longer exists in the store; reading an unloaded property \
        traps.
        """,
      causes: """
        Object deleted in another context/process or by sync while a view or task still holds it.
        Relationship access after the related row was deleted.
        model(for:)/registered instance for a deleted identifier.
        """,
      confirm: """
        The identifier ends in the entity and, behind 'p', the row's key; does that row exist? \
        'storedoctor rows STORE ENTITY --where "Z_PK = KEY"'.
        'storedoctor check STORE' finds references to rows that do not exist.
        """,
      fixes: """
        Fetch instead of traversing; check modelContext != nil and isDeleted; pass value snapshots \
        to views.
        """),
    trap(
      "swiftdata-no-snapshot", severity: .error, systems: "iOS 18+",
      patterns: "data store ([store:line]) did not return a snapshot for",
      meaning:
        "Log line just before the invalidated trap: the store has no row for the identifier.",
      causes: "Row deleted elsewhere.",
      confirm: """
        The identifier ends in the entity and, behind 'p', the row's key; does that row exist? \
        'storedoctor rows STORE ENTITY --where "Z_PK = KEY"'.
        """,
      fixes: "Fetch the object again before using it, and let go of it when its row is deleted."),
    trap(
      "swiftdata-backing-data-detached", systems: "lines 253, 293 (iOS 18+)",
      patterns: "This backing data was detached from a context without resolving attribute faults",
      meaning: "A deleted/detached model still had unloaded attributes and one of them was read.",
      causes: """
        Deleted object read after save by a view that is animating out, a log, or a copy routine.
        New attribute not yet faulted on an object that was deleted.
        """,
      confirm: """
        The message ends with the key path (\\Type.property).
        Find reads of that property after delete(_:).
        """,
      fixes: """
        Stop rendering the object before deleting; read needed values before delete; use value \
        copies.
        """),
    trap(
      "swiftdata-full-future-backing-data", systems: "lines 739, 940",
      patterns: "Never access a full future backing data",
      meaning: """
        A placeholder (future) object was asked for real data: the object was deleted, never \
        saved, or its row cannot be loaded.
        """,
      causes: """
        Deleting an object that an inverse relationship still references, then saving.
        Deleting rows while views with @Query are mounted.
        Using a temporary identifier, or an object from a released context.
        Corrupt relationship links in the store.
        """,
      confirm: """
        Check foreign keys and join tables for ids with no row.
        Look for delete(_:) before the relationship is set to nil.
        """,
      fixes: """
        Set the relationship to nil before deleting; save before sharing identifiers; unmount \
        views first.
        """),
    trap(
      "swiftdata-illegal-full-future", confidence: .medium,
      patterns: "Illegal attempt to create a full future for",
      meaning: "A model was looked up by an identifier that is still temporary.",
      causes: "persistentModelID captured before the first save and used in another context.",
      confirm: "The identifier in the message has no row key (no 'p' with a number at its end).",
      fixes: "Save before taking the identifier across contexts."),
    trap(
      "swiftdata-what-kind-of-backing-data", systems: "seen on iOS 18.3",
      patterns: "What kind of backing data is this",
      meaning: """
        A model object of one schema version was used where another schema version (or context) is \
        expected, typically inside a custom migration that assigns relationships.
        """,
      causes: """
        willMigrate creates new-version objects or relates old and new version classes.
        typealias points to a version other than the context of the stage.
        """,
      confirm: """
        The type in the message carries the schema namespace (ItemSchemaV1.ItemList).
        Check that willMigrate only uses fromVersion types and didMigrate only toVersion types.
        """,
      fixes: """
        Move data through an in-memory structure or a temporary file between willMigrate and \
        didMigrate.
        """),
    trap(
      "swiftdata-failed-to-cast-model",
      patterns: "Failed to cast model [class found]",
      meaning: """
        A fetch returned an object of a class from another VersionedSchema (or module) than the \
        type asked for.
        """,
      causes: """
        Container opened with Schema(versionedSchema: V10) while the typealias points to V11.
        Entity names equal but classes differ (nested versus top level, module name prefix).
        Migration stage fetches current types in an old-version context.
        """,
      confirm: """
        Compare the class in the message with the class requested.
        Check the schema the container was built with.
        """,
      fixes: """
        Build every container (tests, previews too) from the schema that the typealias points to.
        """),
    trap(
      "swiftdata-duplicate-registration",
      patterns: "Duplicate registration attempt for object with id",
      meaning: "The same row got two model instances in one context, usually through a race.",
      causes: """
        Long-lived background context while CloudKit import writes the same rows.
        Object created in an actor and used from the main context.
        Assigning relationship and inserting in the wrong order.
        """,
      confirm: "Identifier in the message; check which contexts touch that row.",
      fixes: "Use short-lived contexts or a ModelActor; do not share instances across contexts."),
    trap(
      "swiftdata-already-have-object-id", confidence: .medium,
      patterns: "Already have an objectID registered for this persistent identifier",
      meaning:
        "An identifier was mapped twice while saving; seen during teardown and concurrent saves.",
      causes: """
        Two saves of the same new object in different contexts.
        Process teardown with live contexts.
        """,
      confirm: "Check for concurrent saves.",
      fixes: "Serialise saves; keep the container until all contexts are done."),
    trap(
      "swiftdata-snapshot-backing-data", alsoMatches: ["swiftdata-full-future-backing-data"],
      patterns: """
        Unexpected backing data for snapshot creation: [backing data:line]
        Unexpected backing data for snapshot creation
        """,
      meaning: """
        SwiftData had to copy a model's state and found only a placeholder that was never loaded, \
        or a row that is gone. Saving, deleting, rolling back or undo does such copies.
        """,
      causes: """
        A cascading delete reaches models that nobody has read yet; with an undo manager or \
        rollback() above all.
        delete(_:) on a model out of a relationship's array that is stale after undo or a deletion \
        elsewhere.
        A relationship without an inverse.
        """,
      confirm: "The type in the message is the model that was not loaded.",
      fixes: """
        Fetch the children and delete them before their parent, or read a stored property of each \
        first; delete what a fetch returned rather than what an array holds.
        Declare the inverse with @Relationship(inverse:).
        """),
    trap(
      "swiftdata-future-without-value", confidence: .low,
      patterns: "Illegal attempt to resolve a future for a relationship that doesn't have a cached",
      meaning: """
        A to-many relationship of a model was to be loaded, and the store's snapshot has no value \
        for it. Published are crash reports only.
        """,
      causes: """
        The model was deleted or changed in another context while a view reads the relationship.
        Memory pressure, with many models alive.
        """,
      confirm: "The identifier in the message; who deletes or saves that row at the time?",
      fixes: """
        Fetch the related models with a predicate instead of walking the relationship; save and \
        delete in short-lived contexts.
        """),
    trap(
      "swiftdata-undo-snapshot", confidence: .medium,
      patterns: "A snapshot should exist before creating a new snapshot for undo",
      meaning: "Trap in save() while recording undo for deep cascade deletes.",
      causes: "isUndoEnabled with multi-level cascade delete.",
      confirm: "Undo manager attached to the context and cascade chain of three or more levels.",
      fixes: "Detach the undo manager for the delete or delete level by level."),
  ]
}
