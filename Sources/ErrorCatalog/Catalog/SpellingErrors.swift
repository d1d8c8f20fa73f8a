extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .swiftData, severity: .error, specificity: 85)

  /// What the compiler says about names that circulate and that Apple's SwiftData does not have.
  static let spellingErrors: [Explanation] = [
    message(
      "build-unknown-option",
      patterns: """
        Type 'Schema.{Attribute|Relationship}.Option' has no member '[option:word]'
        Type '{Attribute|Relationship}.Option' has no member '[option:word]'
        Type 'Schema.Relationship.DeleteRule' has no member '[option:word]'
        Type '{Relationship|Schema.Relationship}.DeleteRule' has no member '[option:word]'
        """,
      meaning: "@Attribute or @Relationship is given an option that SwiftData does not have.",
      causes: """
        An option that circulates in articles: '.indexed' and '.index' are '#Index', '.encrypt' is \
        '.allowsCloudEncryption', '.transient' is '@Transient', '.primaryKey' is '.unique', \
        '.allowsExternalStorage' is '.externalStorage'.
        A delete rule without its label: '@Relationship(.cascade)' is '@Relationship(deleteRule: .cascade)'.
        An option of a newer release than the SDK that is compiled with, such as '.codable'.
        """,
      confirm: "'storedoctor lint' names the option that is meant, at its place.",
      fixes:
        "Write the option that there is; an index is '#Index<Note>([\\\\.title])' in the class."),
    message(
      "build-unknown-argument",
      patterns: """
        Extra argument '{isHistoryEnabled|minimum|maximum|renamingIdentifier}' in {call|macro expansion}
        Extra arguments at positions…'{Relationship|Attribute}'
        Incorrect argument label{s|} in {call|macro \
        expansion}…{minimumModelCount|maximumModelCount|originalName}:
        """,
      meaning: """
        A configuration or a macro is given an argument that SwiftData does not have, or under \
        another name than it has.
        """,
      causes: """
        'isHistoryEnabled:' of ModelConfiguration: history is kept without being asked for.
        'minimum:' and 'maximum:' of @Relationship are called 'minimumModelCount:' and \
        'maximumModelCount:', and stand before 'inverse:'.
        'renamingIdentifier:' is 'originalName:'.
        """,
      confirm: "'storedoctor lint' names the argument that is meant, at its place.",
      fixes: "Leave 'isHistoryEnabled:' out; write the others as they are called."),
    message(
      "build-no-such-stage",
      patterns: """
        Type 'MigrationStage' has no member '[stage:word]'
        """,
      meaning: "A stage is made in a way that there is none of.",
      causes:
        "Stages are '.lightweight(fromVersion:toVersion:)' and '.custom(fromVersion:toVersion:willMigrate:didMigrate:)'.",
      confirm: "The compiler's line is the stage.",
      fixes: "Write one of the two; what a lightweight stage cannot infer needs a custom one."),
  ]
}
