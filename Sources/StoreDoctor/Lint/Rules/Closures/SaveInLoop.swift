internal import Diagnostics
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds one transaction per element.
struct SaveInLoop: SourceRule, ProjectRule {
  static let info = TraceRules.rule(.saveInLoop).with(
    group: .dataAccess,
    examples: [
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
    ],
    limits:
      "a save under a condition that counts, after an inner loop or in a loop that waits for something "
      + "else may be meant, and is left alone, as are tests")

  static let nodes = Loop.nodes

  /// Functions that save each time they are called.
  func check(_ lint: LintContext, report: RuleReport) {
    let code = CalledCode(lint.flows)
    for call in lint.flows.calls where call.isSteady && code.has(.save, call) {
      guard let loop = call.loop else { continue }
      report(
        "'\(call.name)' saves on its own for every \(loop)", at: call.location,
        help: "leave the save to the caller, and save once after the loop")
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let loop = Loop(node), !loop.isSmallOrChunked, !loop.isPaging,
      // What is fetched in portions is saved in portions.
      !(loop.isConditional && loop.body.mentions(["fetchLimit"]))
    else {
      return
    }
    for item in loop.body {
      for save in item.saves
      where !loop.waits && !loop.hasInnerLoop && !save.endsLoop && !loop.makesContext(of: save) {
        let each =
          loop.isConditional
          ? "every iteration of this loop saves on its own"
          : "every element of '\(file.text(loop.sequence).firstLine)' is saved on its own"
        report(each, at: file.location(save.nameNode))
      }
    }
  }
}

extension Loop {
  /// Whether each element has a context of its own, which no other save reaches.
  fileprivate func makesContext(of save: FunctionCallExprSyntax) -> Bool {
    guard let name = save.receiver?.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    else { return false }
    return (body.position..<body.endPosition).contains(value.position)
      && value.mentions(changingNames)
  }

  /// An inner loop means that an iteration handles many objects.
  var hasInnerLoop: Bool {
    body.hasDescendant { node in
      node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
        || ["forEach", "map", "compactMap"].contains(
          node.as(FunctionCallExprSyntax.self)?.name ?? "")
    }
  }
}
