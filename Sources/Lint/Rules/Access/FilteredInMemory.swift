internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetches of everything that are searched afterwards.
struct FilteredInMemory: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "filtered-in-memory", group: .dataAccess, severity: .note,
    summary: "all objects are loaded and then searched, where a predicate would find them",
    why: "every row is read and made into an object that stays in memory, and most are thrown away",
    fix:
      "give the descriptor a predicate with the condition, and 'fetchLimit = 1' where one is enough",
    limits:
      "only conditions that a predicate can hold as they are: attributes compared with values; "
      + "what else is done with the list, and a second search for something else, may need all of it; what only leaves out "
      + "rare objects, such as archived ones, settings and what "
      + "else has one object are left alone, as are tests, and code below a comment on predicates, \(onceRun)",
    examples: CoreDataText.askedForAll + CoreDataText.toldForAll + CoreDataText.blockSearches
      + [RuleExample].texts(
        in: AccessText.models,
        flagged: """
          func notes(above rank: Int?, _ context: ModelContext) throws -> [Note] {
            let all = try context.↓fetch(FetchDescriptor<Note>())
            guard let rank else { return all }
            return all.filter { $0.rank > rank }
          }
          ---
          func search(_ words: String, _ context: ModelContext) throws -> [Note] {
            let notes = try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 2 }))
            guard !words.isEmpty else { return notes }
            return notes.filter {
              $0.title.localizedStandardContains(words) || $0.folder?.name.contains(words) ?? false
            }
          }
          func shown(_ words: String, _ context: ModelContext) throws -> [Note] {
            let notes = try context.↓fetch(FetchDescriptor<Note>())
            return words.isEmpty ? notes : notes.filter { $0.title.localizedStandardContains(words) }
          }
          func folded(_ words: String, _ context: ModelContext) throws -> [Note] {
            try context.↓fetch(FetchDescriptor<Note>()).filter {
              $0.title.lowercased().contains(words.lowercased())
            }
          }
          ---
          func note(_ title: String, _ context: ModelContext) throws -> Note? {
            try context.↓fetch(FetchDescriptor<Note>()).first(where: { $0.title == title })
          }
          ---
          @Model final class Site { var checkedAt: Date?; var name = ""; init() {} }
          func stale(_ context: ModelContext) throws -> [Site] {
            let sites = try context.↓fetch(FetchDescriptor<Site>())
            return sites.filter { site in
              guard let checkedAt = site.checkedAt else { return true }
              return Date.now.timeIntervalSince(checkedAt) >= 86_400
            }
          }
          func old(_ days: Int, _ context: ModelContext) throws -> [Note] {
            try context.↓fetch(FetchDescriptor<Note>()).filter { $0.rank > days * 24 - 1 }
          }
          func older(_ context: ModelContext) throws -> [Site] {
            try context.↓fetch(FetchDescriptor<Site>()).filter { site in
              guard let checkedAt = site.checkedAt else { return true }
              return Date.now.timeIntervalSince(checkedAt) >= 60 * 60 * 24
            }
          }
          func due(_ words: [String], _ day: Date, _ context: ModelContext) throws -> [Site] {
            let sites = try context.↓fetch(FetchDescriptor<Site>())
            let due = sites.filter { site in
              let isDue = site.checkedAt == nil || site.checkedAt! <= day
              let isWanted: Bool = {
                guard !words.isEmpty else { return true }
                return words.contains { site.name.hasPrefix($0) }
              }()
              return isDue && isWanted
            }
            return due
          }
          ---
          func titles(_ context: ModelContext) throws -> [String] {
            var titles: [String] = []
            let notes = try context.↓fetch(FetchDescriptor<Note>())
            notes.forEach { note in
              if note.rank > 3 { titles.append(note.title) }
            }
            return titles
          }
          ---
          func isLoud(_ title: String, _ context: ModelContext) throws -> Bool {
            let notes = try context.↓fetch(FetchDescriptor<Note>())
            return notes.contains { $0.title == title && $0.mood == .good }
          }
          ---
          class BaseModel {
            let context: ModelContext
            init(_ context: ModelContext) { self.context = context }
            func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> [T] {
              (try? context.fetch(descriptor)) ?? []
            }
          }
          // file: ListModel.swift
          import SwiftData
          final class ListModel: BaseModel {
            func note(_ title: String) -> Note? {
              let notes = ↓fetch(FetchDescriptor<Note>())
              return notes.first(where: { $0.title == title })
            }
          }
          ---
          @MainActor final class NoteStore {
            let context: ModelContext
            init(context: ModelContext) { self.context = context }
            func all() throws -> [Note] { try context.fetch(FetchDescriptor<Note>()) }
          }
          // file: Container+Stores.swift
          import Factory
          extension Container {
            var noteStore: Factory<NoteStore> { self { NoteStore(context: Stack.context) } }
          }
          // file: Finder.swift
          import Factory
          import SwiftData
          final class Finder {
            @Injected(\\.noteStore) private var store
            func isKnown(_ title: String) throws -> Bool { try store.↓all().contains { $0.title == title } }
            func isNew(_ title: String) throws -> Bool {
              try !Container.shared.noteStore().↓all().contains { $0.title == title }
            }
          }
          ---
          func important(_ context: ModelContext) throws -> [Note] {
            try context.↓fetch(FetchDescriptor<Note>()).filter(#Predicate<Note> { $0.rank > 3 })
          }
          ---
          func important(_ context: ModelContext) -> [Note] {
            let all = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.title)])
            let notes = (try? context.↓fetch(all)) ?? []
            return notes.filter { note in note.rank > 3 && note.title != "" }
          }
          ---
          @MainActor final class NoteStore {
            let context: ModelContext
            init(context: ModelContext) { self.context = context }
            func all() throws -> [Note] { try context.fetch(FetchDescriptor<Note>()) }
          }
          func isKnown(_ title: String, _ store: NoteStore) throws -> Bool {
            try store.↓all().contains { $0.title == title }
          }
          ---
          @Model final class Line { var id = UUID(); var page = ""; init() {} }
          @MainActor final class LineStore {
            let context: ModelContext
            init(context: ModelContext) { self.context = context }
            func lines(of page: String) throws -> [Line] {
              try context.fetch(FetchDescriptor<Line>(predicate: #Predicate { $0.page == page }))
            }
          }
          func line(_ id: UUID, on page: String, _ store: LineStore) throws -> Line? {
            try store.↓lines(of: page).first(where: { $0.id == id })
          }
          ---
          extension ModelContext {
            func everything<T: PersistentModel>(_ type: T.Type) throws -> [T] { try fetch(FetchDescriptor<T>()) }
            func best() throws -> Note? { try ↓everything(Note.self).filter { $0.rank > 9 }.first }
          }
          """,
        clean: """
          func notes(above rank: Int?, _ context: ModelContext) throws -> [Note] {
            let all = try context.fetch(FetchDescriptor<Note>())
            guard let least = all.map(\\.rank).min() else { return all }
            return all.filter { $0.rank > least }
          }
          ---
          func double(_ rank: Int, _ context: ModelContext) throws -> [Note] {
            try context.fetch(FetchDescriptor<Note>()).filter { $0.rank * 2 % 3 == rank }
          }
          ---
          func marked(_ texts: Set<String>, _ context: ModelContext) throws -> [Note] {
            try context.fetch(FetchDescriptor<Note>()).filter { note in
              let isLoud = texts.contains(note.shout)
              let isGood = note.mood == .good
              return isLoud && isGood
            }
          }
          ---
          @Model final class Habit { var name = ""; var archivedAt: Date?; init() {} }
          func habits(_ context: ModelContext) throws -> [Habit] {
            try context.fetch(FetchDescriptor<Habit>()).filter { $0.archivedAt == nil }
          }
          ---
          func note(_ title: String, _ context: ModelContext) throws -> Note? {
            var one = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            one.fetchLimit = 1
            return try context.fetch(one).first
          }
          ---
          func notes(_ text: String, _ context: ModelContext) throws -> [Note] {
            let loud = try context.fetch(FetchDescriptor<Note>()).filter { $0.shout == text }
            let good = try context.fetch(FetchDescriptor<Note>()).filter { $0.mood == .good }
            let long = try context.fetch(FetchDescriptor<Note>()).filter { $0.title.count > 9 }
            return loud + good + long
          }
          ---
          func parts(_ context: ModelContext) throws -> ([Note], [Note]) {
            let notes = try context.fetch(FetchDescriptor<Note>())
            return (notes.filter { $0.rank > 3 }, notes.filter { $0.rank <= 3 })
          }
          ---
          func rest(_ title: String, _ context: ModelContext) throws -> Note? {
            let high = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 3 })
            return try context.fetch(high).first { $0.title == title }
          }
          """) + rows + limits + turned)

  static let nodes: [SyntaxKind] = [.functionCallExpr, .variableDecl]

  private static let help = "give the function a predicate to fetch with"

  /// Functions that fetch everything, whose callers search.
  func check(_ lint: LintContext, report: RuleReport) {
    checkRows(lint, report)
    checkIDs(lint, report)
    checkLimits(lint, report)
    guard !lint.flows.searches.isEmpty else { return }
    var said: Set<Location> = []
    for source in lint.flows.sources
    where source.isKept && (source.isWhole || source.isWholeUnlessGiven) {
      let isPlain = !source.isWhole
      let functions = lint.graph.functions(of: source, isPlain: isPlain).union([source.holder])
      // Another function of the name may have a condition.
      let isSure = lint.flows.sources.allSatisfy { other in
        !other.isKept || other.isWhole || isPlain && other.isWholeUnlessGiven
          || !functions.contains(other.holder)
      }
      guard isSure else { continue }
      for search in lint.flows.searches
      where functions.contains(search.holder) && (!isPlain || search.isPlain) {
        let entity =
          lint.isStored(source.entity)
          ? source.entity
          : search.entity ?? lint.graph.bound(source.entity, by: search.holder.holderType) ?? ""
        guard Search.arePlain(search.members, of: entity, ask: lint.answer),
          !entity.isOfOneObject, said.insert(search.location).inserted
        else { continue }
        report(
          "'\(search.holder.lastPart.replacing("()", with: ""))' loads all '\(entity)' objects, of which some are "
            + "looked for here", at: search.location, entity: entity, help: Self.help,
          certainty: Self.certainty(of: search.members))
      }
    }
  }

  /// Functions that fetch by some condition, whose callers look for one of these by its id.
  private func checkIDs(_ lint: LintContext, _ report: RuleReport) {
    let searches = lint.flows.searches.filter(\.isForOne)
    guard !searches.isEmpty else { return }
    var said: Set<Location> = []
    for source in lint.flows.sources
    where source.isKept && !source.isWhole && !source.isWholeUnlessGiven && !source.isPart
      && !source.pinned.isEmpty && lint.isStored(source.entity)
    {
      let functions = lint.graph.functions(of: source, isPlain: false).union([source.holder])
      for search in searches
      where functions.contains(search.holder) && !source.pinned.contains(search.members[0])
        && Search.arePlain(search.members, of: source.entity, ask: lint.answer)
        && said.insert(search.location).inserted
      {
        report(
          "'\(search.holder.lastPart.replacing("()", with: ""))' loads many '\(source.entity)' objects, of "
            + "which one is looked for by its '\(search.members[0])' here", at: search.location,
          entity: source.entity, help: "fetch that one by its id, with 'fetchLimit = 1'")
      }
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let variable = node.as(VariableDeclSyntax.self) {
      return checkQuery(variable, in: file, report)
    }
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.fetchesObjects,
      let fetched = FetchedObjects(ExprSyntax(call)),
      let entity = fetched.entity, !entity.isOfOneObject,
      !checkLimit(call, fetched, entity, in: file, report), !fetched.isLimited,
      !call.isBelowRemark(of: "redicate"),
      !call.isInLoop(TypeReader(file: file)),
      let search = Search(of: call) ?? Search(inLoopOver: call) ?? Search(sharedByUsesOf: call)
        ?? Search(wherePartIsWanted: call) ?? Search(eachUseOf: call),
      // A text may be found anywhere, whatever else a predicate has narrowed.
      fetched.isWhole || search.isOfText,
      search.isPredicate(of: entity, ask: file.ask)
    else { return }
    report(
      "all '\(entity)' objects \(fetched.isWhole ? "" : "of this fetch ")are loaded, and then searched with "
        + "'\(search.method)'",
      at: file.location(call.nameNode), entity: entity,
      help: search.isOfText
        ? "give the descriptor a predicate, in which 'localizedStandardContains' looks for texts"
        : nil,
      certainty: Self.certainty(of: search.members))
  }

  private static func certainty(of members: [String]) -> Certainty {
    Search.areOfAccount(members) ? ofAccount : .certain
  }

  /// What is said of a search for the objects of one account.
  static let ofAccount = Certainty.inferred("nearly all rows may belong to that account")
}

extension SyntaxProtocol {
  /// Whether the comment above the statement, or above the one before it, speaks of a word: who explains
  /// why there is no predicate has thought of one.
  fileprivate func isBelowRemark(of word: String) -> Bool {
    guard let item = enclosing(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    let before = list.prefix { $0.id != item.id }.last
    return [item, before].compactMap(\.self).contains { statement in
      statement.leadingTrivia.contains { piece in
        switch piece {
        case .lineComment(let text), .blockComment(let text): text.contains(word)
        default: false
        }
      }
    }
  }
}
