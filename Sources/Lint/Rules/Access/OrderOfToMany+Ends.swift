internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension OrderOfToMany {
  /// Words for an object that stands at an end of some order.
  private static let words: Set = [
    "earliest", "last", "latest", "newest", "oldest", "recent",
  ]

  /// The last object of a fetch that sorts nothing, or its first one in code that is named after the latest.
  ///
  /// - Returns: whether it is one.
  func checkEnd(
    _ access: MemberAccessExprSyntax, of list: ExprSyntax, in file: LintFile, _ report: RuleReport
  ) -> Bool {
    let member = access.declName.baseName.text
    guard ["first", "last"].contains(member), !access.isCalled, !access.isOnlyAsked,
      file.meansSwiftData, let fetched = FetchedObjects(list), !fetched.isCoreData,
      let descriptor = fetched.descriptor, let entity = fetched.entity, !entity.isOfOneObject,
      file.ask(.isModel(entity)) == ["yes"],
      descriptor.argument("sortBy").map({ $0.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false })
        ?? true,
      fetched.source.assigned("sortBy").isEmpty, !list.isSortedLater,
      !fetched.looksForOne(file),
      case let name = access.nameAround, case let words = name.camelWords,
      member == "last" && fetched.isWhole || !Self.words.isDisjoint(with: words)
    else { return false }
    report(
      "nothing sorts this fetch, so this is any of its '\(entity)' objects",
      at: file.location(access.declName), entity: entity,
      help: "give the descriptor a 'sortBy', and 'fetchLimit = 1'")
    return true
  }

  /// Those of 'checkEnd'.
  static let ends: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func newest(_ context: ModelContext) throws -> Note? {
        try context.fetch(FetchDescriptor<Note>()).↓last
      }
      ---
      struct Notes {
        let context: ModelContext
        func latestNote() throws -> Note? {
          var one = FetchDescriptor<Note>()
          one.fetchLimit = 1
          return try context.fetch(one).↓first
        }
      }
      """,
    clean: """
      @Model final class Chapter { var name = ""; var verses: [Verse] = []; init() {} }
      @Model final class Verse {
        var text = ""
        @Relationship(inverse: \\Chapter.verses) var chapter: Chapter?
        @Relationship(inverse: \\Remark.verses) var remarks: [Remark] = []
        init() {}
      }
      @Model final class Remark { var verses: [Verse] = []; init() {} }
      func place(_ remark: Remark) -> String { remark.verses.first?.chapter?.name ?? "" }
      ---
      func newest(_ context: ModelContext) throws -> Note? {
        var one = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        one.fetchLimit = 1
        return try context.fetch(one).first
      }
      ---
      func any(_ context: ModelContext) throws -> Note? {
        try context.fetch(FetchDescriptor<Note>()).first
      }
      ---
      func latest(_ context: ModelContext) throws -> Note? {
        var notes = try context.fetch(FetchDescriptor<Note>())
        notes.sort { $0.rank < $1.rank }
        return notes.last
      }
      ---
      func lastOpened(_ id: UUID, _ context: ModelContext) throws -> Page? {
        try context.fetch(FetchDescriptor<Page>(predicate: #Predicate { $0.id == id })).first
      }
      @Model final class Page { var id = UUID(); init() {} }
      """)
}

extension FetchedObjects {
  /// Whether the condition is that an id, or what is unique, is one value.
  fileprivate func looksForOne(_ file: LintFile) -> Bool {
    guard let entity else { return false }
    return conditions.contains { condition in
      guard let predicate = condition.resolved.as(MacroExpansionExprSyntax.self),
        let use = PredicateUse(predicate)
      else { return true }
      return use.paths.contains { path in
        let key = path.first
        let small = key.lowercased()
        return ["id", "identifier", "key", "hash", "url", "uuid", "name"].contains(
          where: small.hasSuffix)
          || !file.ask(.isUnique(key, of: entity)).isEmpty
      }
    }
  }
}

extension ExprSyntax {
  /// Whether the code around puts the list in order where it stands.
  fileprivate var isSortedLater: Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let body = enclosingBody
    else { return false }
    return body.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "sort" else {
        return false
      }
      return call.receiver?.trimmedDescription == name
    }
  }
}

extension MemberAccessExprSyntax {
  /// Whether all that is read of the first object is what it belongs to, which the others mostly share:
  /// `note.verses.first?.chapter`.
  func readsSharedOwner(
    _ list: (entity: String, property: String), _ ask: (ModelQuestion) -> [String]
  ) -> Bool {
    var node = Syntax(self)
    while let next = node.parent,
      next.is(OptionalChainingExprSyntax.self) || next.is(ForceUnwrapExprSyntax.self)
    {
      node = next
    }
    guard let read = node.parent?.as(MemberAccessExprSyntax.self),
      read.base.map({ Syntax($0) }) == node,
      let element = ask(.destination(list.property, of: list.entity)).onlyElement
    else { return false }
    let name = read.declName.baseName.text
    return ask(.relationship(name, of: element)) == ["to-one"]
      && ask(.destination(name, of: element)) != [list.entity]
  }
}

extension SyntaxProtocol {
  /// The name of the function or property around.
  fileprivate var nameAround: String {
    if let function = enclosing(FunctionDeclSyntax.self) { return function.name.text }
    var node = parent
    for _ in 0..<64 {
      guard let next = node else { return "" }
      if let binding = next.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
        return binding.name ?? ""
      }
      node = next.parent
    }
    return ""
  }
}
