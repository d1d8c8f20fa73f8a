internal import Diagnostics
internal import SwiftSyntax

/// Finds sort descriptors in fetches that compare with code of the app, which a store cannot run.
struct SortInCode: SourceRule {
  static let info = RuleInfo(
    id: "sort-in-code", group: .dataAccess, severity: .error,
    summary: "a fetch is sorted by a closure or by a method that a store cannot run",
    why:
      "a store sorts in SQL and knows the comparisons of Foundation only: the app crashes at the fetch with "
      + "'unsupported NSSortDescriptor'",
    fix:
      "leave the comparison out, take 'localizedStandardCompare' for texts, or sort what was fetched",
    limits:
      "only descriptors that a fetch is given in the same function; stores in memory can run them",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func sorted(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = [
            ↓NSSortDescriptor(key: "title", ascending: true) { ($0 as! String).count < ($1 as! String).count ? .orderedAscending : .orderedDescending },
          ]
          return try context.fetch(request)
        }
        ---
        func sorted(_ context: NSManagedObjectContext, by compare: @escaping Comparator) throws -> [CDNote] {
          let byTitle = ↓NSSortDescriptor(key: "title", ascending: true, comparator: compare)
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: true), byTitle]
          return try context.fetch(request)
        }
        ---
        extension NSString { @objc func compareLength(_ other: NSString) -> ComparisonResult { .orderedSame } }
        func sorted(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.sortDescriptors = [
            ↓NSSortDescriptor(key: "title", ascending: true, selector: #selector(NSString.compareLength(_:)))
          ]
          return try context.fetch(request)
        }
        """,
      clean: """
        func sorted(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = [
            NSSortDescriptor(key: "createdAt", ascending: false),
            NSSortDescriptor(
              key: "title", ascending: true, selector: #selector(NSString.localizedStandardCompare(_:))),
            NSSortDescriptor(key: "title", ascending: true, selector: #selector(NSString.caseInsensitiveCompare)),
          ]
          return try context.fetch(request)
        }
        ---
        func sorted(_ notes: [CDNote]) -> [Any] {
          let byLength = NSSortDescriptor(key: "title", ascending: true) { _, _ in .orderedSame }
          return (notes as NSArray).sortedArray(using: [byLength])
        }
        ---
        func all(_ context: NSManagedObjectContext) throws -> [Any] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          let notes = try context.fetch(request)
          return (notes as NSArray).sortedArray(using: [NSSortDescriptor(key: nil, ascending: true) { _, _ in .orderedSame }])
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSArray *)sorted {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.sortDescriptors = @[ [NSSortDescriptor ↓sortDescriptorWithKey:@"title" ascending:YES comparator:^(id one, id other) { return [one compare:other]; }] ];
            return [self.context executeFetchRequest:request error:nil];
          }
          """,
        clean: """
          - (NSArray *)sorted {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.sortDescriptors = @[ [NSSortDescriptor sortDescriptorWithKey:@"title" ascending:YES selector:@selector(localizedCompare:)] ];
            NSArray *notes = [self.context executeFetchRequest:request error:nil];
            NSSortDescriptor *byLength = [NSSortDescriptor sortDescriptorWithKey:@"title" ascending:YES comparator:^(id one, id other) { return [one compare:other]; }];
            return [notes sortedArrayUsingDescriptors:@[byLength]];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// What Core Data puts into SQL.
  private static let known: Set = [
    "caseInsensitiveCompare", "compare", "localizedCaseInsensitiveCompare", "localizedCompare",
    "localizedStandardCompare",
  ]

  private static let message = "the store cannot run this comparison: the app crashes at the fetch"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSSortDescriptor", call.argument("ascending") != nil,
      call.argument("comparator") != nil || call.trailingClosure != nil || call.sortsByOwnMethod,
      call.fetchedEntity(in: file) != nil
    else { return }
    report(Self.message, at: file.location(call))
  }

  fileprivate static func isKnown(_ method: String) -> Bool { known.contains(method) }
}

extension FunctionCallExprSyntax {
  /// Whether the comparison is named by a selector that no store knows.
  fileprivate var sortsByOwnMethod: Bool {
    guard let selector = argument("selector")?.as(MacroExpansionExprSyntax.self),
      selector.macroName.text == "selector", let method = selector.arguments.first?.expression,
      let name = method.withoutCast.lastName
    else { return false }
    return !SortInCode.isKnown(name)
  }
}

extension SortInCode: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest, body.method.body.mentions("comparator") else { return }
    let lists = body.set.filter { name, _ in
      name.hasSuffix(".sortDescriptors")
        && body.type(of: String(name.dropLast(16))) == "NSFetchRequest"
    }.values.joined()
    var places: Set<Int> = []
    for list in lists {
      for part in body.elements(list) {
        guard let message = body.value(part).message, message.receiver.name == "NSSortDescriptor",
          message.argument("comparator") != nil, places.insert(message.offset).inserted
        else { continue }
      }
    }
    for place in places.sorted() { report(Self.message, at: body.file.location(place)) }
  }
}
