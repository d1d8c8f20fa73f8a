internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds shipped versions that are no longer what shipped.
struct EditedShippedVersion: ProjectRule {
  static let info = RuleInfo(
    id: "edited-shipped-version", group: .versions, severity: .error,
    summary: "a version was edited after it shipped",
    why: "the stores in the field have the hashes of the version that shipped; they match nothing "
      + "any more and do not open (134504)",
    fix: "restore the version, and put the change into a new one",
    limits: "runs where 'storedoctor freeze' has written a lock; unversioned models "
      + "without a plan may change, and what that does to stores is said by the rules about changes",
    explanation: "cocoa-134504",
    examples: [
      .flagged(
        LockText.example("var title = \"\"; var ↓pages = 0", frozen: "\"title\": \"String\"")),
      .flagged(
        LockText.example("var ↓title: String?", frozen: "\"title\": \"String\"")),
      .flagged(
        LockText.example(
          "@Attribute(.unique) var code: String = \"\"; var title = \"\"",
          frozen: "\"title\": \"String\", \"code\": \"String\""
        ).marked("class Note")),
      .flagged(
        // The plan had another name when the version shipped.
        LockText.example(
          "var title = \"\"; var ↓pages = 0", frozen: "\"title\": \"String\"", plan: "FirstPlan")),
      .clean(LockText.example("var title = \"\"", frozen: "\"title\": \"String\"")),
      .clean(
        LockText.example(
          "var title = \"untitled\"; var size: Int { 0 }", frozen: "\"title\": \"String\"")),
      .clean(
        """
        @Model final class Note { var title = ""; var pages = 0; init() {} }
        \(LockText.lock(schema: "live", version: "live", "\"title\": \"String\""))
        """),
    ])

  private static let orReplace =
    "; where no such store is left, 'storedoctor freeze --replace' locks the version as it is"

  func check(_ lint: LintContext, report: RuleReport) {
    guard let lock = lint.lock else { return }
    for history in lint.histories where history.name != "live" {
      for model in history.versions {
        guard let shipped = lock.version(named: model.name, in: history.name) else { continue }
        // Who puts it back breaks the stores that the later release has written.
        let later = shipped.laterChecksums ?? []
        let known = Set(history.versions.compactMap { ModelHashes(of: $0).checksum })
        // What shipped under this name is another version now: its stores are known.
        if let first = shipped.checksum, known.contains(first) {
          let lost = Set(later).subtracting(known)
          guard !lost.isEmpty else { continue }
          report(
            "'\(model.name)' shipped in \(Set([first] + later).count) shapes, and \(lost.count) of "
              + "them \(lost.count == 1 ? "is" : "are") no version any more", at: model.location,
            help: "add each as a version of its own, with a stage from it" + Self.orReplace)
          continue
        }
        let isShippedToo = ModelHashes(of: model).checksum.map(later.contains)
        let others =
          later.count > 1 ? "; it shipped in \(later.count + 1) shapes, and each needs one" : ""
        let help =
          isShippedToo == true
          ? "keep it as it is, which a later release has shipped, and add what shipped first before it as "
            + "a version of its own, with a stage from it" + others + Self.orReplace : nil
        for difference in LockComparison.differences(shipped: shipped, now: model) {
          report(
            difference.sentence(version: model.name),
            at: difference.location ?? model.location, entity: difference.entity,
            property: difference.property, help: help)
        }
      }
    }
  }
}
