extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSPOSIXErrorDomain", severity: .error, specificity: 55,
    confirm: "NSFilePath or the URL in the error around it names the file.")

  /// What the system itself said, where Core Data hands it on inside an error of its own. Only
  /// explained beside work on a store: every other file and socket has the same errors.
  static let systemErrors: [Explanation] = [
    error(
      "posix-refused", code: 1, codes: [1, 13],
      meaning: "The system refused access to the file or folder.",
      causes: """
        A folder outside of the app's container, or of an app group it is not entitled to.
        Data protection while the device is locked; permissions of another user.
        """,
      fixes: """
        Keep the store in the app's own container or in one of its app groups; wait until the \
        device was unlocked.
        """),
    error(
      "posix-no-file", code: 2,
      meaning: "There is no such file or folder.",
      causes: """
        The folder of the store was never made: on a new install Application Support is missing.
        A stored absolute path of an earlier install.
        """,
      fixes: "Create the folder before loading the store; build the path anew at each launch."),
    error(
      "posix-too-many-files", code: 24, codes: [23, 24],
      meaning: "Too many files are open; no further one could be opened.",
      causes: """
        Containers or coordinators made again and again, each with connections of its own.
        File handles that are not closed elsewhere in the app.
        """,
      confirm: "'lsof -p PID' lists what the process has open.",
      fixes: "Make one container and keep it; close what is opened."),
    error(
      "posix-no-space", code: 28, codes: [28, 69], severity: .critical,
      meaning: "The volume, or the user's share of it, is full.",
      causes: "A migration needs room for a second copy of the store and its log.",
      confirm: "Compare the free space with the size of the store and its -wal.",
      fixes: "Free space and try again; the store is as it was before."),
    error(
      "posix-read-only", code: 30,
      meaning: "The volume cannot be written.",
      causes: """
        The store lies in the app's bundle, on a disk image, or the app runs translocated from \
        its download.
        """,
      fixes: """
        Copy the store to Application Support before opening it, or open it with \
        NSReadOnlyPersistentStoreOption.
        """),
  ]

  /// What Swift has in place of an error that was never set.
  static let missingErrors: [Explanation] = [
    ExplanationFamily(
      framework: .coreData, severity: .error, specificity: 20, confidence: .medium)(
        "cocoa-nil-error",
        patterns: """
          Foundation._GenericObjCError
          _GenericObjCError.nilError
          """,
        meaning: """
          An Objective-C method said that it failed but gave no error; Swift puts this in its place.
          """,
        causes: """
          In Core Data: a validation method or a store of your own that returns false without \
          setting the error.
          Any other Objective-C method that does so; the text does not tell which.
          """,
        confirm: "Which call throws it? Look at the Objective-C side of just that call.",
        fixes: """
          Return true, or set the error, in methods such as validateValue(_:forKey:) and \
          validateForUpdate().
          """)
  ]
}
