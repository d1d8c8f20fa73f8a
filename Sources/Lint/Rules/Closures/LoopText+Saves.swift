internal import Diagnostics

extension LoopText {
  /// Those of 'SaveInLoop'.
  static let saves: [RuleExample] = [
    .flagged(
      LoopText.function(
        """
        for row in rows {
            context.insert(Note(code: row.code))
            try context.↓save()
          }
        """)),
    .flagged(
      LoopText.function(
        """
        rows.forEach { row in
            context.insert(Note(code: row.code))
            try? context.↓save()
          }
        """)),
    .flagged(
      """
      import SwiftData
      import SwiftUI

      @Model final class Task { var isDone = false; init() {} }

      struct DoneButton: View {
        @Environment(\\.modelContext) private var modelContext
        let tasks: [Task]

        var body: some View {
          Button("Done") {
            for task in tasks {
              task.isDone = true
              do {
                try modelContext.↓save()
              } catch {
                print(error)
              }
            }
          }
        }
      }
      """),
    .flagged(
      LoopText.function(
        """
        var index = 0
          while index < rows.count {
            if rows[index].code == 0 {
              for place in 0..<index {
                context.insert(Note(code: rows[place].code))
                do { try context.↓save() } catch { print(error) }
              }
              break
            }
            index += 1
          }
        """)),
    .flagged(
      LoopText.function("for row in rows { try ↓add(row, in: context) }")
        + """

        func add(_ row: Row, in context: ModelContext) throws {
          context.insert(Note(code: row.code))
          if context.hasChanges { try context.save() }
        }
        """),
    .flagged(
      LoopText.function(
        """
        var rest = rows
          while let row = rest.popLast() {
            context.insert(Note(code: row.code))
            try context.↓save()
          }
        """)),
    .flagged(
      LoopText.function(
        """
        for row in rows {
            defer { try? context.↓save() }
            context.insert(Note(code: row.code))
          }
        """)),
    .flagged(
      """
      import SwiftData

      class Store {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func commit() throws { try context.save() }
      }
      final class Notes: Store {
        func add(_ codes: [String]) throws {
          for code in codes {
            context.insert(Note(code: code))
            try ↓commit()
          }
        }
      }
      """),
    .flagged(
      CoreDataText.code(
        """
        extension NSManagedObjectContext {
          func empty(_ notes: [CDNote]) {
            notes.forEach { note in
              note.title = ""
              do { try ↓save() } catch { rollback() }
            }
          }
        }
        """)),
    .flagged(
      CoreDataText.code(
        """
        func add(_ titles: [String], _ context: NSManagedObjectContext) async {
          for title in titles {
            await context.perform {
              CDNote(context: context).title = title
              try? context.↓save()
            }
          }
        }
        """)),
    .clean(
      """
      import SwiftData

      func mark(_ containers: [ModelContainer]) throws {
        for container in containers {
          let own = ModelContext(container)
          own.insert(Note(code: "seen"))
          try own.save()
        }
      }
      """),
    .flagged(
      """
      import SwiftData
      @Model final class Page { var number = 0; init(number: Int) { self.number = number } }
      struct Scan { let number: Int }
      func keep(_ pages: [Scan], _ context: ModelContext) throws {
        for page in pages {
          context.insert(Page(number: page.number))
          try context.↓save()
        }
      }
      """),
    .clean(
      """
      import SwiftData
      @Model final class Page { var number = 0; init(number: Int) { self.number = number } }
      struct Scan { let numbers: [Int] }
      func keep(_ pages: [Scan], _ context: ModelContext, add: ([Int]) -> Void) throws {
        for page in pages {
          add(page.numbers)
          try context.save()
        }
      }
      func follow(_ feed: AsyncStream<Int>, _ context: ModelContext) async throws {
        for await number in feed {
          context.insert(Page(number: number))
          try context.save()
        }
      }
      """),
    .clean(
      LoopText.function("for row in rows { add(row, in: context) }\n  try context.save()")
        + "\nfunc add(_ row: Row, in context: ModelContext) { context.insert(Note(code: row.code)) }"
    ),
    .clean(
      LoopText.function(
        """
        for row in rows { context.insert(Note(code: row.code)) }
          try context.save()
        """)),
    .clean(
      LoopText.function(
        """
        for (index, row) in rows.enumerated() {
            context.insert(Note(code: row.code))
            if index % 500 == 0 { try context.save() }
          }
          try context.save()
        """)),
    .clean(
      LoopText.function(
        """
        while true {
            let note = Note(code: .random(in: 0...9))
            context.insert(note)
            do {
              try context.save()
              return
            } catch {
              context.delete(note)
            }
          }
        """)),
    .clean(
      LoopText.function("for row in SampleRows.rows(for: 1) { try add(row, in: context) }")
        + """

        func add(_ row: Row, in context: ModelContext) throws {
          context.insert(Note(code: row.code))
          try context.save()
        }
        enum SampleRows {
          static func rows(for code: Int) -> [Row] { [Row(code: code, title: "")] }
        }
        """),
    .clean(
      LoopText.function(
        """
        for start in stride(from: 0, to: rows.count, by: 500) {
            for row in rows[start..<min(start + 500, rows.count)] {
              context.insert(Note(code: row.code))
            }
            try context.save()
          }
        """)),
  ]
}
