internal import Diagnostics
internal import SwiftSyntax

/// Finds fetched results controllers whose request has no sort descriptors.
struct FetchedResultsWithoutSort: ProjectRule {
  static let info = RuleInfo(
    id: "fetched-results-without-sort", group: .dataAccess, severity: .error,
    summary: "a fetched results controller is made with a request that sorts nothing",
    why:
      "the app crashes in its initializer: 'An instance of NSFetchedResultsController requires a "
      + "fetch request with sort descriptors'",
    fix: "set 'sortDescriptors' of the request before",
    limits:
      "only requests that are made in the same function, or by a function that is named, and go "
      + "nowhere else",
    examples: CoreDataText.requestsElsewhere + [
      .flagged(
        text(
          """
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.fetchBatchSize = 20
          """)),
      .flagged(
        text(
          """
          let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(format: "title != nil")
          """)),
      .flagged(
        CoreDataText.code(
          """
          func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
            NSFetchedResultsController(
              fetchRequest: ↓CDNote.fetchRequest(), managedObjectContext: context,
              sectionNameKeyPath: nil, cacheName: nil)
          }
          """)),
      .clean(
        text(
          """
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          """, "")),
      .clean(
        text(
          """
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            sort(request)
          """, "")),
      .clean(text("let request = CDNote.sortedRequest()", "")),
      .clean(
        text("let request = CDNote.fetchRequest()", "").replacing(
          "import CoreData\n",
          with: """
            import CoreData
            extension CDNote {
              static func fetchRequest(sortedBy key: String = "title") -> NSFetchRequest<CDNote> {
                let request = NSFetchRequest<CDNote>(entityName: "Note")
                request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
                return request
              }
            }

            """)),
    ])

  private static func text(_ lines: String, _ mark: String = "↓") -> String {
    CoreDataText.code(
      """
      func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
        \(lines)
        return NSFetchedResultsController(
          fetchRequest: \(mark)request, managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
      }
      """)
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    for found in code.unsorted where !(found.maker.map(code.requestMakers.contains) ?? false) {
      if let source = found.source, !code.plainRequests.contains(source) { continue }
      report(
        "this request has no sort descriptors, and a fetched results controller demands them",
        at: found.location)
    }
  }

  static func unsorted(
    _ call: FunctionCallExprSyntax, in file: LintFile
  ) -> CoreDataCode.Unsorted? {
    guard call.name == "NSFetchedResultsController", let request = call.argument("fetchRequest"),
      let made = request.unsorted
    else { return nil }
    if let source = made.requestSource {
      return .init(maker: nil, source: source, location: file.location(request))
    }
    return .init(
      maker: made.name == "fetchRequest" ? made.receiver?.dottedName?.lastPart : nil,
      location: file.location(request))
  }

  /// `Tag.inUse` of a function that returns a request which nothing sorts.
  static func plainRequest(_ function: FunctionDeclSyntax) -> String? {
    guard
      function.signature.returnClause?.type.as(IdentifierTypeSyntax.self)?.name.text
        == "NSFetchRequest", let body = function.body, body.isHandwritten,
      let result = body.statements.onlyResult, let request = ManagedRequest(result),
      !body.mentions(["sortDescriptors"]),
      !ExprSyntax(request.made).isHandedOn(as: request.name, in: Syntax(body))
    else { return nil }
    let name = function.name.text
    return function.ownerName.map { "\($0).\(name)" } ?? name
  }
}

extension FunctionCallExprSyntax {
  /// `Tag.inUse` of `Tag.inUse()`: a function that gives a request, by whose it is.
  fileprivate var requestSource: String? {
    guard name != "NSFetchRequest", name != "fetchRequest" else { return nil }
    let owner = calledExpression.as(MemberAccessExprSyntax.self).map(\.ownerOfMember) ?? ownerName
    return owner.map { "\($0).\(name)" } ?? name
  }
}

extension ExprSyntax {
  /// Whether code gives a variable to others, who may set more of it.
  fileprivate func isHandedOn(as name: String?, in body: Syntax) -> Bool {
    guard let name else { return false }
    return body.hasDescendant { node in
      guard let argument = node.as(LabeledExprSyntax.self) else { return false }
      return argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }
  }
}

extension ExprSyntax {
  /// The call that makes a request which certainly sorts nothing: an empty list is let pass.
  fileprivate var unsorted: FunctionCallExprSyntax? {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self) else { return plainRequest }
    guard let made = name.localValue?.plainRequest, let body = enclosingBody, body.isHandwritten
    else { return nil }
    let text = name.baseName.text
    var isPlain = true
    body.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == text, use.isValue,
        use.id != name.id
      else { return isPlain }
      let access = use.parent?.as(MemberAccessExprSyntax.self)
      if access?.base?.id != ExprSyntax(use).id
        || access?.declName.baseName.text == "sortDescriptors"
      {
        isPlain = false
      }
      return isPlain
    }
    return isPlain ? made : nil
  }

  /// `Note.fetchRequest()` or `NSFetchRequest<Note>(entityName: "Note")`, without anything set.
  private var plainRequest: FunctionCallExprSyntax? {
    guard let call = withoutCast.call else { return nil }
    if call.name == "NSFetchRequest" { return call }
    let isOfClass =
      call.name == "fetchRequest" && call.arguments.isEmpty
      && call.receiver?.dottedName?.first?.isUppercase ?? false
    // What another function gives is held against what that one makes.
    return isOfClass || call.name.first?.isLowercase ?? false && call.name != "fetchRequest"
      ? call : nil
  }
}
