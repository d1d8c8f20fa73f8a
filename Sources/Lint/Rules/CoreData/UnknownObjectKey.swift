internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds keys of objects that are misspelt names of their properties.
struct UnknownObjectKey: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "unknown-object-key", group: .declarations, severity: .error,
    summary: "an object is asked for a key that is none of its properties",
    why:
      "the compiler does not read the string: 'value(forKey:)' and 'setValue(_:forKey:)' stop the "
      + "app with 'the entity Note is not key value coding-compliant for the key'",
    fix: "write the property's name as the model has it, or '#keyPath(Note.title)', which the "
      + "compiler checks",
    limits: "runs where the model file is among the paths, for objects whose entity is said in the "
      + "same function or by their type; a name unlike all properties only where all is known that the class declares",
    examples: others + [
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
      .flagged(
        CoreDataText.code(
          """
          final class Exporter {
            private var note: CDNote?
            private let columns = ["title", ↓"createdat"]
            func line() -> [Any?] { columns.map { column in note?.value(forKey: column) } }
            func name(of object: NSManagedObject) -> Any? {
              guard object.entity.name == "Folder" else { return nil }
              return object.value(forKey: ↓"nam")
            }
            func text(of object: NSManagedObject) -> Any? {
              switch object.entity.name {
              case "Note": return object.value(forKey: ↓"titel")
              default: return object.value(forKey: "titel")
              }
            }
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          func fill(_ note: CDNote, _ text: String) {
            note.setValuesForKeys(["createdAt": Date(), ↓"titel": text])
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          func fill(_ note: CDNote, _ row: [String: Any], _ table: NSMutableDictionary) {
            note.setValuesForKeys(row)
            note.setValuesForKeys(["title": "", "isShownInWidget": true])
            table.setValuesForKeys(["titel": ""])
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
          func name(of object: NSManagedObject, _ other: NSManagedObject) -> Any? {
            if other.entity.name == "Folder" { return object.value(forKey: "titel") }
            guard object.entity.name != "Folder" else { return nil }
            return object.value(forKey: "nam")
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
    "setValuesForKeys",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      Self.methods.contains(call.name), let receiver = call.receiver,
      let places = call.givenKeys,
      let entity = receiver.likelyEntity(places, file) ?? receiver.objectEntity(in: file)
    else { return }
    let isPath = call.argument("forKeyPath") != nil
    for place in places {
      guard let text = file.constantText(place),
        let fault = CoreDataKeys.fault(in: isPath ? text.keyPath : [text], of: entity, file),
        let near = NameDistance.nearest(
          to: fault.key, in: file.ask(.coreDataKeys(of: fault.entity)))
      else { continue }
      report(
        "'\(fault.entity)' has no property '\(fault.key)'", at: file.location(place),
        entity: fault.entity, property: fault.key, help: "write '\(near)'",
        edits: text == fault.key ? place.textEdit(in: file, to: near) : [])
    }
  }
}

extension FunctionCallExprSyntax {
  /// The keys that an object is asked for; nil where the call gives none.
  fileprivate var givenKeys: [ExprSyntax]? {
    if name == "setValuesForKeys" {
      guard let given = arguments.first?.expression.resolved.as(DictionaryExprSyntax.self),
        case .elements(let elements) = given.content
      else { return nil }
      return elements.map(\.key)
    }
    return (argument("forKey") ?? argument("forKeyPath")).map {
      $0.listedKeys ?? $0.tabledKeys ?? $0.describedKeys ?? [$0]
    }
  }
}

extension ExprSyntax {
  /// The texts of a written list whose element a loop names here: `for key in ["title", "text"]`.
  fileprivate var listedKeys: [ExprSyntax]? {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .element(let list)? = name.nameOrigin,
      let written = list.resolved.as(ArrayExprSyntax.self)
    else {
      guard case .content(let list)? = unwrapped.as(DeclReferenceExprSyntax.self)?.nameOrigin,
        let written = list.resolved.as(ArrayExprSyntax.self)
      else { return nil }
      return written.elements.map(\.expression)
    }
    return written.elements.map(\.expression)
  }

  /// The entity of an object: what code has made, fetched or declared, or has found its name to be.
  func objectEntity(in file: LintFile) -> String? {
    if let name = namedEntity(file) { return name }
    let known = managedEntity
    if let known, !file.ask(.coreDataKeys(of: known)).isEmpty { return known }
    let type = TypeReader(file: file).managed(self)
    return type?.isList == false ? type?.name : known
  }
}

extension ExprSyntax {
  /// The only entity that has all but one of several keys, where nothing else says what the object is.
  fileprivate func likelyEntity(_ keys: [ExprSyntax], _ file: LintFile) -> String? {
    guard keys.count > 2, namedEntity(file) == nil,
      TypeReader(file: file).type(of: self)?.name == "NSManagedObject"
    else { return nil }
    let texts = keys.compactMap { file.constantText($0) }
    guard texts.count == keys.count else { return nil }
    let fitting = file.ask(.coreDataEntities).filter { entity in
      let known = file.ask(.coreDataKeys(of: entity))
      return texts.count { !known.contains($0) } < 2
    }
    return fitting.onlyElement
  }
}
