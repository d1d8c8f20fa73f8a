internal import Diagnostics
internal import SwiftSyntax

/// Requests that begin behind a number of rows and sort none.
extension OrderOfToMany {
  static let offsets: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func note(at place: Int, _ context: NSManagedObjectContext) throws -> CDNote? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.↓fetchOffset = place
        request.fetchLimit = 1
        return try context.fetch(request).first
      }
      """,
    clean: """
      func note(at place: Int, _ context: NSManagedObjectContext) throws -> CDNote? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        request.fetchOffset = place
        request.fetchLimit = 1
        return try context.fetch(request).first
      }
      ---
      func page(_ request: NSFetchRequest<CDNote>, _ place: Int, _ context: NSManagedObjectContext) throws -> [CDNote] {
        request.fetchOffset = place
        return try context.fetch(request)
      }
      """)

  /// `request.fetchOffset = place`, where the function that makes the request sets no sort descriptors.
  func checkOffset(_ access: MemberAccessExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard access.declName.baseName.text == "fetchOffset",
      let terms = access.parent?.as(ExprListSyntax.self), terms.first?.id == ExprSyntax(access).id,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      terms.last?.unwrapped.as(IntegerLiteralExprSyntax.self)?.literal.text != "0",
      let name = access.base?.unwrapped.as(DeclReferenceExprSyntax.self),
      let made = name.localValue?.unwrapped.call,
      ["fetchRequest", "FetchDescriptor", "NSFetchRequest"].contains(made.name),
      made.argument("sortBy") == nil, let body = access.enclosingBody, body.isHandwritten,
      !body.mentions(["sortBy", "sortDescriptors"]), !body.handsOn(name.baseName.text)
    else { return }
    report(
      "'\(name.baseName.text)' begins at an offset and sorts nothing: another object may stand there the "
        + "next time",
      at: file.location(access.declName), help: "sort the request by what the rows are shown by")
  }
}

extension SyntaxProtocol {
  /// Whether a request goes to other code than a context, which may sort it.
  fileprivate func handsOn(_ request: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), !call.isQuery, !call.isOnContext else {
        return false
      }
      return call.arguments.contains {
        $0.expression.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == request
      }
    }
  }
}
