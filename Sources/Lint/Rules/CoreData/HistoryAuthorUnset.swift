internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds readers of the history that leave out an author whom no context names.
struct HistoryAuthorUnset: ProjectRule {
  static let info = RuleInfo(
    id: "history-author-unset", group: .dataAccess, severity: .warning,
    summary: "the history is read without the transactions of an author, and no context has one",
    why:
      "a transaction has an author only where the context that saved it was given one in 'transactionAuthor': without "
      + "it the condition tells the app's own changes from nobody's",
    fix: "set 'transactionAuthor' of each context that saves, by app and by extension",
    limits: "projects in which nothing names 'transactionAuthor'",
    examples: .texts(
      in: CoreDataText.code,
      flagged: follower("NSPredicate(format: ↓\"author != %@\", \"app\")")
        + "\n---\n"
        + follower(
          "NSPredicate(format: ↓\"%K != %@\", #keyPath(NSPersistentHistoryTransaction.author), \"app\")"
        )
        + "\n---\n"
        + follower("NSPredicate(format: ↓\"author == %@\", \"widget\")"),
      clean: follower("NSPredicate(format: \"author != %@\", \"app\")")
        + "\nfunc begin(_ context: NSManagedObjectContext) { context.transactionAuthor = \"app\" }\n---\n"
        + follower("NSPredicate(format: \"timestamp > %@\", Date.distantPast as NSDate)")
        + "\n---\nfunc books() -> NSPredicate { NSPredicate(format: \"author != %@\", \"me\") }"))

  private static func follower(_ predicate: String) -> String {
    """
    func follow(_ context: NSManagedObjectContext, _ token: NSPersistentHistoryToken) throws {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      if let fetch = NSPersistentHistoryTransaction.fetchRequest {
        fetch.predicate = \(predicate)
        request.fetchRequest = fetch
      }
      _ = try context.execute(request)
      let old = Date.distantPast
      _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: old))
    }
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let places = lint.coreData.code.authorFilters
    guard !places.isEmpty,
      WordsOfFiles.positions(of: ["transactionAuthor"], in: lint.allFiles()).isEmpty
    else { return }
    for place in places {
      report(
        "this asks for the author of a transaction, and no context sets 'transactionAuthor'",
        at: place)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The format of a predicate about the authors of transactions.
  var authorFilter: ExprSyntax? {
    guard name == "NSPredicate", let format = argument("format"), let text = format.literalText,
      let body = enclosingBody, body.mentions(["NSPersistentHistoryTransaction"])
    else { return nil }
    let speaksOfAuthor =
      PredicateFormat.keyPaths(in: text).contains(["author"])
      || text.contains("%K")
        && arguments.dropFirst().contains { $0.expression.mentions(["author"]) }
    return speaksOfAuthor ? format : nil
  }
}
