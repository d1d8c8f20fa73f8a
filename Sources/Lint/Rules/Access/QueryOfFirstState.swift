internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds queries that a view's initializer makes of a state which the view changes later.
struct QueryOfFirstState: SourceRule {
  static let info = RuleInfo(
    id: "query-of-first-state", group: .dataAccess, severity: .warning,
    summary: "a query is made of '@State' in the initializer, and does not follow it",
    why:
      "in the initializer a state has the value that it is declared with, whatever it has become since: the list goes "
      + "on showing what that first value chooses",
    fix:
      "move the query into a view of its own, which is given the value: 'NoteList(year: year)'",
    limits:
      "only states that the view itself declares a value for and changes or binds to a control",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteList: View {
          @State private var least = 3
          @Query private var notes: [Note]
          init() {
            let rank = ↓least
            _notes = Query(filter: #Predicate { $0.rank > rank })
          }
          var body: some View {
            Stepper("Rank", value: $least)
            List(notes) { Text($0.title) }
          }
        }
        ---
        struct NoteList: View {
          @State private var search = ""
          @Query private var notes: [Note]
          init() {
            let text = self.↓search
            _notes = Query(filter: #Predicate<Note> { $0.title.contains(text) }, sort: \\Note.title)
          }
          var body: some View { List(notes) { Text($0.title) }.searchable(text: $search) }
        }
        ---
        struct NoteList: View {
          let folder: Folder
          @State private var isReversed = false
          @Query private var notes: [Note]
          init(folder: Folder) {
            self.folder = folder
            _notes = Query(sort: \\Note.rank, order: ↓isReversed ? .reverse : .forward)
          }
          var body: some View {
            Button("Turn") { isReversed.toggle() }
            List(notes) { Text($0.title) }
          }
        }
        """,
      clean: """
        struct NoteList: View {
          @Query private var notes: [Note]
          init(least: Int) {
            _notes = Query(filter: #Predicate { $0.rank > least })
          }
          var body: some View { List(notes) { Text($0.title) } }
        }
        struct Notes: View {
          @State private var least = 3
          var body: some View {
            Stepper("Rank", value: $least)
            NoteList(least: least)
          }
        }
        ---
        struct NoteList: View {
          @State private var least: Int
          @Query private var notes: [Note]
          init(least: Int) {
            _least = State(initialValue: least)
            _notes = Query(filter: #Predicate { $0.rank > least })
          }
          var body: some View { List(notes) { Text($0.title) }.onTapGesture { least += 1 } }
        }
        ---
        struct NoteList: View {
          @State private var rank = 1
          @Query private var notes: [Note]
          init() { _notes = Query(sort: \\Note.rank) }
          var body: some View {
            Stepper("Rank", value: $rank)
            List(notes) { Text($0.title) }.onTapGesture { rank += 1 }
          }
        }
        ---
        struct NoteList: View {
          @State private var isShown = false
          @Query private var notes: [Note]
          init() { _notes = Query(sort: \\Note.rank) }
          var body: some View { List(notes) { Text($0.title) }.onTapGesture { isShown.toggle() } }
        }
        """))

  static let nodes: [SyntaxKind] = [.initializerDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let start = node.as(InitializerDeclSyntax.self), let body = start.body,
      body.isHandwritten, body.mentions(["FetchRequest", "Query"]),
      let view = start.enclosingType?.as(StructDeclSyntax.self), view.memberBlock.isReadable,
      view.inheritanceClause?.mentions(["View"]) ?? false
    else { return }
    let states = view.memberBlock.declaredStates
    guard !states.isEmpty, let read = body.firstState(of: states),
      view.memberBlock.changes(read.name)
    else { return }
    // Several initializers that do the same are one thing to mend.
    let others = view.memberBlock.members.compactMap { member -> Syntax? in
      let body = member.decl.as(InitializerDeclSyntax.self)?.body
      return body?.firstState(of: states).flatMap { $0.name == read.name ? $0.place : nil }
    }
    guard others.first?.id == read.place.id else { return }
    report(
      "'\(read.name)' has its first value here, and the query is not made anew when it changes",
      at: file.location(read.place), likewise: others.dropFirst().map { file.location($0) })
  }
}

extension CodeBlockSyntax {
  /// A state that a query is made of, at once or by way of the initializer's own constants.
  fileprivate func firstState(of states: Set<String>) -> (name: String, place: Syntax)? {
    var read: (name: String, place: Syntax)?
    for query in madeQueries where read == nil {
      var waiting = [query]
      for _ in 0..<24 {
        guard read == nil, let part = waiting.popLast() else { break }
        part.forEachDescendant { node in
          // `\Note.rank` is the attribute, whatever states there are.
          if node.is(KeyPathExprSyntax.self) { return false }
          guard read == nil, let name = node.as(DeclReferenceExprSyntax.self) else {
            return read == nil
          }
          let text = name.baseName.text
          if let access = name.parent?.as(MemberAccessExprSyntax.self),
            access.declName.id == name.id
          {
            if access.base?.isSelfName ?? false, states.contains(text) {
              read = (text, Syntax(name))
            }
          } else if case .local(_, let value?)? = name.nameOrigin {
            // What holds the value, so that the value itself is looked at as well.
            if let whole = value.parent { waiting.append(whole) }
          } else if states.contains(text), case .property? = name.nameOrigin {
            read = (text, Syntax(name))
          }
          return read == nil
        }
      }
    }
    return read
  }
}

extension MemberBlockSyntax {
  /// The states that begin with a value which is written at the declaration.
  fileprivate var declaredStates: Set<String> {
    Set(
      members.compactMap { member in
        guard let variable = member.decl.as(VariableDeclSyntax.self),
          variable.attribute("State") != nil, let binding = variable.bindings.onlyElement,
          binding.initializer != nil || binding.isOptional
        else { return nil }
        return binding.name
      })
  }

  /// Whether the view changes a state outside of initializers, or binds a control to it.
  fileprivate func changes(_ state: String) -> Bool {
    members.contains { member in
      guard !member.decl.is(InitializerDeclSyntax.self) else { return false }
      return member.decl.hasDescendant { node in
        if let name = node.as(DeclReferenceExprSyntax.self) {
          if name.baseName.text == "$\(state)" { return true }
          guard name.baseName.text == state else { return false }
          return name.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "toggle"
        }
        guard let terms = node.as(ExprListSyntax.self).map(Array.init), terms.count > 2,
          terms[0].lastName == state
        else { return false }
        return terms[1].is(AssignmentExprSyntax.self)
          || terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text.hasSuffix("=") ?? false
            && !["!=", "<=", "==", ">="].contains(terms[1].trimmedDescription)
      }
    }
  }
}

extension CodeBlockSyntax {
  /// The arguments of `_notes = Query(…)`.
  fileprivate var madeQueries: [Syntax] {
    var found: [Syntax] = []
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        ["FetchRequest", "Query"].contains(call.name), call.receiver == nil
      {
        found.append(Syntax(call.arguments))
      }
      return true
    }
    return found
  }
}
