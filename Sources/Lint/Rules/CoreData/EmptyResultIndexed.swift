internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds code that takes the first of what a fetch has found and never asks whether it found any.
struct EmptyResultIndexed: SourceRule {
  static let info = RuleInfo(
    id: "empty-result-indexed", group: .dataAccess, severity: .warning,
    summary: "the first object of a fetch is taken without asking whether there is one",
    why:
      "a fetch that finds nothing gives an empty list and throws no error: '[0]' and 'first!' end the app there, "
      + "on a new device, after a deletion, or where another name was typed",
    fix: "take 'first' with 'guard let', and say what is done where there is none",
    limits:
      "only fetches of the same function, functions of the same file that give the first object or nothing, and "
      + "queries of a view that never asks whether there is any, and lists of relationships; silent where it asks for the number of anything, in "
      + "Objective-C where what is fetched belongs to an object at hand, and in tests, "
      + "previews and playgrounds",
    examples: ofViews + relationships
      + [RuleExample].texts(
        in: CoreDataText.code,
        flagged: """
          func rename(_ title: String, to other: String, _ context: NSManagedObjectContext) throws {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSPredicate(format: "title == %@", title)
            request.fetchLimit = 1
            let found = try context.fetch(request)
            found↓[0].title = other
            try context.save()
            print(found[0].title ?? "")
          }
          ---
          func note(_ title: String, _ context: NSManagedObjectContext) throws -> CDNote {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSPredicate(format: "title == %@", title)
            request.fetchLimit = 1
            return try context.fetch(request).↓first!
          }
          func newest(_ context: NSManagedObjectContext) throws -> String {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            return try context.fetch(request).map { $0.title ?? "" }.↓first!
          }
          """,
        clean: """
          func rename(_ title: String, to other: String, _ context: NSManagedObjectContext) throws {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSPredicate(format: "title == %@", title)
            request.fetchLimit = 1
            let found = try context.fetch(request)
            guard !found.isEmpty else { return }
            found[0].title = other
            try context.save()
          }
          ---
          func note(_ title: String, _ context: NSManagedObjectContext) throws -> CDNote? {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSPredicate(format: "title == %@", title)
            request.fetchLimit = 1
            return try context.fetch(request).first
          }
          ---
          func total(_ context: NSManagedObjectContext) throws -> Any? {
            let request = NSFetchRequest<NSDictionary>(entityName: "Note")
            request.resultType = .dictionaryResultType
            request.fetchLimit = 1
            return try context.fetch(request)[0]["total"]
          }
          """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSManagedObject *)named:(NSString *)title {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
            request.fetchLimit = 1;
            NSArray *found = [self.context executeFetchRequest:request error:nil];
            return [found ↓objectAtIndex:0];
          }
          ---
          - (NSManagedObject *)taken {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.fetchLimit = 1;
            NSMutableArray *found = [[self.context executeFetchRequest:request error:nil] mutableCopy];
            if (found == nil) { NSLog(@"failed"); }
            return [found ↓objectAtIndex:0];
          }
          """,
        clean: """
          - (NSManagedObject *)named:(NSString *)title {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
            request.fetchLimit = 1;
            NSArray *found = [self.context executeFetchRequest:request error:nil];
            return found.count > 0 ? [found objectAtIndex:0] : nil;
          }
          """))

  static let nodes: [SyntaxKind] = [.subscriptCallExpr, .forceUnwrapExpr]

  private static let message =
    "the app ends here when the fetch finds nothing, as an empty list has no first object"
  static let doubt = Certainty.inferred("something else may see to it that there is one")
  /// What code asks of a list that may be empty.
  fileprivate static let questions: Set = [
    "contains", "count", "endIndex", "enumerated", "fetchCount", "indices", "isEmpty",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, !file.source.path.contains(".playground/"), !node.isInPreview else {
      return
    }
    if let forced = node.as(ForceUnwrapExprSyntax.self) { checkFunction(forced, in: file, report) }
    checkRelationship(node, in: file, report: report)
    guard let (list, place) = node.takenFirst else { return }
    guard let fetched = FetchedObjects(list.beforeMapping) else {
      return checkQuery(list, place, in: file, report)
    }
    guard fetched.givesObjects, !["NSDictionary", "NSNumber"].contains(fetched.entity ?? ""),
      let body = node.enclosingBody, body.isHandwritten, !body.mentions(Self.questions),
      !body.asksForFirst(of: list), !body.takesFirst(of: list, before: node)
    else { return }
    report(Self.message, at: file.location(place), certainty: Self.doubt)
  }
}

extension ExprSyntax {
  /// The list that is made into another one, which is empty where it is: `found` of `found.map { $0.title }`.
  fileprivate var beforeMapping: ExprSyntax {
    var list = self
    while let call = list.unwrapped.call,
      ["compactMap", "filter", "map", "sorted"].contains(call.name), let receiver = call.receiver
    {
      list = receiver
    }
    return list
  }
}

extension Syntax {
  /// `found[0]`, `found.first!` and `found.last!`: the list, and where one is taken of it.
  fileprivate var takenFirst: (ExprSyntax, Syntax)? {
    if let index = self.as(SubscriptCallExprSyntax.self) {
      guard
        index.arguments.onlyElement?.expression.as(IntegerLiteralExprSyntax.self)?.literal.text
          == "0"
      else { return nil }
      return (index.calledExpression, Syntax(index.leftSquare))
    }
    guard let forced = self.as(ForceUnwrapExprSyntax.self),
      let access = forced.expression.as(MemberAccessExprSyntax.self), let list = access.base,
      ["first", "last"].contains(access.declName.baseName.text)
    else { return nil }
    return (list, Syntax(access.declName))
  }

  /// Whether only Xcode's canvas or a debugging build runs it.
  var isInPreview: Bool {
    var node = parent
    while let next = node {
      if next.isPreview || next.isDebugOnly { return true }
      node = next.parent
    }
    return false
  }

  /// Whether the same list is asked for its first before: one place is enough to say so.
  fileprivate func takesFirst(of list: ExprSyntax, before node: Syntax) -> Bool {
    guard let name = list.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    return hasDescendant { other in
      other.position < node.position
        && other.takenFirst?.0.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }
  }

  /// `if let first = found.first`, `guard found.first != nil`
  fileprivate func asksForFirst(of list: ExprSyntax) -> Bool {
    guard let name = list.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    return hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        ["first", "last"].contains(access.declName.baseName.text),
        !(access.parent?.is(ForceUnwrapExprSyntax.self) ?? false)
      else { return false }
      return access.base?.unwrapped.lastName == name
    }
  }
}

/// The first of a fetch of Objective-C.
extension EmptyResultIndexed: ObjectiveCRule {
  private static let words: Set = ["count", "firstObject", "lastObject"]

  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest, !Self.words.contains(where: body.method.body.mentions)
    else { return }
    var said: Set<String> = []
    func say(_ list: [ObjCNode], _ offset: Int) {
      var answer = body.value(list).message
      // `[[context executeFetchRequest:…] mutableCopy]`
      if let copy = answer, ObjCBody.copies.contains(copy.selector) {
        answer = copy.receiver.message
      }
      guard let fetch = answer, fetch.selector == "executeFetchRequest:error:",
        !body.asksForLink(fetch, in: lint), list.name.map({ said.insert($0).inserted }) ?? true
      else { return }
      report(Self.message, at: body.file.location(offset), certainty: Self.doubt)
    }
    body.method.body.messages { message, _ in
      guard message.selector == "objectAtIndex:", message.parts[0].argument.written == "0" else {
        return
      }
      say(message.receiver, message.offset)
    }
    body.method.body.walk { place in
      guard place.node.kind == .brackets, let only = place.node.children.onlyElement,
        only.token.text == "0", only.token.kind == .number, let list = place.before, list.isWord
      else { return }
      say([list], place.node.token.offset)
    }
  }
}

extension ObjCBody {
  /// Whether what is fetched belongs to an object that is at hand: who asks knows that there is one.
  fileprivate func asksForLink(_ fetch: ObjCMessage, in lint: LintContext) -> Bool {
    guard let request = fetch.argument("executeFetchRequest")?.name else { return false }
    return predicates(ofRequest: request).flatMap(\.values).contains { value in
      entity(ofObject: value).map { !lint.answer(.coreDataKeys(of: $0)).isEmpty } ?? false
    }
  }
}
