internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that compare a property of many objects with one value, and fetches that are sorted by one.
struct ToManyWithoutAny: SourceRule {
  static let info = RuleInfo(
    id: "to-many-without-any", group: .dataAccess, severity: .error,
    summary:
      "a predicate compares through a to-many relationship and says 'ANY' of no object, or a fetch is sorted by one",
    why:
      "'notes.title' stands for as many titles as there are notes, and SQL has no way to compare them all at "
      + "once: the fetch ends the app with 'to-many key not allowed here'",
    fix:
      "write 'ANY notes.title == %@', or 'SUBQUERY(notes, $note, …).@count > 0' where one object is to meet "
      + "several conditions; sort by an attribute, or sort the objects after the fetch",
    limits:
      "predicates with a written format, sort descriptors, and a fetch whose entity the given code names; runs where the model "
      + "file is among the paths",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func folders(_ title: String, _ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(format: ↓"notes.title == %@", title)
          return try context.fetch(request)
        }
        ---
        func folders(_ title: String, _ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          request.predicate = NSPredicate(format: ↓"name != nil AND notes.title BEGINSWITH[cd] %@", title)
          return try context.fetch(request)
        }
        ---
        func folders(_ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.sortDescriptors = [
            NSSortDescriptor(keyPath: \\CDFolder.name, ascending: true),
            NSSortDescriptor(key: ↓"notes.createdAt", ascending: false),
          ]
          return try context.fetch(request)
        }
        ---
        func folders(_ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request = NSFetchRequest<CDFolder>(entityName: "Folder")
          request.sortDescriptors = [NSSortDescriptor(key: ↓"notes", ascending: false)]
          return try context.fetch(request)
        }
        """,
      clean: """
        func notes(_ context: NSManagedObjectContext) throws -> [Any] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.sortDescriptors = [NSSortDescriptor(key: "folder.name", ascending: false)]
          let folders = NSArray(array: try context.fetch(request).compactMap(\\.folder))
          return folders.sortedArray(using: [NSSortDescriptor(key: "notes.@count", ascending: true)])
        }
        ---
        func folders(_ title: String, _ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(format: "ANY notes.title == %@ AND notes.@count > 1", title)
          return try context.fetch(request)
        }
        ---
        func notes(_ name: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "folder.name == %@ AND NOT (title == %@)", name, "")
          return try context.fetch(request)
        }
        ---
        func folders(_ title: String, _ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(
            format: "SUBQUERY(notes, $note, $note.title == %@).@count > 0 OR NONE notes.title == ''", title)
          return try context.fetch(request)
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSArray *)folders:(NSString *)title {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Folder"];
            request.predicate = [NSPredicate predicateWithFormat:↓@"notes.title = %@", title];
            request.fetchLimit = 20;
            return [self.context executeFetchRequest:request error:nil];
          }
          """,
        clean: """
          - (NSArray *)folders:(NSString *)title {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Folder"];
            request.predicate = [NSPredicate predicateWithFormat:@"ANY notes.title = %@", title];
            request.fetchLimit = 20;
            return [self.context executeFetchRequest:request error:nil];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self) else { return }
    if call.name == "NSSortDescriptor" { return checkSort(call, file, report) }
    guard call.name == "NSPredicate", let format = call.argument("format"),
      let text = format.literalText, case let paths = Self.comparedPaths(in: text), !paths.isEmpty,
      let entity = call.fetchedEntity(in: file), !file.ask(.coreDataKeys(of: entity)).isEmpty,
      let path = paths.first(where: { Self.isToMany($0, of: entity, ask: file.ask) })
    else { return }
    report(Self.message(path), at: file.location(format), entity: entity, property: path[0])
  }

  /// `NSSortDescriptor(key: "notes.createdAt", ascending: true)`
  private func checkSort(
    _ call: FunctionCallExprSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    guard let (path, place) = UnknownKey.keyPaths(of: call, in: file).onlyElement,
      !path.contains(where: { $0.hasPrefix("@") }), let entity = call.fetchedEntity(in: file),
      !file.ask(.coreDataKeys(of: entity)).isEmpty,
      Self.isToMany(path + [""], of: entity, ask: file.ask)
    else { return }
    report(
      "'\(path.joined(separator: "."))' leads to many values, and no fetch can sort by them: it ends the app",
      at: file.location(place), entity: entity, property: path[0],
      help: "sort by an attribute of the objects themselves, or sort them after the fetch")
  }

  fileprivate static func message(_ path: [String]) -> String {
    "'\(path.joined(separator: "."))' leads to many values, and the fetch ends the app: nothing says 'ANY' or "
      + "'ALL' of them"
  }

  private static let signs: Set = [
    "!=", "<", "<=", "<>", "=", "==", ">", ">=", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
  ]
  private static let choices: Set = ["ALL", "ANY", "NONE", "SOME"]

  /// The key paths of several keys that stand on the left of a comparison by themselves.
  fileprivate static func comparedPaths(in format: String) -> [[String]] {
    guard !format.uppercased().contains("SUBQUERY"), !format.contains("'%"), !format.contains("$")
    else { return [] }
    let words = format.split(whereSeparator: { " ()\n\t".contains($0) }).map(String.init)
    return words.indices.compactMap { index -> [String]? in
      let sign = index + 1 < words.count ? words[index + 1].uppercased() : ""
      // With options CONTAINS is about texts, without it may be about a list.
      let isComparison =
        signs.contains(sign.prefix { $0 != "[" }.description) || sign.hasPrefix("CONTAINS[")
      guard isComparison, !(index > 0 && choices.contains(words[index - 1].uppercased())),
        words[index].allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }),
        case let path = words[index].keyPath, path.count > 1
      else { return nil }
      return path
    }
  }

  /// Whether a key that others follow leads to many objects.
  fileprivate static func isToMany(
    _ path: [String], of entity: String, ask: (ModelQuestion) -> [String]
  ) -> Bool {
    var owner = entity
    for key in path.dropLast() {
      guard let next = ask(.coreDataDestination(key, of: owner)).first else { return false }
      if ask(.relationship(key, of: owner)) == ["to-many"] {
        // `notes.count` is no property of theirs: another rule says so.
        return path.last != "count" || ask(.coreDataKeys(of: next)).contains("count")
      }
      owner = next
    }
    return false
  }
}

extension ToManyWithoutAny: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for (request, entity) in body.requests(in: lint) {
      for predicate in body.predicates(ofRequest: request) {
        guard
          let path = Self.comparedPaths(in: predicate.format)
            .first(where: { Self.isToMany($0, of: entity, ask: lint.answer) })
        else { continue }
        report(
          Self.message(path), at: body.file.location(predicate.offset), entity: entity,
          property: path[0])
      }
    }
  }
}
