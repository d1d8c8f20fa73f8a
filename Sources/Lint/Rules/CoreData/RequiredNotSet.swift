internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds objects that are saved without a value that their model demands.
struct RequiredNotSet: ProjectRule {
  static let info = RuleInfo(
    id: "required-not-set", group: .dataAccess, severity: .warning,
    summary: "an object is made and saved without a value that the model demands",
    why:
      "a required property without a default has no value until code sets it, and the save fails with 'is a required "
      + "value' (error 1570) each time; as long as the object is in the context, every later save fails, too",
    fix:
      "set the property before the save, or give it a default value or make it optional in the model editor",
    limits:
      "objects that one function makes and saves and hands to nobody before; texts, dates, identifiers, data and "
      + "relationships to one object; silent where 'awakeFromInsert', 'willSave' or an initializer of the class may "
      + "set it",
    examples: (.texts(
      in: { CoreDataText.code($0) + books },
      flagged: """
        func add(_ title: String, _ context: NSManagedObjectContext) throws {
          let book = ↓CDBook(context: context)
          book.title = title
          try context.save()
        }
        ---
        struct AddBook {
          let context: NSManagedObjectContext
          func add() {
            let book = ↓CDBook(context: context)
            book.setValue(UUID(), forKey: "code")
            do { try context.save() } catch { context.delete(book) }
          }
        }
        ---
        func copy(_ old: CDBook, _ context: NSManagedObjectContext) throws -> CDBook {
          let book = ↓CDBook(context: context)
          book.title = old.title
          if let code = Optional(UUID()) { print(book.title ?? "", code) }
          try context.save()
          return book
        }
        """,
      clean: """
        func add(_ title: String, _ context: NSManagedObjectContext) throws {
          let book = CDBook(context: context)
          book.title = title
          book.code = UUID()
          try context.save()
        }
        ---
        func add(_ title: String, _ context: NSManagedObjectContext) throws {
          let book = CDBook(context: context)
          fill(book, title)
          try context.save()
        }
        func fill(_ book: CDBook, _ title: String) {
          book.title = title
          book.code = UUID()
        }
        ---
        extension CDBook {
          public override func awakeFromInsert() {
            super.awakeFromInsert()
            setPrimitiveValue(UUID(), forKey: "code")
          }
        }
        func add(_ title: String, _ context: NSManagedObjectContext) throws {
          let book = CDBook(context: context)
          book.title = title
          try context.save()
        }
        """) as [RuleExample]))

  private static let books = """

    // file: Books.xcdatamodeld/Books.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Book" representedClassName="CDBook"><attribute name="title" attributeType="String"/><attribute name="code" attributeType="UUID"/><attribute name="pages" attributeType="Integer 32" defaultValueString="0"/></entity>
    </model>
    """

  /// What may give new objects their values.
  private static let givers: Set<String> = [
    "awakeFromInsert", "initialize", "insertInto", "validateForInsert", "willSave",
  ]

  func check(_ lint: LintContext, report: RuleReport) {
    let drafts = lint.coreData.code.drafts
    guard !drafts.isEmpty, !lint.modelIndex.isInferred else { return }
    let files = lint.allFiles()
    let giving = WordsOfFiles.positions(of: Self.givers, in: files).map { files[$0] }
    for draft in drafts.sorted(by: { $0.location.precedes($1.location) }) {
      let found = lint.current(lint.modelIndex.usableEntities(draft.type))
      guard found.count == 1, let (model, entity) = found.first, !entity.isAbstract
      else { continue }
      let missing = model.required(of: entity).first { name in
        !draft.members.contains(name)
          && !giving.contains { String(decoding: $0.bytes, as: UTF8.self).contains(name) }
      }
      guard let name = missing else { continue }
      report(
        "a '\(draft.type)' must have '\(name)', which nothing here sets: the save in line \(draft.saveLine) fails",
        at: draft.location, entity: draft.type, property: name)
    }
  }
}

extension DataModel {
  /// What has no value until code sets it, and must have one: attributes, then relationships.
  fileprivate func required(of entity: Entity) -> [String] {
    let kinds: Set<AttributeType> = [.binary, .date, .string, .transformable, .uri, .uuid]
    let attributes = allAttributes(of: entity).filter { attribute in
      kinds.contains(attribute.type) && !attribute.isOptional && !attribute.isTransient
        && attribute.derivation == nil && attribute.defaultValue == nil
    }
    let links = allRelationships(of: entity).filter { !$0.isOptional && !$0.isToMany }
    return attributes.map(\.name) + links.map(\.name)
  }
}
