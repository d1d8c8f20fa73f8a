internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds controllers whose cache belongs to another predicate.
struct ControllerCacheReused: SourceRule {
  static let info = RuleInfo(
    id: "controller-cache-reused", group: .dataAccess, severity: .warning,
    summary: "a fetched results controller changes its predicate and keeps its cache",
    why:
      "the cache holds the sections of the last predicate, also from the last launch: the list shows "
      + "wrong rows, or the fetch ends the app",
    fix:
      "give nil as the cache's name, or call 'deleteCache(withName:)' before the predicate changes",
    limits:
      "predicates of the same function, with values that are not written there, and changes in the same "
      + "file; names of caches that are put together, and files that delete a cache, are left alone",
    examples: CoreDataText.caches)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSFetchedResultsController", !file.isTest,
      let cache = call.argument("cacheName")?.literalText, !cache.isEmpty,
      !file.source.bytes.has("deleteCache"),
      let request = call.argument("fetchRequest")?.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return }
    let isVaried =
      call.enclosingBody?.isHandwritten ?? false
      && call.enclosingBody?.hasDescendant { $0.givesPredicateOfValues(to: request) } ?? false
    let isChanged = node.root.hasDescendant { $0.changesPredicateOfController }
    guard isVaried || isChanged else { return }
    report(Self.message(cache), at: file.location(call.nameNode))
  }

  static func message(_ cache: String) -> String {
    "the cache '\(cache)' keeps the sections of another predicate than this controller's"
  }
}

extension ControllerCacheReused: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.text.bytes.has("deleteCache") else { return }
    body.method.body.messages { message, _ in
      guard let request = message.argument("initWithFetchRequest")?.name,
        let given = message.argument("cacheName"), let cache = body.constant(given), !cache.isEmpty
      else { return }
      let isVaried = (body.set["\(request).predicate"] ?? []).contains { value in
        guard let made = body.value(value).message, made.has("predicateWithFormat") else {
          return false
        }
        return made.parts[0].argument.parts.dropFirst().contains(where: \.isValueOfElsewhere)
      }
      guard isVaried || body.file.changesPredicates else { return }
      report(Self.message(cache), at: body.file.location(message.offset))
    }
  }
}

extension Syntax {
  /// `request.predicate = NSPredicate(format: "folder == %@", folder)`
  fileprivate func givesPredicateOfValues(to request: String) -> Bool {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      let target = terms.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "predicate", target.base?.lastName == request,
      target.base?.is(DeclReferenceExprSyntax.self) ?? false,
      let value = terms.last.map({ $0.as(DeclReferenceExprSyntax.self)?.localValue ?? $0 }),
      let call = value.call, call.name == "NSPredicate"
    else { return false }
    return call.arguments.dropFirst().contains { argument in
      let value = argument.expression.unwrapped
      return value.is(DeclReferenceExprSyntax.self)
        || value.as(MemberAccessExprSyntax.self)?.base?.isLowercaseName ?? false
    }
  }

  /// `controller.fetchRequest.predicate = …`
  fileprivate var changesPredicateOfController: Bool {
    // `controller.fetchRequest.predicate = text.isEmpty ? nil : …` has more than three terms.
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "predicate",
      let request = target.base?.unwrapped.as(MemberAccessExprSyntax.self)
    else { return false }
    return request.declName.baseName.text == "fetchRequest" && !(request.base?.isSelfName ?? true)
  }
}

extension ExprSyntax {
  fileprivate var isLowercaseName: Bool {
    dottedName?.first?.isLowercase ?? unwrapped.dottedName?.first?.isLowercase ?? false
  }
}

extension ObjCSource {
  /// `self.controller.fetchRequest.predicate = …`, `[self.controller.fetchRequest setPredicate:…]`
  fileprivate var changesPredicates: Bool {
    methods.contains { method in
      var isFound = false
      method.body.messages { message, _ in
        guard message.selector == "setPredicate:" else { return }
        let name = message.receiver.written
        isFound = isFound || name.hasSuffix(".fetchRequest") || name.hasSuffix(" fetchRequest]")
      }
      method.body.walk { place in
        guard place.node.isMark("="), place.index > 3,
          place.siblings[place.index - 1].text == "predicate",
          place.siblings[place.index - 3].text == "fetchRequest",
          place.siblings[place.index - 4].isMark(".")
        else { return }
        isFound = true
      }
      return isFound
    }
  }
}

extension [ObjCNode] {
  /// Whether it is a variable or a property: `folder`, `self.folder`.
  fileprivate var isValueOfElsewhere: Bool {
    guard let name, let first = name.first else { return false }
    return (first.isLowercase || first == "_") && name != "nil"
  }
}

extension CoreDataText {
  static let caches: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        func results(in folder: CDFolder, _ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "folder == %@", folder)
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return ↓NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: "Notes")
        }
        ---
        final class Board {
          let controller: NSFetchedResultsController<CDNote>
          init(_ context: NSManagedObjectContext) {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            controller = ↓NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
              cacheName: "Notes")
          }
          func search(_ text: String) throws {
            controller.fetchRequest.predicate =
              text.isEmpty ? nil : NSPredicate(format: "title CONTAINS[cd] %@", text)
            try controller.performFetch()
          }
        }
        """,
      clean: """
        func results(in folder: CDFolder, _ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "folder == %@", folder)
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        }
        ---
        func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title != nil")
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: "Notes")
        }
        ---
        func results(in folder: CDFolder, _ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
          NSFetchedResultsController<CDNote>.deleteCache(withName: "Notes")
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "folder == %@", folder)
          request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
          return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: "Notes")
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (NSFetchedResultsController *)results {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"folder == %@", self.folder];
          request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"title" ascending:YES]];
          return [[NSFetchedResultsController alloc] ↓initWithFetchRequest:request managedObjectContext:self.moc sectionNameKeyPath:nil cacheName:@"Root"];
        }
        """,
      clean: """
        - (NSFetchedResultsController *)results {
          NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
          request.predicate = [NSPredicate predicateWithFormat:@"title != %@", @""];
          request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"title" ascending:YES]];
          return [[NSFetchedResultsController alloc] initWithFetchRequest:request managedObjectContext:self.moc sectionNameKeyPath:nil cacheName:@"Root"];
        }
        """)
}
