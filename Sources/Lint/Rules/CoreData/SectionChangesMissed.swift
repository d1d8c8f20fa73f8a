internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds delegates of fetched results that change rows and leave out what has to go with it.
struct SectionChangesMissed: SourceRule {
  static let info = RuleInfo(
    id: "section-changes-missed", group: .dataAccess, severity: .error,
    summary:
      "a delegate of fetched results changes rows one by one, and not the sections, or not at once",
    why:
      "the first object of a section comes with the section, and several objects may change with one save: a table that "
      + "is told of the rows alone, or of one row after the other, counts others than the controller has, and the app "
      + "crashes with 'invalid number of rows' or 'of sections'",
    fix:
      "insert and delete sections in 'controller(_:didChange:atSectionIndex:for:)', between 'beginUpdates' and "
      + "'endUpdates', or apply the snapshots of 'controller(_:didChangeContentWith:)'",
    limits: "delegates that stand in one file with their list",
    examples: .texts(
      in: { CoreDataText.code("import UIKit\n" + $0) },
      flagged: list(section: "\"folder.name\"", mark: "↓", others: updates)
        + "\n---\n" + list(section: "nil", mark: "↓", others: "")
        + "\n---\n" + list(section: "#keyPath(CDNote.folder.name)", mark: "↓", others: updates),
      clean: list(section: "nil", others: updates)
        + "\n---\n" + list(section: "\"folder.name\"", others: updates + sections)
        + "\n---\n"
        + list(
          section: "nil",
          others: "func apply(_ work: () -> Void) { tableView.performBatchUpdates(work) }")))

  private static let updates = """
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        tableView.beginUpdates()
      }
      func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        tableView.endUpdates()
      }

    """
  private static let sections = """
      func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex index: Int,
        for type: NSFetchedResultsChangeType
      ) { if type == .insert { tableView.insertSections([index], with: .fade) } }
    """

  private static func list(section: String, mark: String = "", others: String) -> String {
    """
    final class NoteList: UITableViewController, NSFetchedResultsControllerDelegate {
      var results: NSFetchedResultsController<CDNote>!
      func load(_ context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "folder.name", ascending: true)]
        results = NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: \(section), cacheName: nil)
        results.delegate = self
        try results.performFetch()
      }
      func \(mark)controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
      ) {
        switch type {
        case .insert: tableView.insertRows(at: [newIndexPath!], with: .fade)
        case .delete: tableView.deleteRows(at: [indexPath!], with: .fade)
        default: break
        }
      }
      \(others)
    }
    """
  }

  static let nodes: [SyntaxKind] = [.functionDecl]

  private static let together: Set = [
    "BlockOperation", "beginUpdates", "performBatchUpdates", "append",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let function = node.as(FunctionDeclSyntax.self),
      function.name.text == "controller", let owner = function.ownerName,
      function.signature.parameterClause.parameters.contains(where: {
        $0.firstName.text == "newIndexPath"
      }),
      let body = function.body, body.mentions(["insertRows", "insertItems"]),
      body.mentions(["deleteRows", "deleteItems"]),
      // What is said in other files of a class that stands elsewhere, nobody knows.
      file.tree.type(owner) != nil,
      case let blocks = file.tree.memberBlocks(of: owner), blocks.allSatisfy(\.isReadable)
    else { return }
    guard file.tree.mentions(Self.together) else {
      report(
        "the rows are changed one after the other, and the first of several changes finds the list in another state "
          + "than the results", at: file.location(function.name),
        help:
          "call 'beginUpdates' in 'controllerWillChangeContent', and 'endUpdates' in 'controllerDidChangeContent'"
      )
      return
    }
    guard blocks.contains(where: { Syntax($0).makesSections }),
      !file.tree.mentions(["atSectionIndex", "insertSections"])
    else { return }
    report(
      "the results have sections, and nothing inserts or deletes those of the list",
      at: file.location(function.name),
      help: "write 'controller(_:didChange:atSectionIndex:for:)' as well")
  }
}

extension Syntax {
  /// Whether all controllers that are made here divide their objects into sections.
  fileprivate var makesSections: Bool {
    var found: [Bool] = []
    forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        call.name == "NSFetchedResultsController",
        let path = call.argument("sectionNameKeyPath")
      else { return true }
      found.append(
        path.literalText != nil || path.is(MacroExpansionExprSyntax.self))
      return true
    }
    return !found.isEmpty && found.allSatisfy(\.self)
  }
}
