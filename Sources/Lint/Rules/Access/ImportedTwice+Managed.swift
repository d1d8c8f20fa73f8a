internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Imports that add objects of Core Data's.
extension ImportedTwice {
  /// `for record in records { let walk = Walk(context: context); walk.id = record.id }`
  func checkManaged(_ node: Syntax, in file: LintFile, _ report: RuleReport) {
    guard !file.isTest, let function = node.as(FunctionDeclSyntax.self),
      let body = function.body, body.isHandwritten, !function.name.text.isOfGivenData,
      !body.mentions(["Bundle", "NSBatchInsertRequest"])
    else { return }
    let types = TypeReader(file: file)
    var found: (call: FunctionCallExprSyntax, entity: String, id: String, isGiven: Bool)?
    body.forEachDescendant { node in
      guard found == nil, let loop = node.as(ForStmtSyntax.self), loop.addsEach,
        let element = loop.pattern.boundNames.onlyElement,
        let (_, source) = loop.decodedRecord(file, types), !body.asksOrDeletes(beside: source)
      else { return found == nil }
      for item in loop.body.statements where found == nil {
        guard let made = item.madeObject, let entity = ExprSyntax(made.call).madeClass,
          let key = loop.body.statements.keyTaken(from: element, for: made.name),
          file.ask(.coreDataKeys(of: entity)).contains(key),
          file.ask(.isUnique(key, of: entity)).isEmpty
        else { continue }
        found = (made.call, entity, key, source != "decode")
      }
      return found == nil
    }
    guard let found, !file.tree.prepares(function.name.text) else { return }
    report(
      "'\(function.name.text)' adds a '\(found.entity)' for every record, also where one with its '\(found.id)' is "
        + "there already", at: file.location(found.call.nameNode), entity: found.entity,
      property: found.id,
      help:
        "fetch those with 'IN' these ids first and change them, or make the attribute unique (not with CloudKit) and "
        + "give the context a merge policy",
      certainty: found.isGiven
        ? .inferred("those who call it may have looked for them") : .certain)
  }
}

extension ImportedTwice {
  static let managed: [RuleExample] = .texts(
    in: { text in
      CoreDataText.code(
        """
        struct NoteRecord: Decodable {
          var id: UUID
          var name: String
        }
        """ + "\n" + text
      ).replacing(
        "<attribute name=\"title\"",
        with:
          "<attribute name=\"code\" optional=\"YES\" attributeType=\"UUID\"/><attribute name=\"title\""
      )
    },
    flagged: """
      final class NoteImporter {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func store(_ records: [NoteRecord]) async throws {
          try await container.performBackgroundTask { context in
            for record in records {
              let note = ↓CDNote(context: context)
              note.code = record.id
              note.title = record.name
            }
            try context.save()
          }
        }
      }
      ---
      func load(_ data: Data, _ context: NSManagedObjectContext) throws {
        let records = try JSONDecoder().decode([NoteRecord].self, from: data)
        for record in records {
          let note = NSEntityDescription.↓insertNewObject(forEntityName: "Note", into: context) as! CDNote
          note.code = record.id
          note.title = record.name
        }
        try context.save()
      }
      """,
    clean: """
      func store(_ records: [NoteRecord], _ context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "code IN %@", records.map(\\.id))
        let known = Set(try context.fetch(request).compactMap(\\.code))
        for record in records where !known.contains(record.id) {
          let note = CDNote(context: context)
          note.code = record.id
        }
        try context.save()
      }
      ---
      func copy(_ records: [NoteRecord], _ context: NSManagedObjectContext) throws {
        for record in records {
          let note = CDNote(context: context)
          note.code = UUID()
          note.title = record.name
        }
        try context.save()
      }
      """)
}

extension CodeBlockItemListSyntax {
  /// The property of an object that is set to the id of a record: `note.code = record.id`.
  fileprivate func keyTaken(from record: String, for object: String) -> String? {
    for item in self {
      guard let terms = item.item.onlyExpression?.as(SequenceExprSyntax.self)?.elements.map(\.self),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        let target = terms[0].as(MemberAccessExprSyntax.self),
        target.base?.trimmedDescription == object,
        let source = terms[2].unwrapped.as(MemberAccessExprSyntax.self),
        source.base?.trimmedDescription == record,
        ["id", "identifier", "uuid"].contains(source.declName.baseName.text.lowercased())
      else { continue }
      return target.declName.baseName.text
    }
    return nil
  }
}
