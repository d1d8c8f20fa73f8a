extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .swiftData, severity: .critical, specificity: 90,
    parent: "swiftdata-unknown-trap")

  /// SwiftData messages about containers, stores and contexts.
  static let swiftDataContainerMessages: [Explanation] = [
    message(
      "swiftdata-no-loaded-container", systems: "iOS 17.0+",
      patterns: """
        Failed to find any currently loaded container for [model type]
        Failed to find any currently loaded container
        failed to find a currently active container for [model type]
        """,
      meaning:
        "A model object was created before (or outside) any ModelContainer that knows its class.",
      causes: """
        Default value on a relationship: var tag: Tag = Tag(...).
        Model created in a preview, test or static before the container exists.
        Model class not in the container schema.
        """,
      confirm: """
        Schema source: relationship property with an instance as default.
        Check the container model list.
        """,
      fixes: """
        Make the relationship optional with no default; create the container first; add the class \
        to the schema.
        """),
    message(
      "swiftdata-app-group-missing", systems: "iOS 17.0+",
      patterns: """
        Unable to find App Group Container in Entitlements
        container_create_or_lookup_app_group_path_by_app_group_identifier: client is not entitled
        """,
      meaning: """
        ModelConfiguration(groupContainer: .identifier(..)) could not resolve the App Group; \
        uncatchable trap.
        """,
      causes: """
        App Group not in the provisioning profile of the installed build.
        Wrong identifier; target without the capability.
        """,
      confirm: """
        codesign -d --entitlements; containermanager logs "client is not entitled" right before.
        """,
      fixes: """
        Enable the App Group for the target and profile; check FileManager.containerURL before \
        building the configuration.
        """),
    message(
      "swiftdata-no-store-for-model", systems: "iOS 17.0+",
      patterns: "Failed to identify a store that can hold instances",
      meaning: "No store of the container has the entity of the object being saved.",
      causes: """
        Two unnamed ModelConfigurations collapse into one store; the other models have no home.
        Model missing from every configuration schema.
        """,
      confirm: "Print configurations: name, url, schema entities; look for equal URLs.",
      fixes: "Name each configuration; cover every model exactly once."),
    message(
      "swiftdata-query-no-context", severity: .error, systems: "iOS 17.0+",
      patterns: "Set a .modelContext in view's environment to use Query",
      meaning: "A view uses @Query but no container or context was put into its environment.",
      causes: "Missing .modelContainer on the scene, preview, sheet or new window.",
      confirm: "Search for .modelContainer on that scene.",
      fixes: "Add .modelContainer to the scene or preview."),
    message(
      "swiftdata-save-failed-log", severity: .error, systems: "iOS 17.0+", specificity: 12,
      alsoMatches: ["sqlite-full", "sqlite-no-such-table", "cocoa-1560", "cocoa-file-513"],
      confidence: .medium,
      patterns: "SwiftData.DefaultStore save failed",
      meaning: "Log line of a failed save (autosave does not throw to the app).",
      causes: "Disk full, protected file, validation, constraint.",
      confirm: """
        Read the error in the same line, usually an NSCocoaErrorDomain code with \
        NSSQLiteErrorDomain.
        """,
      fixes: "Call save() explicitly and handle the error."),
    message(
      "swiftdata-unresolved-error-loading-container", specificity: 15,
      alsoMatches: ["swiftdata-load-issue-model-container"],
      patterns: "Unresolved {Cocoa |}Error loading container",
      meaning: """
        Log line (or _explanation) written by SwiftData when its Core Data container failed to \
        load; the inner NSError is in the same line or just before it.
        """,
      causes: "Same causes as loadIssueModelContainer.",
      confirm: """
        Read the NSError in the line; otherwise the "Store failed to load" line of Core Data \
        before it.
        """,
      fixes: "Explain the inner error; it names the cause."),
  ]
}
