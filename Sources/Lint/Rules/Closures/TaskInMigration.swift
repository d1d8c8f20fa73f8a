internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration code that a stage does not wait for.
struct TaskInMigration: SourceRule {
  static let info = RuleInfo(
    id: "task-in-migration", group: .migrationCode, severity: .error,
    summary: "a migration closure leaves work on its context to a task that nobody waits for",
    why: "the closure returns at once, the stage counts as done, and the work is done later, on a "
      + "store that has moved on, or never",
    fix: "do the work in the closure itself; it may throw, but it cannot wait",
    limits: "a closure that waits for a semaphore or a group is left alone",
    examples: [
      .flagged(
        MigrationText.plan(
          did: """
            ↓Task {
                    for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.words = 0 }
                    try context.save()
                  }
            """)),
      .flagged(
        MigrationText.plan(
          will: "↓Task { @MainActor in try context.delete(model: V1.Note.self) }")),
      .flagged(
        MigrationText.plan(
          did: """
            print("moving")
                  ↓DispatchQueue.main.async {
                    context.insert(V2.Note())
                    do { try context.save() } catch { print(error) }
                  }
            """)),
      .clean(
        MigrationText.plan(
          did: """
            for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.words = 0 }
                  try context.save()
                  Task { @MainActor in print("moved") }
            """)),
      .clean(
        MigrationText.plan(
          did: """
            let done = DispatchSemaphore(value: 0)
                  Task.detached {
                    do { try context.save() } catch { print(error) }
                    done.signal()
                  }
                  done.wait()
            """)),
      .clean(
        """
        import SwiftData

        func tidy(_ context: ModelContext) {
          Task { @MainActor in context.insert(V2.Note()) }
        }
        """),
    ])

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), call.startsWork,
      let work = call.trailingClosure, let (context, code) = call.migration(in: file),
      work.statements.mentions([context]), !code.mentions(["wait"])
    else { return }
    report(
      "the stage does not wait for what this does with '\(context)'", at: file.location(call))
  }
}

extension FunctionCallExprSyntax {
  /// The closure of a stage around the call, or the function that a stage of the file names or hands its
  /// context to, and what the context is called there.
  fileprivate func migration(in file: LintFile) -> (context: String, code: Syntax)? {
    if let closure = MigrationClosures.around(self) {
      return (closure.firstParameter, Syntax(closure.statements))
    }
    guard let function = enclosing(FunctionDeclSyntax.self), let body = function.body,
      let context = function.signature.parameterClause.parameters.first(where: {
        WrittenType($0.type)?.name == "ModelContext"
      }),
      file.tree.stages.contains(where: { stage in
        [stage.willName, stage.didName].contains(function.name.text)
          || stage.all.contains { closure in
            closure.callsWithContext.contains { $0.name == function.name.text }
          }
      })
    else { return nil }
    return ((context.secondName ?? context.firstName).text, Syntax(body))
  }

  /// `Task { }`, `Task.detached { }`, `queue.async { }`.
  fileprivate var startsWork: Bool {
    let name = calledExpression.dottedName
    return name == "Task" || name == "Task.detached"
      || calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "async"
  }
}

extension SourceFileSyntax {
  /// The custom stages of the file.
  fileprivate var stages: [MigrationClosures] {
    guard isHandwritten else { return [] }
    var found: [MigrationClosures] = []
    forEachDescendant { node in
      if let stage = node.as(FunctionCallExprSyntax.self).flatMap(MigrationClosures.init) {
        found.append(stage)
      }
      return true
    }
    return found
  }
}
