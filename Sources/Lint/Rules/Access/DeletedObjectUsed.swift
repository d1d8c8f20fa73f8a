internal import Diagnostics
internal import SwiftSyntax

/// Finds objects that are read after they are gone.
struct DeletedObjectUsed: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "deleted-object-used", group: .dataAccess, severity: .warning,
    summary: "an object is used after it was deleted and the deletion saved",
    why:
      "its row is gone, so what was not read before cannot be loaded any more and the app crashes",
    fix: "read what is needed into constants before 'delete'",
    limits: "only statements of one block, and functions of the given paths that they hand it to",
    explanation: "swiftdata-backing-data-detached",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          try context.save()
          print("removed", ↓note.title)
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) {
          context.delete(note)
          do { try context.save() } catch { print(error) }
          guard let folder = ↓note.folder else { return }
          folder.name = "x"
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          try persist(context)
          print(↓note.rank)
        }
        private func persist(_ context: ModelContext) throws {
          if context.hasChanges { try context.save() }
        }
        ---
        struct Bin {
          let main: ModelContext
          func persist(_ name: String) throws { try persist(name, in: main) }
          func persist(_ name: String, in context: ModelContext) throws { try context.save() }
          func remove(_ note: Note, _ context: ModelContext) throws {
            context.delete(note)
            try persist("gone", in: context)
            print(↓note.rank)
          }
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          try context.save()
          Reminders.↓cancel(for: note)
        }
        enum Reminders { static func cancel(for note: Note) { print("cancelled", note.title) } }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          Task { await Reminders.↓cancel(for: note) }
          context.delete(note)
          do { try context.save() } catch { print(error) }
        }
        enum Reminders { static func cancel(for note: Note) async { print("cancelled", note.title) } }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          Task { print(↓note.title) }
          context.delete(note)
          try context.save()
        }
        ---
        func clear(_ context: ModelContext) throws -> [String] {
          let notes = try context.fetch(FetchDescriptor<Note>())
          for note in notes { context.delete(note) }
          try context.save()
          return ↓notes.map(\\.title)
        }
        ---
        func clear(_ context: ModelContext) throws {
          let old = try context.fetch(FetchDescriptor<Note>())
          guard let first = old.first else { return }
          print(first.title)
          try context.delete(model: Note.self)
          try context.save()
          print(old.count)
          for note in ↓old { print(note.rank) }
        }
        ---
        func clean(_ folder: Folder, _ modelContext: ModelContext) throws {
          for note in folder.notes {
            modelContext.delete(note)
            try modelContext.save()
            print(↓note.rank)
          }
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) {
          context.delete(note)
          do {
            try context.save()
            print(↓note.title)
          } catch {
            print(error)
          }
        }
        """,
      clean: """
        func remove(_ note: Note, _ context: ModelContext) {
          context.delete(note)
          do {
            print(note.title)
            try context.save()
          } catch {
            print(note.title, error)
            context.rollback()
          }
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          try context.save()
          forget(note)
        }
        func forget(_ note: Note) { print(note.persistentModelID) }
        ---
        func remove(_ note: Note, _ context: ModelContext) async throws {
          let id = note.id
          Task { print(id) }
          Task { [title = note.title] in print(title) }
          Task { for note in try context.fetch(FetchDescriptor<Note>()) { print(note.rank) } }
          Task { print(note.rank) }
          await Task.yield()
          context.delete(note)
          try context.save()
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          let title = note.title
          context.delete(note)
          try context.save()
          print("removed", title)
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) {
          context.delete(note)
          saveLater()
          print(note.title)
        }
        func saveLater() { print("later") }
        ---
        struct Bin {
          func persist(_ name: String) { print(name) }
          func persist(_ name: String, in context: ModelContext) throws { try context.save() }
          func remove(_ note: Note, _ context: ModelContext) {
            context.delete(note)
            persist("later")
            print(note.rank)
          }
        }
        ---
        func remove(_ note: Note, _ context: ModelContext) throws {
          context.delete(note)
          print(note.title)
          try context.save()
        }
        ---
        func clear(_ context: ModelContext) throws -> [PersistentIdentifier] {
          var notes = try context.fetch(FetchDescriptor<Note>())
          let titles = notes.map(\\.title)
          notes.forEach { context.delete($0) }
          try context.save()
          print(notes.count, notes.isEmpty, titles)
          let ids = notes.map { $0.persistentModelID } + notes.map(\\.id)
          notes.removeAll()
          notes = try context.fetch(FetchDescriptor<Note>())
          return ids + notes.map { $0.title.isEmpty ? $0.id : $0.persistentModelID }
        }
        func clearSome(_ context: ModelContext) throws {
          let notes = try context.fetch(FetchDescriptor<Note>())
          for note in notes where note.rank > 3 { context.delete(note) }
          try context.save()
          print(notes.map(\\.title))
        }
        ---
        func replace(_ first: Note, _ context: ModelContext) throws {
          var note = first
          context.delete(note)
          try context.save()
          note = Note()
          print(note.title)
        }
        """) + CoreDataText.erased)

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten, !file.isTest,
      file.meansSwiftData || !file.ask(.usesCoreData).isEmpty
    else { return }
    for (name, item) in items.afterDeletions {
      if let use = item.use(of: name)?.read {
        report(
          item.isPlainTask
            ? "'\(name)' is deleted and saved before this task runs"
            : "'\(name)' was deleted and saved before this", at: file.location(use))
      }
    }
    let lists = items.usesOfDeletedLists(
      TypeReader(file: file), isManaged: !file.meansSwiftData)
    for use in lists {
      report(
        "the objects of '\(use.baseName.text)' were deleted and saved before this",
        at: file.location(use))
    }
  }

  /// Functions that are handed what is gone.
  func check(_ lint: LintContext, report: RuleReport) {
    for deletion in lint.flows.deletions {
      guard let read = lint.graph.stored(readBy: deletion.pass, of: deletion.entity, in: lint)
      else {
        continue
      }
      report(
        deletion.isInTask
          ? "'\(deletion.name)' is deleted and saved before this task runs, and '\(read)' is read of it there"
          : "'\(deletion.name)' was deleted and saved before this, and '\(read)' is read of it there",
        at: deletion.pass.location, entity: deletion.entity)
    }
  }
}
