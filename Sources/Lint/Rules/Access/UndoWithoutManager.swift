internal import Diagnostics
internal import StoreModel

/// Finds buttons that ask a context to take back a change it does not keep.
struct UndoWithoutManager: ProjectRule {
  static let info = RuleInfo(
    id: "undo-without-manager", group: .dataAccess, severity: .warning,
    summary: "the undo manager of a context is asked to undo, and nothing gives the context one",
    why: "a context has no undo manager of itself: the call does nothing, and says nothing",
    fix:
      "set 'context.undoManager' when the app starts; in SwiftData write "
      + "'.modelContainer(for: Note.self, isUndoEnabled: true)'",
    limits:
      "only where no file sets an undo manager or 'isUndoEnabled'; of Core Data only in files or apps with UIKit, since "
      + "contexts have an undo manager on the Mac",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View { Button("Undo") { modelContext.undoManager?.↓undo() } }
        }
        ---
        func takeBack(_ context: ModelContext) { context.undoManager?.↓undo() }
        ---
        @MainActor final class Editor {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func redo() { context.undoManager?.↓redo() }
        }
        """,
      clean: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View { Button("Undo") { modelContext.undoManager?.undo() } }
        }
        struct NotesScene: Scene {
          var body: some Scene {
            WindowGroup { NotesView() }.modelContainer(for: Note.self, isUndoEnabled: true)
          }
        }
        ---
        func prepare(_ context: ModelContext) { context.undoManager = UndoManager() }
        func takeBack(_ context: ModelContext) { context.undoManager?.undo() }
        ---
        struct NotesView: View {
          @Environment(\\.undoManager) private var undoManager
          var body: some View { Button("Undo") { undoManager?.undo() } }
        }
        """)
      + .texts(
        in: { CoreDataText.code("import UIKit\n" + $0) },
        flagged: """
          \(editor("scratch.parent = parent", "↓undo()"))
          ---
          func takeBack(_ context: NSManagedObjectContext) { context.undoManager?.↓undo() }
          ---
          final class Screen: UIViewController {}
          // file: Editor.swift
          import CoreData
          final class Editor {
            private var context: NSManagedObjectContext
            init(_ context: NSManagedObjectContext) { self.context = context }
            func takeBack() { context.undoManager?.↓undo() }
          }
          """,
        clean: """
          \(editor("scratch.undoManager = UndoManager()", "undo()"))
          ---
          final class Canvas {
            private let undoManager = UndoManager()
            func takeBack() { undoManager.undo() }
          }
          """))

  private static func editor(_ start: String, _ call: String) -> String {
    """
    final class Editor {
      private let scratch: NSManagedObjectContext
      init(_ parent: NSManagedObjectContext) {
        scratch = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        \(start)
      }
      func takeBack() { scratch.\(call) }
    }
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    guard !lint.flows.undo.isSetUp else { return }
    let undo = lint.flows.undo
    let isOfUIKit = !undo.usesOfAnySystem.isEmpty && lint.isOnlyOfUIKit
    for location in undo.uses + (isOfUIKit ? undo.usesOfAnySystem : []) {
      report(
        "nothing gives the context an undo manager: this does nothing", at: location,
        certainty: .inferred("a file outside of the given paths may set one"))
    }
  }
}
