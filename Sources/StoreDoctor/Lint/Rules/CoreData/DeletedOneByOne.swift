internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are fetched for nothing but being deleted.
struct DeletedOneByOne: SourceRule {
  static let info = RuleInfo(
    id: "deleted-one-by-one", group: .dataAccess, severity: .note,
    summary: "objects are loaded only to be deleted one after the other",
    why: "each is read into memory and checked, and the save deletes row by row: thousands take "
      + "seconds, during which lists stand still",
    fix: "use 'NSBatchDeleteRequest', and merge the ids of its result into the contexts",
    limits:
      "a guess: a batch runs on stores in files alone and tells no context; objects that delete "
      + "others with them, or may not be deleted, fetches with a limit, and rows that are used for something "
      + "else too or deleted under a condition alone, are left alone, as are those that a list names or a "
      + "condition from elsewhere chooses",
    examples: CoreDataText.deletions)

  static let nodes: [SyntaxKind] = Loop.nodes

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let loop = Loop(node), !loop.isConditional, loop.body.count == 1,
      node.as(ForStmtSyntax.self)?.whereClause == nil, let name = loop.name,
      let call = loop.body.first?.item.as(ExprSyntax.self)?.call, call.name == "delete",
      call.isOnContext, call.arguments.count == 1,
      call.arguments.first?.expression.withoutCast.as(DeclReferenceExprSyntax.self)?.baseName.text
        == name,
      let fetched = FetchedObjects(loop.sequence), fetched.isCoreData, !fetched.isLimited,
      !fetched.isChosen, !loop.keepsRows(of: fetched, at: node),
      let entity = fetched.entity, !file.ask(.deletesAlone(entity)).isEmpty
    else { return }
    report(
      Self.message(entity), at: file.location(fetched.fetch.nameNode), entity: entity,
      certainty: Self.certainty)
  }

  static func message(_ entity: String) -> String {
    "'\(entity)' objects are loaded only to be deleted one by one"
  }

  static let certainty = Certainty.inferred("they may never be many")
}
