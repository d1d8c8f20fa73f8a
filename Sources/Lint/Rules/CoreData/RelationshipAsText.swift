internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that hold a relationship against a text.
struct RelationshipAsText: SourceRule {
  static let info = RuleInfo(
    id: "relationship-as-text", group: .dataAccess, severity: .warning,
    summary: "a predicate compares a relationship with a text",
    why:
      "the store keeps the other object's key there, and no text: Core Data throws when the fetch is "
      + "made, or finds nothing",
    fix:
      "compare a property of the other object, as in 'folder.name == %@', or pass the object itself",
    limits:
      "predicates with a written format, whose entity and values the given code names; runs where the "
      + "model file is among the paths; tests are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func notes(of choice: Choice, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"folder == %@", choice.id)
          return try context.fetch(request)
        }
        // file: Choice.swift
        final class Choice { var id: String = "" }
        ---
        func notes(in folder: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"title != nil AND folder == %@", folder)
          return try context.fetch(request)
        }
        ---
        func folders(_ note: CDNote, _ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          request.predicate = NSPredicate(format: ↓"ANY notes CONTAINS[cd] %@", "\\(note.title ?? "")")
          return try context.fetch(request)
        }
        ---
        func home(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: ↓"(folder = 'Home')")
          return try context.fetch(request)
        }
        """,
      clean: """
        func notes(in folder: CDFolder, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "title != %@ AND folder == %@", "", folder)
          return try context.fetch(request)
        }
        ---
        func notes(in folder: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "folder.name == %@ AND folder != nil", folder)
          return try context.fetch(request)
        }
        ---
        func folders(with note: CDNote, _ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          request.predicate = NSPredicate(format: "notes CONTAINS %@ AND notes.@count > 1", note)
          return try context.fetch(request)
        }
        """) + CoreDataText.textsOfObjectiveC)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSPredicate", let format = call.argument("format"),
      let text = format.literalText, case let comparisons = Comparison.all(in: text),
      !comparisons.isEmpty, let entity = call.fetchedEntity(in: file),
      !file.ask(.coreDataKeys(of: entity)).isEmpty
    else { return }
    let values = Array(call.arguments.dropFirst())
    let types = TypeReader(file: file)
    for comparison in comparisons {
      let path =
        comparison.keyArgument.map { place in
          values.indices.contains(place) ? values[place].expression.keyPathParts ?? [] : []
        } ?? comparison.path
      guard let owner = owner(of: path, of: entity, ask: file.ask), let key = path.last else {
        continue
      }
      if let place = comparison.argument {
        guard values.indices.contains(place), values[place].expression.isText(types) else {
          continue
        }
      }
      report(
        "the relationship '\(owner).\(key)' is compared with a text", at: file.location(format),
        entity: owner, property: key)
    }
  }

  /// The entity whose relationship a key path ends in; nil where it ends in anything else.
  func owner(
    of path: [String], of entity: String, ask: (ModelQuestion) -> [String]
  ) -> String? {
    var owner = entity
    for key in path.dropLast() {
      guard let next = ask(.coreDataDestination(key, of: owner)).first else { return nil }
      owner = next
    }
    guard let key = path.last else { return nil }
    return ask(.coreDataDestination(key, of: owner)).isEmpty ? nil : owner
  }
}

/// `folder == %@`, `notes CONTAINS[cd] 'text'`.
struct Comparison {
  var path: [String]
  /// In capital letters: `==`, `CONTAINS`.
  var sign: String
  /// Which of the values behind the format is the key path, for `%K`.
  var keyArgument: Int?
  /// Which of the values behind the format; nil for a text that stands in the format.
  var argument: Int?

  private static let signs: Set = [
    "=", "==", "!=", "<>", "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES",
  ]

  static func all(in format: String) -> [Comparison] {
    let words = format.split(whereSeparator: { " ()\n\t".contains($0) }).map(String.init)
    var marks = 0
    return words.indices.compactMap { index -> Comparison? in
      let mark = marks
      marks += words[index].filter { $0 == "%" }.count
      guard index >= 2 else { return nil }
      let sign = words[index - 1].prefix { $0 != "[" }.uppercased()
      let key = words[index - 2]
      guard signs.contains(sign),
        key == "%K" || key.allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) })
      else { return nil }
      let value = words[index]
      guard value == "%@" || value.hasPrefix("'") || value.hasPrefix("\"") else { return nil }
      return Comparison(
        path: key == "%K" ? [] : key.keyPath, sign: sign, keyArgument: key == "%K" ? mark - 1 : nil,
        argument: value == "%@" ? mark : nil)
    }
  }
}

extension ExprSyntax {
  /// Whether the value is a text for certain.
  fileprivate func isText(_ types: TypeReader) -> Bool {
    let value = unwrapped.withoutCast.unwrapped
    if value.is(StringLiteralExprSyntax.self) { return true }
    if let local = value.as(DeclReferenceExprSyntax.self)?.localValue, local.id != value.id,
      local.is(StringLiteralExprSyntax.self)
    {
      return true
    }
    if let call = value.call, ["lowercased", "uppercased"].contains(call.name) { return true }
    // `self.folder.name`, of an object of Core Data's.
    let first = (value.otherwiseDefault ?? value).unwrapped
    if let access = first.as(MemberAccessExprSyntax.self), let base = access.base,
      let owner = types.type(of: base), !owner.isList,
      !types.file.ask(.isTextManaged(access.declName.baseName.text, of: owner.name)).isEmpty
    {
      return true
    }
    // `habit.id`, of a type that another file declares.
    if let access = first.as(MemberAccessExprSyntax.self), let base = access.base,
      let owner = types.type(of: base), !owner.isList,
      let binding = FileMemo.current?.foreignBinding(
        access.declName.baseName.text, of: owner.name),
      let type = binding.typeAnnotation?.type.trimmedDescription
    {
      return ["String", "String?"].contains(type)
    }
    return types.type(of: value).map { $0.name == "String" && !$0.isList } ?? false
  }
}
