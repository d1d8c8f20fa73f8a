internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds keys in the predicates and sort descriptors of fetches that the entity does not have.
struct UnknownKey: SourceRule {
  static let info = RuleInfo(
    id: "unknown-key", group: .declarations, severity: .error,
    summary:
      "a predicate or sort descriptor names a property that the fetched entity does not have",
    why: "the compiler does not read the string: the fetch stops the app with 'keypath … not found "
      + "in entity'; what only the class computes is none of the entity's properties either",
    fix: "write the property's name as the model has it, or '#keyPath(Note.title)', which the "
      + "compiler checks",
    limits: "runs where the model file is among the paths, for what a fetch is given directly; "
      + "formats with SUBQUERY, FUNCTION or interpolation are not read",
    examples: [
      .flagged(
        CoreDataText.code(
          """
          func find(_ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(format: ↓"titel CONTAINS[cd] %@", text)
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: ↓"created", ascending: false)]
            return try context.fetch(request)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func find(_ context: NSManagedObjectContext) throws -> [CDNote] {
            let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
            request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
              NSPredicate(format: "title != nil"), NSPredicate(format: ↓"folder.title == 'Work'"),
            ])
            return try context.fetch(request)
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func find(_ text: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
            let request = NSFetchRequest<CDNote>(entityName: "Note")
            request.predicate = NSPredicate(
              format: "title BEGINSWITH[cd] %@ AND folder.name == 'size of all' AND SELF != nil", text)
            request.sortDescriptors = [NSSortDescriptor(key: "folder.notes.@count", ascending: true)]
            return try context.fetch(request)
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func find(_ people: NSArray) -> [Any] {
            people.filtered(using: NSPredicate(format: "surname == 'Smith'"))
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func find(_ request: NSFetchRequest<CDNote>) {
            request.predicate = NSPredicate(format: "%K == %@ OR ANY folder.notes.title IN %@", "a", "b")
          }
          """)),
    ])

  static let nodes = [SyntaxKind.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let (argument, paths) = Self.keyPaths(of: call),
      let entity = call.fetchedEntity, !file.ask(.coreDataKeys(of: entity)).isEmpty
    else { return }
    for path in paths {
      guard let fault = Self.fault(in: path, of: entity, file) else { continue }
      let near = NameDistance.nearest(
        to: fault.key, in: file.ask(.coreDataKeys(of: fault.entity)))
      report(
        "'\(fault.entity)' has no property '\(fault.key)'", at: file.location(argument),
        entity: fault.entity, property: fault.key, help: near.map { "write '\($0)'" })
    }
  }

  /// The argument of a predicate or sort descriptor with the key paths written in it.
  private static func keyPaths(
    of call: FunctionCallExprSyntax
  ) -> (ExprSyntax, [[String]])? {
    switch call.name {
    case "NSSortDescriptor":
      guard let argument = call.argument("key"), let text = argument.literalText else { return nil }
      return (argument, [text.split(separator: ".").map(String.init)])
    case "NSPredicate":
      guard let argument = call.argument("format"), let text = argument.literalText else {
        return nil
      }
      return (argument, PredicateFormat.keyPaths(in: text))
    default: return nil
    }
  }

  /// The first part of a key path that is no property.
  private static func fault(
    in path: [String], of entity: String, _ file: LintFile
  ) -> (entity: String, key: String)? {
    var entity = entity
    for key in path {
      if key.hasPrefix("@") || key == "objectID" { return nil }
      if key.lowercased() == "self" { continue }
      let keys = file.ask(.coreDataKeys(of: entity))
      // An entity that is not known has no keys.
      guard !keys.isEmpty else { return nil }
      guard keys.contains(key) else { return (entity, key) }
      guard let next = file.ask(.coreDataDestination(key, of: entity)).first else { return nil }
      entity = next
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// The entity or class of the fetch that a predicate or sort descriptor is given to directly; nil
  /// when it is given to something else.
  fileprivate var fetchedEntity: String? {
    var node = Syntax(self)
    for _ in 0..<32 {
      guard let next = node.parent else { return nil }
      if let call = next.as(FunctionCallExprSyntax.self) {
        guard call.name == "NSCompoundPredicate" else { return nil }
      } else if let list = next.as(ExprListSyntax.self) {
        // `request.predicate = …`
        guard list.count == 3, let target = list.first?.as(MemberAccessExprSyntax.self),
          ["predicate", "sortDescriptors"].contains(target.declName.baseName.text),
          list.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
        else { return nil }
        return target.base?.as(DeclReferenceExprSyntax.self)?.localValue?.requestedEntity
      } else if next.is(CodeBlockItemSyntax.self) || next.is(ClosureExprSyntax.self)
        || next.is(MemberBlockItemSyntax.self)
      {
        return nil
      }
      node = next
    }
    return nil
  }
}
