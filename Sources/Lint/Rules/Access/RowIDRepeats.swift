internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds rows of views that are told apart by a value which several objects may share.
struct RowIDRepeats: SourceRule {
  static let info = RuleInfo(
    id: "row-id-repeats", group: .dataAccess, severity: .warning,
    summary: "the rows of a list are told apart by a property that several objects may share",
    why:
      "SwiftUI takes rows of one id for the same row: one object is shown twice and the other not at all, and taps, "
      + "edits and deletions reach the wrong one",
    fix:
      "leave 'id:' out, as stored objects are 'Identifiable' by themselves, or write 'id: \\.persistentModelID'",
    limits:
      "only texts, amounts and flags that nothing keeps unique, in lists whose class is known; names that say that they "
      + "identify something are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteList: View {
          @Query(sort: \\Note.rank) private var notes: [Note]
          var body: some View {
            List { ForEach(notes, id: \\.↓title) { note in Text(note.title) } }
          }
        }
        ---
        struct NoteList: View {
          let notes: [Note]
          var body: some View { List(notes.sorted { $0.rank < $1.rank }, id: \\Note.↓title) { Text($0.title) } }
        }
        ---
        struct FolderView: View {
          let folder: Folder
          var body: some View { ForEach(folder.notes, id: \\.↓title) { Text($0.title) } }
        }
        """,
      clean: """
        struct FolderList: View {
          @Query(sort: \\Folder.name) private var folders: [Folder]
          var body: some View {
            ForEach(folders, id: \\.code) { Text($0.name) }
            ForEach(folders, id: \\.persistentModelID) { Text($0.name) }
            ForEach(folders, id: \\.self) { Text($0.name) }
          }
        }
        ---
        struct Line { var title = "" }
        struct Lines: View {
          let lines: [Line]
          var body: some View { ForEach(lines, id: \\.title) { Text($0.title) } }
        }
        ---
        struct NoteList: View {
          let notes: [Note]
          var body: some View { ForEach(notes, id: \\.rank) { Text($0.title) } }
        }
        """)
      + .texts(
        in: { CoreDataText.code("import SwiftUI\n" + $0) },
        flagged: """
          struct NoteList: View {
            let notes: [CDNote]
            var body: some View { List(notes, id: \\.↓title) { Text($0.title ?? "") } }
          }
          """,
        clean: """
          struct NoteList: View {
            let notes: [CDNote]
            var body: some View { List(notes, id: \\.objectID) { Text($0.title ?? "") } }
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.receiver == nil,
      ["ForEach", "List", "Picker"].contains(call.name),
      let list = call.arguments.first, list.label == nil,
      let path = call.argument("id")?.as(KeyPathExprSyntax.self),
      let name = path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)?
        .declName, !name.baseName.text.namesOne
    else { return }
    let types = TypeReader(file: file)
    let key = name.baseName.text
    let entity: String
    let help: String?
    if let type = types.managed(list.expression), type.isList, !types.isModel(type),
      !file.ask(.isTextManaged(key, of: type.name)).isEmpty,
      !file.ask(.mayRepeatManaged(key, of: type.name)).isEmpty
    {
      (entity, help) = (type.name, "write 'id: \\.objectID'")
    } else if let type = types.type(of: list.expression), type.isList, types.isModel(type),
      case let written = file.ask(.attribute(key, of: type.name)), !written.isEmpty,
      written.allSatisfy(Self.repeating.contains),
      file.ask(.isUnique(key, of: type.name)).isEmpty,
      file.ask(.isInUniqueness(key, of: type.name)).isEmpty,
      file.ask(.isInComposedKey("\(type.name).\(key)")).isEmpty
    {
      (entity, help) = (type.name, nil)
    } else {
      return
    }
    report(
      "nothing keeps '\(entity).\(key)' unique, and rows that share it are taken for the same one",
      at: file.location(name), entity: entity, property: key, help: help,
      certainty: .inferred("each object may have a value of its own"))
  }

  /// What people enter, and what is measured, comes again; numbers in order and moments seldom do.
  private static let repeating: Set = [
    "Bool", "Decimal", "Double", "Float", "String", "String?",
  ]
}

extension String {
  /// Whether a property's name says that it tells objects apart.
  fileprivate var namesOne: Bool {
    let small = lowercased()
    return [
      "address", "barcode", "code", "email", "hash", "id", "identifier", "isbn", "key", "link",
      "path", "sku", "slug", "symbol", "token", "url", "username", "uuid",
    ].contains(where: small.hasSuffix)
  }
}
