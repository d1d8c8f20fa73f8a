internal import Diagnostics
internal import SwiftSyntax

/// Finds imports that empty the table they have just filled.
struct DeletedAfterImport: SourceRule {
  static let info = RuleInfo(
    id: "deleted-after-import", group: .dataAccess, severity: .warning,
    summary: "all objects of a class are deleted right after objects of it were saved",
    why: "deleting removes rows from the store; it does not free memory, and what the import has "
      + "just written is gone",
    fix: "make a new ModelContext for every few hundred objects to free memory, and delete nothing",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func add(_ titles: [String], _ context: ModelContext) throws {
          for title in titles {
            let note = Note()
            note.title = title
            context.insert(note)
          }
          try context.save()
          try context.↓delete(model: Note.self)
        }
        ---
        func add(_ chunks: [[String]], _ context: ModelContext) throws {
          for chunk in chunks {
            for _ in chunk { context.insert(Note()) }
            try context.save()
            try context.↓delete(model: Note.self, where: #Predicate { _ in true })
          }
        }
        ---
        actor Importer {
          let modelContext: ModelContext
          init(_ container: ModelContainer) { modelContext = ModelContext(container) }
          func add() throws {
            modelContext.insert(Folder())
            try modelContext.save()
            try? modelContext.↓delete(model: Folder.self)
          }
        }
        """,
      clean: """
        func replace(_ titles: [String], _ context: ModelContext) throws {
          try context.delete(model: Note.self)
          for _ in titles { context.insert(Note()) }
          try context.save()
        }
        ---
        func add(_ context: ModelContext) throws {
          context.insert(Note())
          try context.save()
          try context.delete(model: Note.self, where: #Predicate { $0.rank < 0 })
        }
        ---
        func add(_ context: ModelContext) throws {
          context.insert(Note())
          try context.save()
          try context.delete(model: Folder.self)
        }
        """))

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten, !file.isTest,
      file.meansSwiftData
    else { return }
    let statements = items.run()
    guard statements.contains(where: { $0.item.calls.contains(where: \.deletesAll) }) else {
      return
    }
    var made: Set<String> = []
    var isSaved = false
    for statement in statements {
      let item = statement.item
      if isSaved, let call = item.calls.first(where: { $0.deletesAll }),
        let type = call.argument("model")?.metatypeName, made.contains(type)
      {
        report(
          "the '\(type.lastPart)' objects that were just saved are deleted here",
          at: file.location(
            items.contains(Syntax(call)) && call.root.id == items.root.id
              ? call.nameNode : Syntax(statement.origin)), entity: type.lastPart)
      }
      if item.calls.contains(where: \.isSave), !made.isEmpty { isSaved = true }
      guard !isSaved else { continue }
      var inserts = false
      var names: Set<String> = []
      item.forEachDescendant { node in
        if let call = node.as(FunctionCallExprSyntax.self) {
          if call.name == "insert" && call.isOnContext || call.handsEach(to: "insert") {
            inserts = true
          }
          if let made = call.functionForEach?.made { names.insert(made) }
          if let name = call.calledExpression.dottedName, name.first?.isUppercase ?? false {
            names.insert(name)
          }
        }
        return true
      }
      if inserts { made.formUnion(names) }
    }
  }
}

extension FunctionCallExprSyntax {
  /// `context.delete(model: Note.self)`, without a condition or with one that holds always.
  fileprivate var deletesAll: Bool {
    guard name == "delete", isOnContext, argument("model") != nil else { return false }
    guard let filter = argument("where") else { return true }
    guard let macro = filter.as(MacroExpansionExprSyntax.self),
      let closure = macro.trailingClosure
        ?? macro.arguments.first?.expression.as(ClosureExprSyntax.self),
      closure.statements.count == 1,
      case .expr(let value)? = closure.statements.first?.item
    else { return false }
    return value.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
  }
}
