extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .error,
    systems: "iOS 5 - 9, macOS 10.7 - 10.11; deprecated since", specificity: 70,
    confidence: .medium)

  /// iCloud Core Data as it was before CloudKit: stores with an ubiquitous content name.
  static let oldCloudMessages: [Explanation] = [
    message(
      "ubiquity-option", specificity: 80, alsoMatches: ["ubiquity"],
      patterns: """
        value for NSPersistentStoreUbiquitousContentNameKey should not contain periods
        value passed for NSPersistentStoreUbiquitousContentURLKey cannot be the same as the store \
        URL
        """,
      meaning: """
        An option of the old iCloud Core Data is refused: the content name may have no full stop, \
        and the content URL may not be the store's own.
        """,
      causes: """
        The bundle identifier used as content name.
        One URL used for the store and for its iCloud content.
        """,
      confirm: "Print the options that the store is opened with.",
      fixes: """
        Leave both options out: this service is deprecated since iOS 10. To synchronise use \
        NSPersistentCloudKitContainer.
        To read data that is still there: a name of letters and digits, and no content URL.
        """),
    message(
      "ubiquity",
      patterns: """
        CoreData: Ubiquity: [reason:line]
        Core Data: Ubiquity: [reason:line]
        PFUbiquity{Location|SetupAssistant|Baseline|Peer|Record|Importer|Switchboard}
        """,
      meaning: """
        The store is synchronised by the old iCloud Core Data, which is deprecated since iOS 10; \
        the line tells what it could not do with one of its files.
        """,
      causes: """
        A file of another app, another version or an aborted upload lies in the iCloud container.
        The account or the container was changed.
        """,
      confirm: "Is NSPersistentStoreUbiquitousContentNameKey among the store's options?",
      fixes: """
        Open the store once with NSPersistentStoreRemoveUbiquitousMetadataOption, which makes it a \
        store like any other, and synchronise it with NSPersistentCloudKitContainer.
        """),
  ]
}
