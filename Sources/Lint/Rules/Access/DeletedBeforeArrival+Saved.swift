internal import Diagnostics
internal import SwiftSyntax

/// Imports into Core Data that delete and save first, insert afterwards, and save a second time: when that
/// fails, both the old and the new objects are gone.
extension DeletedBeforeArrival {
  /// `try store.deleteAll(); for row in rows { Note(context: context).title = row }; try context.save()`
  func checkSaved(_ items: CodeBlockItemListSyntax, in file: LintFile, _ report: RuleReport) {
    var emptied: (call: FunctionCallExprSyntax, entities: Set<String>)?
    var inserts: String?
    for item in items {
      guard let (call, entities) = emptied else {
        emptied = item.emptyingCall ?? item.emptyingBatch(file)
        continue
      }
      inserts = inserts ?? item.madeClasses(2).first(where: entities.contains)
      // A save in the statement that inserts may be one for each part.
      if let entity = inserts, item.savesManaged(2) {
        guard !call.isContextMethod else {
          report(
            "all '\(entity)' objects are deleted here, before what replaces them is saved: when that fails "
              + "below, they are gone", at: file.location(call.nameNode), entity: entity,
            help: "have the new objects first; then delete, insert and save in one context")
          return
        }
        report(
          "'\(call.name)' deletes all '\(entity)' objects and saves that, before what replaces them is "
            + "saved: when the save below fails, they are gone", at: file.location(call.nameNode),
          entity: entity, help: "delete, insert and then save once, and roll back when that fails")
        return
      }
    }
  }

  static let saved: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      final class Archive {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func deleteAll() throws {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          for note in try context.fetch(request) { context.delete(note) }
          try context.save()
        }
        func restore(_ titles: [String]) throws {
          try ↓deleteAll()
          for title in titles { CDNote(context: context).title = title }
          try context.save()
        }
      }
      ---
      final class Feed {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func refresh(_ url: URL) throws {
          let all = NSFetchRequest<NSFetchRequestResult>(entityName: "Note")
          try context.↓execute(NSBatchDeleteRequest(fetchRequest: all))
          context.reset()
          URLSession.shared.dataTask(with: url) { data, _, _ in
            guard let data else { return }
            self.context.perform { self.keep(String(decoding: data, as: UTF8.self)) }
          }.resume()
        }
        private func keep(_ title: String) {
          CDNote(context: context).title = title
          do { try context.save() } catch { print(error) }
        }
      }
      """,
    clean: """
      final class Feed {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func clear(before date: Date) throws {
          let old = NSFetchRequest<NSFetchRequestResult>(entityName: "Note")
          old.predicate = NSPredicate(format: "createdAt < %@", date as NSDate)
          try context.execute(NSBatchDeleteRequest(fetchRequest: old))
          context.reset()
          CDNote(context: context).title = "Welcome"
          try context.save()
        }
      }
      ---
      final class Archive {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func deleteAll() throws {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          for folder in try context.fetch(request) { context.delete(folder) }
        }
        func restore(_ names: [String]) throws {
          try deleteAll()
          for name in names { CDFolder(context: context).name = name }
          try context.save()
        }
      }
      ---
      final class Archive {
        let context: NSManagedObjectContext
        init(_ context: NSManagedObjectContext) { self.context = context }
        func deleteAll() throws {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          for folder in try context.fetch(request) { context.delete(folder) }
          try context.save()
        }
        func tidy(_ title: String) throws {
          try deleteAll()
          CDNote(context: context).title = title
          try context.save()
        }
      }
      """)
}

extension CodeBlockItemSyntax {
  /// A call of a function that deletes all objects of some classes and saves that.
  fileprivate var emptyingCall: (call: FunctionCallExprSyntax, entities: Set<String>)? {
    guard let call = item.onlyExpression?.unwrapped.call,
      !call.isContextMethod || !call.isOnContext,
      call.name.first?.isLowercase ?? false, call.trailingClosure == nil,
      let body = call.calledFunction?.body, body.isHandwritten
    else { return nil }
    var entities: Set<String> = []
    var isSaved = false
    for item in body.statements {
      item.forEachDescendant { node in
        if let list = DeletedOneByOne.deletedList(node), let fetched = FetchedObjects(list),
          fetched.isWhole, let entity = fetched.entity
        {
          entities.insert(entity)
          isSaved = false
        }
        return true
      }
      if !entities.isEmpty, item.savesManaged(0) { isSaved = true }
    }
    return isSaved ? (call, entities) : nil
  }

  /// `try context.execute(NSBatchDeleteRequest(fetchRequest: all))`, which is done at once.
  fileprivate func emptyingBatch(
    _ file: LintFile
  ) -> (call: FunctionCallExprSyntax, entities: Set<String>)? {
    guard let call = allCalls.first(where: { $0.name == "execute" && $0.receiver != nil }),
      call.enclosing(ClosureExprSyntax.self).map({ !contains($0) }) ?? true,
      let batch = call.arguments.first?.expression.resolved.call,
      batch.name == "NSBatchDeleteRequest",
      let request = batch.argument("fetchRequest")?.withoutCast
    else { return nil }
    let source = DescriptorSource(request)
    guard let made = source.made, source.assigned("predicate").isEmpty,
      let entity = source.describedEntity ?? ExprSyntax(made).requestedEntity
    else { return nil }
    return (call, Set([entity] + file.ask(.managedClass(of: entity))))
  }

  private var allCalls: [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) { found.append(call) }
      return true
    }
    return found
  }

  private func contains(_ closure: ClosureExprSyntax) -> Bool {
    Syntax(self).contains(Syntax(closure))
  }

  fileprivate func savesManaged(_ steps: Int) -> Bool {
    allCalls.contains { call in
      call.savesManaged
        || steps > 0
          && call.ownBody?.contains(where: { $0.savesManaged(steps - 1) }) ?? false
    }
  }

  /// The classes of which the statement makes objects, itself or by functions of the file.
  fileprivate func madeClasses(_ steps: Int) -> [String] {
    allCalls.flatMap { call -> [String] in
      if call.makesManaged, let type = ExprSyntax(call).madeClass { return [type] }
      return steps > 0 ? call.ownBody?.flatMap { $0.madeClasses(steps - 1) } ?? [] : []
    }
  }
}

extension FunctionCallExprSyntax {
  /// The statements of a function of the same object that is called.
  fileprivate var ownBody: CodeBlockItemListSyntax? {
    guard receiver?.isSelfName ?? true, !(isContextMethod && isOnContext),
      let body = functionOfFile?.body, body.isHandwritten
    else { return nil }
    return body.statements
  }
}
