internal import Diagnostics
internal import StoreModel

/// Finds unique constraints of Core Data whose conflicts nothing resolves.
struct UniqueWithoutPolicy: ModelRule {
  static let info = RuleInfo(
    id: "unique-without-policy", group: .declarations, severity: .warning,
    summary: "no context has a merge policy, and an entity has a unique constraint",
    why:
      "a context without a policy fails to save when an object with the same values is there already, and "
      + "with it everything else that was to be saved",
    fix:
      "set 'mergePolicy' of each context that saves, as to 'NSMergePolicy.mergeByPropertyObjectTrump', "
      + "where it is made",
    limits:
      "runs where code beside the model saves contexts; code that names a merge policy or the error of a "
      + "constraint anywhere is left alone",
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
    ])

  private static func project(_ code: String, mark: String = "↓") -> String {
    """
    // file: People.swift
    import CoreData
    \(code)
    // file: People.xcdatamodeld/People.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
      \(mark)<entity name="Person">
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
    guard model.source == .xcodeModel, code.saves, !code.resolvesConflicts,
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
}
