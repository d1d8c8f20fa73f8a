internal import Diagnostics
internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The variable that is handed to a function of the file which deletes it and saves.
  var erased: String? {
    guard let function = functionOfFile, let body = function.body, body.isHandwritten,
      body.statements.contains(where: \.savesAlways)
    else { return nil }
    for (argument, parameter) in zip(arguments, function.signature.parameterClause.parameters) {
      let name = (parameter.secondName ?? parameter.firstName).text
      guard let given = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        body.statements.contains(where: {
          $0.item.as(ExprSyntax.self)?.call?.deletes(name) ?? false
        })
      else { continue }
      return given
    }
    return nil
  }

  fileprivate func deletes(_ name: String) -> Bool {
    self.name == "delete" && isOnContext && arguments.count == 1
      && arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
  }
}

extension CodeBlockItemListSyntax {
  /// Lists all of whose objects were deleted and saved, each with the first place after that which reads
  /// something of one of them.
  var afterDeletionsOfLists: [(name: String, use: Syntax)] {
    var found: [(String, Syntax)] = []
    var deleted: [String: Bool] = [:]
    for item in self {
      if let name = item.emptiedList {
        deleted[name] = false
        continue
      }
      guard !deleted.isEmpty else { continue }
      for (name, isSaved) in deleted.sorted(by: { $0.key < $1.key }) where isSaved {
        if let use = item.read(ofElementsOf: name) {
          found.append((name, use))
          deleted[name] = nil
        } else if item.mentions([name]) {
          deleted[name] = nil
        }
      }
      if item.savesAlways { for name in deleted.keys { deleted[name] = true } }
    }
    return found
  }
}

extension CodeBlockItemSyntax {
  /// `notes` of `for note in notes { context.delete(note) }` and `notes.forEach(context.delete)`.
  fileprivate var emptiedList: String? {
    if let loop = item.as(ForStmtSyntax.self) {
      guard loop.whereClause == nil, let name = loop.pattern.boundNames.first,
        let list = loop.sequence.as(DeclReferenceExprSyntax.self)?.baseName.text,
        loop.body.statements.contains(where: {
          $0.item.as(ExprSyntax.self)?.call?.deletes(name) ?? false
        }),
        !loop.body.statements.contains(where: { $0.item.is(GuardStmtSyntax.self) })
      else { return nil }
      return list
    }
    guard let call = item.as(ExprSyntax.self)?.call, call.name == "forEach",
      let list = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return nil }
    if let closure = call.lastClosure {
      let only = closure.statements.count == 1 ? closure.statements.first : nil
      let name = closure.firstParameter
      return only?.item.as(ExprSyntax.self)?.call?.deletes(name) ?? false ? list : nil
    }
    let method = call.arguments.first?.expression.as(MemberAccessExprSyntax.self)
    let context = method?.base?.lastName?.lowercased() ?? ""
    return method?.declName.baseName.text == "delete" && context.hasSuffix("context") ? list : nil
  }

  /// `notes.first?.title`, `notes[0].title`, `notes.map(\.title)`, `notes.map { $0.title }`.
  fileprivate func read(ofElementsOf name: String) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      guard found == nil, let use = node.as(DeclReferenceExprSyntax.self),
        use.baseName.text == name, use.isValue
      else { return found == nil }
      if use.isReadElementwise { found = Syntax(use) }
      return found == nil
    }
    return found
  }
}

extension DeclReferenceExprSyntax {
  fileprivate var isReadElementwise: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == ExprSyntax(self).id
    {
      if let call = access.parent?.as(FunctionCallExprSyntax.self), access.isCalled {
        guard Loop.complete.contains(call.name) else { return false }
        if let path = call.arguments.first?.expression.as(KeyPathExprSyntax.self) {
          return !path.mentions(["objectID", "persistentModelID", "id"])
        }
        guard let closure = call.lastClosure else { return false }
        return closure.statements.reads(closure.firstParameter)
      }
      guard ["first", "last"].contains(access.declName.baseName.text) else { return false }
      return Syntax(access).unwrapping.parent?.as(MemberAccessExprSyntax.self).map {
        !["objectID", "persistentModelID", "id"].contains($0.declName.baseName.text)
      } ?? false
    }
    guard let element = parent?.as(SubscriptCallExprSyntax.self) else { return false }
    return Syntax(element).unwrapping.parent?.as(MemberAccessExprSyntax.self).map {
      !["objectID", "persistentModelID", "id"].contains($0.declName.baseName.text)
    } ?? false
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a member of the element is read that only its row knows.
  fileprivate func reads(_ name: String) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      else { return false }
      return !["objectID", "persistentModelID", "id", "isDeleted"].contains(
        access.declName.baseName.text)
    }
  }
}

extension CoreDataText {
  /// Objects of Core Data that are read after they are gone.
  static let erased: [RuleExample] = .texts(
    in: code,
    flagged: """
      func remove(_ note: CDNote, _ context: NSManagedObjectContext) throws {
        context.delete(note)
        try context.save()
        print(↓note.title ?? "")
      }
      ---
      final class Trash {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func discard(_ note: CDNote) throws -> String {
          try erase(note)
          return ↓note.title ?? ""
        }
        private func erase(_ object: NSManagedObject) throws {
          context.delete(object)
          try context.save()
        }
      }
      ---
      func empty(_ context: NSManagedObjectContext) throws -> [String] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.fetchLimit = 10
        let notes = try context.fetch(request)
        notes.forEach(context.delete)
        try context.save()
        return ↓notes.compactMap { $0.title }
      }
      """,
    clean: """
      func remove(_ note: CDNote, _ context: NSManagedObjectContext) throws {
        let title = note.title
        context.delete(note)
        try context.save()
        print(title ?? "", note.objectID)
      }
      ---
      func empty(_ context: NSManagedObjectContext) throws -> Int {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.fetchLimit = 10
        let notes = try context.fetch(request)
        let titles = notes.map { $0.title }
        for note in notes { context.delete(note) }
        try context.save()
        print(titles, notes.map(\\.objectID))
        return notes.count
      }
      """)
}
