internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds queries of views whose objects nothing looks at.
struct UnreadQuery: ProjectRule {
  static let info = RuleInfo(
    id: "unread-query", group: .dataAccess, severity: .note,
    summary: "a view has a query and never shows what it loads",
    why:
      "all objects of the query are loaded wherever the view is shown, once for each row of a list, "
      + "and the view is drawn anew whenever one of them changes",
    fix: "delete the property",
    limits:
      "views that fetch by themselves are left alone, as they may be drawn anew on purpose, and so are a "
      + "query with a comment that says so, and tests",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteButton: View {
          let note: Note
          ↓@Query(sort: \\Note.title) private var notes: [Note]
          var body: some View { Button(note.title) { note.rank += 1 } }
        }
        ---
        struct FolderView: View {
          @Query var folders: [Folder]
          ↓@Query var notes: [Note]
          init(title: String) { _notes = Query(filter: #Predicate<Note> { $0.title == title }) }
          var body: some View { List(folders) { Text($0.name) } }
        }
        ---
        struct Rows: ViewModifier {
          ↓@Query private var notes: [Note]
          func body(content: Content) -> some View { content.padding() }
        }
        ---
        struct Eraser: View {
          @Environment(\\.modelContext) private var context
          ↓@Query private var notes: [Note]
          var body: some View { Button("Delete") { for note in notes { context.delete(note) } } }
        }
        ---
        struct Tools: View {
          ↓@Query private var notes: [Note]
          var body: some View {
            Button("Mark") { mark() }
            Button("Number") { for (place, note) in notes.enumerated() { note.rank = place } }
          }
          private func mark() { for note in notes where note.title == "" { note.rank = 0 } }
        }
        ---
        struct FoldersView: View {
          ↓@Query var folders: [Folder]
          var body: some View { Inner() }
        }
        // file: FoldersView+Inner.swift
        import SwiftData
        import SwiftUI
        extension FoldersView {
          struct Inner: View {
            @Query var folders: [Folder]
            var body: some View { List(folders) { Text($0.name) } }
          }
        }
        ---
        struct FolderRow: View {
          let folder: Folder
          ↓@Query private var notes: [Note]
          var body: some View { Text("\\(folder.notes.count)") }
        }
        """,
      clean: """
        struct Tools: View {
          @Query private var notes: [Note]
          var body: some View {
            List(notes) { Text($0.title) }
            Button("Mark") { mark() }
          }
          private func mark() { for note in notes where note.title == "" { note.rank = 0 } }
        }
        ---
        struct Tools: View {
          @Query private var notes: [Note]
          @State private var titles: [String] = []
          var body: some View {
            Text(titles.joined()).onAppear { read() }.onChange(of: notes) { read() }
          }
          private func read() { titles = notes.map(\\.title) + notes.map(\\.mood.rawValue) }
        }
        ---
        struct NotesView: View {
          @Query private var notes: [Note]
          var body: some View { List(notes) { Text($0.title) } }
        }
        ---
        struct NotesView: View {
          @Query var notes: [Note]
          var body: some View { list }
        }
        extension NotesView {
          var list: some View { List(notes) { Text($0.title) } }
        }
        ---
        struct Badge: View {
          @Environment(\\.modelContext) private var context
          @Query private var notes: [Note]
          @State private var count = 0
          var body: some View {
            Text("\\(count)").task { count = (try? context.fetchCount(FetchDescriptor<Note>())) ?? 0 }
          }
        }
        ---
        #if os(macOS)
        struct NotesView: View {
          @Query private var notes: [Note]
          var body: some View { List(notes) { Text($0.title) } }
        }
        #endif
        ---
        struct Clock: View {
          let title: String
          // Draws the title anew with every note.
          @Query private var notes: [Note]
          var body: some View { Text(title) }
        }
        ---
        struct NotesView: View {
          @Query var notes: [Note]
          var body: some View { shown }
        }
        // file: NotesView+Shown.swift
        import SwiftUI
        extension NotesView { var shown: some View { List(notes) { Text($0.title) } } }
        """))

  /// How it ends what is said of queries for actions.
  static let unshown = "nothing it shows looks at them"

  func check(_ lint: LintContext, report: RuleReport) {
    // Code of another file may read it where it adds to the view.
    for query in lint.flows.unreadQueries
    where query.isPrivate || !lint.flows.extended.contains("\(query.view).\(query.name)") {
      guard !query.isForActions else {
        report(
          "'\(query.view)' keeps all '\(query.entity)' objects of this query loaded for its actions: "
            + Self.unshown, at: query.location, entity: query.entity,
          help: "fetch them in the action, with its condition as a predicate")
        continue
      }
      report(
        "'\(query.view)' loads these '\(query.entity)' objects and never looks at them",
        at: query.location, entity: query.entity)
    }
  }
}

extension ObjectFlows {
  /// A query of a view that its file names nowhere else.
  struct UnreadQuery: Sendable, Codable {
    var view: String
    var name: String
    var entity: String
    var isPrivate: Bool
    /// Whether code that runs when something happens looks at them, and no other.
    var isForActions = false
    var location: Location
  }
}

extension FlowReader {
  /// `@Query private var notes: [Note]` that nothing reads.
  mutating func noteUnread(_ variable: VariableDeclSyntax, _ query: AttributeSyntax) {
    guard let (owner, binding, name, entity) = viewQuery(variable, query),
      let line = file.location(query).line,
      !file.source.bytes.comment(at: line).saysWhy,
      !owner.mentions(["fetch", "fetchCount", "fetchIdentifiers"])
    else { return }
    let isRead = file.tree.reads(name, of: owner, besides: binding)
    guard !isRead || !entity.isOfOneObject && file.tree.keepsForActions(name, of: owner) else {
      return
    }
    flows.unreadQueries.append(
      .init(
        view: owner.name.text, name: name, entity: entity, isPrivate: variable.isOwn,
        isForActions: isRead,
        location: file.location(query)))
  }
}

extension String {
  /// Whether a comment speaks of what drawing the view anew is for.
  fileprivate var saysWhy: Bool {
    ["anew", "draw", "observ", "refresh", "reload", "render", "trigger", "unused", "update"]
      .contains {
        contains($0)
      }
  }
}

extension SourceFileSyntax {
  /// Whether a view, or what the file adds to it, names a property.
  fileprivate func reads(
    _ name: String, of owner: StructDeclSyntax, besides binding: PatternBindingSyntax
  ) -> Bool {
    owner.memberBlock.reads(name, besides: binding)
      || hasDescendant { node in
        guard let group = node.as(ExtensionDeclSyntax.self), node.typeName == owner.name.text else {
          return false
        }
        return group.memberBlock.reads(name, besides: binding)
      }
  }
}

extension MemberBlockSyntax {
  /// Whether a property is named anywhere but where it is declared and where its query is set.
  fileprivate func reads(_ name: String, besides binding: PatternBindingSyntax) -> Bool {
    let names = [name, "_\(name)", "$\(name)"]
    return hasDescendant { node in
      guard let token = node.as(TokenSyntax.self) else { return false }
      // The property of another object and the label of an argument may have the same name.
      guard names.contains(token.text), !token.isMemberOfOther,
        !(token.parent?.is(LabeledExprSyntax.self) ?? false)
      else { return false }
      if binding.position <= token.position, token.position < binding.endPosition { return false }
      // `_notes = Query(…)`
      let terms = token.parent?.parent?.as(ExprListSyntax.self)
      let isSet =
        terms?.count == 3 && terms?.first?.position == token.position
        && ["Query", "init"].contains(terms?.last?.call?.name)
      return !isSet
    }
  }
}

extension TokenSyntax {
  /// `notes` of `folder.notes`, but not of `self.notes`.
  fileprivate var isMemberOfOther: Bool {
    guard let name = parent, let access = name.parent?.as(MemberAccessExprSyntax.self),
      access.declName.id == name.id
    else { return false }
    return !(access.base?.isSelfName ?? true)
  }
}
