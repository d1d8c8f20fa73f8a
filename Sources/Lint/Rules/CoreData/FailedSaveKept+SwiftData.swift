internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// New objects of SwiftData's that stay in their context although the code says that they were not saved.
extension FailedSaveKept: ProjectRule {
  static let swiftData: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      @MainActor final class NoteStore {
        let context: ModelContext
        var message: String?
        init(context: ModelContext) { self.context = context }
        func add(_ title: String) {
          let note = Note()
          note.title = title
          context.insert(note)
          do { try context.↓save() } catch { message = error.localizedDescription }
        }
        func rename(_ note: Note, _ title: String) throws {
          note.title = title
          try context.save()
        }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func drop(_ note: Note) -> Bool {
          do {
            context.delete(note)
            try context.↓save()
          } catch {
            print(error)
            return false
          }
          return true
        }
      }
      ---
      @ModelActor actor Importer {
        func add(_ titles: [String]) throws {
          for title in titles {
            let note = Note()
            note.title = title
            modelContext.insert(note)
          }
          do { try modelContext.↓save() } catch { throw CancellationError() }
        }
        func drop(_ id: PersistentIdentifier) throws {
          guard let note = self[id, as: Note.self] else { return }
          modelContext.delete(note)
          try modelContext.save()
        }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func add(_ title: String) throws {
          let note = Note()
          note.title = title
          context.insert(note)
          try keep()
        }
        private func keep() throws {
          do { try context.↓save() } catch { throw CancellationError() }
        }
      }
      ---
      enum Importer {
        static func fill(_ titles: [String], into context: ModelContext) throws -> Int {
          for title in titles {
            let note = Note()
            note.title = title
            context.insert(note)
          }
          try context.↓save()
          return titles.count
        }
      }
      struct ImportView: View {
        @Environment(\\.modelContext) private var modelContext
        @State private var hasFailed = false
        var body: some View {
          Button("Import") {
            do { print(try Importer.fill(["a"], into: modelContext)) } catch { hasFailed = true }
          }
        }
      }
      ---
      struct AddView: View {
        @Environment(\\.modelContext) private var modelContext
        @Environment(\\.dismiss) private var dismiss
        @State private var hasFailed = false
        @State private var title = ""
        var body: some View {
          Button("Save") {
            let note = Note()
            note.title = title
            modelContext.insert(note)
            do {
              try modelContext.↓save()
              dismiss()
            } catch {
              hasFailed = true
            }
          }
        }
      }
      """,
    clean: """
      @MainActor final class NoteStore {
        let context: ModelContext
        var message: String?
        init(context: ModelContext) { self.context = context }
        func add(_ title: String) {
          let note = Note()
          note.title = title
          context.insert(note)
          do { try context.save() } catch {
            context.delete(note)
            message = error.localizedDescription
          }
        }
        func addOnce(_ title: String) throws {
          let note = Note()
          context.insert(note)
          do { try context.save() } catch {
            context.rollback()
            throw error
          }
        }
        func rename(_ note: Note, _ title: String) {
          note.title = title
          do { try context.save() } catch { message = error.localizedDescription }
        }
        func drop(_ note: Note) -> Bool {
          do {
            context.delete(note)
            try context.save()
          } catch {
            context.rollback()
            return false
          }
          return true
        }
      }
      ---
      struct Importer {
        let container: ModelContainer
        func add(_ titles: [String]) throws {
          let context = ModelContext(container)
          for _ in titles { context.insert(Note()) }
          do { try context.save() } catch { throw CancellationError() }
        }
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func keep(_ note: Note) throws {
          context.insert(note)
          do { try context.save() } catch { throw CancellationError() }
        }
      }
      """)

  func checkRefused(_ attempt: DoStmtSyntax, in file: LintFile, _ report: RuleReport) {
    guard let refusal = attempt.catchClauses.last, refusal.refuses, let save = attempt.body.ownSave,
      let context = save.receiver, context.livesOn(in: file),
      case let body = attempt.codeAround, body.isHandwritten, !body.undoes(after: save.position)
    else { return }
    let types = TypeReader(file: file)
    if let deletion = attempt.body.ownDeletion(before: save, in: context) {
      report(
        "when this save fails, the deletion of line \(file.location(deletion).line ?? 1) stays in the context, "
          + "although the code says that it failed: the next save carries it out",
        at: file.location(save.nameNode))
      return
    }
    guard
      let (insert, entity) = body.madeInsert(before: save, in: context, types)
        ?? body.as(FunctionDeclSyntax.self)?.insertOfCaller(in: context, file, types)
    else { return }
    report(
      "when this save fails, the new '\(entity)' of line \(file.location(insert).line ?? 1) stays in the context, "
        + "although the code says that it was not saved: the next save writes it",
      at: file.location(save.nameNode), entity: entity)
  }

  /// Functions that are given the main context, fill it and throw when the save fails.
  func check(_ lint: LintContext, report: RuleReport) {
    let given = lint.flows.mainContexts
    for fill in lint.flows.refusedFills {
      let owners =
        [fill.owner] + lint.flows.inheritances.filter { $0.type == fill.owner }.map(\.from)
      guard owners.contains(where: { given.contains("\($0).\(fill.filler)") }) else { continue }
      report(
        "when this save fails, the new '\(fill.entity)' objects stay in the main context that the function was "
          + "given, although the code says that it failed: the next save writes them",
        at: fill.location, entity: fill.entity)
    }
  }
}
