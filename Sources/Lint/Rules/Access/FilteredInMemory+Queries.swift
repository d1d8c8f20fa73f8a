internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension FilteredInMemory {
  /// A query of all objects of which a view only ever wants those that fit one condition:
  /// `notes.filter { !$0.isDone }`.
  func checkQuery(_ variable: VariableDeclSyntax, in file: LintFile, _ report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let query = variable.attribute("Query"),
      variable.bindings.count == 1, let binding = variable.bindings.first, let name = binding.name,
      let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), type.isList,
      !type.name.isOfOneObject, query.takesEverything,
      let block = variable.parent?.parent?.parent?.as(MemberBlockSyntax.self), block.isReadable
    else { return }
    if let own = block.objectSought(in: name, of: type.name, TypeReader(file: file)) {
      report(
        "the view loads all '\(type.name)' objects to find the one that it has in '\(own)'",
        at: file.location(query), entity: type.name,
        help: "read '\(own)' itself: it is the same object, and the view follows its changes")
      return
    }
    guard
      let condition = block.onlyCondition(on: name, TypeReader(file: file)),
      Search.arePlain(condition.members, of: type.name, ask: file.ask)
    else { return }
    if !condition.boundedBelow.isEmpty {
      // Of anything but dates, the rows that fit may be nearly all.
      guard
        condition.boundedBelow.allSatisfy({ member in
          let types = file.ask(.attribute(member, of: type.name))
          return !types.isEmpty && types.allSatisfy { ["Date", "Date?"].contains($0) }
        })
      else { return }
      report(
        "the view loads all '\(type.name)' objects, however old, and wants those since some date alone",
        at: file.location(query), entity: type.name,
        help:
          "give the query the condition in the view's initializer, '_… = Query(filter: #Predicate { … })'; "
          + "where the date changes while the view is shown, in a view of its own that is given the date",
        certainty: .inferred("such objects pile up as time goes by"))
      return
    }
    report(
      "the view loads all '\(type.name)' objects, and wants those alone that fit a condition",
      at: file.location(query), entity: type.name,
      help: condition.isGiven
        ? "give the query the condition in the view's initializer: '_… = Query(filter: #Predicate { … })'"
        : "give the query the condition: '@Query(filter: #Predicate { … })'")
  }
}

extension FilteredInMemory {
  /// Queries of all objects that each row of a list makes anew, to keep those of its own object.
  func checkRows(_ lint: LintContext, _ report: RuleReport) {
    guard !lint.flows.rowQueries.isEmpty else { return }
    let passes = lint.flows.rowPasses
    for query in lint.flows.rowQueries {
      guard let property = query.property, passes.contains(where: query.takes) else { continue }
      report(
        "every '\(query.view)' of a list loads all '\(query.entity)' objects, and keeps those of its "
          + "'\(property)'", at: query.location, entity: query.entity,
        help:
          "read them off a relationship of '\(property)', or give the query the condition in "
          + "the view's initializer: '_… = Query(filter: #Predicate { … })'", severity: .warning)
    }
  }

  /// Those of 'checkRows'.
  static let rows: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct FoldersView: View {
        @Query private var folders: [Folder]
        var body: some View { List(folders) { folder in FolderRow(folder: folder) } }
      }
      struct FolderRow: View {
        let folder: Folder
        ↓@Query private var notes: [Note]
        private var own: [Note] { notes.filter { $0.folder?.id == folder.id } }
        var body: some View { Text("\\(folder.name) \\(own.count)") }
      }
      ---
      func isNew(_ title: String, _ context: ModelContext) throws -> Bool {
        let notes = try context.↓fetch(FetchDescriptor<Note>())
        let titles: [String] = notes.map { $0.title }
        return titles.allSatisfy { $0 != title }
      }
      func isKnown(_ title: String, _ context: ModelContext) throws -> Bool {
        try context.↓fetch(FetchDescriptor<Note>()).map(\\.title).contains(title)
      }
      ---
      func raise(_ title: String, _ context: ModelContext) {
        let notes = (try? context.↓fetch(FetchDescriptor<Note>())) ?? []
        if !notes.contains(where: { $0.title == title && $0.rank > 3 }) { context.insert(Note()) }
        for note in notes where note.title == title { note.rank += 1 }
      }
      ---
      struct FolderTabs: View {
        enum Tab { case folders, others }
        @State private var tab = Tab.folders
        ↓@Query private var folders: [Folder]
        private var empty: [Folder] { folders.filter { $0.name == "" } }
        var body: some View { Text(tab == .folders ? "\\(empty.count)" : "") }
      }
      ---
      @Model final class Walk { var begin = Date(); var endedAt: Date?; init() {} }
      struct WalksView: View {
        @State private var day = Date.now
        ↓@Query(sort: \\Walk.begin) private var walks: [Walk]
        private var today: [Walk] {
          let morning = Calendar.current.startOfDay(for: day)
          return walks.filter { $0.begin >= morning }
        }
        var body: some View { List(today) { Text($0.begin, style: .time) } }
      }
      struct WeekView: View {
        ↓@Query private var walks: [Walk]
        let days: [Date]
        private var counts: [Int] {
          days.map { day in
            let next = day + 86_400
            return walks.filter {
              guard let ended = $0.endedAt else { return false }
              return ended >= day && ended < next
            }.count
          }
        }
        private var isBusy: Bool { walks.contains { Date.now < $0.begin } }
        var body: some View { Text(isBusy ? "" : "\\(counts)") }
      }
      ---
      func of(_ title: String, _ context: ModelContext) throws -> [Note] {
        try context.↓fetch(FetchDescriptor<Note>()).filter { note in
          guard note.title == title else { return false }
          let words = note.title.split(separator: " ")
          return words.count > note.rank
        }
      }
      func like(_ title: String, _ text: String, _ context: ModelContext) throws -> [Note] {
        let notes = try context.↓fetch(FetchDescriptor<Note>())
        return notes.filter { $0.title == title && $0.shout.localizedStandardContains(text) }
      }
      ---
      @Model final class Walk { var begin = Date(); init() {} }
      func today(_ context: ModelContext) throws -> [Walk] {
        try context.↓fetch(FetchDescriptor<Walk>()).filter { Calendar.current.isDateInToday($0.begin) }
      }
      struct DayView: View {
        let day: Date
        ↓@Query private var walks: [Walk]
        private var shown: [Walk] {
          walks.filter { Calendar.current.isDate($0.begin, inSameDayAs: day) }
        }
        var body: some View { List(shown) { Text($0.begin, style: .time) } }
      }
      ---
      struct NoteInfo {
        let title: String
        init(_ note: Note) { title = note.title }
      }
      protocol NoteStoring { func notes() throws -> [NoteInfo] }
      struct NoteStore: NoteStoring {
        let context: ModelContext
        func notes() throws -> [NoteInfo] {
          let notes = try context.fetch(FetchDescriptor<Note>())
          return notes.map { NoteInfo($0) }
        }
      }
      func info(_ title: String, _ store: any NoteStoring) throws -> NoteInfo? {
        try store.↓notes().first { $0.title == title }
      }
      ---
      extension ModelContext {
        func safeFetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> [T] {
          do { return try fetch(descriptor) } catch {
            print(error)
            return []
          }
        }
      }
      func of(_ title: String, _ context: ModelContext) -> [Note] {
        context.↓safeFetch(FetchDescriptor<Note>()).filter { $0.title == title }
      }
      ---
      struct FolderView: View {
        let folder: Folder
        ↓@Query private var folders: [Folder]
        private var current: Folder? { folders.first { $0.id == folder.id } }
        var body: some View { Text(current?.name ?? "") }
      }
      ---
      struct FolderView: View {
        let code: String
        ↓@Query private var folders: [Folder]
        private var folder: Folder? { folders.first { $0.code == code } }
        var body: some View { Text(folder?.name ?? "") }
      }
      ---
      struct TodayView: View {
        ↓@Query var folders: [Folder]
        var body: some View {
          let today = folders.first { $0.code == Date.now.formatted(.iso8601) }
          Text(today?.name ?? "")
        }
      }
      """,
    clean: """
      @Model final class Walk { var begin = Date(); var length = 0; init() {} }
      struct WalksView: View {
        @State private var day = Date.now
        @State private var least = 0
        @Query(sort: \\Walk.begin) private var walks: [Walk]
        @Query private var others: [Walk]
        @Query private var some: [Walk]
        var body: some View {
          List(walks.filter { $0.begin >= day }) { Text($0.begin, style: .time) }
          List(others.filter { $0.length >= least }) { Text($0.begin, style: .time) }
          List(some.filter { $0.begin < day }) { Text($0.begin, style: .time) }
          Text("\\(walks.count)")
        }
      }
      ---
      @Model final class Walk { var begin = Date(); init() {} }
      func others(_ context: ModelContext) throws -> [Walk] {
        try context.fetch(FetchDescriptor<Walk>()).filter {
          !Calendar.current.isDateInToday($0.begin)
        }
      }
      func long(_ title: String, _ context: ModelContext) throws -> [Note] {
        try context.fetch(FetchDescriptor<Note>()).filter { note in
          if note.rank > 3 { return true }
          return note.title == title && note.shout.isEmpty
        }
      }
      func twice(_ context: ModelContext) throws -> [Note] {
        try context.fetch(FetchDescriptor<Note>()).filter { note in
          let first = note.shout.prefix(1)
          return note.title == first && note.shout.isEmpty
        }
      }
      ---
      struct FoldersView: View {
        @State private var text = ""
        @Query private var folders: [Folder]
        var body: some View {
          List(folders.filter { $0.name == text }) { Text($0.name) }.searchable(text: $text)
        }
      }
      ---
      func raise(_ title: String, _ other: String, _ context: ModelContext) throws {
        let notes = try context.fetch(FetchDescriptor<Note>())
        if !notes.contains(where: { $0.title == other || $0.rank > 3 }) { context.insert(Note()) }
        for note in notes where note.title == title { note.rank += 1 }
      }
      ---
      func known(_ words: [String], _ context: ModelContext) throws -> [String] {
        let titles = try context.fetch(FetchDescriptor<Note>()).map(\\.title)
        return words.filter { titles.contains($0) }
      }
      ---

      struct FoldersView: View {
        @Query private var folders: [Folder]
        var body: some View {
          List(folders) { folder in NavigationLink(folder.name) { FolderDetail(folder: folder) } }
        }
      }
      struct FolderDetail: View {
        let folder: Folder
        @Query private var notes: [Note]
        private var own: [Note] { notes.filter { $0.folder?.id == folder.id } }
        var body: some View { Text("\\(folder.name) \\(own.count)") }
      }
      """)
}

extension AttributeSyntax {
  /// Whether a query names no condition and no descriptor.
  fileprivate var takesEverything: Bool {
    argumentList?.allSatisfy { argument in
      ["sort", "order", "animation"].contains(argument.label?.text)
    } ?? true
  }
}

/// By what a view's list is ever looked at.
private struct OnlyCondition {
  var members: [String] = []
  /// Whether it needs a value that the view is made with.
  var isGiven = false
  /// The attributes that each search asks to be no smaller than something, where the searches differ or compare
  /// with what changes while the view is shown.
  var boundedBelow: [String] = []
}

extension MemberBlockSyntax {
  /// What the conditions compare by which all of a list is ever looked at; nil where the list is used in any
  /// other way, or by what the view's state says and is not bounded.
  fileprivate func onlyCondition(on list: String, _ types: TypeReader) -> OnlyCondition? {
    var found = OnlyCondition()
    var texts: Set<String> = []
    var (isOther, changes, isOpen) = (false, false, false)
    forEachDescendant { node in
      guard !isOther, let name = node.as(DeclReferenceExprSyntax.self) else { return !isOther }
      if ["_\(list)", "$\(list)"].contains(name.baseName.text) { isOther = true }
      guard name.baseName.text == list else { return !isOther }
      var use = Syntax(name)
      if let access = name.parent?.as(MemberAccessExprSyntax.self), access.declName.id == name.id {
        // A case or a property of another object may have the same name.
        guard access.base?.isSelfName ?? false else { return true }
        use = Syntax(access)
      }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self), access.isCalled,
        let call = access.parent?.as(FunctionCallExprSyntax.self),
        ["contains", "filter", "first"].contains(call.name),
        let closure = call.lastClosure, !closure.leavesOutRareOnes,
        let members = closure.comparedMembers
      else {
        isOther = true
        return false
      }
      found.members = members
      let given = closure.givenNames(types)
      if given?.isEmpty == false
        || closure.statements.hasDescendant(where: { $0.is(FunctionCallExprSyntax.self) })
      {
        found.isGiven = true
      }
      changes = changes || given == nil
      let below = closure.membersBoundedBelow
      isOpen = isOpen || below.isEmpty
      found.boundedBelow += below
      texts.insert(closure.statements.trimmedDescription)
      return true
    }
    guard !isOther, !texts.isEmpty else { return nil }
    if texts.count == 1, !changes {
      found.boundedBelow = []
      return found
    }
    return isOpen ? nil : found
  }
}

extension ClosureExprSyntax {
  /// The values of the view's that the closure names beside the element and its members; nil where it names
  /// anything that changes while the view is shown, or another object, whose relationship says as much.
  fileprivate func givenNames(_ types: TypeReader) -> [String]? {
    var own: Set = [firstParameter]
    var given: [String] = []
    let isOther = statements.hasDescendant { node in
      // `guard let due = loan.due`
      if let bound = node.as(IdentifierPatternSyntax.self) { own.insert(bound.identifier.text) }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue else { return false }
      guard !own.contains(name.baseName.text), !(name.baseName.text.first?.isUppercase ?? false)
      else { return false }
      guard case .property(let binding, _)? = name.nameOrigin, binding.isGivenConstant,
        types.model(of: ExprSyntax(name)) == nil
      else { return true }
      given.append(name.baseName.text)
      return false
    }
    return isOther ? nil : given
  }
}

extension PatternBindingSyntax {
  /// Whether it is a constant that the initializer sets.
  var isGivenConstant: Bool {
    guard let variable = parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    return variable.isConstant && variable.isInstance && initializer == nil && accessorBlock == nil
  }
}
