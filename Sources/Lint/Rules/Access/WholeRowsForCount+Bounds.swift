internal import Diagnostics
internal import SwiftSyntax

extension WholeRowsForCount {
  /// Fetches of all objects of which only those are used that are too many, where there are any such:
  /// `if all.count > most { all.prefix(all.count - most).forEach(context.delete) }`.
  func checkBound(_ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard let bound = call.boundOfNumber, let fetched = FetchedObjects(ExprSyntax(call)),
      let entity = fetched.entity, !fetched.isLimitedInNumber, !entity.isOfOneObject,
      !call.isInLoop(TypeReader(file: file))
    else { return }
    report(
      "all \(fetched.isOfKnownClass ? "'\(entity)' objects" : "objects") of this fetch are loaded to see "
        + "whether there are more than '\(bound)'",
      at: file.location(call.nameNode), entity: entity,
      help:
        "ask for the number with '\(fetched.isCoreData ? "count(for:)" : "fetchCount")' first, and fetch "
        + "those that are too many with a 'fetchLimit'")
  }

  /// Those of 'checkBound'.
  static let bounds: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct Settings: View {
        @Environment(\\.modelContext) private var context
        ↓@Query private var notes: [Note]
        var body: some View {
          Button("Clear") { clear() }.disabled(notes.isEmpty)
        }
        private func clear() { for note in notes { context.delete(note) } }
      }
      ---
      struct NoteInfo {
        let title: String
        init(_ note: Note) { title = note.title }
      }
      struct NoteStore {
        let context: ModelContext
        func notes() throws -> [NoteInfo] {
          try context.fetch(FetchDescriptor<Note>()).map(NoteInfo.init)
        }
      }
      func number(_ store: NoteStore) throws -> Int { try store.↓notes().count }
      ---
      extension ModelContext {
        func safeFetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> [T] {
          do { return try fetch(descriptor) } catch {
            print(error)
            return []
          }
        }
      }
      func number(_ context: ModelContext) -> Int {
        context.↓safeFetch(FetchDescriptor<Note>()).count
      }
      ---
      func evict(_ context: ModelContext, most: Int) {
        let oldest = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
        if let all = try? context.↓fetch(oldest), all.count > most {
          for note in all.prefix(all.count - most) { context.delete(note) }
        }
      }
      ---
      func evict(_ context: ModelContext) throws {
        let latest = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        let all = try context.↓fetch(latest)
        guard all.count > 50 else { return }
        for note in all.dropFirst(50) { context.delete(note) }
      }
      """,
    clean: """
      struct Settings: View {
        @Environment(\\.modelContext) private var context
        @Query private var notes: [Note]
        var body: some View {
          List(notes) { Text($0.title) }
          Button("Clear") { clear() }.disabled(notes.isEmpty)
        }
        private func clear() { for note in notes { context.delete(note) } }
      }
      ---
      func evict(_ context: ModelContext, most: Int) throws {
        let number = try context.fetchCount(FetchDescriptor<Note>())
        guard number > most else { return }
        var oldest = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
        oldest.fetchLimit = number - most
        for note in try context.fetch(oldest) { context.delete(note) }
      }
      ---
      extension ModelContext {
        func few<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
          var descriptor = descriptor
          descriptor.fetchLimit = 20
          return try fetch(descriptor)
        }
      }
      func number(_ context: ModelContext) throws -> Int {
        try context.few(FetchDescriptor<Note>()).count
      }
      ---
      func titles(_ context: ModelContext, most: Int) throws -> [String] {
        let all = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
        if all.count > most { print(all.prefix(3).map(\\.title)) }
        return all.map(\\.title)
      }
      """)
}

extension FunctionCallExprSyntax {
  /// What the number of objects is compared with before anything is done with them.
  fileprivate var boundOfNumber: String? {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let parent = node.parent, parent.isWrapper else { break }
      node = parent
    }
    guard let value = node.parent?.as(InitializerClauseSyntax.self) else { return nil }
    if let binding = value.parent?.as(OptionalBindingConditionSyntax.self),
      let name = binding.pattern.boundNames.onlyElement,
      let list = binding.parent?.parent?.as(ConditionElementListSyntax.self)
    {
      if let choice = list.parent?.as(IfExprSyntax.self) {
        return choice.elseBody == nil && choice.body.statements.takesPart(of: name)
          ? list.bound(of: name) : nil
      }
      guard let check = list.parent?.as(GuardStmtSyntax.self),
        let around = check.enclosing(CodeBlockItemListSyntax.self), around.takesPart(of: name)
      else { return nil }
      return list.bound(of: name)
    }
    guard let binding = value.parent?.as(PatternBindingSyntax.self), let name = binding.name,
      let item = binding.enclosing(CodeBlockItemSyntax.self),
      let around = item.parent?.as(CodeBlockItemListSyntax.self),
      let next = around.first(where: { $0.position >= item.endPosition }),
      let check = next.item.as(GuardStmtSyntax.self), !check.body.mentions([name]),
      around.takesPart(of: name)
    else { return nil }
    return check.conditions.bound(of: name)
  }
}

extension ConditionElementListSyntax {
  /// `most` of `all.count > most`.
  fileprivate func bound(of list: String) -> String? {
    lazy.compactMap { element -> String? in
      guard let value = element.condition.as(ExprSyntax.self),
        let terms = value.as(SequenceExprSyntax.self).map({ Array($0.elements) }), terms.count == 3,
        terms[0].trimmedDescription == "\(list).count",
        [">", ">="].contains(terms[1].trimmedDescription),
        !["0", "1"].contains(terms[2].trimmedDescription)
      else { return nil }
      return terms[2].trimmedDescription
    }.first
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the first or the last of a list are taken, and nothing else is done with it.
  fileprivate func takesPart(of list: String) -> Bool {
    var (takes, isOther) = (false, false)
    forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == list, use.isValue
      else { return !isOther }
      let member = use.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
      if ["dropFirst", "dropLast", "prefix", "suffix"].contains(member) {
        takes = true
      } else if member != "count" {
        isOther = true
      }
      return !isOther
    }
    return takes && !isOther
  }
}
