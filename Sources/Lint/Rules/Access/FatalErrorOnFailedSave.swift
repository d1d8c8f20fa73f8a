internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that stop when a save fails.
struct FatalErrorOnFailedSave: SourceRule {
  static let info = RuleInfo(
    id: "fatal-error-on-failed-save", group: .dataAccess, severity: .warning,
    summary: "the app crashes when a save fails",
    why:
      "a save fails for a required value, a conflict or a full disk: the crash takes all that was not yet "
      + "saved, and what the save stumbled over is often there again at the next one",
    fix: "catch the error, roll the context back or try again, and tell the user",
    limits: "tests, previews and stores in memory are left alone",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func keep(_ note: Note, _ context: ModelContext) {
          context.insert(note)
          ↓try! context.save()
        }
        ---
        @MainActor final class Store {
          let modelContext: ModelContext
          init(modelContext: ModelContext) { self.modelContext = modelContext }
          func save() {
            guard modelContext.hasChanges else { return }
            do { try modelContext.save() } catch { ↓fatalError("not saved: \\(error)") }
          }
        }
        ---
        func keep(_ note: Note, _ context: ModelContext) {
          context.insert(note)
          do { try context.save() } catch let problem {
            if note.title.isEmpty { print(problem) } else { ↓preconditionFailure("\\(problem)") }
          }
        }
        """,
      clean: """
        func keep(_ note: Note, _ context: ModelContext) throws {
          context.insert(note)
          try context.save()
        }
        ---
        func keep(_ note: Note, _ context: ModelContext) {
          context.insert(note)
          do { try context.save() } catch { assertionFailure("\\(error)") }
        }
        ---
        enum Samples {
          static let preview: ModelContainer? = {
            let memory = ModelConfiguration(isStoredInMemoryOnly: true)
            guard let container = try? ModelContainer(for: Note.self, configurations: memory) else { return nil }
            let context = ModelContext(container)
            context.insert(Note())
            try! context.save()
            return container
          }()
        }
        """))

  static let nodes: [SyntaxKind] = [.tryExpr, .doStmt]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest else { return }
    let (place, save): (Syntax, FunctionCallExprSyntax)
    if let attempt = node.as(TryExprSyntax.self) {
      guard attempt.questionOrExclamationMark?.text == "!", let call = attempt.expression.call,
        call.isSave
      else { return }
      (place, save) = (node, call)
    } else {
      guard let attempt = node.as(DoStmtSyntax.self), attempt.body.isHandwritten,
        // What a container that did not open ends with, is another rule's.
        !attempt.body.mentions(["ModelContainer", "loadPersistentStores"]),
        let call = attempt.body.statements.flatMap(\.calls).first(where: \.isSave),
        let stop = attempt.stop
      else { return }
      (place, save) = (stop, call)
    }
    guard MigrationClosures.around(save) == nil, !place.isThrowaway else { return }
    report("the app ends here when the save fails", at: file.location(place))
  }
}
