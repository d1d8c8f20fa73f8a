internal import Diagnostics
internal import SwiftSyntax

/// Finds requests that group what they fetch, and fetch objects.
struct GroupedObjects: SourceRule {
  static let info = RuleInfo(
    id: "grouped-objects", group: .dataAccess, severity: .error,
    summary:
      "a request has 'propertiesToGroupBy' or 'returnsDistinctResults' and is not asked for dictionaries",
    why:
      "only dictionaries can be grouped: the fetch raises an exception, and the app crashes; only dictionaries are made "
      + "distinct, and without them the fetch gives all objects as ever",
    fix: "set 'resultType' of the request to '.dictionaryResultType'",
    limits: "requests that the same function makes and that it gives to nobody but a context",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func titles(_ context: NSManagedObjectContext) throws -> [Any] {
          let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
          request.propertiesToFetch = ["title"]
          request.↓propertiesToGroupBy = ["title"]
          return try context.fetch(request)
        }
        ---
        func titles(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.↓propertiesToGroupBy = ["title"]
          request.propertiesToFetch = ["title"]
          return try context.fetch(request)
        }
        ---
        func titles(_ context: NSManagedObjectContext) throws -> [String] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.propertiesToFetch = ["title"]
          request.↓returnsDistinctResults = true
          return try context.fetch(request).compactMap(\\.title)
        }
        """,
      clean: """
        func titles(_ context: NSManagedObjectContext) throws -> [NSDictionary] {
          let request = NSFetchRequest<NSDictionary>(entityName: "Note")
          request.propertiesToFetch = ["title"]
          request.propertiesToGroupBy = ["title"]
          prepare(request)
          return try context.fetch(request)
        }
        func prepare(_ request: NSFetchRequest<NSDictionary>) {
          request.resultType = .dictionaryResultType
        }
        ---
        func titles(_ context: NSManagedObjectContext) throws -> [Any] {
          let request = NSFetchRequest<NSDictionary>(entityName: "Note")
          request.resultType = .dictionaryResultType
          request.propertiesToFetch = ["title"]
          request.propertiesToGroupBy = ["title"]
          return try context.fetch(request)
        }
        func group(_ request: NSFetchRequest<NSDictionary>) { request.propertiesToGroupBy = ["title"] }
        ---
        func notes(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.returnsDistinctResults = false
          return try context.fetch(request)
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSArray *)titles {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.propertiesToFetch = @[ @"title" ];
            request.↓propertiesToGroupBy = @[ @"title" ];
            return [self.context executeFetchRequest:request error:nil];
          }
          """,
        clean: """
          - (NSArray *)titles {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            [request setResultType:NSDictionaryResultType];
            request.propertiesToFetch = @[ @"title" ];
            request.propertiesToGroupBy = @[ @"title" ];
            return [self.context executeFetchRequest:request error:nil];
          }
          """))

  static let nodes: [SyntaxKind] = [.memberAccessExpr]

  private static let message = "this groups objects, and only dictionaries can be grouped"
  private static let distinct =
    "only dictionaries are made distinct: this fetch gives all objects, as it does without it"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let access = node.as(MemberAccessExprSyntax.self),
      case let name = access.declName.baseName.text,
      ["propertiesToGroupBy", "returnsDistinctResults"].contains(name), !file.isTest,
      let terms = access.parent?.as(ExprListSyntax.self),
      terms.first?.id == ExprSyntax(access).id, terms.last?.trimmedDescription != "false",
      let request = access.base?.unwrapped.as(DeclReferenceExprSyntax.self),
      let made = request.localValue?.call, made.makesFetchRequest,
      let body = access.enclosingBody, body.isHandwritten, !body.mentions(["resultType"]),
      !body.handsOn(request.baseName.text)
    else { return }
    guard name == "propertiesToGroupBy" else {
      return report(Self.distinct, at: file.location(access.declName), severity: .warning)
    }
    report(Self.message, at: file.location(access.declName))
  }
}

extension FunctionCallExprSyntax {
  /// `NSFetchRequest<Note>(entityName: "Note")`, `Note.fetchRequest()`
  fileprivate var makesFetchRequest: Bool {
    let made = calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
    return (made ?? calledExpression).lastName == "NSFetchRequest" || name == "fetchRequest"
  }
}

extension Syntax {
  /// Whether other code is given the request, which may set the type as well.
  fileprivate func handsOn(_ request: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        !["count", "execute", "fetch"].contains(call.name)
      else { return false }
      return call.arguments.contains { $0.expression.lastName == request }
    }
  }
}

extension GroupedObjects: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let code = body.method.body
    guard !body.file.isTest,
      !["resultType", "setResultType"].contains(where: { code.mentions($0) }),
      code.mentions("fetchRequestWithEntityName") || code.mentions("NSFetchRequest")
    else { return }
    code.walk { place in
      guard place.node.isWord, place.node.text == "propertiesToGroupBy",
        place.before?.isMark(".") ?? false, place.after?.isMark("=") ?? false, place.index > 1,
        body.values[place.siblings[place.index - 2].text]?.onlyElement?.mentions("NSFetchRequest")
          ?? false
      else { return }
      report(Self.message, at: body.file.location(place.node.token.offset))
    }
  }
}
