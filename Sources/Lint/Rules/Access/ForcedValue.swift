internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds values that code takes for granted and other code does not.
struct ForcedValue: ProjectRule {
  static let info = RuleInfo(
    id: "forced-value", group: .dataAccess, severity: .warning,
    summary:
      "a value of stored objects is unwrapped with '!', and other code reckons with objects that have none",
    why:
      "the app crashes at the first object without a value, and again at each launch that shows it",
    fix:
      "say what counts for an object without one: '$0.title ?? \"\"', or leave it out with 'compactMap'",
    limits:
      "only where other files or functions ask whether there is a value, in closures that go through lists, or where "
      + "the code before asks nothing of the object; "
      + "silent where the file asks for nil, where a predicate or filter of any file leaves such objects out, and in "
      + "tests",
    examples: managed
      + [RuleExample].texts(
        in: models,
        flagged: """
          func found(_ words: String, _ leaves: [Leaf]) -> [Leaf] {
            leaves.filter { $0.↓title!.localizedStandardContains(words) }
          }
          // file: LeafRow.swift
          import SwiftData
          func label(_ leaf: Leaf) -> String { leaf.title ?? "Untitled" }
          ---
          func inOrder(_ leaves: [Leaf]) -> [Leaf] { leaves.sorted { $0.↓title! < $1.title! } }
          // file: LeafRow.swift
          import SwiftData
          func label(_ leaf: Leaf) -> String {
            guard let title = leaf.title else { return "Untitled" }
            return title
          }
          ---
          struct LeafLine {
            let text: String
            init(leaf: Leaf) { text = leaf.↓title! }
          }
          // file: LeafRow.swift
          import SwiftData
          func label(_ leaf: Leaf) -> String { leaf.title ?? "Untitled" }
          ---
          func letters(_ leaves: [Leaf]) -> [Character?] { leaves.map { leaf in leaf.↓title!.first } }
          // file: LeafRow.swift
          import SwiftData
          func hasTitle(_ leaf: Leaf) -> Bool { leaf.title != nil }
          """,
        clean: """
          func found(_ words: String, _ leaves: [Leaf]) -> [Leaf] {
            leaves.filter { $0.title!.localizedStandardContains(words) }
          }
          ---
          func found(_ words: String, _ leaves: [Leaf]) -> [Leaf] {
            leaves.filter { $0.title != nil && $0.title!.localizedStandardContains(words) }
          }
          // file: LeafRow.swift
          import SwiftData
          func label(_ leaf: Leaf) -> String { leaf.title ?? "Untitled" }
          ---
          func found(_ words: String, _ leaves: [Leaf]) -> [Leaf] {
            leaves.filter { $0.title!.localizedStandardContains(words) }
          }
          // file: LeafList.swift
          import SwiftData
          func label(_ leaf: Leaf) -> String { leaf.title ?? "Untitled" }
          func titled(_ context: ModelContext) throws -> [Leaf] {
            try context.fetch(FetchDescriptor<Leaf>(predicate: #Predicate { $0.title != nil }))
          }
          ---
          func initial(_ leaf: Leaf) -> Character? {
            (leaf.title ?? "").isEmpty ? "-" : leaf.title!.first
          }
          // file: LeafRow.swift
          import SwiftData
          func label(_ leaf: Leaf) -> String { leaf.title ?? "Untitled" }
          """))

  private static let managed: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      struct NoteRow { let note: CDNote; var age: TimeInterval { -note.↓createdAt!.timeIntervalSinceNow } }
      // file: NoteDetail.swift
      import CoreData
      func day(_ note: CDNote) -> Date { note.createdAt ?? .now }
      ---
      extension CDNote { var initial: Character? { ↓title!.first } }
      // file: NoteDetail.swift
      import CoreData
      func label(_ note: CDNote) -> String {
        guard let title = note.title else { return "Untitled" }
        return title
      }
      ---
      func names(_ notes: [CDNote]) -> [String] { notes.map { $0.↓title! } }
      // file: NoteDetail.swift
      import CoreData
      func label(_ notes: [CDNote]) -> [String] { notes.map { $0.title ?? "" } }
      """,
    clean: """
      struct NoteRow { let note: CDNote; var age: TimeInterval { -note.createdAt!.timeIntervalSinceNow } }
      ---
      struct NoteRow { let note: CDNote; var name: String { note.title?.isEmpty == false ? note.title! : "Untitled" } }
      // file: NoteList.swift
      import CoreData
      func label(_ notes: [CDNote]) -> [String] { notes.map { $0.title ?? "" } }
      ---
      struct NoteRow { let note: CDNote; var age: TimeInterval { -note.createdAt!.timeIntervalSinceNow } }
      // file: NoteDetail.swift
      import CoreData
      func day(_ note: CDNote) -> Date { note.createdAt ?? .now }
      func dated() -> NSPredicate { NSPredicate(format: "createdAt != nil") }
      ---
      func add(_ context: NSManagedObjectContext) -> TimeInterval {
        let note = CDNote(context: context)
        note.createdAt = .now
        return note.createdAt!.timeIntervalSinceNow
      }
      // file: NoteDetail.swift
      import CoreData
      func day(_ note: CDNote) -> Date { note.createdAt ?? .now }
      """)

  private static func models(_ text: String) -> String {
    """
    import SwiftData

    @Model final class Leaf {
      var title: String?
      init() {}
    }
    \(text)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let absent = Dictionary(grouping: lint.flows.absent, by: { "\($0.entity).\($0.property)" })
    var said: Set<String> = []
    for forced in lint.flows.forcedValues.sorted(by: { $0.location.precedes($1.location) }) {
      let name = "\(forced.entity).\(forced.property)"
      guard let others = absent[name], !others.contains(where: \.isFilter),
        // A predicate says no more of its object than the name.
        !(absent[".\(forced.property)"] ?? []).contains(where: \.isFilter),
        let other = others.filter({ !$0.isOfOptional }).min(by: {
          $0.location.precedes($1.location)
        }),
        said.insert(name).inserted
      else { continue }
      report(
        "'\(name)' may be nil, which \(other.location.path.lastPathComponent):\(other.location.line ?? 1) reckons "
          + "with, and the app crashes here then", at: forced.location, entity: forced.entity,
        property: forced.property,
        help:
          "say what counts for an object without one, as in '$0.\(forced.property) ?? …', or leave it out with "
          + "'compactMap'")
    }
  }
}
