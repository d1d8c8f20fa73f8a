internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds views that show a copy of what they query, made when they appeared.
struct RowsCopied: SourceRule {
  static let info = RuleInfo(
    id: "rows-copied", group: .dataAccess, severity: .warning,
    summary:
      "a view shows a copy of its query, which is made when the view appears and never again",
    why:
      "'@Query' is brought up to date after each change, and the copy is not: new objects do not show, and deleted ones "
      + "stay on the screen and crash the app when they are read",
    fix:
      "show the query itself, or compute what is shown from it; where the copy is needed, make it again in "
      + "'onChange(of:)' of the query",
    limits:
      "only '@State' lists of objects that are set from the query in 'onAppear' or 'task' alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteList: View {
          @Query private var notes: [Note]
          @State private var shown: [Note] = []
          var body: some View {
            List(shown) { Text($0.title) }
              .onAppear { shown = ↓notes }
          }
        }
        ---
        struct NoteList: View {
          @Query(sort: \\Note.title) private var notes: [Note]
          @State private var sorted = [Note]()
          var body: some View {
            List { ForEach(sorted) { Text($0.title) } }
              .task { sorted = ↓notes.sorted { $0.rank < $1.rank } }
          }
        }
        ---
        struct NoteList: View {
          @Query private var notes: [Note]
          @State private var favourites: [Note] = []
          var body: some View {
            ForEach(favourites) { Text($0.title) }
              .onAppear { load() }
          }
          private func load() { favourites = ↓notes.filter { $0.rank > 3 } }
        }
        """,
      clean: """
        struct NoteList: View {
          @Query private var notes: [Note]
          @State private var shown: [Note] = []
          var body: some View {
            List(shown) { Text($0.title) }
              .onAppear { shown = notes }
              .onChange(of: notes) { shown = notes }
          }
        }
        ---
        struct NoteList: View {
          @Query private var notes: [Note]
          @State private var isReversed = false
          var body: some View {
            List(isReversed ? notes.reversed() : notes) { Text($0.title) }
              .onAppear { isReversed = notes.count > 3 }
          }
        }
        ---
        struct NoteGame: View {
          @Query private var notes: [Note]
          @State private var round: [Note] = []
          var body: some View {
            ForEach(round) { Text($0.title) }
              .onAppear { round = notes.shuffled() }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.structDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let view = node.as(StructDeclSyntax.self),
      view.memberBlock.isReadable, case let members = view.memberBlock,
      case let queries = members.lists("Query"), !queries.isEmpty,
      case let copies = members.lists("State"), !copies.isEmpty
    else { return }
    for copy in copies where members.shows(copy) {
      let given = Syntax(members).values(of: copy)
      // What the user does with the copy is no copy any more.
      guard
        let (value, query) = given.first(where: { $0.query(among: queries) != nil }).flatMap({
          value in value.query(among: queries).map { (value, $0) }
        }), given.count == 1, !members.changes(copy), members.runsOnlyAtStart(value),
        !members.follows(query)
      else { continue }
      report(
        "'\(copy)' is what '\(query)' was when the view appeared, and is not brought up to date",
        at: file.location(value))
    }
  }
}

extension MemberBlockSyntax {
  /// The properties with a wrapper that are lists.
  fileprivate func lists(_ wrapper: String) -> Set<String> {
    Set(
      members.compactMap { member in
        guard let variable = member.decl.as(VariableDeclSyntax.self),
          variable.attribute(wrapper) != nil, let binding = variable.bindings.onlyElement,
          let name = binding.name
        else { return nil }
        let isList =
          binding.typeAnnotation.flatMap { WrittenType($0.type) }?.isList
          ?? (binding.initializer?.value.call?.calledExpression.is(ArrayExprSyntax.self) ?? false)
        return isList ? name : nil
      })
  }

  /// Whether a view lists the objects of a property.
  fileprivate func shows(_ list: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        ClosureExprSyntax.listViews.contains(call.name), call.receiver == nil
      else { return false }
      return call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == list
    }
  }

  /// Whether elements are put into a list, taken out of it or moved.
  fileprivate func changes(_ list: String) -> Bool {
    hasDescendant { node in
      if let given = node.as(InOutExprSyntax.self) { return given.expression.lastName == list }
      if let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == "$\(list)" {
        return true
      }
      guard let call = node.as(FunctionCallExprSyntax.self), call.receiver?.lastName == list else {
        return false
      }
      return ["append", "insert", "move", "remove", "removeAll", "shuffle", "sort", "swapAt"]
        .contains(call.name)
    }
  }

  /// Whether a modifier does something each time the query changes.
  fileprivate func follows(_ query: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      if call.name == "onReceive" { return true }
      return call.name == "onChange" && call.argument("of")?.mentions([query]) ?? false
        || call.name == "task" && call.argument("id") != nil
    }
  }

  /// Whether a place runs when the view appears and at no other time: in `onAppear` and `task`, or in a function that
  /// only these call.
  fileprivate func runsOnlyAtStart(_ place: ExprSyntax) -> Bool {
    var node = Syntax(place)
    for _ in 0..<64 {
      guard let next = node.parent else { return false }
      if let closure = next.as(ClosureExprSyntax.self), let user = closure.userCall,
        !["Task", "run", "withAnimation"].contains(user.name)
      {
        return ["onAppear", "task"].contains(user.name)
      }
      if let function = next.as(FunctionDeclSyntax.self) {
        let name = function.name.text
        var uses: [DeclReferenceExprSyntax] = []
        forEachDescendant { node in
          if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name {
            uses.append(use)
          }
          return true
        }
        return !uses.isEmpty
          && uses.allSatisfy { use in
            guard let user = use.enclosing(ClosureExprSyntax.self)?.userCall else { return false }
            return ["onAppear", "task"].contains(user.name)
          }
      }
      if next.is(MemberBlockSyntax.self) { return false }
      node = next
    }
    return false
  }
}

extension ExprSyntax {
  /// The query that the value is, or is chosen or sorted from; what is shuffled or cut off is meant to stay.
  fileprivate func query(among queries: Set<String>) -> String? {
    var root = unwrapped
    for _ in 0..<8 {
      guard let call = root.call, let receiver = call.receiver,
        ["filter", "map", "reversed", "sorted"].contains(call.name)
      else { break }
      root = receiver.unwrapped
    }
    if let array = root.call, array.name == "Array", let first = array.arguments.first {
      root = first.expression
    }
    guard let name = root.as(DeclReferenceExprSyntax.self)?.baseName.text, queries.contains(name)
    else { return nil }
    return name
  }
}
