internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration policies that make the new objects themselves and do not say which old ones they stand for.
struct PolicyWithoutAssociation: SourceRule {
  static let info = RuleInfo(
    id: "policy-without-association", group: .changes, severity: .error,
    summary: "a migration policy makes an object and does not associate it with the old one",
    why:
      "relationships are migrated in a second pass, which looks up the new object of each old one: what is not "
      + "associated is not found, and its relationships are empty after the migration",
    fix:
      "call 'manager.associate(sourceInstance:withDestinationInstance:for:)' for each object that is made, or "
      + "'super.createDestinationInstances' first and change what it made",
    limits:
      "silent where the policy makes the relationships itself, and in projects whose models have none",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class NotePolicy: NSEntityMigrationPolicy {
          override func ↓createDestinationInstances(
            forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            let note = NSEntityDescription.insertNewObject(
              forEntityName: "Note", into: manager.destinationContext)
            note.setValue(source.value(forKey: "title"), forKey: "title")
          }
        }
        ---
        class NotePolicy: NSEntityMigrationPolicy {
          override func ↓createDestinationInstances(
            forSource old: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            guard let entity = NSEntityDescription.entity(
              forEntityName: "Note", in: manager.destinationContext)
            else { return }
            let note = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
            copy(old, to: note)
          }
          private func copy(_ old: NSManagedObject, to note: NSManagedObject) {
            note.setValue(old.value(forKey: "title"), forKey: "title")
          }
        }
        """,
      clean: """
        final class FolderPolicy: NSEntityMigrationPolicy {
          override func createDestinationInstances(
            forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            let folder = NSEntityDescription.insertNewObject(
              forEntityName: "Folder", into: manager.destinationContext)
            let old = (source.value(forKey: "notes") as? Set<NSManagedObject>) ?? []
            let notes = manager.destinationInstances(
              forEntityMappingName: "NoteToNote", sourceInstances: Array(old))
            folder.setValue(NSSet(array: notes), forKey: "notes")
          }
        }
        ---
        final class NotePolicy: NSEntityMigrationPolicy {
          override func createDestinationInstances(
            forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            let note = NSEntityDescription.insertNewObject(
              forEntityName: "Note", into: manager.destinationContext)
            keep(source, note, mapping, manager)
          }
          private func keep(
            _ old: NSManagedObject, _ new: NSManagedObject, _ mapping: NSEntityMapping,
            _ manager: NSMigrationManager
          ) {
            manager.associate(sourceInstance: old, withDestinationInstance: new, for: mapping)
          }
        }
        ---
        final class NotePolicy: NSEntityMigrationPolicy {
          override func createDestinationInstances(
            forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
            let log = NSEntityDescription.insertNewObject(
              forEntityName: "Note", into: manager.destinationContext)
            log.setValue("migrated", forKey: "title")
          }
        }
        ---
        final class EmptyPolicy: NSEntityMigrationPolicy {
          override func createDestinationInstances(
            forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {}
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (BOOL)↓createDestinationInstancesForSourceInstance:(NSManagedObject *)source entityMapping:(NSEntityMapping *)mapping manager:(NSMigrationManager *)manager error:(NSError **)error {
            NSManagedObject *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:manager.destinationContext];
            [note setValue:[source valueForKey:@"title"] forKey:@"title"];
            return YES;
          }
          """,
        clean: """
          - (BOOL)createDestinationInstancesForSourceInstance:(NSManagedObject *)source entityMapping:(NSEntityMapping *)mapping manager:(NSMigrationManager *)manager error:(NSError **)error {
            NSManagedObject *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:manager.destinationContext];
            [manager associateSourceInstance:source withDestinationInstance:note forEntityMapping:mapping];
            return YES;
          }
          """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  private static let message =
    "the object that is made here is not associated with the old one: its relationships are lost"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let function = node.as(FunctionDeclSyntax.self),
      function.name.text == "createDestinationInstances", !file.isTest,
      let type = function.enclosingType?.as(ClassDeclSyntax.self), let body = function.body,
      type.inheritanceClause?.inheritedTypes.first?.type.dottedName == "NSEntityMigrationPolicy",
      body.statements.isHandwritten, body.mentions(Self.makers),
      type.memberBlock.members.count < 64, case let code = Syntax(type.memberBlock),
      !code.mentions(["associate", "createRelationships", "destinationInstances"]),
      !body.hasDescendant(where: { $0.is(SuperExprSyntax.self) }), body.keepsManager,
      !file.ask(.hasManagedRelationships).isEmpty
    else { return }
    report(Self.message, at: file.location(function.name))
  }

  fileprivate static let makers: Set = ["insertNewObject", "insertInto"]
}

extension CodeBlockSyntax {
  /// Whether no function of another type is given the manager, which may associate the objects.
  fileprivate var keepsManager: Bool {
    !hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.functionOfFile == nil else {
        return false
      }
      return call.arguments.contains { $0.expression.trimmedDescription == "manager" }
    }
  }
}

extension PolicyWithoutAssociation: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard
      body.method.selector
        == "createDestinationInstancesForSourceInstance:entityMapping:manager:error:",
      !body.file.isTest, body.method.body.mentions("insertNewObjectForEntityForName"),
      !lint.answer(.hasManagedRelationships).isEmpty,
      !body.file.methods.contains(where: { method in
        method.owner == body.method.owner
          && (method.body.mentions("associateSourceInstance")
            || method.body.mentions("destinationInstancesForEntityMappingNamed")
            || method.selector.hasPrefix("createRelationships"))
      })
    else { return }
    var isLeft = false
    body.method.body.messages { message, _ in
      isLeft =
        isLeft || message.receiver.name == "super"
        || message.receiver.name == "self"
          && message.parts.contains { $0.argument.name == "manager" }
    }
    guard !isLeft else { return }
    report(Self.message, at: body.file.location(body.method.offset))
  }
}
