internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds rows that are deleted by their place in another list than the one that is shown.
struct OffsetsOfAnotherList: SourceRule {
  static let info = RuleInfo(
    id: "offsets-of-another-list", group: .dataAccess, severity: .warning,
    summary:
      "the offsets of the rows that are shown are used in the list that these were taken from",
    why:
      "'onDelete' gives the places in the list of its 'ForEach': where that was filtered or sorted, another object "
      + "stands there in the list as it came, and that one is deleted for good",
    fix: "take the objects out of the list that 'ForEach' is given",
    limits: "only lists that a property or the view itself makes of the other one are looked at",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          @Query(sort: \\Note.rank) private var notes: [Note]
          @State private var text = ""
          private var found: [Note] { text.isEmpty ? notes : notes.filter { $0.title.contains(text) } }
          var body: some View {
            List {
              ForEach(found) { Text($0.title) }
                .onDelete { offsets in for index in offsets { context.delete(↓notes[index]) } }
            }.searchable(text: $text)
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          @Query private var notes: [Note]
          var body: some View {
            List { ForEach(notes.sorted { $0.rank < $1.rank }) { Text($0.title) }.onDelete(perform: drop) }
          }
          private func drop(_ offsets: IndexSet) { offsets.map { ↓notes[$0] }.forEach(context.delete) }
        }
        ---
        struct FolderView: View {
          @Environment(\\.modelContext) private var context
          let folder: Folder
          private var loud: [Note] { folder.notes.filter { $0.rank > 3 } }
          var body: some View {
            ForEach(loud) { Text($0.title) }.onDelete { offsets in
              guard let first = offsets.first else { return }
              let note = ↓folder.notes[first]
              context.delete(note)
            }
          }
        }
        """,
      clean: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          @Query(sort: \\Note.rank) private var notes: [Note]
          @State private var text = ""
          private var found: [Note] { text.isEmpty ? notes : notes.filter { $0.title.contains(text) } }
          var body: some View {
            List {
              ForEach(found) { Text($0.title) }
                .onDelete { offsets in for index in offsets { context.delete(found[index]) } }
            }.searchable(text: $text)
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          @Query(sort: \\Note.rank) private var notes: [Note]
          private var all: [Note] { notes }
          var body: some View {
            List { ForEach(all) { Text($0.title) }.onDelete(perform: drop) }
          }
          private func drop(_ offsets: IndexSet) { for index in offsets { context.delete(notes[index]) } }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          @Query private var notes: [Note]
          private var sorted: [Note] { notes.sorted { $0.rank < $1.rank } }
          var body: some View {
            List { ForEach(sorted) { Text($0.title) }.onDelete(perform: drop) }
          }
          private func drop(_ offsets: IndexSet) {
            let notes = sorted
            for index in offsets { context.delete(notes[index]) }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.name == "onDelete",
      file.usesStores, let shown = call.shownList, let code = call.actionCode, code.isHandwritten,
      code.deletesObjects, !code.mentions([shown.lastName ?? shown.trimmedDescription])
    else { return }
    var said = false
    code.forEachDescendant { inner in
      guard !said, let place = inner.as(SubscriptCallExprSyntax.self),
        place.arguments.onlyElement?.label == nil, case let list = place.calledExpression.unwrapped,
        let name = list.dottedName, !list.isLocalVariable, shown.isMadeOf(name)
      else { return !said }
      said = true
      report(
        "these are the places of rows in '\(shown.shortText)', and '\(name)' has another order or other objects: "
          + "another one is deleted than was swiped", at: file.location(place),
        help: "take the objects out of '\(shown.shortText)'")
      return false
    }
  }
}

extension FunctionCallExprSyntax {
  /// The list of the `ForEach` that the modifier belongs to.
  fileprivate var shownList: ExprSyntax? {
    var value = receiver
    for _ in 0..<6 {
      guard let call = value?.call else { return nil }
      if call.receiver == nil, call.name == "ForEach" {
        return call.arguments.first?.expression.unwrapped
      }
      value = call.receiver
    }
    return nil
  }

  /// What the modifier does: its closure, or the function of the type that it names.
  fileprivate var actionCode: Syntax? {
    if let closure = lastClosure { return Syntax(closure.statements) }
    guard let given = arguments.onlyElement?.expression.unwrapped else { return nil }
    let name =
      given.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? given.as(MemberAccessExprSyntax.self).flatMap {
        $0.base?.isSelfName ?? false ? $0.declName.baseName.text : nil
      }
    guard let name else { return nil }
    return sourceFile?.function(name, of: ownerName)?.body.map { Syntax($0) }
  }
}

extension Syntax {
  /// Whether the code deletes objects of a context, or names that function: `forEach(context.delete)`.
  fileprivate var deletesObjects: Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "delete"
      else { return false }
      return access.base?.isContextValue ?? false
    }
  }
}

extension ExprSyntax {
  fileprivate var isLocalVariable: Bool {
    if case .local? = unwrapped.as(DeclReferenceExprSyntax.self)?.nameOrigin { true } else { false }
  }

  /// As a message names it.
  fileprivate var shortText: String {
    let text = trimmedDescription
    return text.count > 30 || text.contains("\n") ? "ForEach" : text
  }

  /// Whether it is what is left of another list, or that in another order: a chain of methods, or a computed
  /// property that has one.
  fileprivate func isMadeOf(_ list: String) -> Bool {
    if let chain = self.call { return chain.reorders(list) }
    guard let name = self.as(DeclReferenceExprSyntax.self),
      case .property(let binding, _)? = name.nameOrigin, let getter = binding.accessorBlock?.getter
    else { return false }
    return getter.hasDescendant {
      $0.as(FunctionCallExprSyntax.self)?.reorders(list) ?? false
    }
  }
}

extension FunctionCallExprSyntax {
  private static let changing: Set = [
    "compactMap", "dropFirst", "filter", "reversed", "shuffled", "sorted", "suffix",
  ]

  /// `notes.filter { … }`, `notes.sorted { … }.reversed()`
  fileprivate func reorders(_ list: String) -> Bool {
    var call = self
    var isCut = false
    for _ in 0..<8 {
      guard Self.changing.contains(call.name) || call.name == "prefix",
        let receiver = call.receiver?.unwrapped
      else { return false }
      isCut = isCut || call.name != "prefix"
      if receiver.dottedName == list { return isCut }
      guard let next = receiver.call else { return false }
      call = next
    }
    return false
  }
}
