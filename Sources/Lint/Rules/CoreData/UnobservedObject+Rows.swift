internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Objects that one view shows, and that other code changes.
extension UnobservedObject {
  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    for shown in code.shownObjects {
      let changed = shown.keys.filter { code.editedKeys.contains("\(shown.type).\($0)") }
      guard let key = changed.first else { continue }
      report(
        "the view shows '\(shown.name).\(key)', which other code changes, and does not observe '\(shown.name)': it "
          + "goes on showing the old value",
        at: shown.location, certainty: .inferred("something else may make the view anew"))
    }
  }

  static let elsewhere: [RuleExample] = .texts(
    in: { CoreDataText.code("import SwiftUI\n" + $0) },
    flagged: """
      struct NoteRow: View {
        let ↓note: CDNote
        var body: some View { Text(note.title ?? "") }
      }
      struct NoteForm: View {
        @ObservedObject var note: CDNote
        var body: some View { Button("Clear") { note.title = nil } }
      }
      ---
      struct FolderLabel: View {
        var ↓folder: CDFolder
        let isLarge: Bool
        @Environment(\\.colorScheme) private var scheme
        var body: some View { Label(folder.name ?? "", systemImage: "folder").font(isLarge ? .title : .body) }
      }
      final class FolderStore {
        func rename(_ id: NSManagedObjectID, to name: String, _ context: NSManagedObjectContext) throws {
          guard let folder = try context.existingObject(with: id) as? CDFolder else { return }
          folder.name = name
          try context.save()
        }
      }
      ---
      struct NoteRow: View {
        let ↓note: CDNote
        var body: some View { HStack { title } }
        private var title: some View { Text(note.title ?? "") }
      }
      struct NoteForm: View {
        @ObservedObject var note: CDNote
        var body: some View { TextField("Title", text: Binding($note.title, "")) }
      }
      """,
    clean: """
      struct NoteRow: View {
        let note: CDNote
        var body: some View { Text(note.title ?? "") }
      }
      extension CDNote {
        convenience init(_ context: NSManagedObjectContext, title: String) {
          self.init(context: context)
          self.title = title
        }
      }
      func add(_ context: NSManagedObjectContext) {
        let note = CDNote(context: context)
        note.title = "New"
      }
      ---
      struct NoteRow: View {
        @ObservedObject var note: CDNote
        var body: some View { Text(note.title ?? "") }
      }
      struct NoteForm: View {
        @ObservedObject var note: CDNote
        var body: some View { Button("Clear") { note.title = nil } }
      }
      ---
      struct NoteRow: View {
        let note: CDNote
        let open: () -> Void
        var body: some View { Button(note.title ?? "", action: open) }
      }
      struct NoteForm: View {
        @ObservedObject var note: CDNote
        var body: some View { Button("Clear") { note.title = nil } }
      }
      """)
}

extension CoreDataCode {
  /// Notes what views show without observing it, and what is changed of objects that were there before.
  mutating func noteShown(_ node: Syntax, in file: LintFile) {
    guard !file.isTest else { return }
    if node.is(StructDeclSyntax.self) {
      guard !file.imports.contains("WidgetKit") else { return }
      shownObjects += UnobservedObject.held(by: node, in: file).filter { !$0.isSet }.map {
        .init(
          type: $0.type, name: $0.name.text, keys: $0.keys, location: file.location($0.name))
      }
    } else if let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
      access.isChanged, !base.isMadeHere,
      // What an initializer sets, no view has shown yet.
      !base.isSelfName || access.enclosing(InitializerDeclSyntax.self) == nil,
      let type = TypeReader(file: file).managed(base), !type.isList
    {
      editedKeys.insert("\(type.name).\(access.declName.baseName.text)")
    } else if let name = node.as(DeclReferenceExprSyntax.self), name.isTarget,
      let owner = name.ownerName, TypeReader(file: file).isManaged(owner),
      let function = name.enclosing(FunctionDeclSyntax.self), !function.name.text.hasPrefix("awake")
    {
      switch name.nameOrigin {
      case nil, .property?: editedKeys.insert("\(owner).\(name.baseName.text)")
      default: break
      }
    }
  }
}

extension SyntaxProtocol {
  /// Whether it stands before `=` or `+=`, or is toggled.
  fileprivate var isTarget: Bool {
    if let call = parent?.as(MemberAccessExprSyntax.self) {
      return call.declName.baseName.text == "toggle"
        && call.base.map { Syntax($0).id == id } ?? false
    }
    guard let terms = parent?.as(ExprListSyntax.self).map(Array.init), terms.count > 2,
      Syntax(terms[0]).id == id
    else { return false }
    return terms[1].is(AssignmentExprSyntax.self)
      || ["+=", "-="].contains(terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text)
  }
}

extension MemberAccessExprSyntax {
  /// Whether the member is set, also through a binding: `$note.title`.
  fileprivate var isChanged: Bool {
    isTarget || base?.as(DeclReferenceExprSyntax.self)?.baseName.text.hasPrefix("$") ?? false
  }
}

extension ExprSyntax {
  /// Whether the object was made in the same function: what it is given then, nobody has shown before.
  fileprivate var isMadeHere: Bool {
    guard let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue else { return false }
    guard let call = value.withoutCast.call else { return false }
    return call.name.first?.isUppercase ?? false || call.name == "insertNewObject"
      || call.argument("context") != nil || call.argument("into") != nil
  }
}
