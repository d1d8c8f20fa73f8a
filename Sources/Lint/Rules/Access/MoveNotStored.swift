internal import Diagnostics
internal import SwiftSyntax

/// Finds lists whose rows can be moved, and whose new order ends with the function.
struct MoveNotStored: SourceRule {
  static let info = RuleInfo(
    id: "move-not-stored", group: .dataAccess, severity: .warning,
    summary: "rows of a query are moved in a copy of it, and nothing stores the new order",
    why:
      "'@Query' gives the objects in the order that it sorts them by: what is moved in a copy alone is back where it was "
      + "as soon as the list is drawn",
    fix:
      "keep the place in an attribute, set it for each object of the copy, and sort the query by it",
    limits: "only '.onMove' of a view that does nothing but to move rows of a copy of its query",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteList: View {
          @Query(sort: \\Note.rank) private var notes: [Note]
          var body: some View {
            List {
              ForEach(notes) { Text($0.title) }
                .onMove { from, to in
                  var copy = notes
                  copy.↓move(fromOffsets: from, toOffset: to)
                }
            }
          }
        }
        ---
        struct NoteList: View {
          @Environment(\\.modelContext) private var modelContext
          @Query private var notes: [Note]
          var body: some View {
            List { ForEach(notes) { Text($0.title) }.onMove(perform: move) }
          }
          private func move(from source: IndexSet, to place: Int) {
            var moved = Array(notes)
            withAnimation { moved.↓move(fromOffsets: source, toOffset: place) }
            try? modelContext.save()
          }
        }
        ---
        struct NoteList: View {
          @Query private var notes: [Note]
          private var open: [Note] { notes.filter { $0.rank > 0 } }
          var body: some View {
            List { ForEach(open) { Text($0.title) }.onMove { move($0, $1) } }
          }
          private func move(_ source: IndexSet, _ place: Int) {
            var moved = open.sorted { $0.rank < $1.rank }
            moved.↓move(fromOffsets: source, toOffset: place)
            print("moved to", place)
          }
        }
        """,
      clean: """
        struct NoteList: View {
          @Query(sort: \\Note.rank) private var notes: [Note]
          var body: some View {
            List { ForEach(notes) { Text($0.title) }.onMove(perform: move) }
          }
          private func move(from source: IndexSet, to place: Int) {
            var moved = notes
            moved.move(fromOffsets: source, toOffset: place)
            for (index, note) in moved.enumerated() { note.rank = index }
          }
        }
        ---
        struct NoteList: View {
          @Query(sort: \\Note.rank) private var notes: [Note]
          var body: some View {
            List {
              ForEach(notes) { Text($0.title) }
                .onMove { from, to in
                  var moved = notes
                  moved.move(fromOffsets: from, toOffset: to)
                  renumber(moved)
                }
            }
          }
        }
        ---
        struct NameList: View {
          @State private var names = ["A", "B"]
          var body: some View {
            List {
              ForEach(names, id: \\.self) { Text($0) }
                .onMove { from, to in names.move(fromOffsets: from, toOffset: to) }
            }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "onMove", let code = call.moveAction(),
      let move = code.movesOfCopy(TypeReader(file: file))
    else { return }
    report(
      "the rows are moved in a copy alone, and nothing stores their new order",
      at: file.location(move.nameNode))
  }
}

extension FunctionCallExprSyntax {
  /// What happens when rows are moved: the closure, or the function of the view that it is or calls.
  fileprivate func moveAction() -> CodeBlockItemListSyntax? {
    if let closure = lastClosure {
      if let only = closure.statements.onlyElement?.item.onlyExpression?.call,
        only.name != "move"
          || only.receiver == nil
      {
        return only.functionOfFile?.body?.statements
      }
      return closure.statements
    }
    guard
      let name = (argument("perform") ?? arguments.onlyElement?.expression)?
        .as(DeclReferenceExprSyntax.self)?.baseName.text, let owner = ownerName
    else { return nil }
    return sourceFile?.function(name, of: owner)?.body?.statements
  }
}

extension CodeBlockItemListSyntax {
  private static let idle: Set = [
    "Array", "filter", "map", "move", "print", "save", "sorted", "withAnimation",
  ]

  /// The move of a local copy of stored objects, where the code does nothing else of consequence.
  fileprivate func movesOfCopy(_ types: TypeReader) -> FunctionCallExprSyntax? {
    var move: FunctionCallExprSyntax?
    var isIdle = true
    forEachDescendant { node in
      // What is set or asked for elsewhere may store the order.
      if node.is(AssignmentExprSyntax.self) || node.is(ForStmtSyntax.self)
        || node.is(ReturnStmtSyntax.self) || node.is(InOutExprSyntax.self)
      {
        isIdle = false
      }
      guard isIdle, let call = node.as(FunctionCallExprSyntax.self) else { return isIdle }
      guard Self.idle.contains(call.name) else {
        isIdle = false
        return false
      }
      guard call.name == "move", call.argument("fromOffsets") != nil else { return true }
      guard move == nil, let name = call.receiver?.as(DeclReferenceExprSyntax.self),
        case .local(_, let given?)? = name.nameOrigin, let type = types.type(of: given),
        type.isList, types.isModel(type)
      else {
        isIdle = false
        return false
      }
      move = call
      return true
    }
    return isIdle ? move : nil
  }
}
