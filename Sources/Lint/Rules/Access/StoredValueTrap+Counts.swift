internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Code that ends the app where a fetch finds more objects than it expects: they are found again at each launch.
extension StoredValueTrap {
  func checkCount(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.usesStores else { return }
    let (conditions, statements): (ConditionElementListSyntax, CodeBlockItemListSyntax)
    let isGuard: Bool
    if let check = node.as(GuardStmtSyntax.self) {
      (conditions, statements, isGuard) = (check.conditions, check.body.statements, true)
    } else if let check = node.as(IfExprSyntax.self) {
      (conditions, statements, isGuard) = (check.conditions, check.body.statements, false)
    } else if let call = node.as(FunctionCallExprSyntax.self), call.name == "precondition",
      call.receiver == nil, let condition = call.arguments.first?.expression,
      condition.asksForFew(isGuard: true), !node.isThrowaway
    {
      return report(Self.counts, at: file.location(node), help: Self.countHelp)
    } else {
      return
    }
    guard let condition = conditions.onlyElement?.condition.as(ExprSyntax.self),
      condition.asksForFew(isGuard: isGuard),
      let stop = statements.released.lazy.compactMap(\.stop).first, !stop.isThrowaway
    else { return }
    report(Self.counts, at: file.location(stop), help: Self.countHelp)
  }

  private static let counts =
    "the app ends here when the store has more of these objects than expected, and so at each launch from then on"
  private static let countHelp =
    "take the newest of them, and delete the others: two devices, an import or a crash may well add a second one"

  static let counted: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func open(_ context: NSManagedObjectContext) throws -> CDFolder? {
        let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
        let folders = try context.fetch(request)
        guard folders.count <= 1 else {
          print("two folders")
          ↓preconditionFailure("two folders")
        }
        print(folders)
        return folders.isEmpty ? nil : folders.max { ($0.name ?? "") < ($1.name ?? "") }
      }
      ---
      func open(_ context: NSManagedObjectContext) throws -> [CDFolder] {
        let folders = try context.fetch(CDFolder.fetchRequest())
        if folders.count > 1 { ↓fatalError("two folders") }
        return folders
      }
      """,
    clean: """
      func open(_ context: NSManagedObjectContext) throws -> [CDFolder] {
        let folders = try context.fetch(CDFolder.fetchRequest())
        guard folders.count <= 1 else {
          assertionFailure("two folders")
          return Array(folders.prefix(1))
        }
        return folders
      }
      func all(_ names: [String]) -> [String] {
        guard names.count <= 1 else { fatalError("too many names") }
        return names
      }
      """)
}

extension ExprSyntax {
  /// Whether it asks whether a fetch has found one at most: `folders.count <= 1`, of a guard; `folders.count > 1`.
  fileprivate func asksForFew(isGuard: Bool) -> Bool {
    guard let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, let count = terms[0].as(MemberAccessExprSyntax.self),
      count.declName.baseName.text == "count",
      let name = count.base?.unwrapped.as(DeclReferenceExprSyntax.self),
      let number = terms[2].as(IntegerLiteralExprSyntax.self)?.literal.text,
      let sign = terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      isGuard
        ? ["<= 1", "< 2", "== 1"].contains("\(sign) \(number)")
        : ["> 1", ">= 2"].contains("\(sign) \(number)"),
      let value = name.localValue?.withoutCast.call
    else { return false }
    return value.name == "fetch" && !value.arguments.isEmpty
  }
}
