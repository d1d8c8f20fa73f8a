internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds delegates of fetched results that take the place of a row from the wrong one of the two index paths.
struct WrongIndexPath: SourceRule {
  static let info = RuleInfo(
    id: "wrong-index-path", group: .dataAccess, severity: .warning,
    summary:
      "a change of fetched results is applied at the index path that this kind of change does not have",
    why:
      "an insertion has no 'indexPath' and a deletion no 'newIndexPath': the one that is there is nil, so the app "
      + "crashes at '!', or the list does not change and the next update of it fails",
    fix:
      "use 'newIndexPath' for '.insert', 'indexPath' for '.delete' and '.update', and both for '.move'",
    limits: "a case that names both paths is left alone",
    examples: .texts(
      in: { CoreDataText.code("import UIKit\n" + $0) },
      flagged: list("tableView.insertRows(at: [↓indexPath!], with: .fade)", deletion: "indexPath!")
        + "\n---\n"
        + list("tableView.insertRows(at: [newIndexPath!], with: .fade)", deletion: "↓newIndexPath!")
        + "\n---\n"
        + list(
          "if let indexPath = ↓indexPath { tableView.insertRows(at: [indexPath], with: .fade) }",
          deletion: "indexPath!"),
      clean: list("tableView.insertRows(at: [newIndexPath!], with: .fade)", deletion: "indexPath!")
        + "\n---\n"
        + list(
          "if let indexPath = newIndexPath { tableView.insertRows(at: [indexPath], with: .fade) }",
          deletion: "indexPath!")
        + "\n---\n" + """
          enum Change { case insert, delete }
          func apply(_ change: Change, at indexPath: IndexPath, _ tableView: UITableView) {
            switch change {
            case .insert: tableView.insertRows(at: [indexPath], with: .fade)
            case .delete: tableView.deleteRows(at: [indexPath], with: .fade)
            }
          }
          """))

  private static func list(_ insertion: String, deletion: String) -> String {
    """
    final class NoteList: UITableViewController, NSFetchedResultsControllerDelegate {
      func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        tableView.beginUpdates()
      }
      func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
      ) {
        switch type {
        case .insert: \(insertion)
        case .delete: tableView.deleteRows(at: [\(deletion)], with: .fade)
        default: tableView.reloadData()
        }
      }
    }
    """
  }

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let function = node.as(FunctionDeclSyntax.self), function.name.text == "controller",
      !file.isTest, let body = function.body, body.isHandwritten,
      let old = function.innerName(of: "at"), let kind = function.innerName(of: "for"),
      let new = function.innerName(of: "newIndexPath")
    else { return }
    body.forEachDescendant { node in
      guard let choice = node.as(SwitchExprSyntax.self),
        choice.subject.as(DeclReferenceExprSyntax.self)?.baseName.text == kind
      else { return true }
      for case .switchCase(let one) in choice.cases {
        guard let name = one.onlyMember, ["delete", "insert"].contains(name) else { continue }
        let (wrong, right) = name == "insert" ? (old, new) : (new, old)
        guard let place = one.statements.firstMention(of: wrong),
          one.statements.firstMention(of: right) == nil
        else { continue }
        report(
          "'\(wrong)' is nil for \(name == "insert" ? "an insertion" : "a deletion"), which has its place in "
            + "'\(right)'", at: file.location(place), help: "write '\(right)'")
      }
      return true
    }
  }
}

extension FunctionDeclSyntax {
  /// What a parameter is called inside, by its label.
  fileprivate func innerName(of label: String) -> String? {
    signature.parameterClause.parameters.first { $0.firstName.text == label }
      .map { ($0.secondName ?? $0.firstName).text }
  }
}

extension SwitchCaseSyntax {
  /// `insert` of `case .insert:`.
  fileprivate var onlyMember: String? {
    label.as(SwitchCaseLabelSyntax.self)?.caseItems.onlyElement?.pattern
      .as(ExpressionPatternSyntax.self)?.expression.as(MemberAccessExprSyntax.self)?
      .declName.baseName.text
  }
}

extension SyntaxProtocol {
  /// The first use of a variable by its name, also by `if let name`.
  fileprivate func firstMention(of name: String) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      let isUse =
        node.as(DeclReferenceExprSyntax.self).map { $0.baseName.text == name && $0.isValue }
        ?? node.as(OptionalBindingConditionSyntax.self).map {
          $0.initializer == nil && $0.pattern.boundNames.contains(name)
        } ?? false
      if isUse, found.map({ node.position < $0.position }) ?? true { found = node }
      return true
    }
    return found
  }
}
