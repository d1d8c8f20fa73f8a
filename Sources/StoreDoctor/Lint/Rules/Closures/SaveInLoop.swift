internal import Diagnostics
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds one transaction per element.
struct SaveInLoop: SourceRule {
  static let info = TraceRules.rule(.saveInLoop).with(
    group: .migrationCode,
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
          for start in stride(from: 0, to: rows.count, by: 500) {
              for row in rows[start..<min(start + 500, rows.count)] {
                context.insert(Note(code: row.code))
              }
              try context.save()
            }
          """)),
    ],
    limits: "a save under a condition, after an inner loop or in a loop that waits for something "
      + "else may be meant, and is left alone, as are tests")

  static let nodes: [SyntaxKind] = [.forStmt, .functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let loop = Loop(node), !loop.isSmallOrChunked else { return }
    for item in loop.body {
      for save in item.saves where !loop.waits && !loop.hasInnerLoop {
        report(
          "every element of '\(file.text(loop.sequence).firstLine)' is saved on its own",
          at: file.location(save.nameNode))
      }
    }
  }
}

extension Loop {
  /// An inner loop means that an iteration handles many objects.
  fileprivate var hasInnerLoop: Bool {
    body.hasDescendant { node in
      node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
        || ["forEach", "map", "compactMap"].contains(
          node.as(FunctionCallExprSyntax.self)?.name ?? "")
    }
  }
}

extension CodeBlockItemSyntax {
  /// The saves that a statement of the loop makes in every iteration.
  fileprivate var saves: [FunctionCallExprSyntax] {
    switch item {
    case .expr(let expression):
      return expression.call.flatMap { $0.isSave ? [$0] : nil } ?? []
    case .stmt(let statement):
      guard let attempt = statement.as(DoStmtSyntax.self) else { return [] }
      return attempt.body.statements.compactMap { inner in
        guard case .expr(let expression) = inner.item, let call = expression.call, call.isSave
        else { return nil }
        return call
      }
    case .decl: return []
    }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isSave: Bool { name == "save" && isOnContext && arguments.isEmpty }
}
