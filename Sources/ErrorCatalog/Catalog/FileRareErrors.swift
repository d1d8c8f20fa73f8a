extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", severity: .error, specificity: 30)

  /// Foundation's errors that stores, archives and connections meet seldom.
  static let fileRareErrors: [Explanation] = [
    error(
      "cocoa-file-4", code: 4, symbol: "NSFileNoSuchFileError",
      meaning: """
        A file operation (delete, move, copy, attributes) was asked for on a file that is not \
        there.
        """,
      causes: """
        The store or its -wal and -shm were removed or moved before; the path is one of an \
        earlier install.
        """,
      confirm: "NSFilePath in userInfo; the container's folder changes with every install.",
      fixes: """
        Build paths from the folder of today (URL.applicationSupportDirectory), never from a \
        stored absolute path; treat 'not there' as done when deleting.
        """),
    error(
      "cocoa-file-255", code: 255, symbol: "NSFileLockingError",
      meaning: "A lock on a file could not be had.",
      causes: "Another process holds it, or the volume knows no locks.",
      confirm: "'lsof FILE' lists the processes.",
      fixes: "One process at a time; keep the store on the local disk."),
    error(
      "cocoa-file-258", code: 258, codes: [258, 514], symbol: "NSFileReadInvalidFileNameError",
      meaning:
        "The file's name is one that the file system does not take (258 reading, 514 writing).",
      causes: """
        An empty name, a slash or a colon in it, or a name that is too long: a store named \
        after text of the user.
        """,
      confirm: "NSFilePath in userInfo.",
      fixes: "Name the store with letters and digits; keep the user's text in the store."),
    error(
      "cocoa-file-516", code: 516, symbol: "NSFileWriteFileExistsError",
      patterns: """
        couldn't be {copied|moved} to '[folder:line]' because an item with the same name \
        already exists
        """,
      meaning: "A file was to be copied or moved to a place where one of that name is already.",
      causes: """
        A prepared store is copied at every launch, not only at the first.
        The -wal or -shm of the old store is still there when a store is put in its place.
        """,
      confirm: "Which of the three files, .sqlite, -wal, -shm, does the message name?",
      fixes: """
        Copy only when no store is there; to replace one use replacePersistentStore, which \
        takes all three.
        """),
    error(
      "cocoa-file-642", code: 642, symbol: "NSFileWriteVolumeReadOnlyError",
      meaning: "The store is to be written on a volume that is read only.",
      causes: """
        A disk image, the app bundle or the system volume (the path begins with / instead of \
        the app's folder).
        """,
      confirm: "The path in userInfo.",
      fixes: "Put the store into Application Support of the app."),
    error(
      "cocoa-user-cancelled", code: 3072, symbol: "NSUserCancelledError", severity: .info,
      meaning: "The operation was cancelled on request; nothing failed.",
      causes: "A fetch, a document's save or a task was cancelled.",
      confirm: "Who cancels: a view that disappeared, a document that was closed?",
      fixes: "Treat it as no error."),
    error(
      "cocoa-134092", code: 134092, severity: .error, confidence: .low,
      meaning: """
        Not documented. It was seen where an app saves or reads contacts through the system's \
        Contacts framework, whose store is Core Data's, and is refused.
        """,
      causes: """
        A note or another field that needs an entitlement.
        Two changes to one contact in one request, or a container that does not take the change.
        """,
      confirm: "Does the failing call go to CNContactStore, and does userInfo name key paths?",
      fixes:
        "Leave out the field without the entitlement; one change of a contact in each request."),
    error(
      "cocoa-xpc", code: 4097, codes: [4097, 4099, 4101], symbol: "NSXPCConnectionInterrupted",
      severity: .warning,
      alsoMatches: ["ck-service-unavailable", "ck-daemon-connection", "ck-internal-error"],
      confidence: .medium,
      meaning: """
        A process of the system that was asked for help ended or refused the connection (4097 \
        interrupted, 4099 invalid, 4101 no answer).
        """,
      causes: """
        The system's process crashed or restarts; then a second attempt works.
        The app lacks the entitlement or permission for it: CloudKit, Contacts, Photos.
        """,
      confirm: "The service's name is in the message: com.apple.cloudd is CloudKit.",
      fixes: "Try again; sign with the entitlement that the service demands."),
    error(
      "cocoa-coder", code: 4864, codes: [4864, 4865, 4866], symbol: "NSCoderReadCorruptError",
      severity: .error, specificity: 45,
      meaning: """
        An encoded value could not be read or written: an archive, or JSON that the app decodes \
        (4864 of another form or class than expected, 4865 a value is missing, 4866 a value \
        that cannot be encoded). In a store such values are Transformable attributes and the \
        Codable properties of SwiftData models.
        """,
      causes: """
        The class or struct has changed since the row was written: a key is new, renamed or of \
        another type.
        The secure transformer does not allow the class, or the class was renamed.
        Outside of stores: an answer of a server that is not what the type expects.
        """,
      confirm:
        "NSDebugDescription or the coding path names the key or class; which attribute has it?",
      fixes: """
        Decode new keys with decodeIfPresent; map old class names (NSKeyedUnarchiver.setClass); \
        list the class in the transformer's allowedTopLevelClasses.
        """),
  ]
}
