internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds lists that take a row away themselves although the delegate of their fetched results does.
struct RowDeletedTwice: SourceRule {
  static let info = RuleInfo(
    id: "row-deleted-twice", group: .dataAccess, severity: .error,
    summary: "a row is deleted by hand, and once more by the delegate of the fetched results",
    why:
      "the deletion of the object is what the fetched results controller tells its delegate of: the list loses two "
      + "rows for one object, and the app crashes with 'invalid number of rows'",
    fix: "delete the object only, and leave the row to the delegate",
    limits:
      "both in one function, in a file whose delegate deletes rows or loads the list anew; where the function sets a "
      + "mark that may stop the delegate, or its 'delegate' to nil, it is left alone",
    examples: [RuleExample].texts(
      in: { CoreDataText.code("import UIKit\n" + $0) },
      flagged: list(
        """
          context.delete(results.object(at: indexPath))
          tableView.↓deleteRows(at: [indexPath], with: .fade)
        """)
        + "\n---\n"
        + list(
          """
            let note = results.object(at: indexPath)
            store.remove(note)
            tableView.beginUpdates()
            tableView.↓deleteRows(at: [indexPath], with: .automatic)
            tableView.endUpdates()
          """,
          delegate:
            "func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) { tableView.reloadData() }"
        )
        + "\n---\n"
        + list(
          """
            guard let note = results.fetchedObjects?[indexPath.row] else { return }
            context.delete(note)
            do { try context.save() } catch { context.rollback() }
            tableView.performBatchUpdates { tableView.↓deleteRows(at: [indexPath], with: .left) }
          """),
      clean: list("  context.delete(results.object(at: indexPath))")
        + "\n---\n"
        + list(
          """
            isOwnChange = true
            context.delete(results.object(at: indexPath))
            tableView.deleteRows(at: [indexPath], with: .fade)
          """)
        + "\n---\n"
        + list(
          """
            results.delegate = nil
            context.delete(results.object(at: indexPath))
            tableView.deleteRows(at: [indexPath], with: .fade)
          """)
        + "\n---\n"
        + list(
          """
            context.delete(results.object(at: indexPath))
            tableView.deleteRows(at: [indexPath], with: .fade)
          """, delegate: "")
        + "\n---\n"
        + list(
          """
            titles.remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath], with: .fade)
          """))
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: objectiveC(
          "[tableView ↓deleteRowsAtIndexPaths:@[indexPath] withRowAnimation:UITableViewRowAnimationFade];"
        ),
        clean: objectiveC(
          """
          if (![self.context save:&error]) {
            [self.context rollback];
            [self show:error];
          }
          """)))

  private static let deletion = """
    func controller(_ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?) {
        if type == .delete, let indexPath { tableView.deleteRows(at: [indexPath], with: .fade) }
      }
    """

  private static func list(_ lines: String, delegate: String = deletion) -> String {
    """
    final class NoteList: UITableViewController, NSFetchedResultsControllerDelegate {
      var results: NSFetchedResultsController<CDNote>!
      var context: NSManagedObjectContext!
      var store: NoteStore!
      var titles: [String] = []
      var isOwnChange = false
      func delete(at indexPath: IndexPath) {
      \(lines)
      }
      \(delegate)
    }
    """
  }

  private static func objectiveC(_ line: String) -> String {
    """
    - (void)tableView:(UITableView *)tableView commitEditingStyle:(UITableViewCellEditingStyle)style forRowAtIndexPath:(NSIndexPath *)indexPath {
      NSError *error = nil;
      [self.context deleteObject:[self.results objectAtIndexPath:indexPath]];
      \(line)
    }
    - (void)controller:(NSFetchedResultsController *)controller didChangeObject:(id)object atIndexPath:(NSIndexPath *)indexPath forChangeType:(NSFetchedResultsChangeType)type newIndexPath:(NSIndexPath *)newIndexPath {
      if (type == NSFetchedResultsChangeDelete) {
        [self.tableView deleteRowsAtIndexPaths:@[indexPath] withRowAnimation:UITableViewRowAnimationFade];
      }
    }
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let message =
    "the delegate of the fetched results deletes this row as well: the list loses two rows for one object"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      ["deleteRows", "deleteItems"].contains(call.name), call.argument("at") != nil,
      let function = call.enclosing(FunctionDeclSyntax.self),
      !function.name.text.hasPrefix("controller"), let body = function.body, body.isHandwritten,
      let owner = function.ownerName, file.tree.deletesRows(byDelegate: owner),
      !body.stopsDelegate, body.deletesFetched(before: call, TypeReader(file: file))
    else { return }
    report(Self.message, at: file.location(call.nameNode), help: "leave the row to the delegate")
  }
}

extension SourceFileSyntax {
  /// Whether a type is told of fetched results and then deletes rows, or loads its list anew.
  fileprivate func deletesRows(byDelegate owner: String) -> Bool {
    var (adopts, deletes) = (false, false)
    for item in statements {
      guard let group = item.item.asProtocol((any DeclGroupSyntax).self),
        Syntax(group).typeName == owner
      else { continue }
      adopts =
        adopts
        || group.inheritanceClause?.mentions(["NSFetchedResultsControllerDelegate"]) ?? false
      for member in group.memberBlock.members {
        guard let function = member.decl.as(FunctionDeclSyntax.self), let body = function.body,
          ["controller", "controllerDidChangeContent"].contains(function.name.text)
        else { continue }
        let isOfObjects = function.signature.parameterClause.parameters.contains {
          $0.firstName.text == "newIndexPath"
        }
        deletes =
          deletes || isOfObjects && body.mentions(["deleteItems", "deleteRows"])
          || (isOfObjects || function.name.text != "controller") && body.mentions(["reloadData"])
      }
    }
    return adopts && deletes
  }
}

extension CodeBlockSyntax {
  /// Whether anything is set that the delegate may ask: `isOwnChange = true`, `results.delegate = nil`.
  fileprivate var stopsDelegate: Bool {
    hasDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false, let value = terms.last
      else { return false }
      return value.is(BooleanLiteralExprSyntax.self) || value.is(NilLiteralExprSyntax.self)
    }
  }

  /// Whether an object of the fetched results is deleted before a call: it is taken from them in the same function.
  fileprivate func deletesFetched(before call: FunctionCallExprSyntax, _ types: TypeReader) -> Bool
  {
    guard hasDescendant(where: { $0.isOfResults }) else { return false }
    return hasDescendant { node in
      guard node.position < call.position, let deletion = node.as(FunctionCallExprSyntax.self),
        deletion.name.hasPrefix("delete") || deletion.name.hasPrefix("remove"),
        let object = deletion.arguments.onlyElement?.expression
      else { return false }
      return types.managed(object).map { !$0.isList } ?? false
        || object.hasDescendant(where: { $0.isOfResults })
        || object.as(DeclReferenceExprSyntax.self)?.localValue?.hasDescendant {
          $0.isOfResults
        } ?? false
    }
  }
}

extension Syntax {
  /// `results.object(at: indexPath)`, `results.fetchedObjects`
  fileprivate var isOfResults: Bool {
    if let access = self.as(MemberAccessExprSyntax.self) {
      if access.declName.baseName.text == "fetchedObjects" { return true }
      guard access.declName.baseName.text == "object",
        let call = access.parent?.as(FunctionCallExprSyntax.self)
      else { return false }
      return call.argument("at") != nil
    }
    return false
  }
}

extension RowDeletedTwice: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let rows = ["deleteRowsAtIndexPaths:withRowAnimation:", "deleteItemsAtIndexPaths:"]
    guard !body.file.isTest, !body.method.selector.hasPrefix("controller"),
      body.method.body.mentions("objectAtIndexPath"), !body.method.body.mentions("delegate"),
      !body.values.values.joined().contains(where: { ["NO", "YES"].contains($0.onlyElement?.text) }
      ),
      body.file.methods.contains(where: { method in
        method.owner == body.method.owner
          && (method.selector.contains("didChangeObject:")
            && method.body.mentions("deleteRowsAtIndexPaths")
            || method.selector == "controllerDidChangeContent:"
              && method.body.mentions("reloadData"))
      })
    else { return }
    var isDeleted = false
    body.method.body.messages { message, _ in
      if message.selector == "deleteObject:" { isDeleted = true }
      guard isDeleted, rows.contains(message.selector) else { return }
      report(Self.message, at: body.file.location(message.offset))
    }
  }
}
