internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that look into what the store keeps as an archive.
struct PredicateOnArchive: SourceRule {
  static let info = RuleInfo(
    id: "predicate-on-archive", group: .dataAccess, severity: .warning,
    summary: "a predicate looks into a transformable attribute",
    why:
      "the store keeps such a value as one archive, which SQL can neither search nor compare: the fetch finds nothing, "
      + "or fails when it runs",
    fix:
      "make the values objects of an entity of their own with a to-many relationship, keep them in a text that can be "
      + "searched, or filter what was fetched",
    limits:
      "formats that are written where the predicate is made, of attributes that every current model file keeps so; "
      + "comparisons with nil are left alone, as are tests",
    examples: .texts(
      in: archived,
      flagged: """
        func notes(_ word: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: ↓"ANY words == %@", word)
          return try context.fetch(request)
        }
        ---
        func notes(_ word: String, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.predicate = NSPredicate(format: ↓"title != nil AND words CONTAINS[cd] %@", word)
          return try context.fetch(request)
        }
        ---
        func folders(_ word: String, _ context: NSManagedObjectContext) throws -> [CDFolder] {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(format: ↓"%@ IN notes.words", word)
          return try context.fetch(request)
        }
        """,
      clean: """
        func notes(_ context: NSManagedObjectContext) throws -> [CDNote] {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.predicate = NSPredicate(format: "words != nil AND title CONTAINS[cd] %@", "a")
          return try context.fetch(request)
        }
        ---
        func chosen(_ notes: NSArray, _ word: String) -> [Any] {
          notes.filtered(using: NSPredicate(format: "ANY words == %@", word))
        }
        """)
      + .texts(
        in: { CoreDataText.objectiveC($0).replacing(title, with: words) },
        flagged: """
          - (NSArray *)notes:(NSString *)word {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.predicate = [NSPredicate predicateWithFormat:↓@"words CONTAINS %@", word];
            request.fetchLimit = 20;
            return [self.context executeFetchRequest:request error:nil];
          }
          """,
        clean: """
          - (NSArray *)notes {
            NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Note"];
            request.predicate = [NSPredicate predicateWithFormat:@"words != nil"];
            request.fetchLimit = 20;
            return [self.context executeFetchRequest:request error:nil];
          }
          """))

  private static let title = "<attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>"
  private static let words =
    title
    + "<attribute name=\"words\" optional=\"YES\" attributeType=\"Transformable\" "
    + "valueTransformerName=\"NSSecureUnarchiveFromData\"/>"

  private static func archived(_ text: String) -> String {
    CoreDataText.code(text).replacing(title, with: words)
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSPredicate", let format = call.argument("format"),
      let text = format.literalText, let entity = call.fetchedEntity(in: file),
      let (owner, key) = Self.archive(in: text, of: entity, ask: file.ask)
    else { return }
    report(Self.message(owner, key), at: file.location(format), entity: owner, property: key)
  }

  fileprivate static func message(_ owner: String, _ key: String) -> String {
    "'\(owner).\(key)' is kept as an archive, which the store cannot look into: the fetch finds nothing, or fails"
  }

  /// The entity and attribute that a format looks into, and that the store keeps as an archive.
  fileprivate static func archive(
    in format: String, of entity: String, ask: (ModelQuestion) -> [String]
  ) -> (String, String)? {
    for path in searched(in: format) {
      var owner = entity
      for key in path.dropLast() {
        guard let next = ask(.coreDataDestination(key, of: owner)).first else { break }
        owner = next
      }
      guard let key = path.last, !ask(.coreDataKeys(of: owner)).isEmpty,
        !ask(.isEncoded(key, of: owner)).isEmpty
      else { continue }
      return (owner, key)
    }
    return nil
  }

  /// The key paths in front of a comparison with a value, and those behind `IN`.
  private static func searched(in format: String) -> [[String]] {
    let words = format.split(whereSeparator: { " ()\n\t".contains($0) }).map(String.init)
    let lists = words.indices.compactMap { index -> [String]? in
      guard index > 0, words[index - 1].uppercased() == "IN", words[index].first?.isLetter ?? false
      else { return nil }
      return words[index].keyPath
    }
    return Comparison.all(in: format).map(\.path) + lists
  }
}

extension PredicateOnArchive: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for (request, entity) in body.requests(in: lint) {
      for predicate in body.predicates(ofRequest: request) {
        guard let (owner, key) = Self.archive(in: predicate.format, of: entity, ask: lint.answer)
        else { continue }
        report(
          Self.message(owner, key), at: body.file.location(predicate.offset), entity: owner,
          property: key)
      }
    }
  }
}
