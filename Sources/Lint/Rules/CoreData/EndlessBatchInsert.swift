internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds batch inserts whose closure never says that there is nothing more.
struct EndlessBatchInsert: SourceRule {
  static let info = RuleInfo(
    id: "endless-batch-insert", group: .dataAccess, severity: .error,
    summary: "the closure of a batch insert never returns 'true'",
    why:
      "Core Data calls the closure for one row after the other until it returns 'true': one that only returns 'false' "
      + "inserts empty rows until the disk is full or the system ends the app",
    fix: "return 'true' when there is no row left: 'guard index < rows.count else { return true }'",
    limits:
      "closures that are written where the request is made and return nothing but written values",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func add(_ titles: [String], _ context: NSManagedObjectContext) throws {
          var index = 0
          let request = ↓NSBatchInsertRequest(
            entity: CDNote.entity(),
            dictionaryHandler: { row in
              guard index < titles.count else { return false }
              row["title"] = titles[index]
              index += 1
              return false
            })
          try context.execute(request)
        }
        ---
        func add(_ titles: [String], _ context: NSManagedObjectContext) throws {
          var rows = titles.makeIterator()
          try context.execute(
            ↓NSBatchInsertRequest(entityName: "Note") { (object: NSManagedObject) -> Bool in
              if let title = rows.next() { object.setValue(title, forKey: "title") }
              return false
            })
        }
        ---
        func add(_ count: Int, _ context: NSManagedObjectContext) throws {
          let request = ↓NSBatchInsertRequest(
            entityName: "Note", dictionaryHandler: { (_: NSMutableDictionary) in false })
          try context.execute(request)
        }
        """,
      clean: """
        func request(_ titles: [String]) -> NSBatchInsertRequest {
          var rows = titles.makeIterator()
          return NSBatchInsertRequest(entityName: "Note") { (object: NSManagedObject) -> Bool in
            guard let title = rows.next() else { return true }
            object.setValue(title, forKey: "title")
            return false
          }
        }
        ---
        func request(_ titles: [String]) -> NSBatchInsertRequest {
          var index = 0
          return NSBatchInsertRequest(
            entity: CDNote.entity(),
            dictionaryHandler: { row in
              row["title"] = titles[index]
              index += 1
              return index == titles.count
            })
        }
        ---
        func request(_ titles: [String]) -> NSBatchInsertRequest {
          NSBatchInsertRequest(entityName: "Note", objects: titles.map { ["title": $0] })
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), call.name == "NSBatchInsertRequest",
      let closure = call.lastClosure, closure.statements.isHandwritten
    else { return }
    var results: [ExprSyntax?] = []
    closure.statements.forEachDescendant { node in
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return false }
      if let result = node.as(ReturnStmtSyntax.self) { results.append(result.expression) }
      return true
    }
    if results.isEmpty, let only = closure.statements.onlyElement?.item.as(ExprSyntax.self) {
      results.append(only)
    }
    guard !results.isEmpty,
      results.allSatisfy({ $0?.as(BooleanLiteralExprSyntax.self)?.literal.text == "false" })
    else { return }
    report(
      "this closure returns 'false' each time, which asks for another row: the insert never ends",
      at: file.location(call))
  }
}
