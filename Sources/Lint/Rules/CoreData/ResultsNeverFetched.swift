internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetched results controllers that are never told to fetch, whose changes nobody is told of, or that nobody keeps.
struct ResultsNeverFetched: SourceRule {
  static let info = RuleInfo(
    id: "results-never-fetched", group: .dataAccess, severity: .warning,
    summary:
      "a fetched results controller never fetches, never gets the delegate that is written for it, or is not kept",
    why:
      "a controller is empty until 'performFetch' is called, and tells nobody of changes without a 'delegate': the list "
      + "stays empty, or as it was when it was loaded",
    fix:
      "set 'delegate' and call 'performFetch' where the controller is made, and keep it in a property",
    limits:
      "controllers that are kept in a private property and handed to nobody, in files that say everything about them, "
      + "and those in a variable that no other code is given",
    examples: .texts(
      in: { CoreDataText.code("import UIKit\n" + $0) },
      flagged: list("results.delegate = self")
        + "\n---\n" + list("try? results.performFetch()")
        + "\n---\n"
        + list("try? results.performFetch()\n    searchBar.delegate = self")
          + """

          ---
          final class Pins: NSObject, NSFetchedResultsControllerDelegate {
            let context: NSManagedObjectContext
            var titles: [String] = []
            init(_ context: NSManagedObjectContext) { self.context = context }
            func load() throws {
              let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
              request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
              let pinned = ↓NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
              pinned.delegate = self
              try pinned.performFetch()
              titles = pinned.fetchedObjects?.compactMap(\\.title) ?? []
            }
          }
          """,
      clean: """
        final class Pins: NSObject, NSFetchedResultsControllerDelegate {
          var kept: [NSFetchedResultsController<CDNote>] = []
          func load(_ request: NSFetchRequest<CDNote>, _ context: NSManagedObjectContext) throws {
            let pinned = NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            pinned.delegate = self
            try pinned.performFetch()
            kept.append(pinned)
          }
          func made(_ request: NSFetchRequest<CDNote>, _ context: NSManagedObjectContext)
            -> NSFetchedResultsController<CDNote>
          {
            let pinned = NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            pinned.delegate = self
            return pinned
          }
          func once(_ request: NSFetchRequest<CDNote>, _ context: NSManagedObjectContext) throws -> Int {
            let all = NSFetchedResultsController(
              fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try all.performFetch()
            return all.fetchedObjects?.count ?? 0
          }
        }
        ---

        """ + list("results.delegate = self\n    try? results.performFetch()", mark: "")
          + "\n---\n" + list("prepare(results)", mark: "")
          + "\n---\n"
          + list("try? results.performFetch()", mark: "", delegate: "") + "\n---\n"
            + """
            final class NoteFeed {
              let context: NSManagedObjectContext
              init(_ context: NSManagedObjectContext) { self.context = context }
              private lazy var notes = {
                let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
                request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
                let watcher = NSFetchedResultsController(
                  fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                return ResultsPublisher(watcher)
              }()
            }
            """))

  private static func list(
    _ lines: String, mark: String = "↓",
    delegate: String =
      "func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {}"
  ) -> String {
    """
    final class NoteList: UITableViewController, NSFetchedResultsControllerDelegate {
      private var results: NSFetchedResultsController<CDNote>!
      let searchBar = UISearchBar()
      func load(_ context: NSManagedObjectContext) {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        results = \(mark)NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        \(lines)
      }
      \(delegate)
    }
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSFetchedResultsController", call.argument("fetchRequest") != nil
    else { return }
    if let name = call.nameOfUnkept {
      report(
        "nothing keeps '\(name)' when this code ends, so its delegate is never told of a change",
        at: file.location(call), help: "keep it in a property")
      return
    }
    guard let owner = call.ownerName, let property = call.keptResults,
      let binding = file.tree.binding(property, of: owner),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.modifiers.isPrivate, case let blocks = file.tree.memberBlocks(of: owner),
      blocks.allSatisfy({ $0.isReadable }),
      !blocks.contains(where: { Syntax($0).handsOnResults(property) }), !call.isHandedOn
    else { return }
    guard blocks.contains(where: { $0.mentions(["performFetch"]) }) else {
      report(
        "nothing calls 'performFetch' on '\(property)', so it stays empty",
        at: file.location(call))
      return
    }
    guard blocks.contains(where: { $0.isToldOfResults }),
      !blocks.contains(where: { Syntax($0).setsDelegate(of: property) })
    else { return }
    report(
      "nobody sets the delegate of '\(property)', so the methods that are written for it are never called",
      at: file.location(call), help: "set '\(property).delegate = self'")
  }
}

extension FunctionCallExprSyntax {
  /// The variable that alone holds the controller, of which only members are used, the delegate among them.
  fileprivate var nameOfUnkept: String? {
    guard let binding = parent?.parent?.as(PatternBindingSyntax.self), let name = binding.name,
      let item = binding.parent?.parent?.parent?.as(CodeBlockItemSyntax.self),
      let items = item.parent?.as(CodeBlockItemListSyntax.self), items.isHandwritten
    else { return nil }
    var (isTold, isHandedOn) = (false, false)
    items.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue
      else { return !isHandedOn }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id,
        // What a closure uses, it keeps.
        use.enclosing(ClosureExprSyntax.self).map({ $0.position < items.position }) ?? true
      else {
        isHandedOn = true
        return false
      }
      isTold =
        isTold
        || access.declName.baseName.text == "delegate"
          && access.parent?.as(ExprListSyntax.self)?.first?.id == ExprSyntax(access).id
      return true
    }
    return isTold && !isHandedOn ? name : nil
  }

  /// The property that the controller is kept in: `results = …`, `lazy var results = { … }()`.
  fileprivate var keptResults: String? {
    if let terms = parent?.as(ExprListSyntax.self), terms.count == 3 {
      guard terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false else { return nil }
      return terms.first?.plainTarget
    }
    // What a closure makes under a name of its own.
    if let local = parent?.parent?.as(PatternBindingSyntax.self), let body = enclosingBody,
      let name = local.name, local.parent?.parent?.parent?.is(CodeBlockItemSyntax.self) ?? false
    {
      var target: String?
      body.forEachDescendant { node in
        guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
          terms.last?.lastName == name
        else { return true }
        target = terms.first?.plainTarget
        return true
      }
      if let target { return target }
    }
    var node = Syntax(self)
    for _ in 0..<24 {
      guard let next = node.parent else { return nil }
      if let binding = next.as(PatternBindingSyntax.self),
        binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false
      {
        return binding.name
      }
      if next.is(FunctionDeclSyntax.self) || next.is(InitializerDeclSyntax.self) { return nil }
      node = next
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the controller is an argument of another call under the name that it is made by, or at once:
  /// `let results = …; return ResultsPublisher(results)`.
  fileprivate var isHandedOn: Bool {
    if parent?.is(LabeledExprSyntax.self) ?? false { return true }
    guard let local = parent?.parent?.as(PatternBindingSyntax.self)?.name else { return false }
    return enclosingBody?.hasDescendant { node in
      node.as(LabeledExprSyntax.self)?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == local
    } ?? false
  }
}

extension MemberBlockSyntax {
  /// Whether a delegate's method stands in it.
  fileprivate var isToldOfResults: Bool {
    members.contains { member in
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { return false }
      return ["controllerDidChangeContent", "controllerWillChangeContent"]
        .contains(function.name.text)
        || function.name.text == "controller"
          && function.signature.parameterClause.mentions(["NSFetchedResultsController"])
    }
  }
}

extension Syntax {
  /// Whether the controller itself is given to other code, which may do all of it.
  fileprivate func handsOnResults(_ property: String) -> Bool {
    hasDescendant { node in
      if let argument = node.as(LabeledExprSyntax.self) {
        return argument.expression.lastName == property
      }
      return node.as(ReturnStmtSyntax.self)?.expression?.lastName == property
    }
  }

  /// Whether a delegate is set that may be the controller's: of the property, or of a variable that is not.
  fileprivate func setsDelegate(of property: String) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "delegate",
        access.parent?.as(ExprListSyntax.self)?.first?.id == ExprSyntax(access).id
      else { return false }
      guard let base = access.base else { return false }
      if base.lastName == property { return true }
      // `let controller = …; controller.delegate = self`
      guard let local = base.unwrapped.as(DeclReferenceExprSyntax.self) else { return false }
      switch local.nameOrigin {
      case .local, .unknown, .element, .content: return true
      default: return false
      }
    }
  }
}
