internal import Diagnostics
internal import SwiftSyntax

/// Functions that take a predicate, never use it, and delete or fetch whatever there is.
extension RequestSetInVain {
  /// `func clear(_ entity: String, predicate: NSPredicate?) { … NSBatchDeleteRequest(fetchRequest: request) }`
  func checkParameter(_ function: FunctionDeclSyntax, in file: LintFile, _ report: RuleReport) {
    guard let body = function.body?.statements, body.isHandwritten, !function.isOverride,
      let parameter = function.signature.parameterClause.parameters.first(where: { parameter in
        ["NSPredicate", "NSPredicate?"].contains(parameter.type.trimmedDescription)
          && (parameter.secondName ?? parameter.firstName).text != "_"
      }), case let name = (parameter.secondName ?? parameter.firstName), !body.mentions([name.text])
    else { return }
    let makes = body.hasDescendant { node in
      node.as(FunctionCallExprSyntax.self)?.makesNewRequest ?? false
    }
    guard makes else { return }
    let isDeleting = body.mentions(["NSBatchDeleteRequest", "delete"])
    report(
      "'\(name.text)' of '\(function.name.text)' is never used: every row is "
        + (isDeleting ? "deleted" : "fetched"), at: file.location(name),
      help: "set it as the request's 'predicate'")
  }

  static let parameters: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func clear(_ entity: String, ↓predicate: NSPredicate? = nil, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        context.reset()
      }
      """,
    clean: """
      func clear(_ entity: String, predicate: NSPredicate? = nil, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        request.predicate = predicate
        try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        context.reset()
      }
      func note(_ title: String, _ unused: NSPredicate) -> String { title }
      """)
}

extension FunctionDeclSyntax {
  /// What a superclass asks for may have more than it takes.
  fileprivate var isOverride: Bool { modifiers.contains { $0.name.text == "override" } }
}
