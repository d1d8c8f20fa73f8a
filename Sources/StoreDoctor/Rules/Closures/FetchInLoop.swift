internal import SwiftSyntax

/// Finds one fetch per element where one for all would do.
struct FetchInLoop: SourceRule {
  static let info = TraceRules.rule(.fetchInLoop).with(
    group: .migrationCode,
    examples: [
      .flagged(
        LoopText.function(
          """
          for row in rows {
              let code = row.code
              let found = try context.↓fetch(
                FetchDescriptor<Note>(predicate: #Predicate { $0.code == code }))
              if found.isEmpty { context.insert(Note(code: code)) }
            }
          """)),
      .flagged(
        LoopText.function(
          """
          try rows.forEach { row in
              let code = row.code
              var descriptor = FetchDescriptor<Note>(predicate: #Predicate<Note> { $0.code == code })
              descriptor.fetchLimit = 1
              if let note = try context.↓fetch(descriptor).first { note.title = row.title }
            }
          """)),
      .flagged(
        """
        import SwiftData

        @Model final class Song {
          var id: String
          var title: String
          init(id: String, title: String) {
            self.id = id
            self.title = title
          }
        }
        struct SongDTO { var id: String; var title: String }

        actor Importer {
          let modelContext: ModelContext
          init(_ container: ModelContainer) { modelContext = ModelContext(container) }

          func merge(_ songs: [SongDTO]) throws {
            for song in songs {
              let songID = song.id
              let predicate = #Predicate<Song> { $0.id == songID }
              let existing = try? modelContext.↓fetch(FetchDescriptor<Song>(predicate: predicate))
              if let known = existing?.first {
                known.title = song.title
              } else {
                modelContext.insert(Song(id: song.id, title: song.title))
              }
            }
            try modelContext.save()
          }
        }
        """),
      .clean(
        LoopText.function(
          """
          let known = try context.fetch(FetchDescriptor<Note>())
            for row in rows where !known.contains(where: { $0.code == row.code }) {
              context.insert(Note(code: row.code))
            }
          """)),
      .clean(
        LoopText.function(
          """
          for batch in rows.chunked(into: 500) {
              let codes = batch.map(\\.code)
              let found = try context.fetch(
                FetchDescriptor<Note>(predicate: #Predicate { codes.contains($0.code) }))
              print(found.count)
            }
          """)),
      .clean(
        LoopText.function(
          """
          var offset = 0
            while true {
              var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.code)])
              descriptor.fetchOffset = offset
              descriptor.fetchLimit = 100
              let some = try context.fetch(descriptor)
              if some.isEmpty { break }
              offset += some.count
            }
          """)),
    ],
    limits: "only fetches whose descriptor is made in the loop and follows its element; tests and "
      + "loops that wait for something else are left alone")

  static let nodes: [SyntaxKind] = [.forStmt, .functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: (Finding) -> Void) {
    guard !file.isTest, let loop = Loop(node), !loop.isSmallOrChunked else { return }
    for fetch in loop.changingFetches(named: "fetch") where !loop.waits {
      report(
        finding(
          "one fetch runs for every element of '\(file.text(loop.sequence).firstLine)'",
          at: file.location(fetch.nameNode)))
    }
  }
}

extension FunctionCallExprSyntax {
  /// The name that is called, without what stands before its dot.
  var nameNode: Syntax {
    calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
      ?? Syntax(calledExpression)
  }
}

extension String {
  /// The first line, for messages.
  var firstLine: String {
    let first = split(separator: "\n", maxSplits: 1).first.map(String.init) ?? self
    return first.count < count || first.count > 60 ? first.prefix(60) + "…" : first
  }
}
