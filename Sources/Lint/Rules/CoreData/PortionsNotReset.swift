internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds imports that save in portions to spare memory and then keep all that they have saved.
struct PortionsNotReset: SourceRule {
  static let info = RuleInfo(
    id: "portions-not-reset", group: .dataAccess, severity: .note,
    summary: "an import saves in portions, and its context keeps what was saved",
    why:
      "objects that lead to each other stay in memory behind a save: an import of many thousands grows until the "
      + "system ends the app, whatever the portions are",
    fix:
      "call 'reset()' behind each of these saves, and look up again what is used further, or 'refreshAllObjects()'",
    limits:
      "loops that make objects and save under a condition that counts them; functions that reset or refresh the "
      + "context, or drain a pool of their own, are left alone, and so are tests",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func fill(_ titles: [String], _ folder: CDFolder, _ context: NSManagedObjectContext) throws {
          var count = 0
          for title in titles {
            let note = CDNote(context: context)
            note.title = title
            note.folder = folder
            count += 1
            if count % 500 == 0 { try context.↓save() }
          }
          try context.save()
        }
        ---
        func fill(_ titles: [String], _ folder: CDFolder, _ context: NSManagedObjectContext) throws {
          for (place, title) in titles.enumerated() {
            let note = CDNote(context: context)
            note.title = title
            note.folder = folder
            if place > 0 && place % 100 == 0 {
              try context.↓save()
            }
          }
          try context.save()
        }
        ---
        func fill(_ titles: [String], _ folder: CDFolder, _ context: NSManagedObjectContext) throws {
          var waiting = 0
          for title in titles {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(title, forKey: "title")
            note.setValue(folder, forKey: "folder")
            waiting += 1
            if waiting >= 300 {
              waiting = 0
              try context.↓save()
            }
          }
          try context.save()
        }
        """,
      clean: """
        func fill(_ titles: [String], _ context: NSManagedObjectContext) throws {
          for (place, title) in titles.enumerated() {
            CDNote(context: context).title = title
            if place % 100 == 0 {
              try context.save()
              context.reset()
            }
          }
          try context.save()
        }
        ---
        func fill(_ titles: [String], _ context: NSManagedObjectContext) throws {
          for title in titles { CDNote(context: context).title = title }
          try context.save()
        }
        ---
        func fill(_ titles: [String], _ context: NSManagedObjectContext) throws {
          for title in titles {
            CDNote(context: context).title = title
            if context.insertedObjects.count > 200 {
              try context.save()
              context.refreshAllObjects()
            }
          }
          try context.save()
        }
        """))

  static let nodes: [SyntaxKind] = [.ifExpr]

  private static let freeing: Set = [
    "autoreleasepool", "refresh", "refreshAllObjects", "reset", "rollback",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let choice = node.as(IfExprSyntax.self), choice.conditions.counts,
      !file.ask(.usesCoreData).isEmpty, !file.meansSwiftData,
      let save = choice.body.firstOwnSave, let loop = node.enclosing(ForStmtSyntax.self),
      loop.body.position < node.position, loop.body.isHandwritten,
      let function = node.enclosing(FunctionDeclSyntax.self),
      Syntax(function).contains(Syntax(loop)), !function.mentions(Self.freeing),
      !node.isThrowaway
    else { return }
    let types = TypeReader(file: file)
    let makes = loop.body.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      return call.makesManaged
        || types.isManaged(call.name) && call.arguments.contains { $0.expression.isContextValue }
    }
    guard makes else { return }
    report(
      "this saves a portion of what the loop makes, and the context keeps all of it in memory",
      at: file.location(save.nameNode))
  }
}

extension ConditionElementListSyntax {
  /// Whether a number is asked for: `count % 500 == 0`, `waiting >= 300`, `waiting >= most`.
  fileprivate var counts: Bool {
    guard let terms = onlyElement?.condition.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)
    else { return false }
    let isMultiple =
      terms.hasDescendant { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "%" }
      || terms.hasDescendant { node in
        node.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "isMultiple"
      }
    if isMultiple { return true }
    let elements = Array(terms.elements)
    guard elements.count == 3,
      let sign = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      [">", ">=", "=="].contains(sign), let name = elements[0].lastName?.lowercased()
    else { return false }
    let names = ["count", "counter", "index", "number", "pending", "waiting"]
    return names.contains(where: name.contains)
      && (elements[2].is(IntegerLiteralExprSyntax.self) || sign != "==")
      && elements[2].as(IntegerLiteralExprSyntax.self)?.literal.text != "0"
  }
}

extension CodeBlockSyntax {
  /// A save of a context among its statements, perhaps in a `do`.
  fileprivate var firstOwnSave: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      guard found == nil else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.savesManaged { found = call }
      return found == nil && !node.is(FunctionDeclSyntax.self)
    }
    return found
  }
}
