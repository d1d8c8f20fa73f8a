internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Objects that are taken for granted where a query of a view, or a function that fetches, may find none.
extension EmptyResultIndexed {
  /// `notes[0]` and `notes.first!` of `@Query private var notes: [Note]` in a view that never asks whether there
  /// are any.
  func checkQuery(
    _ list: ExprSyntax, _ place: Syntax, in file: LintFile, _ report: RuleReport
  ) {
    let written = list.unwrapped
    let own = written.as(MemberAccessExprSyntax.self).flatMap {
      $0.base?.isSelfName ?? false ? $0.declName.baseName.text : nil
    }
    guard let name = own ?? written.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let block = list.enclosing(MemberBlockSyntax.self), block.isReadable,
      case .property(let binding, _)? = block.property(name, owner: ""),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.attribute("Query") != nil,
      binding.typeAnnotation?.type.is(ArrayTypeSyntax.self) ?? false,
      // A variable of the function may have the name.
      own != nil
        || written.as(DeclReferenceExprSyntax.self).map({ name in
          if case .property? = name.nameOrigin { true } else { false }
        }) ?? false,
      !block.asks(whether: name)
    else { return }
    report(
      "the app ends here when the query of '\(name)' finds nothing, as an empty list has no first object",
      at: file.location(place),
      help: "take 'first' with 'if let', and show something where there is none",
      certainty: Self.doubt)
  }

  /// `note(titled: title)!`, where the function gives the first object of a fetch, or nothing.
  func checkFunction(
    _ forced: ForceUnwrapExprSyntax, in file: LintFile, _ report: RuleReport
  ) {
    guard let call = forced.expression.unwrapped.call, call.name.first?.isLowercase ?? false,
      file.meansSwiftData,
      let function = call.functionOfFile, let body = function.body, body.isHandwritten,
      function.signature.returnClause?.type.is(OptionalTypeSyntax.self) ?? false,
      body.mayFindNothing
    else { return }
    report(
      "the app ends here when '\(call.name)' finds nothing",
      at: file.location(forced.exclamationMark),
      help:
        "unwrap it with 'guard let', and say what is done where there is none: the row may have been deleted, "
        + "also on another device",
      certainty: Self.doubt)
  }

  static let ofViews: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct NoteView: View {
        @Query(sort: \\Note.rank) private var notes: [Note]
        var body: some View { Text(notes.↓first!.title) }
      }
      ---
      struct NoteView: View {
        @Query private var notes: [Note]
        var body: some View { Text(title) }
        private var title: String { self.notes↓[0].title }
      }
      ---
      struct Reader {
        let context: ModelContext
        func best() -> Note? {
          let high = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 9 })
          return try? context.fetch(high).first
        }
        func raise() { best()↓!.rank += 1 }
      }
      """,
    clean: """
      struct NoteView: View {
        @Query private var notes: [Note]
        var body: some View {
          if notes.isEmpty { Text("None") } else { row }
        }
        private var row: some View { Text(notes[0].title) }
      }
      ---
      struct Reader {
        let context: ModelContext
        func best() throws -> Note? {
          var high = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 9 })
          high.fetchLimit = 1
          if let found = try context.fetch(high).first { return found }
          let note = Note()
          context.insert(note)
          return note
        }
        func raise() throws { try best()!.rank += 1 }
        func lower() throws { if try best() != nil { print(try best()?.rank ?? 0) } }
      }
      """)
}

extension MemberBlockSyntax {
  private static let questions: Set = ["contains", "count", "first", "indices", "isEmpty", "last"]

  /// Whether code of the type asks anything about a list that an empty one would answer.
  fileprivate func asks(whether list: String) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        MemberBlockSyntax.questions.contains(access.declName.baseName.text),
        access.base?.unwrapped.lastName == list
      else { return false }
      return !(access.parent?.is(ForceUnwrapExprSyntax.self) ?? false)
    }
  }
}

extension CodeBlockSyntax {
  /// Whether a function returns the first of what it has fetched, and makes nothing where there is none.
  fileprivate var mayFindNothing: Bool {
    var (isFetch, isFirst, isMade) = (false, false, false)
    statements.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.fetchesObjects { isFetch = true }
        if call.name == "insert" { isMade = true }
      }
      if let access = node.as(MemberAccessExprSyntax.self), !access.isCalled,
        access.declName.baseName.text == "first"
      {
        isFirst = true
      }
      return true
    }
    return isFetch && isFirst && !isMade
  }
}
