internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds entity names in strings that no model has.
struct UnknownEntityName: SourceRule {
  static let info = RuleInfo(
    id: "unknown-entity-name", group: .declarations, severity: .error,
    summary: "a string names an entity that the model does not have, though it has a similar one",
    why: "the compiler does not read the string: the first fetch or insert with it stops the app "
      + "with 'NSFetchRequest could not locate an NSEntityDescription'",
    fix: "write the entity's name as the model has it, or use the class: 'Note.fetchRequest()'",
    limits: "runs where the model file is among the paths; a name unlike all of its entities may "
      + "belong to another model and is left alone, as is one in a test",
    examples: [
      .flagged(
        CoreDataText.code(
          "let request = NSFetchRequest<NSManagedObject>(entityName: ↓\"Notes\")")),
      .flagged(
        CoreDataText.code(
          """
          func add(_ context: NSManagedObjectContext) -> NSManagedObject {
            NSEntityDescription.insertNewObject(forEntityName: ↓"note", into: context)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func clear(_ context: NSManagedObjectContext) throws {
            let request = NSFetchRequest<NSFetchRequestResult>(entityName: ↓"Floder")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
          }
          """)),
      .clean(
        CoreDataText.code("let request = NSFetchRequest<NSManagedObject>(entityName: \"Note\")")),
      .clean(
        CoreDataText.code(
          "let request = NSFetchRequest<NSManagedObject>(entityName: \"CachedResponse\")")),
      .clean(
        """
        import CoreData
        let request = NSFetchRequest<NSManagedObject>(entityName: "Notes")
        """),
    ])

  static let nodes = [SyntaxKind.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let argument = call.entityName, let name = file.constantText(argument)
    else { return }
    let known = file.ask(.coreDataEntities)
    guard !known.contains(name), let near = NameDistance.nearest(to: name, in: known) else {
      return
    }
    report(
      "no model has an entity '\(name)'", at: file.location(argument), entity: name,
      help: "write '\(near)'", edits: argument.textEdit(in: file, to: near))
  }
}

extension FunctionCallExprSyntax {
  /// The argument that names an entity in a call of Core Data.
  var entityName: ExprSyntax? {
    switch name {
    case "NSFetchRequest", "NSBatchUpdateRequest", "NSBatchInsertRequest":
      argument("entityName")
    case "insertNewObject", "entity":
      receiver?.lastName == "NSEntityDescription" ? argument("forEntityName") : nil
    default: nil
    }
  }
}
