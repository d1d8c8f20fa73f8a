internal import Diagnostics

/// Loops whose turns run in a task or on an actor that they wait for, and those over rows and sessions.
extension LoopText {
  static let savesOfTurns: [RuleExample] = [
    .flagged(
      """
      import SwiftData
      import SwiftUI
      @Model final class Bird { var name = ""; init() {} }
      struct BirdList: View {
        @Environment(\\.modelContext) private var modelContext
        @Query private var birds: [Bird]
        var body: some View { List { ForEach(birds) { Text($0.name) }.onDelete(perform: drop) } }
        private func drop(_ rows: IndexSet) {
          for row in rows {
            modelContext.delete(birds[row])
            do { try modelContext.↓save() } catch { print(error) }
          }
        }
      }
      """),
    .clean(
      """
      import SwiftData
      @Model final class Bird { var name = ""; init() {} }
      func drop(_ rows: IndexSet, of birds: [Bird], _ context: ModelContext) throws {
        for row in rows { context.delete(birds[row]) }
        try context.save()
      }
      """),
    .flagged(
      LoopText.function(
        """
        for row in rows {
            try await Task { @MainActor in
              context.insert(Note(code: row.code))
              try context.↓save()
            }.value
          }
        """)),
    .flagged(
      LoopText.function(
        """
        for row in rows {
            await MainActor.run {
              context.insert(Note(code: row.code))
              try? context.↓save()
            }
          }
        """)),
    .clean(
      LoopText.function(
        """
        for row in rows {
            try await Task {
              let code = await ask(row.title)
              context.insert(Note(code: code))
              try context.save()
            }.value
          }
        """) + "\nfunc ask(_ title: String) async -> Int { 0 }"),
  ]

  static let fetchesOfTurns: [RuleExample] = [
    .flagged(
      """
      import SwiftData
      @Model final class Run { var day = 0; init() {} }
      struct Tracker {
        let context: ModelContext
        func count(_ tracked: [String: [Int]]) throws {
          let finishedSessions = tracked["done"] ?? []
          for session in finishedSessions {
            _ = try context.↓fetch(FetchDescriptor<Run>(predicate: #Predicate { $0.day == session }))
          }
        }
      }
      """),
    // What the server takes for each run, is more than any fetch.
    .clean(
      """
      import SwiftData
      @Model final class Run { var day = 0; init() {} }
      @MainActor final class Tracker {
        let context: ModelContext
        let session: URLSession
        init(_ context: ModelContext, _ session: URLSession) { (self.context, self.session) = (context, session) }
        func moveAll(_ days: [Int]) async throws {
          for day in days { try await move(day) }
        }
        private func move(_ day: Int) async throws {
          let data = try await fetch(path: "runs/\\(day)")
          for run in try context.fetch(FetchDescriptor<Run>(predicate: #Predicate { $0.day == day })) {
            run.day = data.count
          }
          try context.save()
        }
        private func fetch(path: String) async throws -> Data {
          try await session.data(from: URL(fileURLWithPath: path)).0
        }
      }
      """),
    .clean(
      """
      import SwiftData
      @Model final class Run { var day = 0; init() {} }
      struct Tracker {
        let context: ModelContext
        func count(_ tracked: [String: [Int]]) throws {
          let activeSessions = tracked["open"] ?? []
          for session in activeSessions {
            _ = try context.fetch(FetchDescriptor<Run>(predicate: #Predicate { $0.day == session }))
          }
        }
      }
      """),
    .flagged(
      LoopText.function(
        """
        for row in rows {
            try await Task { @MainActor in
              let code = row.code
              let found = try context.↓fetch(
                FetchDescriptor<Note>(predicate: #Predicate { $0.code == code }))
              if found.isEmpty { context.insert(Note(code: code)) }
            }.value
          }
        """)),
  ]
}
