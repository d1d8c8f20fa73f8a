internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds classes that mapping models name and that are not found under that name.
struct MappingPolicyNotFound: ProjectRule {
  static let info = RuleInfo(
    id: "mapping-policy-not-found", group: .mappings, severity: .error,
    summary: "a mapping model names a migration policy that is not found under that name",
    why:
      "Core Data looks the class up by its name, which for a class of Swift's begins with the module: without it the "
      + "migration fails and the store does not open",
    fix:
      "write 'App.NotePolicy' as custom policy in the mapping model, or '@objc(NotePolicy)' before the class",
    limits:
      "a class of another name than any in the project is only named where an app begins in the files",
    examples: [
      .flagged(example("NotePolicy", "final class NotePolicy: NSEntityMigrationPolicy {}")),
      .flagged(
        example(
          "Notes.NotePolicy",
          "final class NoteToMemoPolicy: NSEntityMigrationPolicy {}\n@main struct NotesApp: App {}"
        )),
      .flagged(
        example(
          "NotePolicy", "@objc(MemoPolicy) final class NotePolicy: NSEntityMigrationPolicy {}")),
      .clean(
        example(
          "Notes.NotePolicy", "final class NotePolicy: NSEntityMigrationPolicy {}", isFlagged: false
        )),
      .clean(
        example(
          "NotePolicy", "@objc(NotePolicy) final class NotePolicy: NSEntityMigrationPolicy {}",
          isFlagged: false)),
      .clean(
        example("Migrations.NotePolicy", "final class Other: NSObject {}", isFlagged: false)),
    ])

  private static func example(_ policy: String, _ code: String, isFlagged: Bool = true) -> String {
    "// file: Policies.swift\nimport CoreData\nimport SwiftUI\n\(code)\n"
      + MappingText.text(
        old: [("Note", ["text"])], new: [("Note", ["body"])],
        [
          .init(
            source: "Note", destination: "Note", values: [("body", "text")], policy: policy)
        ], isFlagged: isFlagged)
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let classes = Set(code.classes)
    // A mapping model for a version that is not the current one is used by no migration to it.
    let current = Set(lint.modelFiles.flatMap(lint.openVersions).map(\.name))
    for use in lint.mappings where use.versions.map({ current.contains($0.to.name) }) ?? true {
      for part in use.mapping.entities {
        guard let policy = part.policy else { continue }
        let name = policy.lastPart
        if policy == name, let own = code.policies.first(where: { $0.name == name })?.written,
          own != name,
          !code.policies.contains(where: { $0.written == name })
        {
          report(
            "'\(part.name)' in the mapping model '\(use.mapping.name)' names '\(policy)', and that class is called "
              + (own.isEmpty ? "'MODULE.\(name)' at run time" : "'\(own)' at run time"),
            at: use.mapping.location)
        } else if !classes.contains(name), !code.policies.contains(where: { $0.written == name }),
          lint.hasStart()
        {
          report(
            "'\(part.name)' in the mapping model '\(use.mapping.name)' names '\(policy)', and no class of the project "
              + "is called so", at: use.mapping.location)
        }
      }
    }
  }
}
