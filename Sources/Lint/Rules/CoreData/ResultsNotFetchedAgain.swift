internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetched results that are asked for other objects and never fetch them.
struct ResultsNotFetchedAgain: SourceRule {
  static let info = RuleInfo(
    id: "results-not-fetched-again", group: .dataAccess, severity: .warning,
    summary: "the request of a fetched results controller is changed, and nothing fetches again",
    why:
      "a controller looks at its request when 'performFetch' is called and never by itself: the list goes on showing what "
      + "was fetched before",
    fix: "call 'performFetch' behind the change, and load the list anew",
    limits:
      "controllers in properties of the type around; silent where the function, one that it calls or one that calls it "
      + "fetches, and where the type tells others of the change",
    examples: .texts(
      in: { CoreDataText.code("import UIKit\n" + $0) },
      flagged: list(
        """
        func search(_ text: String) {
            results.fetchRequest.↓predicate = NSPredicate(format: "title CONTAINS[cd] %@", text)
            tableView.reloadData()
          }
        """)
        + "\n---\n"
        + list(
          """
          @objc func sortChanged() {
              self.results.fetchRequest.↓sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
            }
          """)
        + "\n---\n"
        + list(
          """
          func showAll(_ isAll: Bool) {
              guard !isAll else { return }
              results.fetchRequest.↓predicate = nil
              tableView.reloadData()
            }
          """),
      clean: list(
        """
        func search(_ text: String) {
            results.fetchRequest.predicate = NSPredicate(format: "title CONTAINS[cd] %@", text)
            load()
          }
        """)
        + "\n---\n"
        + list(
          """
          func search(_ text: String) {
              setPredicate(text)
              load()
            }
            private func setPredicate(_ text: String) {
              results.fetchRequest.predicate = NSPredicate(format: "title CONTAINS[cd] %@", text)
            }
          """)
        + "\n---\n"
        + list(
          """
          func search(_ text: String) throws {
              results.fetchRequest.predicate = NSPredicate(format: "title CONTAINS[cd] %@", text)
              try results.performFetch()
              tableView.reloadData()
            }
          """)))

  private static func list(_ code: String) -> String {
    """
    final class NoteList: UITableViewController {
      private var results: NSFetchedResultsController<CDNote>!
      func load() {
        do { try results.performFetch() } catch { show(error) }
        tableView.reloadData()
      }
      func show(_ error: any Error) {}
      \(code)
    }
    """
  }

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self),
      ["predicate", "sortDescriptors"].contains(target.declName.baseName.text),
      let request = target.base?.unwrapped.as(MemberAccessExprSyntax.self),
      request.declName.baseName.text == "fetchRequest", let base = request.base,
      let name = base.lastName, let owner = target.declName.ownerName,
      let binding = file.tree.binding(name, of: owner),
      binding.mentions(["NSFetchedResultsController"]), file.tree.type(owner) != nil,
      let function = node.enclosing(FunctionDeclSyntax.self), let body = function.body,
      node.enclosing(ClosureExprSyntax.self) == nil, body.isHandwritten
    else { return }
    let fetch: Set = ["performFetch"]
    guard !body.mentions(fetch) else { return }
    let functions = file.tree.memberBlocks(of: owner).flatMap(\.members)
      .compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    let fetching = Set(functions.filter { $0.mentions(fetch) }.map(\.name.text))
    let called = Syntax(body).calledNames
    // One step further is as far as anybody looks.
    let further = functions.filter { called.contains($0.name.text) }
      .flatMap { $0.body.map { Syntax($0).calledNames } ?? [] }
    guard fetching.isDisjoint(with: called), fetching.isDisjoint(with: further),
      !functions.contains(where: { $0.body?.calls(function.name.text) ?? false }),
      // What the list asks for anew by a delegate or a notification, other code may fetch.
      !called.contains(where: { $0 == "post" || $0 == "send" || $0.hasPrefix("notify") })
    else { return }
    report(
      "'\(name)' looks at its request in 'performFetch' only, which nobody calls behind this",
      at: file.location(target.declName))
  }
}

extension CodeBlockSyntax {
  /// Whether a function is called here at once, and not in a closure that runs later.
  fileprivate func calls(_ function: String) -> Bool {
    hasDescendant { node in
      node.as(FunctionCallExprSyntax.self).map {
        $0.name == function && $0.enclosing(ClosureExprSyntax.self) == nil
      } ?? false
    }
  }
}
