internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetched results of a list that belong to a background context.
struct ResultsOffMain: SourceRule {
  static let info = RuleInfo(
    id: "results-off-main", group: .dataAccess, severity: .warning,
    summary: "the fetched results of a list belong to a background context",
    why:
      "the controller fetches and tells its delegate on the queue of its context, and its objects may only be read "
      + "there: the list reads and changes both on the main thread, and the app crashes at random",
    fix:
      "give it the 'viewContext', and let that merge what the background contexts save",
    limits:
      "only where the type around it has a table, a collection or published values, and nothing in it goes to the main "
      + "thread",
    examples: .texts(
      in: { CoreDataText.code("import UIKit\n" + $0) },
      flagged: """
        final class NoteList: UITableViewController {
          let container: NSPersistentContainer
          lazy var results: NSFetchedResultsController<CDNote> = {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            return NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: ↓container.newBackgroundContext(),
              sectionNameKeyPath: nil, cacheName: nil)
          }()
          override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            results.fetchedObjects?.count ?? 0
          }
        }
        ---
        final class NoteModel: NSObject, ObservableObject, NSFetchedResultsControllerDelegate {
          @Published var notes: [CDNote] = []
          private let context: NSManagedObjectContext
          private var results: NSFetchedResultsController<CDNote>?
          init(_ container: NSPersistentContainer) {
            context = container.newBackgroundContext()
            super.init()
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            results = NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: ↓context, sectionNameKeyPath: nil, cacheName: nil)
            results?.delegate = self
          }
          func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
            notes = results?.fetchedObjects ?? []
          }
        }
        ---
        final class NoteGrid: UIViewController {
          let collectionView: UICollectionView
          private var results: NSFetchedResultsController<CDNote>?
          init(_ container: NSPersistentContainer, _ collectionView: UICollectionView) {
            self.collectionView = collectionView
            super.init(nibName: nil, bundle: nil)
            let background = container.newBackgroundContext()
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            results = NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: ↓background, sectionNameKeyPath: nil, cacheName: nil)
            do { try results?.performFetch() } catch { show(error) }
          }
        }
        """,
      clean: """
        final class NoteModel: NSObject, ObservableObject {
          @Published var notes: [CDNote] = []
          private let results: NSFetchedResultsController<CDNote>
          init(_ context: NSManagedObjectContext) {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            results = NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            super.init()
            do { try results.performFetch() } catch { show(error) }
          }
        }
        ---
        final class NoteList: UITableViewController {
          let container: NSPersistentContainer
          lazy var results: NSFetchedResultsController<CDNote> = {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            return NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: container.viewContext,
              sectionNameKeyPath: nil, cacheName: nil)
          }()
          override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            results.fetchedObjects?.count ?? 0
          }
        }
        ---
        final class Uploader: NSObject, NSFetchedResultsControllerDelegate {
          private let context: NSManagedObjectContext
          private var results: NSFetchedResultsController<CDNote>?
          init(_ container: NSPersistentContainer) {
            context = container.newBackgroundContext()
            super.init()
            context.performAndWait {
              let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
              request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
              results = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
              do { try results?.performFetch() } catch { show(error) }
            }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let shown: Set = [
    "Published", "UICollectionView", "UITableView", "NSTableView", "collectionView", "tableView",
  ]
  private static let hops: Set = [
    "DispatchQueue", "MainActor", "OperationQueue", "RunLoop", "main",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSFetchedResultsController",
      let context = call.argument("managedObjectContext"), context.contextQueue == .own,
      let type = call.enclosingType, type.mentions(Self.shown), !type.mentions(Self.hops)
    else { return }
    report(
      "this context has a queue of its own, and the list reads the results on the main thread",
      at: file.location(context))
  }
}
