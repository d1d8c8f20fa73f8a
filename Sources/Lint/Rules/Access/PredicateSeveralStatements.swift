internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that are written like functions.
struct PredicateSeveralStatements: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-several-statements", group: .dataAccess, severity: .error,
    summary: "a predicate has more than one statement",
    why: "the macro takes one expression, so the file does not compile",
    fix:
      "write one expression: 'if … { … } else { … }' counts as one, and values that do not depend "
      + "on the object belong before the predicate",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        let long = #Predicate<Note> { note in
          ↓let least = 3
          return note.rank > least
        }
        ---
        let good = #Predicate<Note> {
          ↓if $0.rank > 3 { return true }
          return false
        }
        ---
        struct NotesView: View {
          @Query(filter: #Predicate<Note> { note in
            ↓guard let folder = note.folder else { return false }
            return folder.name == "inbox"
          }) private var notes: [Note]
          var body: some View { List(notes) { Text($0.title) } }
        }
        """,
      clean: """
        let good = #Predicate<Note> { note in
          if let folder = note.folder { folder.name == "a" } else { false }
        }
        ---
        let least = 3
        let high = #Predicate<Note> { $0.rank > least }
        ---
        let high = [Note()].filter { note in
          let least = 3
          return note.rank > least
        }
        """))

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    guard let first = use.body.statements.first, use.body.statements.count > 1,
      !file.ask(.isModel(use.entity)).isEmpty
    else { return }
    report(
      "a predicate is one expression, and this one has \(use.body.statements.count) statements",
      at: file.location(first), entity: use.entity)
  }
}
