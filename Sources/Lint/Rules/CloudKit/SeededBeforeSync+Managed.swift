internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Objects of Core Data that are made because there are none of their class.
struct SeededObject: Sendable, Codable {
  var name: String
  var location: Location
}

/// The same of stores that Core Data mirrors, which only the code of all files tells.
extension SeededBeforeSync {
  func check(_ lint: LintContext, report: RuleReport) {
    for seed in lint.coreData.code.seeds {
      let isMirrored = lint.modelIndex.usableEntities(seed.name).contains { model, entity in
        MirroredModel(model, in: lint)?.holds(entity.name) ?? false
      }
      guard isMirrored else { continue }
      report(
        "each device adds '\(seed.name)' objects of its own here, as long as iCloud has not brought those that there "
          + "are", at: seed.location, entity: seed.name)
    }
  }

  static let managed: [RuleExample] = [RuleExample].texts(
    in: { text in
      CoreDataText.code(
        """
        \(text)
        func open() -> NSPersistentContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          container.persistentStoreDescriptions.first?.cloudKitContainerOptions =
            NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.notes")
          return container
        }
        """)
    },
    flagged: """
      func prepare(_ context: NSManagedObjectContext) throws {
        let count = try context.count(for: CDFolder.fetchRequest())
        if count == 0 { ↓CDFolder(context: context).name = "Inbox" }
      }
      ---
      func prepare(_ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<CDFolder>(entityName: "Folder")
        let folders = try context.fetch(request)
        guard folders.isEmpty else { return }
        for name in ["Inbox", "Archive"] {
          let folder = ↓CDFolder(context: context)
          folder.name = name
        }
      }
      """,
    clean: """
      func prepare(_ context: NSManagedObjectContext) throws {
        let count = try context.count(for: CDFolder.fetchRequest())
        if count == 0 { CDFolder(context: context).name = "Inbox" }
      }
      func removeDuplicates(_ context: NSManagedObjectContext) {}
      ---
      func add(_ names: [String], _ context: NSManagedObjectContext) {
        if names.isEmpty { CDFolder(context: context).name = "Inbox" }
      }
      """)
}

extension FunctionCallExprSyntax {
  /// The object of Core Data that is made here because a fetch of all of its class has found none.
  func seededObject(in file: LintFile) -> SeededObject? {
    guard makesManaged, name.first?.isUppercase ?? false, !file.isTest, !isForOthersThanTheApp,
      !file.source.bytes.has("uplicate"), let body = enclosingBody, body.isHandwritten,
      let fetch = fetchFoundEmpty(in: body), fetch.asksForAll(of: name, file),
      !body.hasDescendant(where: { other in
        guard other.position < position, let other = other.as(FunctionCallExprSyntax.self) else {
          return false
        }
        return other.name == name && other.makesManaged
      })
    else { return nil }
    return SeededObject(name: name, location: file.location(nameNode))
  }

  private func asksForAll(of name: String, _ file: LintFile) -> Bool {
    if let found = FetchedObjects(ExprSyntax(self)) {
      return found.isWhole && file.ask(.managedClass(of: found.entity ?? "")).first == name
    }
    guard isCount, let request = arguments.first?.expression else { return false }
    let source = DescriptorSource(request)
    guard let made = source.made, let entity = ExprSyntax(made).requestedEntity else {
      return false
    }
    return source.assigned("predicate").isEmpty
      && (entity == name || file.ask(.managedClass(of: entity)).first == name)
  }
}
