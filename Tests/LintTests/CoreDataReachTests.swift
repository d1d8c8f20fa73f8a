import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint

/// What only several places of the code together tell about Core Data.
@Suite struct CoreDataReachTests {
  private func found(_ text: String, _ rule: String) throws -> [Location?] {
    let example = RuleExample(isFlagged: true, text: CoreDataText.code(text), settings: nil)
    let parsed = ExampleText(example)
    let places = try parsed.lint().filter { $0.rule == rule }.map(\.location)
    #expect(places == parsed.marks)
    return places
  }

  @Test func namesInConstantsOfOtherFilesAreRead() throws {
    let other = """
      // file: Names.swift
      enum Names { static let note = "Notee", folder = "Folder" }
      enum Field: String { case title, made = "createdat" }
      """
    #expect(
      try found(
        """
        let notes = NSFetchRequest<NSManagedObject>(entityName: Names.note)
        let folders = NSFetchRequest<NSManagedObject>(entityName: Names.folder)
        let others = NSFetchRequest<CDNote>(entityName: String(describing: Note.self))
        \(other.replacing("\"Notee", with: "↓\"Notee"))
        """, "unknown-entity-name"
      ).count == 1)
    #expect(
      try found(
        """
        func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [
            NSSortDescriptor(key: Field.made.rawValue, ascending: true),
            NSSortDescriptor(key: Field.title.rawValue, ascending: true),
          ]
          return try context.fetch(request)
        }
        \(other.replacing("\"createdat", with: "↓\"createdat"))
        """, "unknown-key"
      ).count == 1)
  }

  @Test func aRequestThatIsAssignedAnewIsAnotherOne() throws {
    #expect(
      try found(
        """
        func lost(_ context: NSManagedObjectContext) throws -> Int {
          var request: NSFetchRequest<NSFetchRequestResult> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(format: "name == nil")
          let folders = try context.count(for: request)
          request = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"name == nil OR title == nil")
          return folders + (try context.count(for: request))
        }
        """, "unknown-key"
      ).count == 1)
  }

  @Test func variablesOfTwoBranchesAreTwo() throws {
    #expect(
      try found(
        """
        func all(_ isNote: Bool, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
          if isNote {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = NSPredicate(format: ↓"name != nil")
            return try context.fetch(request)
          } else {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
            request.predicate = NSPredicate(format: "name != nil")
            return try context.fetch(request)
          }
        }
        """, "unknown-key"
      ).count == 1)
  }

  @Test func contextsOfOtherTypesHaveTheirQueues() throws {
    let stack = """
      // file: Stack.swift
      import CoreData
      final class Stack {
        static let shared = Stack()
        lazy var syncContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        lazy var mainContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      }
      """
    #expect(
      try found(
        """
        final class Sync {
          let stack = Stack.shared
          func pull() throws -> Int {
            let count = try stack.↓syncContext.count(for: CDNote.fetchRequest())
            return try stack.mainContext.count(for: CDNote.fetchRequest()) + count
          }
          func push() { stack.syncContext.perform { try? self.stack.syncContext.save() } }
        }
        \(stack)
        """, "context-outside-perform"
      ).count == 1)
    #expect(
      try found(
        """
        final class Export {
          let stack = Stack.shared
          func run() {
            DispatchQueue.global().async {
              let all = try? ↓self.stack.mainContext.fetch(CDNote.fetchRequest())
              print(all?.count ?? 0)
            }
          }
        }
        \(stack)
        """, "context-across-tasks"
      ).count == 1)
  }

  @Test func objectsOfAContextThatGoesWithItsFunctionMustNotLeave() throws {
    #expect(
      try found(
        """
        func notes(_ container: NSPersistentContainer) async throws -> [CDNote] {
          let worker = container.newBackgroundContext()
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          return try await worker.perform { ↓try worker.fetch(request) }
        }
        func ids(_ container: NSPersistentContainer) async throws -> [NSManagedObjectID] {
          let worker = container.newBackgroundContext()
          let request = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
          request.resultType = .managedObjectIDResultType
          return try await worker.perform { try worker.fetch(request) }
        }
        """, "context-across-tasks"
      ).count == 1)
  }

  @Test func aTaskOfATaskIsAwayFromItsContext() throws {
    #expect(
      try found(
        """
        func load(_ container: NSPersistentContainer) {
          container.performBackgroundTask { context in
            print((try? context.count(for: CDNote.fetchRequest())) ?? 0)
            DispatchQueue.global().async {
              print((try? ↓context.fetch(CDNote.fetchRequest()))?.count ?? 0)
            }
          }
        }
        """, "context-across-tasks"
      ).count == 1)
  }

  @Test func anObjectWithItsPartsIsOneObject() throws {
    #expect(
      try found(
        """
        func add(_ rows: [[String]], _ context: NSManagedObjectContext) throws {
          for row in rows {
            let folder = CDFolder(context: context)
            folder.name = row.first
            for title in row {
              let note = CDNote(context: context)
              note.title = title
              note.folder = folder
            }
            try context.↓save()
          }
          for part in rows {
            for title in part { CDNote(context: context).title = title }
            try context.save()
          }
        }
        """, "save-in-loop"
      ).count == 1)
  }

  @Test func whatHasOneCauseIsSaidOnce() throws {
    let text = CoreDataText.code(
      """
      func merge(_ titles: [String], _ context: NSManagedObjectContext) throws {
        for title in titles { try add(title, context) }
        for title in titles { try drop(title, context) }
      }
      func add(_ title: String, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        guard try context.count(for: request) == 0 else { return }
        CDNote(context: context).title = title
        try context.save()
      }
      func drop(_ title: String, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title BEGINSWITH %@", title)
        if let note = try context.fetch(request).first { context.delete(note) }
        try context.save()
      }
      """)
    let findings = try ExampleText(.clean(text)).lint()
    #expect(findings.count == 5)
    var answer = LintAnswer(
      findings: findings, files: 1, models: 1, unread: [], failOn: .warning)
    answer.gather()
    #expect(
      answer.findings.map(\.rule) == ["count-in-loop", "fetch-in-loop", "fetch-without-limit"])
    #expect(answer.findings.prefix(2).allSatisfy { $0.message.contains(", and saves each time") })
  }

  /// An app's own package may keep the store for it.
  @Test func whatIsCalledWithoutAWordOfCoreDataIsRead() throws {
    let store = """
      import CoreData
      final class NoteStore {
        static let shared = NoteStore()
        let container = NSPersistentContainer(name: "Notes")
        private var context: NSManagedObjectContext {
          let container = self.container
          return container.viewContext
        }
        func newest() throws -> CDNote? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchLimit = 1
          return try context.fetch(request).first
        }
      }
      """
    let model = CoreDataText.model.split(separator: "\n", maxSplits: 1)[1]
    for (word, count) in [("async ", 1), ("", 0)] {
      let folder = try LintFolder([
        "Store.swift": store, "Notes.xcdatamodeld/Notes.xcdatamodel/contents": String(model),
        "Intent.swift": """
        import NoteStorage
        final class Handler {
          func handle() \(word)-> Bool { ((try? NoteStore.shared.newest()) ?? nil) != nil }
        }
        """,
      ])
      let text = folder.run("lint {}").text
      #expect(
        text.split(separator: "[context-across-tasks]").count == count + 1, "\(word): \(text)")
    }
  }

  /// What only a preview is shown is nobody's.
  @Test func madeUpObjectsOfPreviewsAreNoUsers() throws {
    let text = """
      struct Stack {
        static var NAME: Stack = {
          let stack = Stack(inMemory: true)
          _ = CDNote(context: stack.container.viewContext)
          do { try stack.container.viewContext.save() } catch { print(error) }
          return stack
        }()
        let container = NSPersistentContainer(name: "Notes")
        init(inMemory: Bool = false) {
          container.loadPersistentStores { _, error in if let error { print(error) } }
        }
      }
      """
    let example = { (name: String) in
      RuleExample(
        isFlagged: true,
        text: CoreDataText.code(
          text.replacing("NAME", with: name)), settings: nil)
    }
    let saved = { (name: String) in
      try ExampleText(example(name)).lint().filter {
        $0.rule == "swallowed-store-error" && $0.message.contains("save")
      }
    }
    #expect(try saved("preview").isEmpty)
    #expect(try !saved("shared").isEmpty)
  }
}
