internal import Diagnostics
internal import SwiftSyntax

/// Finds predicates made of code in fetches, which a store cannot run.
struct BlockPredicate: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "block-predicate", group: .declarations, severity: .error,
    summary: "a fetch is given a predicate that is made of a closure",
    why:
      "a store asks in SQL, which knows nothing of the closure: the app crashes at the fetch with "
      + "'Problem with subpredicate BLOCKPREDICATE'",
    fix: "write the condition as a format, or filter what was fetched",
    limits:
      "only predicates that a fetch is given in the same function, or by the name of a function or "
      + "property; stores in memory can run them",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func long(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = ↓NSPredicate { note, _ in ((note as? CDNote)?.title ?? "").count > 20 }
          return try context.fetch(request)
        }
        ---
        func long(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "title != nil"), ↓NSPredicate(block: { _, _ in true }),
          ])
          return try context.fetch(request)
        }
        ---
        func long(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let isLong = ↓NSPredicate(block: { note, _ in note != nil })
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = isLong
          return try context.fetch(request)
        }
        """,
      clean: """
        func long(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let isLong = NSPredicate { note, _ in note != nil }
          return try context.fetch(CDNote.fetchRequest()).filter { isLong.evaluate(with: $0) }
        }
        ---
        func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(value: true)
          return try context.fetch(request)
        }
        ---
        func expect(_ button: XCUIElement) -> XCTNSPredicateExpectation {
          XCTNSPredicateExpectation(predicate: NSPredicate { _, _ in button.exists }, object: nil)
        }
        """) + CoreDataText.blocksElsewhere)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), Self.isMade(by: call),
      call.fetchedEntity(in: file) != nil
    else { return }
    report("the store cannot run this closure", at: file.location(call))
  }

  /// Those that fetches are given by name.
  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let entities = code.conditionEntities(lint.flows.inheritances)
    for block in code.blocks where !(entities[block.name] ?? []).isEmpty {
      report("the store cannot run this closure", at: block.location)
    }
  }

  static func isMade(by call: FunctionCallExprSyntax) -> Bool {
    call.name == "NSPredicate"
      && (call.argument("block") != nil || call.arguments.isEmpty && call.trailingClosure != nil)
  }
}
