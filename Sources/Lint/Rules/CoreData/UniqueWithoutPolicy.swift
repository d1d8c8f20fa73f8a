internal import Diagnostics
internal import StoreModel

/// Finds unique constraints of Core Data whose conflicts nothing resolves.
struct UniqueWithoutPolicy: ModelRule {
  static let info = RuleInfo(
    id: "unique-without-policy", group: .declarations, severity: .warning,
    summary: "a context without a merge policy saves objects of an entity with a unique constraint",
    why:
      "a context without a policy fails to save when an object with the same values is there already, and "
      + "with it everything else that was to be saved",
    fix:
      "set 'mergePolicy' of each context that saves, as to 'NSMergePolicy.mergeByPropertyObjectTrump', "
      + "where it is made",
    limits:
      "runs where code beside the model saves contexts; where code names a merge policy or the error of a "
      + "constraint, only background contexts that a container makes and a type fills without looking for objects",
    examples: [
      .flagged(
        project("func keep(_ context: NSManagedObjectContext) throws { try context.save() }")),
      .flagged(
        project(
          """
          func add(_ context: NSManagedObjectContext) {
            let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
            person.setValue("a", forKey: "email")
            do { try context.save() } catch { context.rollback() }
          }
          """)),
      .flagged(
        project(
          """
          func pull(_ container: NSPersistentContainer) {
            container.performBackgroundTask { context in
              do { try context.save() } catch { context.rollback() }
            }
          }
          """)),
      .flagged(
        project(
          pulled(
            """
            for email in emails {
              let person = ↓Person(context: context)
              person.email = email
            }
            """), mark: "")),
      .clean(
        project(
          pulled(
            """
            let request = NSFetchRequest<Person>(entityName: "Person")
            request.predicate = NSPredicate(format: "email IN %@", emails)
            let known = Set(try context.fetch(request).map(\\.email))
            for email in emails where !known.contains(email) {
              let person = Person(context: context)
              person.email = email
            }
            """), mark: "")),
      .clean(
        project(
          pulled(
            """
            let person = Person(context: context)
            person.email = UUID().uuidString
            """), mark: "")),
      .clean(
        project(
          """
          func keep(_ context: NSManagedObjectContext) throws {
            context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
            try context.save()
          }
          """, mark: "")),
      .clean(
        project(
          """
          func keep(_ context: NSManagedObjectContext) throws {
            do { try context.save() } catch let error as NSError {
              guard error.code == NSManagedObjectConstraintMergeError else { throw error }
              context.rollback()
            }
          }
          """, mark: "")),
      .clean(
        project(
          "func count(_ context: NSManagedObjectContext) -> Int { context.insertedObjects.count }",
          mark: "")),
      .clean(
        project(
          "func keep(_ context: ModelContext) throws { try context.save() }", mark: "",
          importing: "SwiftData")),
    ])

  /// Code that gives its main context a policy, and does some work in a background one.
  private static func pulled(_ work: String) -> String {
    """
    final class Stack {
      func prepare(_ context: NSManagedObjectContext) {
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
      }
    }
    final class Puller {
      let container: NSPersistentContainer
      init(_ container: NSPersistentContainer) { self.container = container }
      func pull(_ emails: [String]) async throws {
        try await container.performBackgroundTask { context in
          \(work)
          try context.save()
        }
      }
    }
    """
  }

  private static func project(
    _ code: String, mark: String = "↓", importing module: String = "CoreData"
  ) -> String {
    """
    // file: People.swift
    import \(module)
    \(code)
    // file: People.xcdatamodeld/People.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
      \(mark)<entity name="Person" representedClassName="Person">
        <attribute name="email" attributeType="String" defaultValueString=""/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="email"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
    </model>
    """
  }

  /// Words of code that resolves conflicts itself.
  static let words: Set = [
    "NSConstraintConflict", "NSManagedObjectConstraintMergeError", "managedObjectConstraintMerge",
    "mergePolicy", "setMergePolicy",
  ]

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    guard model.source == .xcodeModel else { return }
    checkInserts(model, code, report)
    guard code.saves, !code.resolvesConflicts,
      !Self.words.contains(where: lint.isWordElsewhere)
    else { return }
    let unique = model.entities.filter { !$0.uniquenessConstraints.isEmpty }
    // How conflicts are resolved is one decision for all of them.
    guard let entity = unique.first, let constraint = entity.uniquenessConstraints.first else {
      return
    }
    let names = constraint.map { "'\($0)'" }.joined(separator: " and ")
    let others = unique.count == 1 ? "" : "; so it is with \(unique.count - 1) more"
    report(
      "a second '\(entity.name)' with the same \(names) makes the save fail, as no context has a merge "
        + "policy\(others)", at: entity.location, entity: entity.name,
      certainty: .inferred("the code may look for the first one each time"))
  }

  /// Contexts that the code makes beside those with a policy, and into which it inserts without looking.
  private func checkInserts(_ model: DataModel, _ code: CoreDataCode, _ report: RuleReport) {
    let makers = [".newBackgroundContext", ".performBackgroundTask"]
    // A container of the app's own may set the policy where it makes the contexts.
    guard code.resolvesConflicts,
      !code.members.contains(where: { member in makers.contains(where: member.hasSuffix) })
    else { return }
    var said: Set<String> = []
    for insert in code.plainInserts {
      guard
        let entity = model.entities.first(where: { $0.managedClass ?? $0.name == insert.type }),
        let constraint = entity.uniquenessConstraints.first(where: {
          insert.given.isSuperset(of: $0)
        }), said.insert("\(insert.location.path) \(insert.context)").inserted
      else { continue }
      let names = constraint.map { "'\($0)'" }.joined(separator: " and ")
      report(
        "'\(insert.context)' has no merge policy, and a '\(entity.name)' with a known \(names) makes its save "
          + "fail, and with it all that is saved there",
        at: insert.location, entity: entity.name,
        help:
          "set 'mergePolicy' of '\(insert.context)' where it is made, or look for the objects first"
      )
    }
  }
}
