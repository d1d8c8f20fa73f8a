internal import Diagnostics

/// Tasks, groups and functions of other files that take contexts and objects to other threads.
extension CoreDataText {
  static let tasksOfNoActor: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class NotesModel: ObservableObject {
        @Published var titles: [String] = []
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func load() {
          Task {
            let notes = (try? ↓container.viewContext.fetch(CDNote.fetchRequest())) ?? []
            await MainActor.run { self.titles = notes.compactMap { ($0 as? CDNote)?.objectID.description } }
          }
        }
      }
      ---
      final class Player {
        func play(_ note: CDNote) {
          Task { print(↓note.title ?? "") }
        }
      }
      ---
      final class Loader {
        func show(_ note: CDNote) { Task { @MainActor in print(↓note.title ?? "") } }
        func load(_ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            for note in (try? context.fetch(request)) ?? [] { self.show(note) }
          }
        }
      }
      ---
      final class Stack {
        static let shared = Stack()
        let container = NSPersistentContainer(name: "Notes")
      }
      // file: Model.swift
      import Foundation
      final class Model {
        func keep() { Task { try? ↓Stack.shared.container.viewContext.save() } }
      }
      ---
      func tidy(_ container: NSPersistentContainer, _ group: DispatchGroup) {
        group.notify(queue: .global(qos: .utility)) {
          _ = try? ↓container.viewContext.fetch(CDNote.fetchRequest())
        }
      }
      ---
      import SwiftUI
      struct NoteView: View {
        @ObservedObject var note: CDNote
        var body: some View {
          Button("Refresh") { Task.detached { await Refresher.refresh(↓note, isFull: true) } }
        }
      }
      // file: Refresher.swift
      import CoreData
      enum Refresher {
        static func refresh(_ note: CDNote, isFull: Bool) async { print(note.title ?? "", isFull) }
      }
      ---
      import SwiftUI
      struct NotesView: View {
        @Environment(\\.managedObjectContext) private var context
        @State private var notes: [CDNote] = []
        var body: some View { List(notes, id: \\.objectID) { Text($0.title ?? "") }.task { await load() } }
        private func load() async {
          let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          worker.parent = context
          await worker.perform {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            let found = (try? worker.fetch(request)) ?? []
            DispatchQueue.main.async { self.notes = ↓found }
          }
        }
      }
      """,
    clean: """
      @MainActor final class NotesModel: ObservableObject {
        @Published var titles: [String] = []
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func load() {
          Task {
            let notes = (try? container.viewContext.fetch(CDNote.fetchRequest())) ?? []
            titles = notes.compactMap { ($0 as? CDNote)?.title }
          }
        }
      }
      final class Player {
        func play(_ note: CDNote) {
          Task { @MainActor in print(note.title ?? "") }
          let id = note.objectID
          Task { print(id) }
        }
        func remove(_ note: CDNote) {
          Task { await forget(note) }
          Task { print(Step.add(note)) }
        }
        private func forget(_ note: CDNote) async {
          await note.managedObjectContext?.perform { note.title = nil }
        }
        enum Step { case add(CDNote) }
        func tidy(_ container: NSPersistentContainer, _ group: DispatchGroup) {
          group.notify(queue: .main) { _ = try? container.viewContext.fetch(CDNote.fetchRequest()) }
          DispatchQueue.main.async {
            Task { _ = try? container.viewContext.fetch(CDNote.fetchRequest()) }
          }
        }
      }
      ---
      final class Loader {
        func show(_ note: CDNote) { Task { @MainActor in print(note.objectID) } }
        func load(_ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            for note in (try? context.fetch(request)) ?? [] { self.show(note) }
          }
        }
      }
      ---
      import UIKit
      final class NotesController: NotesBase {
        func load(_ note: CDNote) { Task { print(note.title ?? "") } }
      }
      // file: NotesBase.swift
      import UIKit
      class NotesBase: UIViewController {}
      ---
      import SwiftUI
      struct NoteView: View {
        @ObservedObject var note: CDNote
        var body: some View {
          Button("Refresh") { Task.detached { await Refresher.refresh(note, isFull: true) } }
        }
      }
      // file: Refresher.swift
      import CoreData
      enum Refresher {
        static func refresh(_ note: CDNote, isFull: Bool) async {
          print(note.objectID, isFull)
          await note.managedObjectContext?.perform { note.title = "" }
        }
      }
      """)

  static let comparisons: [RuleExample] = .texts(
    in: { text in
      code(
        """
        extension CDNote {
          var twin: CDNote? {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(format: "title == %@", objectID.description)
            request.fetchLimit = 1
            return try? managedObjectContext?.fetch(request).first
          }
        }
        \(text)
        """)
    },
    flagged: """
      func inOrder(_ notes: [CDNote]) -> [CDNote] {
        notes.sorted { ($0.↓twin?.createdAt ?? .distantPast) < ($1.↓twin?.createdAt ?? .distantPast) }
      }
      """,
    clean: """
      func merge(_ old: [CDNote], _ current: [CDNote]) {
        let known = Set(current.map(\\.title))
        for note in old {
          if !known.contains(note.title) {
            if let other = current.first(where: { $0.createdAt == note.createdAt }) {
              print(other.twin?.title ?? "")
            }
          }
        }
      }
      """)

  static let failedMigrations: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Start {
        func migrationFailed(error: Error) { ↓fatalError("\\(error)") }
      }
      """,
    clean: """
      final class Start {
        var message = ""
        func migrationFailed(error: Error) { message = "\\(error)" }
      }
      """)
}
