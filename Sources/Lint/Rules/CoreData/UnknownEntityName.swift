internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds entity names in strings that no model has.
struct UnknownEntityName: SourceRule {
  static let info = RuleInfo(
    id: "unknown-entity-name", group: .declarations, severity: .error,
    summary: "a string names an entity that the model does not have, though it has a similar one",
    why: "the compiler does not read the string: the app crashes at the first fetch or insert with "
      + "it: 'NSFetchRequest could not locate an NSEntityDescription'",
    fix: "write the entity's name as the model has it, or use the class: 'Note.fetchRequest()'",
    limits: "runs where the model file is among the paths; a name unlike all of its entities may "
      + "belong to another model and is left alone, as is one in a test",
    examples: CoreDataText.namesElsewhere + [
      .flagged(
        CoreDataText.code(
          "let request = NSFetchRequest<NSManagedObject>(entityName: ↓\"Notes\")")),
      .flagged(
        CoreDataText.code(
          """
          func add(_ context: NSManagedObjectContext) -> NSManagedObject {
            NSEntityDescription.insertNewObject(forEntityName: ↓"note", into: context)
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func clear(_ context: NSManagedObjectContext) throws {
            let request = NSFetchRequest<NSFetchRequestResult>(entityName: ↓"Floder")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          extension CDFolder {
            class func all() -> NSFetchRequest<CDNote> { NSFetchRequest<CDNote>(entityName: ↓"Folder") }
          }
          """)),
      .clean(
        CoreDataText.code("let request = NSFetchRequest<CDNote>(entityName: \"Note\")")),
      .clean(
        CoreDataText.code("let request = NSFetchRequest<NSManagedObject>(entityName: \"Note\")")),
      .clean(
        CoreDataText.code(
          "let request = NSFetchRequest<NSManagedObject>(entityName: \"CachedResponse\")")),
      .clean(
        """
        import CoreData
        let request = NSFetchRequest<NSManagedObject>(entityName: "Notes")
        """),
    ])

  static let nodes = [SyntaxKind.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let argument = call.entityName
    else { return }
    guard let name = file.constantText(argument) else {
      return checkCases(argument, in: file, report: report)
    }
    let known = file.ask(.coreDataEntities)
    if known.contains(name) { return checkClass(of: call, asking: name, argument, file, report) }
    guard let near = Self.nearest(to: name, in: known) else { return }
    report(
      "no model has an entity '\(name)'", at: file.placeOfText(argument) { known.contains($0) },
      entity: name,
      help: "write '\(near)'", edits: argument.textEdit(in: file, to: near))
  }
}

extension UnknownEntityName {
  /// The entity that was probably meant: one of a similar name, or the only one that has the name with what
  /// people put around it, as `NoteEntity` and `CDNote`.
  static func nearest(to name: String, in known: [String]) -> String? {
    if let near = NameDistance.nearest(to: name, in: known) { return near }
    let dressed = known.filter { entity in
      ["Entity", "MO", "Object", "Model", "Item", "Record"].contains { entity == name + $0 }
        || ["CD", "MO", "Managed", "Core"].contains { entity == $0 + name }
    }
    return dressed.count == 1 ? dressed[0] : nil
  }

  static let otherClass = "this request gives "

  /// `NSFetchRequest<Note>(entityName: "Folder")`: the first object that is read as a note ends the app.
  private func checkClass(
    of call: FunctionCallExprSyntax, asking entity: String, _ argument: ExprSyntax,
    _ file: LintFile, _ report: RuleReport
  ) {
    guard
      let written = call.calledExpression.as(GenericSpecializationExprSyntax.self)?
        .genericArgumentClause.arguments.onlyElement?.argument.trimmedDescription.lastPart,
      !file.ask(.isManagedClass(written)).isEmpty,
      let own = file.ask(.managedClass(of: entity)).first, own != written
    else { return }
    // The properties of a class above are all there.
    let (keys, ownKeys) = (
      file.ask(.coreDataKeys(of: written)), file.ask(.coreDataKeys(of: entity))
    )
    guard !ownKeys.isEmpty, !Set(keys).isSubset(of: ownKeys) else { return }
    report(
      Self.otherClass
        + "'\(own)' objects, the class of the entity '\(entity)', where '\(written)' objects are "
        + "expected", at: file.location(argument), entity: entity,
      help: "name the entity of '\(written)', or write 'NSFetchRequest<\(own)>'", severity: .warning
    )
  }

  /// `name.rawValue`, where the name is any case of an enum of entities.
  private func checkCases(_ argument: ExprSyntax, in file: LintFile, report: RuleReport) {
    guard let access = argument.unwrapped.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "rawValue", let base = access.base,
      let type = TypeReader(file: file).type(of: base)?.name
    else { return }
    let known = file.ask(.coreDataEntities)
    for name in file.ask(.constantText("\(type).*.rawValue")) where !known.contains(name) {
      guard let near = Self.nearest(to: name, in: known) else { continue }
      report(
        "no model has an entity '\(name)', which a case of '\(type)' names",
        at: file.place(ofCase: name, in: type) ?? file.location(argument), entity: name,
        help: "write '\(near)'")
    }
  }
}

extension FunctionCallExprSyntax {
  /// The argument that names an entity in a call of Core Data.
  var entityName: ExprSyntax? {
    switch name {
    case "NSFetchRequest", "NSBatchUpdateRequest", "NSBatchInsertRequest":
      argument("entityName")
    case "insertNewObject", "entity":
      receiver?.lastName == "NSEntityDescription" ? argumentForEntityName : nil
    default: nil
    }
  }
}

extension FunctionCallExprSyntax {
  /// The name in `insertNewObject(forEntityName: "Note", into: context)` and in what Swift 2 writes,
  /// `insertNewObjectForEntityForName("Note", inManagedObjectContext: context)`.
  var argumentForEntityName: ExprSyntax? {
    if let name = argument("forEntityName") { return name }
    guard argument("inManagedObjectContext") != nil, let first = arguments.first, first.label == nil
    else { return nil }
    return first.expression
  }
}
