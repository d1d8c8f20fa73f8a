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
        emptied = item.emptyingCall
        continue
      }
      inserts = inserts ?? item.madeClasses.first(where: entities.contains)
      // A save in the statement that inserts may be one for each part.
      if let entity = inserts, item.savesManaged {
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
      """,
    clean: """
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
      if !entities.isEmpty, item.savesManaged { isSaved = true }
    }
    return isSaved ? (call, entities) : nil
  }

  fileprivate var savesManaged: Bool {
    hasDescendant { $0.as(FunctionCallExprSyntax.self)?.savesManaged ?? false }
  }

  /// The classes of which the statement makes objects.
  fileprivate var madeClasses: [String] {
    var found: [String] = []
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.makesManaged,
        let type = ExprSyntax(call).madeClass
      {
        found.append(type)
      }
      return true
    }
    return found
  }
}
