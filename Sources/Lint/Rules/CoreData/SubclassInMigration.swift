internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration policies that cast objects to the classes of the app, which a migration does not use.
struct SubclassInMigration: SourceRule {
  static let info = RuleInfo(
    id: "subclass-in-migration", group: .changes, severity: .error,
    summary: "a migration policy casts an object to a class of the app",
    why:
      "a migration works with models whose objects are all plain 'NSManagedObject', since the classes of the app fit one "
      + "version only: 'as?' gives nil, and with 'as!' the app ends",
    fix: "read and set with 'value(forKey:)' and 'setValue(_:forKey:)'",
    limits: "classes that inherit 'NSEntityMigrationPolicy' directly",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class NotePolicy: NSEntityMigrationPolicy {
          override func createDestinationInstances(
            forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
            guard let note = source ↓as? CDNote else { return }
            let new = manager.destinationInstances(
              forEntityMappingName: mapping.name, sourceInstances: [source]).first ↓as! CDNote
            new.title = note.title
          }
        }
        ---
        class FolderPolicy: NSEntityMigrationPolicy {
          override func createRelationships(
            forDestination destination: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            fill(destination)
          }
          private func fill(_ object: NSManagedObject) {
            if let folder = object ↓as? CDFolder { folder.name = "" }
          }
        }
        ---
        class NotePolicy: NSEntityMigrationPolicy {
          override func createDestinationInstances(
            forSource old: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            let new = NSEntityDescription.insertNewObject(
              forEntityName: "Note", into: manager.destinationContext) ↓as! CDNote
            new.title = old.value(forKey: "title") as? String
            manager.associate(sourceInstance: old, withDestinationInstance: new, for: mapping)
          }
        }
        """,
      clean: """
        final class NotePolicy: NSEntityMigrationPolicy {
          override func createDestinationInstances(
            forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
            let new = manager.destinationInstances(
              forEntityMappingName: mapping.name, sourceInstances: [source]).first
            new?.setValue(source.value(forKey: "title") as? String ?? "", forKey: "title")
            let folder = source.value(forKey: "folder") as? NSManagedObject
            new?.setValue(folder?.value(forKey: "name") as? String, forKey: "title")
          }
        }
        ---
        final class FolderPolicy: NSEntityMigrationPolicy {
          override func createRelationships(
            forDestination folder: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            try super.createRelationships(forDestination: folder, in: mapping, manager: manager)
            let notes = folder.value(forKey: "notes") as? Set<NSManagedObject> ?? []
            for note in notes { note.setValue(folder.value(forKey: "name"), forKey: "title") }
          }
        }
        ---
        func insert(_ context: NSManagedObjectContext) {
          let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context) as! CDNote
          note.title = ""
        }
        """))

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.imports.contains("CoreData"), !file.isTest,
      let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }), node.isInPolicy
    else { return }
    let types = TypeReader(file: file)
    for (index, term) in terms.enumerated().dropFirst().dropLast() {
      guard let cast = term.as(UnresolvedAsExprSyntax.self),
        let mark = cast.questionOrExclamationMark,
        let type = terms[index + 1].as(TypeExprSyntax.self)?.type.namedClass,
        types.isManaged(type)
      else { continue }
      report(
        "a migration gives 'NSManagedObject' and never '\(type)': "
          + (mark.text == "!" ? "the app ends here" : "this is always nil"),
        at: file.location(cast.asKeyword))
    }
  }
}

extension Syntax {
  /// Whether code stands in a migration policy.
  fileprivate var isInPolicy: Bool {
    enclosingType?.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type
      .dottedName?.lastPart == "NSEntityMigrationPolicy"
  }
}

extension TypeSyntax {
  /// `Note` of `Note`, `[Note]` and `Set<Note>`.
  fileprivate var namedClass: String? {
    if let list = self.as(ArrayTypeSyntax.self) { return list.element.dottedName?.lastPart }
    if let type = self.as(IdentifierTypeSyntax.self), type.name.text == "Set" {
      return type.genericArgumentClause?.onlyName?.lastPart
    }
    return dottedName?.lastPart
  }
}
