internal import Diagnostics
internal import SwiftSyntax

/// Restores that delete by the name of an entity, through a function of the app, before they read the backup.
extension DeletedBeforeArrival {
  /// `try store.batchDelete("Note"); let data = try Data(contentsOf: backup)`
  func checkBatches(_ items: CodeBlockItemListSyntax, in file: LintFile, _ report: RuleReport) {
    var deletion: FunctionCallExprSyntax?
    for item in items {
      guard let call = deletion else {
        deletion = item.deletionByName
        continue
      }
      guard item.readsForeignData else { continue }
      let name = call.arguments.first?.expression.literalText
      report(
        (name.map { "all '\($0)' objects" } ?? "all objects")
          + " are deleted before what replaces them has been read: when the data below cannot be read or "
          + "decoded, they are gone", at: file.location(call.nameNode), entity: name,
        help:
          "read and decode the data first, then delete the old objects, insert and save together")
      return
    }
  }

  private static let archive = """
    final class Archive {
      let context: NSManagedObjectContext
      init(_ context: NSManagedObjectContext) { self.context = context }
      func deleteAll(_ entity: String) throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        context.reset()
      }
    }

    """

  static let batches: [RuleExample] = .texts(
    in: { CoreDataText.code(archive + $0) },
    flagged: """
      extension Archive {
        func restore(_ url: URL, isReplacing: Bool) throws {
          if isReplacing { try ↓deleteAll("Note") }
          let data = try Data(contentsOf: url)
          for title in try JSONDecoder().decode([String].self, from: data) {
            CDNote(context: context).title = title
          }
          try context.save()
        }
      }
      """,
    clean: """
      extension Archive {
        func restore(_ url: URL) throws {
          let data = try Data(contentsOf: url)
          let titles = try JSONDecoder().decode([String].self, from: data)
          try deleteAll("Note")
          for title in titles { CDNote(context: context).title = title }
          try context.save()
        }
      }
      """)
}

extension CodeBlockItemSyntax {
  private static let words: Set = ["clear", "delete", "empty", "erase", "remove", "wipe"]

  /// The call of a function that deletes all objects of the entity that it is given, also under a condition of
  /// its own: `if isReplacing { try deleteAll("Note") }`.
  fileprivate var deletionByName: FunctionCallExprSyntax? {
    if let choice = item.onlyExpression?.as(IfExprSyntax.self), choice.elseBody == nil,
      choice.body.isHandwritten
    {
      return choice.body.statements.lazy.compactMap(\.deletionByName).first
    }
    guard let call = item.onlyExpression?.unwrapped.call,
      call.name.camelWords.contains(where: Self.words.contains),
      let given = call.arguments.onlyElement,
      given.expression.literalText != nil || given.expression.metatypeName != nil,
      let body = call.meantFunction?.body, body.isHandwritten
    else { return nil }
    return body.mentions(["NSBatchDeleteRequest"]) ? call : nil
  }
}
