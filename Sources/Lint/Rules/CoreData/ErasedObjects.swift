internal import Diagnostics
internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The variable that is handed to a function of the file which deletes it and saves.
  var erased: String? {
    guard arguments.contains(where: { $0.expression.is(DeclReferenceExprSyntax.self) }),
      let function = calledFunction, let body = function.body, body.isHandwritten,
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

  /// Whether it deletes the object of that name.
  func deletes(_ name: String) -> Bool {
    self.name == "delete" && isOnContext && arguments.count == 1
      && arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
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
