internal import Diagnostics
internal import SwiftSyntax

/// Finds fetches of many objects of which one is used.
struct FetchWithoutLimit: SourceRule {
  static let info = RuleInfo(
    id: "fetch-without-limit", group: .dataAccess, severity: .note,
    summary: "a fetch without a limit is made for its first object",
    why: "every object that fits is read and kept in memory, and all but one are thrown away",
    fix: "set 'fetchLimit = 1' on the descriptor",
    limits:
      "a condition that looks for one object by its id or by a unique property is left alone, "
      + "as are tests",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func latest(_ context: ModelContext) throws -> Note? {
          try context.↓fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])).first
        }
        ---
        func any(_ context: ModelContext) -> Folder? {
          let descriptor = FetchDescriptor<Folder>()
          let found = try? context.↓fetch(descriptor)
          return found?.first
        }
        ---
        func best(_ context: ModelContext) throws -> String? {
          let good = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 3 })
          guard let note = try context.↓fetch(good).first else { return nil }
          return note.title
        }
        """,
      clean: """
        func latest(_ context: ModelContext) throws -> Note? {
          var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
          descriptor.fetchLimit = 1
          return try context.fetch(descriptor).first
        }
        ---
        func folder(_ code: String, _ context: ModelContext) throws -> Folder? {
          try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })).first
        }
        ---
        func latest(_ context: ModelContext) throws -> (Note?, Int) {
          let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
          return (notes.first, notes.map(\\.rank).reduce(0, +))
        }
        """) + CoreDataText.firsts)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
      call.isOnContext, let fetched = FetchedObjects(ExprSyntax(call)),
      let entity = fetched.entity, !fetched.isLimited,
      let uses = ResultUse.uses(of: call), uses.contains("first"),
      uses.allSatisfy({ ["first", "isEmpty"].contains($0) }),
      !fetched.looksForOne(of: entity, in: file)
    else { return }
    report(
      "every \(fetched.isOfKnownClass ? "'\(entity)'" : "object") that fits is loaded for the first one "
        + "alone",
      at: file.location(call.nameNode), entity: entity,
      help: fetched.isCoreData ? "set 'fetchLimit = 1' on the request" : nil)
  }
}

extension FetchedObjects {
  /// Whether the condition names an id or a unique property.
  fileprivate func looksForOne(of entity: String, in file: LintFile) -> Bool {
    if isCoreData {
      return requestKeys.map { $0.contains { Self.isOfOne($0, entity, file) } } ?? true
    }
    guard let predicate = descriptor?.argument("predicate") else { return false }
    let value =
      predicate.unwrapped.as(DeclReferenceExprSyntax.self).map { $0.localValue } ?? predicate
    // A predicate from elsewhere may ask for anything.
    guard let macro = value?.as(MacroExpansionExprSyntax.self) else { return true }
    return macro.hasDescendant { node in
      guard let name = node.as(MemberAccessExprSyntax.self)?.declName.baseName.text else {
        return false
      }
      return Self.isOfOne(name, entity, file)
    }
  }

  /// Whether a property of the name tells objects apart.
  private static func isOfOne(_ name: String, _ entity: String, _ file: LintFile) -> Bool {
    let small = name.lowercased()
    return ["id", "key", "slug", "identifier", "url", "name", "code", "hash", "uuid"].contains {
      small.hasSuffix($0)
    } || small == "date" || !file.ask(.isUnique(name, of: entity)).isEmpty
  }

  /// The properties that the predicates of a request of Core Data ask for; nil where one is not
  /// written in the function.
  private var requestKeys: [String]? {
    guard let descriptorName else { return [] }
    guard let body = fetch.enclosingBody else { return nil }
    var keys: [String] = []
    var isKnown = true
    body.forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == "predicate",
        target.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == descriptorName
      else { return true }
      let value = terms.last.flatMap { $0.as(DeclReferenceExprSyntax.self)?.localValue ?? $0 }
      guard let call = value?.call, call.name == "NSPredicate",
        let format = call.argument("format")?.literalText
      else {
        isKnown = false
        return false
      }
      // `%K` stands for a key that is an argument.
      if format.contains("%K") { isKnown = false }
      keys += PredicateFormat.keyPaths(in: format).compactMap(\.last)
      return true
    }
    return isKnown ? keys : nil
  }
}
