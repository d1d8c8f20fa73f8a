internal import Diagnostics
internal import StoreModel

/// Finds forms whose controls change a stored object, and that a button leaves without taking that back.
struct CancelKeepsChanges: ProjectRule {
  static let info = RuleInfo(
    id: "cancel-keeps-changes", group: .dataAccess, severity: .warning,
    summary: "a form changes the stored object itself, and 'Cancel' only closes it",
    why:
      "each control writes into the object at once, and the context saves it by itself, or with the next thing that is "
      + "saved: what was cancelled is kept",
    fix:
      "let the controls change values of the view's own, and copy them to the object when the user saves; or edit in "
      + "a context of its own that does not save by itself",
    limits:
      "only views with a '@Bindable' object of SwiftData's, or an '@ObservedObject' of Core Data's, whose controls bind "
      + "to it, and buttons that say that they cancel and do nothing but close the view; silent where the view rolls "
      + "back, where it inserts the object itself, and in apps that have contexts which do not save by themselves, or "
      + "of Core Data's that have a parent",
    examples: managed
      + [RuleExample].texts(
        in: AccessText.models,
        flagged: """
          struct NoteForm: View {
            @Bindable var note: Note
            @Environment(\\.dismiss) private var dismiss
            var body: some View {
              Form { TextField("Title", text: $note.title) }
                .toolbar {
                  ToolbarItem(placement: .cancellationAction) { ↓Button("Cancel") { dismiss() } }
                  ToolbarItem(placement: .confirmationAction) { Button("Save") { dismiss() } }
                }
            }
          }
          ---
          struct NoteForm: View {
            @Bindable var note: Note
            let isNew: Bool
            @Environment(\\.modelContext) private var modelContext
            @Environment(\\.dismiss) private var dismiss
            var body: some View {
              TextField("Title", text: $note.title)
              ↓Button("Cancel") { cancel() }
            }
            private func cancel() {
              if isNew { modelContext.delete(note) }
              dismiss()
            }
          }
          ---
          struct NoteForm: View {
            @Bindable var note: Note
            @Binding var isShown: Bool
            var body: some View {
              TextField("Title", text: $note.title)
              ↓Button(role: .cancel, action: { isShown = false }) { Text("No") }
            }
          }
          ---
          struct NoteList: View {
            @Environment(\\.modelContext) private var modelContext
            @State private var edited: Note?
            var body: some View {
              Button("New") {
                let note = Note()
                modelContext.↓insert(note)
                edited = note
              }
              .sheet(item: $edited) { note in NoteForm(note: note) }
            }
          }
          // file: NoteForm.swift
          import SwiftData
          import SwiftUI
          struct NoteForm: View {
            @Bindable var note: Note
            @Environment(\\.dismiss) private var dismiss
            var body: some View {
              Form { TextField("Title", text: $note.title) }
              Button("Cancel") { dismiss() }
              Button("Save") { dismiss() }
            }
          }
          """,
        clean: """
          struct NoteForm: View {
            @Bindable var note: Note
            @State private var title = ""
            @Environment(\\.dismiss) private var dismiss
            var body: some View {
              Form { TextField("Title", text: $title) }
              Button("Cancel") { dismiss() }
              Button("Save") {
                note.title = title
                dismiss()
              }
            }
          }
          ---
          struct NewNoteForm: View {
            @Bindable var note: Note
            @Environment(\\.modelContext) private var modelContext
            @Environment(\\.dismiss) private var dismiss
            var body: some View {
              Form { TextField("Title", text: $note.title) }
              Button("Cancel") { dismiss() }
              Button("Save") {
                modelContext.insert(note)
                dismiss()
              }
            }
          }
          ---
          struct NoteForm: View {
            @Bindable var note: Note
            @Environment(\\.dismiss) private var dismiss
            var body: some View {
              Form { TextField("Title", text: $note.title) }
              Button("Cancel") { dismiss() }
            }
          }
          // file: Editing.swift
          import SwiftData
          @MainActor final class Editing {
            private let context: ModelContext
            init(_ container: ModelContainer) {
              context = ModelContext(container)
              context.autosaveEnabled = false
            }
            func draft(_ id: PersistentIdentifier) -> Note? { context.model(for: id) as? Note }
            func keep() throws { try context.save() }
          }
          ---
          struct NoteForm: View {
            @Bindable var note: Note
            let old: String
            @Environment(\\.dismiss) private var dismiss
            var body: some View {
              Form { TextField("Title", text: $note.title) }
              Button("Cancel") {
                note.title = old
                dismiss()
              }
              Button("Done") { dismiss() }
            }
          }
          ---
          struct NoteForm: View {
            @Bindable var note: Note
            @Environment(\\.modelContext) private var modelContext
            @Environment(\\.dismiss) private var dismiss
            @State private var isAsked = false
            var body: some View {
              Form { TextField("Title", text: $note.title) }
                .confirmationDialog("Remove the note?", isPresented: $isAsked) {
                  Button("Remove", role: .destructive) { Remover(modelContext).remove(note) }
                  Button("Cancel", role: .cancel) { dismiss() }
                }
            }
          }
          """))

  private static let managed: [RuleExample] = .texts(
    in: { CoreDataText.code("import SwiftUI\n" + $0) },
    flagged: """
      struct NoteForm: View {
        @ObservedObject var note: CDNote
        @Environment(\\.managedObjectContext) private var context
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          Form { TextField("Title", text: Binding($note.title, replacingNilWith: "")) }
            .toolbar {
              ToolbarItem(placement: .cancellationAction) { ↓Button("Cancel") { dismiss() } }
              ToolbarItem(placement: .confirmationAction) { Button("Save") { save() } }
            }
        }
        private func save() { do { try context.save(); dismiss() } catch { show(error) } }
      }
      ---
      struct NoteList: View {
        @Environment(\\.managedObjectContext) private var context
        @State private var edited: CDNote?
        var body: some View {
          Button("New") {
            let note = ↓CDNote(context: context)
            edited = note
          }
          .sheet(item: $edited) { note in NavigationStack { NoteForm(note: note) } }
        }
      }
      struct NoteForm: View {
        let note: CDNote
        @State private var title = ""
        @Environment(\\.managedObjectContext) private var context
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          TextField("Title", text: $title)
          Button("Cancel") { dismiss() }
          Button("Save") {
            note.title = title
            do { try context.save(); dismiss() } catch { show(error) }
          }
        }
      }
      ---
      struct FolderList: View {
        @Environment(\\.managedObjectContext) private var context
        @State private var draft: CDFolder?
        var body: some View {
          Button("New") { add() }
            .sheet(item: $draft) { FolderForm(folder: $0) }
        }
        private func add() { draft = ↓CDFolder(context: context) }
      }
      struct FolderForm: View {
        @ObservedObject var folder: CDFolder
        @State private var name = ""
        @Environment(\\.managedObjectContext) private var context
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          Form { TextField("Name", text: $name) }
            .toolbar {
              Button("Cancel", role: .cancel) { dismiss() }
              Button("Done") {
                folder.name = name
                do { try context.save(); dismiss() } catch { show(error) }
              }
            }
        }
      }
      """,
    clean: """
      struct NoteForm: View {
        @ObservedObject var note: CDNote
        @Environment(\\.managedObjectContext) private var context
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          TextField("Title", text: Binding($note.title, replacingNilWith: ""))
          Button("Cancel") {
            context.rollback()
            dismiss()
          }
          Button("Save") { do { try context.save(); dismiss() } catch { show(error) } }
        }
      }
      ---
      struct NoteList: View {
        @Environment(\\.managedObjectContext) private var context
        @State private var edited: CDNote?
        var body: some View {
          Button("New") { edited = CDNote(context: context) }
            .sheet(item: $edited) { note in NoteForm(note: note) }
        }
      }
      struct NoteForm: View {
        let note: CDNote
        @State private var title = ""
        @Environment(\\.managedObjectContext) private var context
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          TextField("Title", text: $title)
          Button("Cancel") {
            context.delete(note)
            dismiss()
          }
          Button("Save") {
            note.title = title
            do { try context.save(); dismiss() } catch { show(error) }
          }
        }
      }
      ---
      struct NoteForm: View {
        @ObservedObject var note: CDNote
        @State private var title = ""
        @Environment(\\.managedObjectContext) private var context
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          TextField("Title", text: $title)
          Button("Cancel") { dismiss() }
          Button("Save") {
            note.title = title
            do { try context.save(); dismiss() } catch { show(error) }
          }
        }
      }
      """)

  func check(_ lint: LintContext, report: RuleReport) {
    // Where objects are edited in contexts of their own, nothing is saved until somebody saves.
    let hasScratch = !lint.flows.scratch.isEmpty || !lint.flows.givenContexts.isEmpty
    let code = lint.coreData.code
    let hasChildren = !code.mergeWords.isDisjoint(with: [
      ChangesNotMerged.parent, "setParentContext", "reset",
    ])
    let early = hasScratch ? [] : lint.earlyInserts
    // A form that is shown for the new object alone is mended where that is inserted.
    let views = Set(early.map(\.cancel.view))
    let words = WordsOfFiles.counts(of: views, in: views.isEmpty ? [] : lint.allFiles())
    for cancel in lint.flows.cancels {
      guard !(cancel.isManaged ? hasChildren : hasScratch), words[cancel.view] != 2 else {
        continue
      }
      guard !cancel.isManaged else {
        guard code.saves else { continue }
        report(
          "this only closes the view: what was entered stands in '\(cancel.object)' already, is shown everywhere, and "
            + "is stored by whatever saves the context next", at: cancel.location,
          entity: cancel.entity,
          help:
            "call 'rollback()' of the context, or 'refresh(\(cancel.object), mergeChanges: false)', where the user "
            + "cancels; or edit in a child context",
          certainty: .inferred("the code that opens the view may take the changes back"))
        continue
      }
      report(
        "this only closes the view\(cancel.isForNew ? " of an object that was there before" : ""): what was "
          + "entered stands in '\(cancel.object)' already, and is saved with it",
        at: cancel.location, entity: cancel.entity,
        certainty: .inferred("the object may be one that is not inserted yet"))
    }
    for insert in lint.flows.earlyInserts where insert.isManaged && !hasChildren && code.saves {
      guard
        let closing = lint.flows.closings.first(where: {
          insert.views.contains($0.view) && $0.entity == insert.entity
        })
      else { continue }
      report(
        "'\(insert.object)' is in the context before anything is entered, and 'Cancel' in '\(closing.view)' leaves it "
          + "there, empty: whatever saves next stores it",
        at: insert.location, entity: insert.entity,
        help:
          "make the object when the user saves, or delete it where the user cancels; or edit in a child context",
        certainty: .inferred("what is empty may be deleted elsewhere"))
    }
    for (insert, cancel) in early {
      report(
        "'\(insert.object)' is stored before anything is entered, and 'Cancel' in '\(cancel.view)' leaves it there, empty",
        at: insert.location, entity: insert.entity,
        help: "insert the object when the user saves, or delete it where the user cancels",
        certainty: .inferred("what is empty may be deleted elsewhere"))
    }
  }
}

extension LintContext {
  /// The objects that are inserted before a form is shown for them whose button cancels nothing.
  fileprivate var earlyInserts: [(insert: ObjectFlows.EarlyInsert, cancel: ObjectFlows.Cancel)] {
    flows.earlyInserts.filter { !$0.isManaged }.compactMap { insert in
      flows.cancels.first { insert.views.contains($0.view) && !$0.isForNew && !$0.isManaged }
        .map { (insert, $0) }
    }
  }
}
