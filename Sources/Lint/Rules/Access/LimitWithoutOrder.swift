internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds fetches that take some of the objects in no order and sort only these.
struct LimitWithoutOrder: SourceRule {
  static let info = RuleInfo(
    id: "limit-without-order", group: .dataAccess, severity: .warning,
    summary: "a fetch takes one or a few of many objects in no order",
    why:
      "without an order the store gives whichever objects come first in the file: the newest or largest may not "
      + "be among them, however the rest is sorted",
    fix: "sort in the fetch: 'sortDescriptors' of the request, 'sortBy' of the descriptor",
    limits:
      "only where request and limit stand in one function, which sorts what it got, or takes the first of those before "
      + "or after a date or number; one that fetches in parts with 'fetchOffset' is left alone",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func newest(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.fetchLimit = 20
          let notes = try context.↓fetch(request)
          return notes.sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
        }
        ---
        func next(_ context: NSManagedObjectContext) throws -> CDNote? {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "createdAt > %@", Date() as NSDate)
          request.fetchLimit = 1
          return try context.↓fetch(request).first
        }
        ---
        func newest(_ context: NSManagedObjectContext, _ many: Int) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchLimit = many
          return try context.↓fetch(request).sorted { ($0.title ?? "") > ($1.title ?? "") }
        }
        ---
        import SwiftData
        @Model final class Trip { var start = Date.now; init() {} }
        func newest(_ context: ModelContext) throws -> [Trip] {
          var descriptor = FetchDescriptor<Trip>()
          descriptor.fetchLimit = 20
          return try context.↓fetch(descriptor).sorted { $0.start > $1.start }
        }
        """,
      clean: """
        func newest(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.fetchLimit = 20
          request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
          let notes = try context.fetch(request)
          return notes.sorted { ($0.title ?? "") > ($1.title ?? "") }
        }
        ---
        func one(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.fetchLimit = 1
          return try context.fetch(request).sorted { ($0.title ?? "") > ($1.title ?? "") }
        }
        ---
        func one(_ title: String, _ context: NSManagedObjectContext) throws -> CDNote? {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "title == %@ AND createdAt > %@", title, Date() as NSDate)
          request.fetchLimit = 1
          return try context.fetch(request).first
        }
        func hasNew(_ context: NSManagedObjectContext) throws -> Bool {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: "createdAt > %@", Date() as NSDate)
          request.fetchLimit = 1
          return try context.fetch(request).first != nil
        }
        ---
        func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          let notes = try context.fetch(request)
          return notes.sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr, .memberAccessExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let access = node.as(MemberAccessExprSyntax.self) { return checkFirst(access, file, report) }
    guard let call = node.as(FunctionCallExprSyntax.self), ["sort", "sorted"].contains(call.name),
      !file.isTest, file.source.bytes.has("fetchLimit"), let list = call.receiver,
      let fetched = FetchedObjects(list), fetched.takesSomeInNoOrder
    else { return }
    report(
      "this fetch takes any few of the '\(fetched.entity ?? "")' objects, and only these are sorted in line "
        + "\(file.location(call.nameNode).line ?? 0)",
      at: file.location(fetched.fetch.nameNode), entity: fetched.entity,
      help: fetched.isCoreData
        ? "give the request 'sortDescriptors' for the same order"
        : "give the descriptor 'sortBy' for the same order")
  }
}

extension LimitWithoutOrder {
  /// `context.fetch(request).first` of those after a date: which of them the store gives first, nothing says.
  private func checkFirst(
    _ access: MemberAccessExprSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    guard access.declName.baseName.text == "first", !file.isTest,
      file.source.bytes.has("fetchLimit"), let list = access.base,
      let fetched = FetchedObjects(list), fetched.isCoreData, fetched.entity != nil,
      fetched.givesObjects, !access.isOnlyCompared,
      let descriptor = fetched.descriptor, ExprSyntax(descriptor).requestedEntity != nil,
      fetched.source.assigned("sortDescriptors").isEmpty,
      fetched.source.assigned("fetchOffset").isEmpty,
      fetched.source.assigned("fetchLimit").last?.trimmedDescription == "1",
      case let conditions = fetched.source.assigned("predicate"),
      let format = conditions.onlyElement?.call?.argument("format")?.literalText,
      format.contains(where: { "<>".contains($0) }),
      !["==", "!=", "<>", " = ", "BETWEEN"].contains(where: format.contains)
    else { return }
    report(
      "this takes any one of the '\(fetched.entity ?? "")' objects that match, since nothing sorts them",
      at: file.location(fetched.fetch.nameNode), entity: fetched.entity,
      help: "give the request 'sortDescriptors', so that the first one is the one that is meant")
  }
}

extension MemberAccessExprSyntax {
  /// Whether only nil is asked for: `fetch(request).first != nil`.
  fileprivate var isOnlyCompared: Bool {
    var node = Syntax(self)
    while let next = node.parent, next.is(TryExprSyntax.self) { node = next }
    return node.parent?.as(ExprListSyntax.self)?.contains { term in
      ["==", "!="].contains(term.as(BinaryOperatorExprSyntax.self)?.operator.text)
    } ?? false
  }
}

extension FetchedObjects {
  /// Whether it is limited to more than one object, and neither it nor what makes its request has an order.
  fileprivate var takesSomeInNoOrder: Bool {
    guard let descriptor, entity != nil, givesObjects,
      source.assigned("fetchOffset").isEmpty,
      let limit = source.assigned("fetchLimit").last,
      !["0", "1"].contains(limit.trimmedDescription)
    else { return false }
    guard isCoreData else {
      return descriptor.makesDescriptor && descriptor.argument("sortBy") == nil
        && source.assigned("sortBy").isEmpty
    }
    return ExprSyntax(descriptor).requestedEntity != nil
      && source.assigned("sortDescriptors").isEmpty
  }
}
