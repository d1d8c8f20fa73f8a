internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds keys in the predicates and sort descriptors of fetches that the entity does not have.
struct UnknownKey: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "unknown-key", group: .declarations, severity: .error,
    summary:
      "a predicate, a sort descriptor, a section or a list of properties names one that the entity does "
      + "not have",
    why:
      "the compiler does not read the string: the app crashes at the fetch with 'keypath … not "
      + "found in entity'; what only the class computes is none of the entity's properties either",
    fix: "write the property's name as the model has it, or '#keyPath(Note.title)', which the "
      + "compiler checks",
    limits: "runs where the model file is among the paths, for what a fetch is given in the same "
      + "function; predicates that a function or static property gives are followed by its name; formats with"
      + " FUNCTION or interpolation are not read",
    examples: CoreDataText.keys + CoreDataText.keysElsewhere + CoreDataText.askedByKey + oldKeys + [
      .flagged(
        CoreDataText.code(
          """
          func find(_ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(format: ↓"titel CONTAINS[cd] %@", text)
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: ↓"created", ascending: false)]
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func find(_ context: NSManagedObjectContext) throws -> [CDNote] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
              NSPredicate(format: "title != nil"), NSPredicate(format: ↓"folder.title == 'Work'"),
            ])
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func load(_ context: NSManagedObjectContext) throws -> [NSDictionary] {
            let request = NSFetchRequest<NSDictionary>(entityName: "Note")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["title", ↓"created"]
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func load(_ context: NSManagedObjectContext) throws -> [CDNote] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.relationshipKeyPathsForPrefetching = [↓"folders", "folder", ↓"title"]
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          struct NotesView: View {
            @FetchRequest(
              sortDescriptors: [NSSortDescriptor(key: ↓"titel", ascending: true)],
              predicate: NSPredicate(format: ↓"folder.nam == 'Work'"))
            private var notes: FetchedResults<CDNote>
            var body: some View { Text("\\(notes.count)") }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func find(_ context: NSManagedObjectContext) throws -> [CDNote] {
            let named = NSPredicate(format: ↓"titles != nil")
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = named
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func find(_ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(
              format: "%K CONTAINS[cd] %@ OR %K == %@", ↓"name", text, #keyPath(CDNote.title), text)
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func newest(_ context: NSManagedObjectContext) throws -> Date? {
            let request = NSFetchRequest<NSDictionary>(entityName: "Note")
            let newest = NSExpressionDescription()
            newest.name = "newest"
            newest.expression = NSExpression(
              forFunction: "max:", arguments: [NSExpression(forKeyPath: ↓"created")])
            request.propertiesToFetch = [newest]
            request.resultType = .dictionaryResultType
            return try context.fetch(request).first?["newest"] as? Date
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func clear(_ context: NSManagedObjectContext) throws {
            let update = NSBatchUpdateRequest(entityName: "Note")
            update.propertiesToUpdate = [↓"text": "", #keyPath(CDNote.title): ""]
            update.predicate = NSPredicate(format: ↓"text != ''")
            update.resultType = .updatedObjectsCountResultType
            print(try context.execute(update))
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "folder.name", ascending: true)]
            return NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: context,
              sectionNameKeyPath: ↓"folder.title", cacheName: nil)
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func find(_ people: NSArray, _ context: NSManagedObjectContext) throws -> [Any] {
            let named = NSPredicate(format: "titles != nil")
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(format: "title != nil")
            return try people.filtered(using: named) + context.fetch(request)
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func find(_ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(
              format: "title BEGINSWITH[cd] %@ AND folder.name == 'size of all' AND SELF != nil", text)
            request.sortDescriptors = [NSSortDescriptor(key: "folder.notes.@count", ascending: true)]
            return try context.fetch(request)
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func find(_ people: NSArray) -> [Any] {
            people.filtered(using: NSPredicate(format: "surname == 'Smith'"))
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func find(_ request: NSFetchRequest<CDNote>) {
            request.predicate = NSPredicate(format: "%K == %@ OR ANY folder.notes.title IN %@", "title", "b", ["c"])
          }
          """)),
    ] + CoreDataText.valuesForKeys + keysByOtherNames)

  static let nodes = [SyntaxKind.functionCallExpr, .sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest else { return }
    if let sequence = node.as(SequenceExprSyntax.self) {
      checkUpdate(sequence, in: file, report: report)
      return checkList(sequence, in: file, report: report)
    }
    if let call = node.as(FunctionCallExprSyntax.self), call.name == "NSBatchInsertRequest" {
      return checkInsert(call, in: file, report: report)
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return }
    checkValues(call, in: file, report: report)
    guard case let paths = Self.keyPaths(of: call, in: file),
      !paths.isEmpty,
      let entity = call.name == "NSExpression"
        ? call.expressedEntity : call.fetchedEntity(in: file),
      !file.ask(.coreDataKeys(of: entity)).isEmpty
    else { return }
    for (path, place) in paths {
      guard let fault = CoreDataKeys.fault(in: path, of: entity, file) else {
        checkColumn(path, of: entity, at: place, file, report)
        continue
      }
      Self.report(fault, at: place, file, report)
    }
  }

  /// A property that the model has and the store has no column for.
  private func checkColumn(
    _ path: [String], of entity: String, at place: ExprSyntax, _ file: LintFile,
    _ report: RuleReport
  ) {
    guard path.count == 1, !file.ask(.isTransient(path[0], of: entity)).isEmpty else { return }
    report(
      Self.transient(path[0], entity), at: file.location(place), entity: entity, property: path[0],
      help: Self.transientHelp)
  }

  static func transient(_ key: String, _ entity: String) -> String {
    "'\(entity).\(key)' is transient: the store has no column to look at"
  }

  /// The properties that there are, and how the first of them is written so that the compiler checks it.
  static func help(for entity: String, _ ask: (ModelQuestion) -> [String]) -> String? {
    let keys = ask(.coreDataKeys(of: entity))
    guard let first = keys.first, let type = ask(.managedClass(of: entity)).first else {
      return nil
    }
    return
      "'\(entity)' has \(keys.quotedList(atMost: 6)); '#keyPath(\(type).\(first))' is checked by the "
      + "compiler"
  }

  static let transientHelp = "ask for the stored properties that it is worked out from"

  static func report(
    _ fault: (entity: String, key: String), at place: ExprSyntax, _ file: LintFile,
    _ report: RuleReport, isOfObjects: Bool = false
  ) {
    let known = file.askOfLive(.coreDataKeys(of: fault.entity)).filter {
      !isOfObjects || !file.ask(.coreDataDestination($0, of: fault.entity)).isEmpty
    }
    let near = NameDistance.nearest(to: fault.key, in: known)
    report(
      "'\(fault.entity)' has no property '\(fault.key)'",
      at: file.placeOfText(place) { text in
        // Another entity may have it: then the constant is right, and the use is wrong.
        file.ask(.coreDataEntities).contains {
          CoreDataKeys.fault(in: text.keyPath, of: $0, file) == nil
        }
      },
      entity: fault.entity, property: fault.key,
      help: place.is(KeyPathExprSyntax.self)
        ? "sort the objects after the fetch: the store knows only what the model has"
        : near.map { "write '\($0)'" } ?? help(for: fault.entity, file.askOfLive),
      edits: near.flatMap {
        place.literalText == fault.key ? place.textEdit(in: file, to: $0) : nil
      }
        ?? [])
  }
}
