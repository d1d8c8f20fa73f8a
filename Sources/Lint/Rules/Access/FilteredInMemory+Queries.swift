internal import Diagnostics
internal import SwiftSyntax

extension FilteredInMemory {
  /// A query of all objects of which a view only ever wants those that fit one condition:
  /// `notes.filter { !$0.isDone }`.
  func checkQuery(_ variable: VariableDeclSyntax, in file: LintFile, _ report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let query = variable.attribute("Query"),
      variable.bindings.count == 1, let binding = variable.bindings.first, let name = binding.name,
      let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), type.isList,
      !type.name.isOfOneObject, query.takesEverything,
      let block = variable.parent?.parent?.parent?.as(MemberBlockSyntax.self), block.isReadable,
      let (members, isGiven) = block.onlyCondition(on: name, TypeReader(file: file)),
      Search.arePlain(members, of: type.name, ask: file.ask)
    else { return }
    report(
      "the view loads all '\(type.name)' objects, and wants those alone that fit a condition",
      at: file.location(query), entity: type.name,
      help: isGiven
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
      struct FolderView: View {
        let code: String
        ↓@Query private var folders: [Folder]
        private var folder: Folder? { folders.first { $0.code == code } }
        var body: some View { Text(folder?.name ?? "") }
      }
      """,
    clean: """
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

extension MemberBlockSyntax {
  /// What the one condition compares by which all of a list is ever looked at, and whether it needs a value
  /// that the view is made with; nil where the list is used in any other way, or by what the view's state says.
  fileprivate func onlyCondition(
    on list: String, _ types: TypeReader
  ) -> (members: [String], isGiven: Bool)? {
    var conditions: [[String]?] = []
    var texts: Set<String> = []
    var isGiven = false
    forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self),
        [list, "_\(list)", "$\(list)"].contains(use.baseName.text)
      else { return true }
      guard use.baseName.text == list, use.isValue,
        let access = use.parent?.as(MemberAccessExprSyntax.self), access.isCalled,
        let call = access.parent?.as(FunctionCallExprSyntax.self),
        ["contains", "filter", "first"].contains(call.name),
        let closure = call.lastClosure, !closure.leavesOutRareOnes,
        let given = closure.givenNames(types), let members = closure.comparedMembers
      else {
        conditions.append(nil)
        return true
      }
      conditions.append(members)
      if !given.isEmpty { isGiven = true }
      texts.insert(closure.statements.trimmedDescription)
      return true
    }
    guard texts.count == 1, !conditions.contains(nil), let members = conditions.first ?? nil else {
      return nil
    }
    return (members, isGiven)
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
  fileprivate var isGivenConstant: Bool {
    guard let variable = parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    return variable.isConstant && variable.isInstance && initializer == nil && accessorBlock == nil
  }
}
