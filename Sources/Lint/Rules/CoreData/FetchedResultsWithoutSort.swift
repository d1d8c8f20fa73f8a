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
    examples: CoreDataText.requestsElsewhere + CoreDataText.requestsOfSubclasses + [
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
      guard code.givesPlainRequest(found) else { continue }
      report(
        "this request has no sort descriptors, and a fetched results controller demands them",
        at: found.location)
    }
  }

  static func unsorted(
    _ call: FunctionCallExprSyntax, in file: LintFile
  ) -> CoreDataCode.Unsorted? {
    guard call.name == "NSFetchedResultsController", let request = call.argument("fetchRequest")
    else { return nil }
    guard let made = request.unsorted else {
      return request.foreignSource(file).map {
        .init(maker: nil, source: $0, location: file.location(request))
      }
    }
    if let source = made.requestSource {
      return .init(
        maker: nil, source: source, labels: made.arguments.map { $0.label?.text ?? "_" },
        location: file.location(request))
    }
    return .init(
      maker: made.name == "fetchRequest" ? made.receiver?.dottedName?.lastPart : nil,
      location: file.location(request))
  }

  /// `Tag.inUse` of a function or property that gives a request which nothing sorts.
  static func plainRequest(_ node: Syntax) -> String? {
    if let function = node.as(FunctionDeclSyntax.self) {
      guard function.signature.returnClause?.type.isRequest ?? false, let body = function.body,
        body.isHandwritten, let result = body.statements.onlyResult,
        result.isPlain(in: Syntax(body))
      else { return nil }
      return function.ownerName.map { "\($0).\(function.name.text)" } ?? function.name.text
    }
    guard let variable = node.as(VariableDeclSyntax.self), let owner = variable.ownerName,
      variable.parent?.is(MemberBlockItemSyntax.self) ?? false,
      let binding = variable.bindings.onlyElement, let name = binding.name,
      binding.typeAnnotation?.type.isRequest
        ?? ["NSFetchRequest", "fetchRequest"].contains(binding.initializer?.value.call?.name),
      binding.isPlainRequest
    else { return nil }
    return "\(owner).\(name)"
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

extension TypeSyntax {
  fileprivate var isRequest: Bool {
    self.as(IdentifierTypeSyntax.self)?.name.text == "NSFetchRequest"
  }
}

extension PatternBindingSyntax {
  /// Whether a property always gives a request that neither its maker nor anything in its type sorts.
  fileprivate var isPlainRequest: Bool {
    guard isHandwritten, let value = onlyValue ?? initializer?.value, let name,
      value.isPlain(in: Syntax(self)), let members = enclosing(MemberBlockSyntax.self),
      members.isReadable
    else { return false }
    return !members.hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        use.position < position || use.position >= endPosition
      else { return false }
      return use.mayBeSorted
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a use of a request sorts it, or hands it to somebody other than a controller or a fetch.
  fileprivate var mayBeSorted: Bool {
    let isMember = parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
    let whole = isMember ? parent ?? Syntax(self) : Syntax(self)
    if let access = whole.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(whole)?.id
    {
      return access.declName.baseName.text == "sortDescriptors"
    }
    if let argument = whole.parent?.as(LabeledExprSyntax.self) {
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      return !["NSFetchedResultsController", "fetch", "count"].contains(call?.name)
    }
    return true
  }
}

extension ExprSyntax {
  /// Whether it is a request that is made in a body which sorts nothing and hands it to nobody.
  fileprivate func isPlain(in body: Syntax) -> Bool {
    guard let request = ManagedRequest(self) else { return false }
    // What another function makes, that one may have sorted.
    return !body.mentions(["sortDescriptors"])
      && !(request.body?.mentions(["sortDescriptors"]) ?? false)
      && !ExprSyntax(request.made).isHandedOn(as: request.name, in: body)
  }

  /// Whether code gives a variable to others, who may set more of it.
  fileprivate func isHandedOn(as name: String?, in body: Syntax) -> Bool {
    guard let name else { return false }
    return body.hasDescendant { node in
      guard let argument = node.as(LabeledExprSyntax.self) else { return false }
      return argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }
  }

  /// The call that makes a request which certainly sorts nothing: an empty list is let pass.
  fileprivate var unsorted: FunctionCallExprSyntax? {
    if let binding = ownRequest {
      guard binding.isPlainRequest else { return nil }
      return (binding.onlyValue ?? binding.initializer?.value).flatMap(ManagedRequest.init)?.made
    }
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

  /// The property of the type around it that a name stands for: `request`, `self.request`.
  private var ownRequest: PatternBindingSyntax? {
    let node = unwrapped
    if let name = node.as(DeclReferenceExprSyntax.self) {
      guard case .property(let binding, _)? = name.nameOrigin else { return nil }
      return binding
    }
    guard let access = node.as(MemberAccessExprSyntax.self), let owner = access.ownerOfMember else {
      return nil
    }
    return sourceFile?.binding(access.declName.baseName.text, of: owner)
  }

  /// `NoteQueries.recent`, the property of a type in another file that gives a request.
  fileprivate func foreignSource(_ file: LintFile) -> String? {
    guard let access = unwrapped.as(MemberAccessExprSyntax.self), let base = access.base,
      ownRequest == nil,
      let owner = access.ownerOfMember ?? TypeReader(file: file).type(of: base)?.name
    else { return nil }
    return "\(owner).\(access.declName.baseName.text)"
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
