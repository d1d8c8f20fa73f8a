internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are used after the context which they belong to was emptied.
struct ObjectAfterReset: SourceRule {
  static let info = RuleInfo(
    id: "object-after-reset", group: .dataAccess, severity: .error,
    summary: "an object is used after its context was reset",
    why:
      "'reset()' makes the context forget all of its objects: one that code still holds has no context any more, and "
      + "setting a relationship to it, or reading a value that was not loaded, ends the app",
    fix: "fetch the object again after the reset, as with 'object(with:)' and its 'objectID'",
    limits:
      "objects that the same function has got from the same context, itself or by a function of the file",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func fill(_ titles: [String], _ context: NSManagedObjectContext) throws {
          let folder = CDFolder(context: context)
          for (index, title) in titles.enumerated() {
            let note = CDNote(context: context)
            note.title = title
            note.folder = ↓folder
            if index % 100 == 99 {
              try context.save()
              context.reset()
            }
          }
          try context.save()
        }
        ---
        func fill(_ titles: [String], _ context: NSManagedObjectContext) throws {
          let folder = CDFolder(context: context)
          folder.name = "Inbox"
          for title in titles {
            let note = CDNote(context: context)
            note.title = title
            note.folder = ↓folder
            try context.save()
            context.reset()
          }
        }
        ---
        struct Importer {
          let context: NSManagedObjectContext
          func fill(_ titles: [String]) throws {
            let folder = try inbox()
            for (index, title) in titles.enumerated() {
              let note = CDNote(context: context)
              note.title = title
              note.folder = ↓folder
              if index.isMultiple(of: 50) {
                try self.context.save()
                self.context.reset()
              }
            }
          }
          private func inbox() throws -> CDFolder {
            let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
            return try context.fetch(request).first ?? CDFolder(context: context)
          }
        }
        """,
      clean: """
        func fill(_ titles: [String], _ context: NSManagedObjectContext) throws {
          var folder = CDFolder(context: context)
          try context.save()
          let id = folder.objectID
          for (index, title) in titles.enumerated() {
            let note = CDNote(context: context)
            note.title = title
            note.folder = folder
            if index % 100 == 99 {
              try context.save()
              context.reset()
              folder = context.object(with: id) as! CDFolder
            }
          }
          try context.save()
        }
        ---
        func first(_ context: NSManagedObjectContext) throws -> NSManagedObjectID? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchLimit = 1
          guard let note = try context.fetch(request).first else { return nil }
          let title = note.title
          context.reset()
          print(title ?? "")
          return note.objectID
        }
        ---
        func copy(_ main: NSManagedObjectContext, _ worker: NSManagedObjectContext) throws -> String? {
          let note = CDNote(context: main)
          worker.reset()
          return note.title
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.name == "reset",
      call.arguments.isEmpty, let context = call.receiver?.lastName,
      call.receiver?.isContextOfCoreData ?? false
        || TypeReader(file: file).type(of: call.receiver!)?.name == "NSManagedObjectContext",
      let own = call.enclosing(CodeBlockItemListSyntax.self), own.isHandwritten,
      let item = own.first(where: { Syntax($0).contains(node) })
    else { return }
    // Who leaves behind the reset comes to nothing more.
    let behind = own.filter { $0.position > item.position }
    let leaves = behind.contains { item in
      item.item.is(ReturnStmtSyntax.self) || item.item.is(BreakStmtSyntax.self)
        || item.item.is(ThrowStmtSyntax.self)
    }
    let loop = node.enclosing(ForStmtSyntax.self).flatMap { loop in
      loop.body.isHandwritten && loop.enclosingBody?.id == node.enclosingBody?.id ? loop : nil
    }
    let places =
      behind.map { Syntax($0) } + (leaves ? [] : [loop.map { Syntax($0.body) }].compactMap(\.self))
    let types = TypeReader(file: file)
    var said: Set<String> = []
    for place in places {
      place.forEachDescendant { node in
        if node.is(FunctionDeclSyntax.self) { return false }
        guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
          !said.contains(name.baseName.text), let start = name.localStart,
          start.position < (loop.map { Syntax($0) } ?? Syntax(item)).position,
          let value = name.localValue ?? start.as(ExprSyntax.self),
          value.comes(from: context, file),
          let type = types.managed(ExprSyntax(name)), !type.isList,
          ExprSyntax(name).touchesManaged(type), !places.contains(where: { $0.sets(name) })
        else { return true }
        said.insert(name.baseName.text)
        report(
          "'\(name.baseName.text)' is an object of '\(context)', which line \(file.location(call.nameNode).line ?? 0) "
            + "empties"
            + (behind.contains { Syntax($0).contains(node) } ? "" : " in an earlier round"),
          at: file.location(name),
          help: "keep its 'objectID', and get the object again behind the reset")
        return true
      }
    }
  }
}

extension ExprSyntax {
  /// Whether it is made in, or fetched from, a context of that name, perhaps by a function of the file.
  fileprivate func comes(from context: String, _ file: LintFile) -> Bool {
    if mentions([context]) { return true }
    guard let call = call ?? unwrapped.withoutCast.call, let function = call.functionOfFile,
      call.receiver?.isSelfName ?? true
    else { return false }
    return function.body?.mentions([context]) ?? false
  }
}

extension Syntax {
  /// Whether a variable is given another value somewhere in it.
  fileprivate func sets(_ name: DeclReferenceExprSyntax) -> Bool {
    hasDescendant { node in
      guard let terms = node.as(ExprListSyntax.self),
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      return terms.first?.as(DeclReferenceExprSyntax.self)?.baseName.text == name.baseName.text
    }
  }
}
