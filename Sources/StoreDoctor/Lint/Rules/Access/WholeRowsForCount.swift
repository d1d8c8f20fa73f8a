internal import Diagnostics
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds fetches of which only the number is used.
struct WholeRowsForCount: SourceRule {
  static let info = TraceRules.rule(.wholeRowsForCount).with(
    group: .dataAccess,
    examples: [RuleExample].texts(
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
        struct Shelf {
          let store: ModelContext
          var total: Int { ((try? store.↓fetch(FetchDescriptor<Note>())) ?? []).count }
        }
        ---
        extension ModelContext {
          func total() throws -> Int { try ↓fetch(FetchDescriptor<Note>()).count }
        }
        """,
      clean: """
        func many(_ context: ModelContext) throws -> Int { try context.fetchCount(FetchDescriptor<Note>()) }
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
        struct Server { func fetch(_ what: FetchDescriptor<Note>) -> [Note] { [] } }
        func many(_ server: Server) -> Int { server.fetch(FetchDescriptor<Note>()).count }
        """) + CoreDataText.counts,
    limits: "in source, only fetches whose result stays in the function; tests are left alone")

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
      call.isOnContext, let fetched = FetchedObjects(ExprSyntax(call)),
      let entity = fetched.entity, !fetched.isLimited, !call.isInLoop,
      let uses = ResultUse.uses(of: call), !uses.isEmpty,
      uses.allSatisfy({ ["count", "isEmpty"].contains($0) })
    else { return }
    report(
      "all \(fetched.isOfKnownClass ? "'\(entity)' objects" : "objects") of this fetch are loaded for "
        + "their number alone",
      at: file.location(call.nameNode), entity: entity,
      help: fetched.isCoreData ? "use 'count(for:)' when only the number is needed" : nil,
      edits: call.countEdits(in: file, ofCoreData: fetched.isCoreData)
        + (fetched.isCoreData ? [] : call.keptCountEdits(uses, in: file)))
  }
}

extension FunctionCallExprSyntax {
  /// `context.fetchCount(…)` for `context.fetch(…).count`; `context.count(for: …)` with Core Data.
  fileprivate func countEdits(in file: LintFile, ofCoreData: Bool) -> [TextEdit] {
    var node = Syntax(self)
    // `(try? context.fetch(…))?.count`
    while let parent = node.parent,
      parent.is(TryExprSyntax.self) || parent.is(TupleExprSyntax.self)
        || parent.is(LabeledExprSyntax.self) || parent.is(LabeledExprListSyntax.self)
        || parent.is(OptionalChainingExprSyntax.self)
    {
      if parent.as(LabeledExprListSyntax.self)?.parent?.is(TupleExprSyntax.self) == false { break }
      node = parent
    }
    guard let access = node.parent?.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "count", let base = access.base, base.id == node.id,
      let name = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName,
      let given = arguments.first, arguments.count == 1,
      given.expression.withoutCast == given.expression
    else { return [] }
    // `?` goes with what follows it.
    let chained = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    let start = name.positionAfterSkippingLeadingTrivia.utf8Offset
    let label = given.positionAfterSkippingLeadingTrivia.utf8Offset
    return [
      TextEdit(
        path: file.path, range: start..<start + name.text.utf8.count,
        replacement: ofCoreData ? "count" : "fetchCount")
    ]
      + (ofCoreData
        ? [TextEdit(path: file.path, range: label..<label, replacement: "for: ")] : [])
      + [
        TextEdit(
          path: file.path,
          range: chained.endPositionBeforeTrailingTrivia
            .utf8Offset..<access
            .endPositionBeforeTrailingTrivia.utf8Offset, replacement: "")
      ]
  }
}

extension FunctionCallExprSyntax {
  /// `let notes = try context.fetchCount(…)` with `notes` for `notes.count`, where nothing else is asked
  /// of a result that a constant keeps.
  fileprivate func keptCountEdits(_ uses: [String], in file: LintFile) -> [TextEdit] {
    guard uses.allSatisfy({ $0 == "count" }), let body = enclosingBody,
      let name = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName,
      let (binding, fallback) = keptBinding, let kept = binding.name,
      binding.typeAnnotation == nil
    else { return [] }
    let start = name.positionAfterSkippingLeadingTrivia.utf8Offset
    var edits = [
      TextEdit(
        path: file.path, range: start..<start + name.text.utf8.count, replacement: "fetchCount")
    ]
    if let fallback { edits.append(fallback.edit(in: file, to: "0")) }
    body.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == kept, use.isValue
      else { return true }
      var whole = Syntax(use)
      while let parent = whole.parent,
        parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
      {
        whole = parent
      }
      guard let access = whole.parent?.as(MemberAccessExprSyntax.self) else { return true }
      // `notes!.count` stays `notes!`, and `notes?.count` becomes `notes`.
      let end =
        whole.is(ForceUnwrapExprSyntax.self)
        ? whole.endPositionBeforeTrailingTrivia : use.endPositionBeforeTrailingTrivia
      edits.append(
        TextEdit(
          path: file.path,
          range: end.utf8Offset..<access.endPositionBeforeTrailingTrivia.utf8Offset, replacement: ""
        ))
      return true
    }
    return edits
  }

  /// The constant that is set to the result, and the empty list that stands in for none.
  private var keptBinding: (PatternBindingSyntax, ArrayExprSyntax?)? {
    var node = Syntax(self)
    var fallback: ArrayExprSyntax?
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if let terms = parent.as(SequenceExprSyntax.self)?.elements {
        fallback = terms.last?.as(ArrayExprSyntax.self)
      }
      if let value = parent.as(InitializerClauseSyntax.self) {
        return value.parent?.as(PatternBindingSyntax.self).map { ($0, fallback) }
      }
      guard !parent.is(CodeBlockItemSyntax.self), !parent.is(MemberAccessExprSyntax.self) else {
        return nil
      }
      node = parent
    }
    return nil
  }
}

extension ExprSyntaxProtocol {
  /// What puts another text in an expression's place.
  func edit(in file: LintFile, to text: String) -> TextEdit {
    let range =
      positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    return TextEdit(path: file.path, range: range, replacement: text)
  }
}
