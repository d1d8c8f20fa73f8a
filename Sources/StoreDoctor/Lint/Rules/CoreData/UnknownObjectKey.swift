internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds keys of objects that are misspelt names of their properties.
struct UnknownObjectKey: SourceRule {
  static let info = RuleInfo(
    id: "unknown-object-key", group: .declarations, severity: .error,
    summary: "an object is asked for a key that is close to one of its properties, but is none",
    why:
      "the compiler does not read the string: 'value(forKey:)' and 'setValue(_:forKey:)' stop the "
      + "app with 'the entity Note is not key value coding-compliant for the key'",
    fix: "write the property's name as the model has it, or '#keyPath(Note.title)', which the "
      + "compiler checks",
    limits: "runs where the model file is among the paths, for objects whose entity is said in the "
      + "same function; a name unlike all properties may be one that the class declares itself",
    examples: [
      .flagged(
        CoreDataText.code(
          """
          func add(_ context: NSManagedObjectContext) {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue("First", forKey: ↓"titel")
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func titles(_ context: NSManagedObjectContext) throws -> [String] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            var titles: [String] = []
            for note in try context.fetch(request) {
              titles.append(note.value(forKey: ↓"Title") as? String ?? "")
            }
            return titles
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func name(of note: CDNote) -> String? {
            note.value(forKeyPath: ↓"folder.nmae") as? String
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func touch(_ context: NSManagedObjectContext) {
            let entity = NSEntityDescription.entity(forEntityName: "Note", in: context)!
            let note = NSManagedObject(entity: entity, insertInto: context)
            note.setPrimitiveValue(Date(), forKey: ↓"createdat")
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func title(of note: Any?) -> Any? {
            guard let note = note as? NSObject else { return nil }
            return note.value(forKey: "titel")
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func add(_ context: NSManagedObjectContext) {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue("First", forKey: "title")
            note.setValue(true, forKey: "isShownInWidget")
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func total(_ context: NSManagedObjectContext) throws -> Any? {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
            request.fetchLimit = 1
            return try context.fetch(request).first?.value(forKeyPath: "notes.@count")
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func read(_ settings: NSDictionary) -> Any? { settings.value(forKey: "titel") }
          """)),
    ])

  static let nodes = [SyntaxKind.functionCallExpr]

  private static let methods: Set = [
    "value", "setValue", "primitiveValue", "setPrimitiveValue", "willAccessValue", "didAccessValue",
    "willChangeValue", "didChangeValue", "mutableSetValue", "mutableOrderedSetValue",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      Self.methods.contains(call.name), let receiver = call.receiver,
      let argument = call.argument("forKey") ?? call.argument("forKeyPath"),
      let text = file.constantText(argument), let entity = receiver.managedEntity
    else { return }
    let path =
      call.argument("forKey") == nil ? text.split(separator: ".").map(String.init) : [text]
    guard let fault = CoreDataKeys.fault(in: path, of: entity, file),
      let near = NameDistance.nearest(
        to: fault.key, in: file.ask(.coreDataKeys(of: fault.entity)))
    else { return }
    report(
      "'\(fault.entity)' has no property '\(fault.key)'", at: file.location(argument),
      entity: fault.entity, property: fault.key, help: "write '\(near)'",
      edits: text == fault.key ? argument.textEdit(in: file, to: near) : [])
  }
}
