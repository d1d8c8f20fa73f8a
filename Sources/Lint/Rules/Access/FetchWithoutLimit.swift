internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetches of many objects of which one is used.
struct FetchWithoutLimit: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "fetch-without-limit", group: .dataAccess, severity: .note,
    summary: "a fetch without a limit is made for its first object",
    why: "every object that fits is read and kept in memory, and all but one are thrown away",
    fix: "set 'fetchLimit = 1' on the descriptor",
    limits:
      "a condition that looks for one object by its id or by a unique property is left alone, and so "
      + "is the first of an unsorted table or of what lies between two values, of which there is one where that makes sense, and of a table of which "
      + "an object is made only where there is none, or whose objects own others, belong to none and are made one at "
      + "a time; and tests, \(onceRun)",
    examples: CoreDataText.askedForOne + CoreDataText.toldForOne
      + [RuleExample].texts(
        in: AccessText.models,
        flagged: """
          func latest(_ context: ModelContext) throws -> Note? {
            try context.↓fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])).first
          }
          ---
          func last(_ context: ModelContext) -> Folder? {
            var descriptor = FetchDescriptor<Folder>()
            descriptor.sortBy = [SortDescriptor(\\.name, order: .reverse)]
            let found = try? context.↓fetch(descriptor)
            return found?.first
          }
          ---
          func isFilled(_ context: ModelContext) throws -> Bool {
            try context.↓fetch(FetchDescriptor<Folder>()).first != nil
          }
          ---
          func last(in folder: String, _ context: ModelContext) throws -> Note? {
            let order = [SortDescriptor(\\Note.rank, order: .reverse)]
            let mine = FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.code == folder }, sortBy: order)
            return try context.↓fetch(mine).first
          }
          ---
          func best(_ context: ModelContext) throws -> String? {
            let good = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 3 })
            guard let note = try context.↓fetch(good).first else { return nil }
            return note.title
          }
          ---
          func before(_ folder: String, _ context: ModelContext) throws -> Note? {
            let order = [SortDescriptor(\\Note.rank, order: .reverse)]
            let mine = FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.code == folder }, sortBy: order)
            let notes = try context.↓fetch(mine)
            return notes.isEmpty ? nil : notes.second
          }
          extension [Note] { var second: Note? { dropFirst().first } }
          ---
          func lucky(_ context: ModelContext) throws -> Note? {
            try context.↓fetch(FetchDescriptor<Note>()).randomElement()
          }
          ---
          func lucky(_ context: ModelContext) throws -> String {
            let notes = try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 3 }))
            guard let note = notes.randomElement() else { return "" }
            return note.title
          }
          ---
          func some(_ context: ModelContext) throws -> [Note] {
            let notes = try context.↓fetch(FetchDescriptor<Note>())
            guard !notes.isEmpty else { return [] }
            return Array(notes.shuffled().prefix(3))
          }
          ---
          func some(_ context: ModelContext) throws -> [Note] {
            let notes = try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 3 }))
            return Array(notes.shuffled()[..<3])
          }
          ---
          func lucky(_ context: ModelContext) throws -> Note? {
            try context.↓fetch(FetchDescriptor<Note>()).shuffled().first
          }
          ---
          struct Lucky: View {
            ↓@Query private var notes: [Note]
            @State private var note: Note?
            var body: some View { Button("Pick") { note = notes.randomElement() }.disabled(notes.isEmpty) }
          }
          ---
          struct Latest: View {
            ↓@Query(sort: \\Note.rank, order: .reverse) private var notes: [Note]
            var body: some View { if let note = notes.first { Text(note.title) } }
          }
          ---
          struct Latest: View {
            ↓@Query(sort: \\Note.rank, order: .reverse) private var notes: [Note]
            var body: some View {
              if notes.isEmpty { Text("None") }
              ForEach(notes.prefix(most)) { note in Text(note.title) }
            }
            private let most = 3
          }
          ---
          func best(_ context: ModelContext) throws -> [Note] {
            let order = [SortDescriptor(\\Note.rank, order: .reverse)]
            return Array(try context.↓fetch(FetchDescriptor<Note>(sortBy: order)).prefix(5))
          }
          """,
        clean: """
          func latest(_ context: ModelContext) throws -> Note? {
            var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
            descriptor.fetchLimit = 1
            return try context.fetch(descriptor).first
          }
          ---
          func lucky(_ context: ModelContext) throws -> [Note?] {
            let notes = try context.fetch(FetchDescriptor<Note>())
            return [notes.randomElement(), notes.max { $0.rank < $1.rank }]
          }
          ---
          func game(_ context: ModelContext) throws -> [Note] {
            try context.fetch(FetchDescriptor<Note>()).shuffled()
          }
          ---
          struct Lucky: View {
            @Query private var notes: [Note]
            @State private var note: Note?
            var body: some View {
              Text("\\(notes.count) notes")
              Button("Pick") { note = notes.randomElement() }
            }
          }
          ---
          struct Lucky: View {
            @Query private var notes: [Note]
            @State private var note: Note?
            var body: some View {
              List(notes) { Text($0.title) }
              Button("Pick") { note = notes.randomElement() }
            }
          }
          ---
          func folder(_ code: String, _ context: ModelContext) throws -> Folder? {
            try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })).first
          }
          ---
          func latest(_ context: ModelContext) throws -> Note? {
            try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]), batchSize: 1).first
          }
          ---
          @Model final class Walk { var day = Date(); init() {} }
          func walk(from morning: Date, to evening: Date, _ context: ModelContext) throws -> Walk? {
            let ofDay = FetchDescriptor<Walk>(predicate: #Predicate { $0.day >= morning && $0.day < evening })
            return try context.fetch(ofDay).first
          }
          ---
          @Model final class Owner { var pass: Pass?; init() {} }
          @Model final class Pass { @Relationship(inverse: \\Owner.pass) var owner: Owner?; init() {} }
          func pass(of owner: PersistentIdentifier, _ context: ModelContext) throws -> Pass? {
            let own = FetchDescriptor<Pass>(predicate: #Predicate { $0.owner?.persistentModelID == owner })
            return try context.fetch(own).first
          }
          ---
          @Model final class AppSettings { var theme = ""; var isOn = false; init() {} }
          func settings(_ context: ModelContext) throws -> AppSettings? {
            try context.fetch(FetchDescriptor<AppSettings>(sortBy: [SortDescriptor(\\.theme)])).first
          }
          @Model final class Shift { var begin = Date(); var endedAt: Date?; init() {} }
          func running(_ context: ModelContext) throws -> Shift? {
            let open = #Predicate<Shift> { $0.endedAt == nil }
            return try context.fetch(
              FetchDescriptor<Shift>(predicate: open, sortBy: [SortDescriptor(\\.begin)])
            ).first
          }
          func theme(_ context: ModelContext) throws -> String? {
            let chosen = FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "theme" })
            if let folder = try context.fetch(chosen).first { return folder.name }
            return try context.fetch(FetchDescriptor<Folder>()).first?.name
          }
          func open(_ context: ModelContext) throws -> Note? {
            try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.folder == nil })).first
          }
          ---
          func latest(_ context: ModelContext) throws -> (Note?, Int) {
            let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
            return (notes.first, notes.map(\\.rank).reduce(0, +))
          }
          ---
          import Foundation
          import SwiftData
          import SwiftUI

          @Model final class Shift { var begin = Date(); var endTime: Date?; init() {} }
          struct RunningView: View {
            @Query(filter: #Predicate<Shift> { $0.endTime == nil }, sort: \\Shift.begin)
            private var open: [Shift]
            var body: some View { Text(open.first?.begin ?? .now, style: .timer) }
          }
          ---
          struct Latest: View {
            @Query(sort: \\Note.rank) private var notes: [Note]
            var body: some View {
              ForEach(notes.prefix(3)) { note in Text(note.title) }
              if notes.count > 3 { Text("More") }
            }
          }
          ---
          struct Latest: View {
            @Query(sort: \\Note.rank) private var notes: [Note]
            @State private var shown = 20
            var body: some View {
              ForEach(notes.prefix(shown)) { note in Text(note.title) }
              Button("More") { shown += 20 }
            }
          }
          ---
          struct Latest: View {
            @Query private var folders: [Folder]
            @Query(sort: \\Note.rank) private var notes: [Note]
            var body: some View { Text("\\(notes.first?.title ?? "") \\(notes.count) \\(folders.first?.name ?? "")") }
          }
          """) + CoreDataText.firsts + CoreDataText.searches + CoreDataText.keptRequests
      + extremes + ends + growth)

  private static let randomHelp =
    "count them, and fetch one with a random 'fetchOffset' and 'fetchLimit = 1'"
  private static let someHelp =
    "take some of the ids that 'fetchIdentifiers' gives, and fetch the objects of these"
  private static let someManagedHelp =
    "take some of the ids that '.managedObjectIDResultType' gives, and fetch the objects of these"

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// Functions that fetch, whose callers take the first object alone.
  func check(_ lint: LintContext, report: RuleReport) {
    for query in lint.askedQueries
    where query.asks.allSatisfy({ $0.hasPrefix("random") || $0 == "isEmpty" }) && query.picks {
      report(
        "'\(query.view)' loads every '\(query.entity)' object of this query to pick "
          + (query.asks.contains("randomElement") ? "one of them" : "a few of them"),
        at: query.location, entity: query.entity,
        help: query.asks.contains("randomElement") ? Self.randomHelp : Self.someHelp)
    }
    for query in lint.askedQueries
    where query.asks == ["first"] || query.asks == ["first", "isEmpty"] {
      report(
        "'\(query.view)' loads every '\(query.entity)' object of this query for the first one alone",
        at: query.location, entity: query.entity,
        help: "give the query a descriptor with 'fetchLimit = 1'")
    }
    for query in lint.askedQueries
    where query.asks.contains("prefix")
      && query.asks.allSatisfy({ ["first", "isEmpty", "prefix"].contains($0) })
    {
      report(
        "'\(query.view)' loads every '\(query.entity)' object of this query for the first few alone",
        at: query.location, entity: query.entity,
        help: "give the query a descriptor with that number as its 'fetchLimit'")
    }
    guard !lint.flows.firsts.isEmpty else { return }
    var said: Set<Location> = []
    for source in lint.flows.sources where source.isKept {
      let functions = lint.graph.functions(of: source, isWhole: true)
      for first in lint.flows.firsts where functions.contains(first.holder) {
        // Another function of the name may look for one object.
        let isSure = lint.flows.sources.allSatisfy { other in
          !other.isKept || other.holder != first.holder || !other.isForOne
            || first.entity != nil && other.isWholeUnlessGiven
        }
        // What a generic function loads, only its caller knows.
        let isKnown = lint.isStored(source.entity) && source.entity != "NSManagedObject"
        guard let entity = isKnown ? source.entity : first.entity, isSure,
          !source.isForOne || !isKnown && source.isWholeUnlessGiven, !entity.isOfOneObject,
          first.member.map({ Search.arePlain([$0], of: entity, ask: lint.answer) }) ?? true,
          said.insert(first.location).inserted
        else { continue }
        report(
          "'\(first.holder.lastPart.dropLast(2))' loads every '\(entity)' that fits, and only "
            + (first.end == "prefix"
              ? "the first few are"
              : ["index", "largest"].contains(first.end)
                ? "one of them is" : "the \(first.end ?? "first") one is")
            + " used here", at: first.location, entity: entity,
          help: first.end == "prefix"
            ? "add a function beside it that fetches with that number as its 'fetchLimit'"
            : "add a function beside it that fetches with 'fetchLimit = 1'"
              + (first.end == "index"
                ? " and the index as 'fetchOffset'"
                : first.end == "largest"
                  ? ", sorted by '\(first.member ?? "")'"
                  : first.end == "last" ? ", sorted the other way round" : ""))
      }
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    checkHelper(node, in: file, report: report)
    checkExtreme(node, in: file, report: report)
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.fetchesObjects,
      // In batches, objects are read when they are asked for.
      call.argument("batchSize") == nil,
      let fetched = FetchedObjects(ExprSyntax(call)),
      let entity = fetched.entity, !fetched.isLimited, !call.isInLoop(TypeReader(file: file)),
      let uses = ResultUse.uses(of: call),
      let end = uses.endThatIsUsed,
      uses.allSatisfy({
        [end, "isEmpty"].contains($0) || ["prefix", "second"].contains(end) && $0 == "first"
      }),
      !["last", "second"].contains(end) || fetched.isInOrder,
      // Who asks for the second one knows of several.
      ["prefix", "second"].contains(end) || !fetched.looksForOne(of: entity, in: file),
      !fetched.conditions.contains(where: \.resolved.asksForOpenEnd),
      !fetched.isOfFew
        || !entity.isOfOneObject && (end.hasPrefix("random") || call.asksWhetherThereIsOne)
    else { return }
    if end.hasPrefix("random") {
      let isOne = end == "randomElement"
      report(
        "every \(fetched.isOfKnownClass ? "'\(entity)'" : "object") that fits is loaded to pick "
          + (isOne ? "one of them" : "a few of them"),
        at: file.location(call.nameNode), entity: entity,
        help: isOne ? Self.randomHelp : fetched.isCoreData ? Self.someManagedHelp : Self.someHelp)
      return
    }
    report(
      "every \(fetched.isOfKnownClass ? "'\(entity)'" : "object") that fits is loaded for the "
        + (end == "prefix" ? "first few alone" : "\(end) one alone"),
      at: file.location(call.nameNode), entity: entity,
      help: end == "last"
        ? "sort the other way round, and set 'fetchLimit' to 1"
        : end == "second"
          ? "set 'fetchLimit' to 2"
          : end == "prefix"
            ? "set 'fetchLimit' to that number"
            : fetched.isCoreData ? "set 'fetchLimit = 1' on the request" : nil,
      edits: fetched.isCoreData || end != "first" ? [] : fetched.limitEdits(in: file))
  }
}

extension [String] {
  /// Which of the objects the code takes, of what it asks of a list; the later one of two.
  fileprivate var endThatIsUsed: String? {
    contains("prefix") && !contains("second")
      ? "prefix"
      : contains("second")
        ? "second" : first { ["first", "last"].contains($0) || $0.hasPrefix("random") }
  }
}

extension FunctionCallExprSyntax {
  /// Whether a loop makes the fetch, which 'fetch-in-loop' says more of.
  func isInLoop(_ types: TypeReader) -> Bool {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self) else { return false }
      if let loop = Loop(next, calls: Loop.complete), !loop.isPaging, !loop.isSmallOrChunked(types)
      {
        // What the loop goes through is fetched once.
        if !isPlainFetch { return loop.body.position <= position }
        return loop.queries(named: "fetch").contains { $0.call.id == id }
      }
      node = next
    }
    return false
  }
}
