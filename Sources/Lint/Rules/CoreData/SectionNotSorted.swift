internal import Diagnostics
internal import StoreModel

/// Finds sections of fetched objects that their first sort key does not keep together.
struct SectionNotSorted: ProjectRule {
  static let info = RuleInfo(
    id: "section-not-sorted", group: .dataAccess, severity: .warning,
    summary:
      "fetched objects are divided into sections by an attribute other than the one they are "
      + "sorted by first",
    why: "the objects of a section must follow each other: else the fetch ends with 'the fetched "
      + "object has an out of order section name', and the list shows sections twice or not at all",
    fix: "put the section's key first among the sort descriptors",
    limits: "runs where the model file is among the paths, for requests of the same function; keys "
      + "that the class computes, and two attributes of one related object, may be in step and are "
      + "left alone, as are names of days beside a date and of letters beside a text",
    examples: [
      .flagged(
        CoreDataText.code(
          controller("NSSortDescriptor(key: \"createdAt\", ascending: true)", "↓\"folder.name\""))),
      .flagged(
        CoreDataText.code(
          controller(
            "NSSortDescriptor(keyPath: \\CDNote.createdAt, ascending: true)",
            "↓#keyPath(CDNote.title)"))),
      .flagged(
        CoreDataText.code(
          """
          struct NotesView: View {
            @SectionedFetchRequest<String?, CDNote>(
              sectionIdentifier: ↓\\.title, sortDescriptors: [SortDescriptor(\\.createdAt)])
            private var notes
            var body: some View { Text("\\(notes.count)") }
          }
          """)),
      .clean(
        CoreDataText.code(
          controller(
            "NSSortDescriptor(key: \"folder.name\", ascending: true), "
              + "NSSortDescriptor(key: \"title\", ascending: true)", "\"folder.name\""))),
      .clean(
        CoreDataText.code(
          controller("NSSortDescriptor(key: \"createdAt\", ascending: true)", "\"month\"")
        )
        .replacing("import CoreData\n", with: "import CoreData\n\(Self.computed)\n")),
      .clean(
        CoreDataText.code(
          controller("NSSortDescriptor(key: \"createdAt\", ascending: true)", "nil"))),
    ] + named + CoreDataText.sectionsElsewhere)

  /// What the name of the section's key says beside what the objects are sorted by.
  private static let named: [RuleExample] =
    [
      ("\"title\"", "", "↓\"monthKey\""), ("\"createdAt\"", "\"monthKey\"", "↓\"monthKey\""),
      ("\"createdAt\"", "", "↓\"firstLetter\""), ("\"createdAt\"", "", "↓\"syncUpdated\""),
      ("\"createdAt\"", "\"title\"", "\"monthKey\""), ("\"title\"", "", "\"firstLetter\""),
    ].map { first, second, section in
      let sorts = [first, second].filter { !$0.isEmpty }
        .map { "NSSortDescriptor(key: \($0), ascending: true)" }
      let keys = ["monthKey", "firstLetter", "syncUpdated"]
        .map { "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>" }
      let text = CoreDataText.code(controller(sorts.joined(separator: ", "), section))
        .replacing(
          "<relationship name=\"folder\"", with: keys.joined() + "<relationship name=\"folder\"")
      return section.hasPrefix("↓") ? .flagged(text) : .clean(text)
    } + [.clean(putInFront)]

  private static let putInFront = CoreDataText.code(
    """
    func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
      let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
      var sorts = [NSSortDescriptor(key: "createdAt", ascending: true)]
      sorts.insert(NSSortDescriptor(key: "folder.name", ascending: true), at: 0)
      request.sortDescriptors = sorts
      return NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "folder.name",
        cacheName: nil)
    }
    """)

  private static let computed =
    "extension CDNote { @objc var month: String { createdAt?.formatted() ?? \"\" } }"

  private static func controller(_ sort: String, _ section: String) -> String {
    """
    func results(_ context: NSManagedObjectContext) -> NSFetchedResultsController<CDNote> {
      let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
      request.sortDescriptors = [\(sort)]
      return NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: \(section),
        cacheName: nil)
    }
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    for section in lint.coreData.code.sections {
      guard let sort = section.firstSort, !sort.isEmpty, sort != section.path,
        // `category.order` may well follow `category.name`.
        sort.count == 1 || section.path.count == 1
          || sort.dropLast() != section.path.dropLast(),
        sort.first != section.path.first || sort.count > 1 && section.path.count > 1,
        let last = section.path.last,
        // Sorted by later on, the section's key was meant to divide the objects.
        section.laterSorts.contains(section.path)
          || !SectionName(last).mayFollow(
            sort, types: lint.storedAttributes(sort, of: section.entity).map(\.type)),
        !lint.storedAttributes(section.path, of: section.entity).isEmpty
      else { continue }
      let path = section.path.joined(separator: ".")
      report(
        "the sections are made by '\(path)', but the objects are sorted by "
          + "'\(sort.joined(separator: "."))' first",
        at: section.location, entity: section.entity, property: section.path[0],
        help: "make '\(path)' the first sort descriptor",
        certainty: .inferred("two keys may put the objects into the same order"))
    }
  }
}

extension LintContext {
  /// The attributes at the end of a key path that the models keep in the store.
  fileprivate func storedAttributes(_ path: [String], of entity: String) -> [Attribute] {
    var entity = entity
    for key in path.dropLast() {
      guard let next = answer(.coreDataDestination(key, of: entity)).first else { return [] }
      entity = next
    }
    return modelIndex.entities(entity).flatMap { model, entity in
      model.allAttributes(of: entity).filter { $0.name == path.last && !$0.isTransient }
    }
  }
}
