internal import Diagnostics
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds fetches of which only the number is used.
struct WholeRowsForCount: SourceRule, ProjectRule {
  static let info = TraceRules.rule(.wholeRowsForCount).with(
    group: .dataAccess,
    examples: CoreDataText.askedForNumber + CoreDataText.copiedLists
      + [RuleExample].texts(
        in: AccessText.models,
        flagged: """
          func many(_ context: ModelContext) throws -> Int {
            try context.↓fetch(FetchDescriptor<Note>()).count
          }
          ---
          func isEmpty(_ context: ModelContext) -> Bool {
            let all = FetchDescriptor<Note>()
            return ((try? context.↓fetch(all)) ?? []).isEmpty
          }
          ---
          func show(_ context: ModelContext) throws {
            let notes = try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 2 }))
            print("\\(notes.count) notes")
            guard !notes.isEmpty else { return }
          }
          ---
          func notes(of folder: Folder, _ context: ModelContext) -> Int {
            let code = folder.code
            var those = FetchDescriptor<Note>()
            those.predicate = #Predicate { $0.folder?.code == code }
            if let notes = try? context.↓fetch(those) { return notes.count }
            return 0
          }
          ---
          struct Shelf {
            let store: ModelContext
            var total: Int { ((try? store.↓fetch(FetchDescriptor<Note>())) ?? []).count }
          }
          ---
          extension ModelContext {
            func total() throws -> Int { try ↓fetch(FetchDescriptor<Note>()).count }
          }
          ---
          @MainActor final class NoteStore {
            let context: ModelContext
            init(context: ModelContext) { self.context = context }
            func all() throws -> [Note] { try context.fetch(FetchDescriptor<Note>()) }
          }
          func badge(_ store: NoteStore) async throws -> Int { try await store.↓all().count }
          ---
          struct NoteStore {
            let context: ModelContext
            func all() -> [Note] { (try? context.fetch(FetchDescriptor<Note>())) ?? [] }
            func add(_ note: Note) { note.rank = ↓all().count; context.insert(note) }
            func titles() -> [String] { all().map(\\.title) }
          }
          ---
          struct NoteStore {
            let context: ModelContext
            func all() -> [Note] { (try? context.fetch(FetchDescriptor<Note>())) ?? [] }
            func hasNotes() -> Bool {
              let notes = ↓all()
              return !notes.isEmpty
            }
          }
          ---
          struct NoteStore {
            let context: ModelContext
            func found(_ rank: Int) -> [Note]? {
              try? context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > rank }))
            }
            func isKnown(_ rank: Int, _ isNew: Bool) -> Bool {
              let notes = ↓found(rank)
              return notes != nil && notes!.count > (isNew ? 0 : 1)
            }
          }
          ---
          func titles(_ context: ModelContext) throws -> Int {
            try context.↓fetch(FetchDescriptor<Note>()).map { $0.title }.count
          }
          ---
          extension ModelContext {
            func everything<T: PersistentModel>(_ type: T.Type) throws -> [T] { try fetch(FetchDescriptor<T>()) }
          }
          func many(_ context: ModelContext) throws -> Int { try context.↓everything(Note.self).count }
          ---
          func high(_ title: String, _ context: ModelContext) throws -> Int {
            let named = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            let found = try context.↓fetch(named)
            return found.filter { $0.rank > 3 }.count
          }
          ---
          struct Sidebar: View {
            ↓@Query private var notes: [Note]
            var body: some View {
              Text("\\(high) of \\(notes.filter { $0.title != "" }.count)")
            }
            private var high: Int { notes.filter { $0.rank > 3 }.count }
          }
          ---
          struct Badge: View {
            ↓@Query private var notes: [Note]
            ↓@Query(filter: #Predicate<Folder> { $0.name != "" }) private var folders: [Folder]
            var body: some View { folders.isEmpty ? Text("") : label }
          }
          extension Badge { var label: Text { Text("\\(self.notes.count)") } }
          """,
        clean: """
          func open(_ title: String, _ context: ModelContext) throws -> ([Note], Int) {
            let one = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            let found = try context.fetch(one)
            return (found, found.filter { $0.rank > 3 }.count)
          }
          func loud(_ title: String, _ context: ModelContext) throws -> Int {
            let one = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            return try context.fetch(one).filter { $0.shout == title }.count
          }
          ---
          func many(_ context: ModelContext) throws -> Int { try context.fetchCount(FetchDescriptor<Note>()) }
          ---
          #if targetEnvironment(simulator)
            func tried(_ context: ModelContext) throws -> Int { try context.fetch(FetchDescriptor<Note>()).count }
          #endif
          ---
          struct BadgeStore {
            let context: ModelContext
            func badges(_ code: UUID) throws -> [Badge] {
              try context.fetch(FetchDescriptor<Badge>(predicate: #Predicate { $0.code == code }))
            }
            func isKnown(_ code: UUID) throws -> Bool {
              let found = try badges(code)
              return !found.isEmpty
            }
          }
          @Model final class Badge {
            @Attribute(.unique) var code: UUID
            init(code: UUID) { self.code = code }
          }
          ---
          func sent(_ context: ModelContext, _ send: (Note) -> Bool) throws -> Int {
            let notes = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 1 })
            return try context.fetch(notes).map { send($0) }.count
          }
          ---
          func isKnown(_ code: String, _ context: ModelContext) throws -> Bool {
            var same = FetchDescriptor<Folder>()
            same.predicate = #Predicate { $0.code == code }
            return try !context.fetch(same).isEmpty
          }
          ---
          func show(_ context: ModelContext) throws {
            let notes = try context.fetch(FetchDescriptor<Note>())
            print(notes.count, notes.map(\\.title))
          }
          ---
          func isEmpty(_ context: ModelContext) throws -> Bool {
            var one = FetchDescriptor<Note>()
            one.fetchLimit = 1
            return try context.fetch(one).isEmpty
          }
          ---
          #Preview {
            let container = try! ModelContainer(for: Note.self)
            if try! container.mainContext.fetch(FetchDescriptor<Note>()).isEmpty {
              container.mainContext.insert(Note())
            }
            return Text("Notes").modelContainer(container)
          }
          ---
          func count(_ context: ModelContext) throws {
            let notes = try context.fetchCount(FetchDescriptor<Note>())
            print(notes)
          }
          ---
          final class NoteStore {
            let context: ModelContext
            private var notes: [Note] = []
            init(context: ModelContext) { self.context = context }
            func load() throws { notes = try context.fetch(FetchDescriptor<Note>()) }
            func all() -> [Note] { notes }
          }
          func badge(_ store: NoteStore) -> Int { store.all().count }
          ---
          @MainActor final class NoteStore {
            let context: ModelContext
            init(context: ModelContext) { self.context = context }
            func all() throws -> [Note] { try context.fetch(FetchDescriptor<Note>()) }
          }
          struct Overview: View {
            let store: NoteStore
            @State private var title = ""
            @State private var lines: [String] = []
            var body: some View { Text(title).task { load() } }
            private func load() {
              title = "\\((try? store.all())?.count ?? 0) notes"
              lines = (try? store.all())?.map(\\.title) ?? []
            }
          }
          ---
          func add(_ note: Note, _ context: ModelContext) throws {
            let code = note.title
            let same = FetchDescriptor<Badge>(predicate: #Predicate { $0.code == code })
            if try context.fetch(same).isEmpty { context.insert(Badge(code: code)) }
          }
          @Model final class Badge {
            var code: String
            init(code: String) { self.code = code }
          }
          ---
          @Model final class UserProfile { var name = ""; init() {} }
          func prepare(_ context: ModelContext) throws {
            let profiles = try context.fetch(FetchDescriptor<UserProfile>())
            if profiles.isEmpty { context.insert(UserProfile()) }
          }
          ---
          struct OnboardingPage: View {
            @Query private var notes: [Note]
            var body: some View { Text(notes.isEmpty ? "Add one" : "\\(notes.count)") }
          }
          ---
          struct Sidebar: View {
            @Query private var notes: [Note]
            var body: some View {
              Text("\\(notes.filter { $0.rank > 3 }.count)")
              ForEach(notes.filter { $0.title != "" }) { note in Text(note.title) }
            }
          }
          ---
          struct Sidebar: View {
            @Query private var notes: [Note]
            var body: some View {
              Text("\\(notes.filter { $0.rank > 3 }.count), \\(notes.filter { isLong($0) }.count)")
            }
            private func isLong(_ note: Note) -> Bool { note.title.count > 20 }
          }
          ---
          struct Badge: View {
            @Query private var notes: [Note]
            @Query(FetchDescriptor<Folder>.first) private var folders: [Folder]
            @Query(sort: \\Trip.name) private var trips: [Trip]
            @Query private var stops: [Stop]
            @State private var shown = 0
            var body: some View {
              VStack {
                Text("\\(notes.count) \\(folders.isEmpty) \\(trips.count)")
                ForEach(notes) { Text($0.title) }
                ForEach(trips) { trip in Text(trip.name) }
              }.onChange(of: stops.count) { shown += 1 }
            }
          }
          extension FetchDescriptor<Folder> {
            static var first: Self { var one = Self(); one.fetchLimit = 1; return one }
          }
          ---
          struct Server { func fetch(_ what: FetchDescriptor<Note>) -> [Note] { [] } }
          func many(_ server: Server) -> Int { server.fetch(FetchDescriptor<Note>()).count }
          """) + bounds + CoreDataText.counts + CoreDataText.countsOfObjectiveC,
    limits:
      "in source, only fetches whose result stays in the function, functions that return one, and "
      + "queries of a view; settings and what else has one object are left alone, as are tests, \(onceRun)"
  )

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// Functions that fetch, whose callers only count.
  func check(_ lint: LintContext, report: RuleReport) {
    for query in lint.askedQueries
    where !query.asks.contains("first") && !query.asks.contains("prefix") && !query.picks {
      let asks = Set(query.asks)
      if asks.contains("counted") {
        // Of one condition alone, the query itself can ask.
        guard
          asks.contains("recounted") || !asks.isDisjoint(with: ["compared", "count", "isEmpty"])
        else {
          continue
        }
        report(
          "'\(query.view)' loads all '\(query.entity)' objects of this query, and only counts those that fit "
            + "one condition or another", at: query.location, entity: query.entity,
          help:
            "ask for each number with 'fetchCount' and its condition when the view appears, and again "
            + "when 'ModelContext.didSave' is posted")
        continue
      }
      let isNumber = asks.contains("count")
      let isCompared = asks.contains("compared")
      report(
        "'\(query.view)' loads all '\(query.entity)' objects of this query, and only "
          + (isNumber
            ? "their number is used"
            : isCompared ? "compares their number" : "asks whether there are any"),
        at: query.location, entity: query.entity,
        help: isNumber
          ? "ask for the number with 'fetchCount' when the view appears, and again when "
            + "'ModelContext.didSave' is posted"
          : isCompared
            ? "give the query a descriptor with a 'fetchLimit' of one more than that number"
            : "give the query a descriptor with 'fetchLimit = 1'")
    }
    for query in lint.deletedQueries {
      report(
        "'\(query.view)' keeps all '\(query.entity)' objects of this query loaded, to delete them all and to ask "
          + (query.asks.contains("count") ? "for their number" : "whether there are any"),
        at: query.location, entity: query.entity,
        help:
          "fetch them in the action, or delete them with 'delete(model:)', and give the query a descriptor "
          + "with 'fetchLimit = 1', or ask for the number with 'fetchCount'")
    }
    guard !lint.flows.counts.isEmpty else { return }
    for source in lint.flows.sources where source.isKept {
      let functions = lint.graph.functions(of: source, isWhole: true)
      for count in lint.flows.counts where functions.contains(count.holder) {
        // Whether a condition finds any costs little where it finds few.
        if count.isAny, !source.isWhole { continue }
        let name = count.holder.lastPart.replacing("()", with: "")
        // What a generic function loads, only its caller knows.
        let entity =
          lint.isStored(source.entity) && source.entity != "NSManagedObject"
          ? source.entity : count.entity
        guard !(entity?.isOfOneObject ?? false) else { continue }
        report(
          "'\(name)' loads \(source.isWhole ? "all " : "")\(entity.map { "'\($0)' " } ?? "")objects, and only their number is "
            + "used", at: count.location, entity: entity,
          help: "add a function beside it that asks for "
            + "'\(source.isCoreData ? "count(for:)" : "fetchCount")'")
      }
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.fetchesObjects
    else { return }
    checkBound(call, in: file, report)
    checkPart(call, in: file, report)
    guard let fetched = FetchedObjects(ExprSyntax(call)),
      let entity = fetched.entity, !fetched.isLimitedInNumber,
      !call.isInLoop(TypeReader(file: file)),
      let uses = ResultUse.uses(of: call, isCounting: true), !uses.isEmpty,
      uses.allSatisfy({ ["count", "isEmpty"].contains($0) }),
      !entity.isOfOneObject,
      // Whether there is an object of some id costs one row at most.
      uses.contains("count") || !fetched.looksForOne(of: entity, in: file)
    else { return }
    report(
      "all \(fetched.isOfKnownClass ? "'\(entity)' objects" : "objects") of this fetch are loaded for "
        + "their number alone",
      at: file.location(call.nameNode), entity: entity,
      help: fetched.isCoreData ? "use 'count(for:)' when only the number is needed" : nil,
      edits: !call.isPlainFetch
        ? []
        : call.countEdits(in: file, ofCoreData: fetched.isCoreData)
          + (fetched.isCoreData ? [] : call.keptCountEdits(uses, in: file)))
  }
}
