internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds lists of a view whose objects are fetched in no order.
struct UnsortedRows: SourceRule {
  static let info = RuleInfo(
    id: "unsorted-rows", group: .dataAccess, severity: .note,
    summary: "a list shows objects that are fetched in no order",
    why:
      "without sort descriptors the store gives the objects as it finds them: rows change places after an edit, a "
      + "migration or on another device",
    fix: "give '@FetchRequest' a sort descriptor, and a second one for equal values",
    limits:
      "properties with '@FetchRequest' and an empty list of sort descriptors that 'ForEach' or 'List' is given as they "
      + "are; silent where the view sorts them, or changes the order later, and in previews",
    examples: .texts(
      in: { CoreDataText.code("import SwiftUI\n" + $0) },
      flagged: """
        struct NoteList: View {
          @↓FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
          var body: some View { List { ForEach(notes) { Text($0.title ?? "") } } }
        }
        ---
        struct NoteList: View {
          @↓FetchRequest(entity: CDNote.entity(), sortDescriptors: [], predicate: nil)
          var notes: FetchedResults<CDNote>
          var body: some View { List(notes, id: \\.objectID) { Text($0.title ?? "") } }
        }
        ---
        struct FolderPicker: View {
          @↓FetchRequest(sortDescriptors: []) var folders: FetchedResults<CDFolder>
          @Binding var chosen: CDFolder?
          var body: some View {
            Picker("Folder", selection: $chosen) {
              ForEach(self.folders, id: \\.self) { Text($0.name ?? "").tag(Optional($0)) }
            }
          }
        }
        """,
      clean: """
        struct NoteList: View {
          @FetchRequest(sortDescriptors: [SortDescriptor(\\CDNote.title)]) private var notes: FetchedResults<CDNote>
          var body: some View { List { ForEach(notes) { Text($0.title ?? "") } } }
        }
        ---
        struct NoteList: View {
          @FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
          var body: some View {
            List { ForEach(notes) { Text($0.title ?? "") } }
              .onAppear { notes.sortDescriptors = [SortDescriptor(\\.title)] }
          }
        }
        ---
        struct NoteCount: View {
          @FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
          var body: some View { Text(notes.first?.title ?? "") }
        }
        """))

  static let nodes: [SyntaxKind] = [.attribute]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let attribute = node.as(AttributeSyntax.self),
      attribute.simpleName == "FetchRequest", !node.isInPreview,
      let sorts = attribute.argumentList?.first(where: { $0.label?.text == "sortDescriptors" }),
      sorts.expression.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false,
      let name = attribute.parent?.parent?.as(VariableDeclSyntax.self)?.bindings.onlyElement?.name,
      let view = attribute.enclosing(MemberBlockSyntax.self), view.isReadable,
      !view.mentions(["sort", "sorted", "sortDescriptors", "nsSortDescriptors", "max", "min"])
        || !view.sorts(name),
      let list = view.plainList(of: name)
    else { return }
    report(
      "the objects of '\(name)' come in no order, and line \(file.location(list).line ?? 0) shows them like that",
      at: file.location(attribute.attributeName))
  }
}

extension MemberBlockSyntax {
  /// Whether the view sorts what a property holds, or gives it an order later.
  fileprivate func sorts(_ name: String) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.lastName == name || access.base?.mentions([name]) ?? false
      else { return false }
      return ["max", "min", "nsSortDescriptors", "sort", "sortDescriptors", "sorted"]
        .contains(access.declName.baseName.text)
    }
  }

  /// The `ForEach` or `List` that is given a property as it is.
  fileprivate func plainList(of name: String) -> FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self),
        ["ForEach", "List"].contains(call.name), call.receiver == nil,
        let first = call.arguments.first, first.label == nil,
        first.expression.unwrapped.lastName == name,
        first.expression.unwrapped.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? true
      {
        found = call
      }
      return found == nil
    }
    return found
  }
}
