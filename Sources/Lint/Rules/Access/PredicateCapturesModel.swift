internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that a predicate takes along from outside.
struct PredicateCapturesModel: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-captures-model", group: .dataAccess, severity: .warning,
    summary: "a predicate compares with a model object, or with a property read from one inside it",
    why: "a predicate holds values that can be copied and encoded, which an object is not: it "
      + "compiles, and the fetch throws 'unsupportedPredicate' or the app crashes",
    fix: "put the value, or the object's 'persistentModelID', into a constant before the predicate",
    limits: "only objects whose type is written in the same file",
    explanation: "swiftdata-unsupported-predicate",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func notes(in folder: Folder) -> Predicate<Note> { #Predicate<Note> { $0.folder == ↓folder } }
        ---
        func notes(in folder: Folder, _ context: ModelContext) throws -> [Note] {
          try context.fetch(
            FetchDescriptor<Note>(
              predicate: #Predicate { note in
                note.folder?.persistentModelID == ↓folder.persistentModelID
                  && note.title != folder.name
              }))
        }
        ---
        struct FolderView: View {
          @Query private var notes: [Note]
          init(folder: Folder) {
            _notes = Query(filter: #Predicate<Note> { note in note.folder?.name == ↓folder.name })
          }
          var body: some View { List(notes) { Text($0.title) } }
        }
        """,
      clean: """
        func notes(in folder: Folder) -> Predicate<Note> {
          let id = folder.persistentModelID
          return #Predicate<Note> { $0.folder?.persistentModelID == id }
        }
        ---
        enum API { struct Folder { var name: String } }
        func notes(in folder: API.Folder) -> Predicate<Note> {
          #Predicate<Note> { $0.folder?.name == folder.name }
        }
        ---
        enum Stored {}
        enum Received { struct Label { var name = "" } }
        extension Stored { @Model final class Label { var name = ""; init() {} } }
        func labels(like label: Received.Label) -> Predicate<Stored.Label> {
          #Predicate<Stored.Label> { $0.name == label.name }
        }
        ---
        func notes(named name: String) -> Predicate<Note> { #Predicate<Note> { $0.folder?.name == name } }
        ---
        func notes(in folder: Folder, _ all: [Note]) -> [Note] {
          all.filter { $0.folder == folder && $0.title != folder.name }
        }
        """))

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    guard !file.ask(.isModel(use.entity)).isEmpty else { return }
    let types = TypeReader(file: file)
    let own = Set(use.boundNames)
    var said: Set<String> = []
    func say(_ held: some SyntaxProtocol, _ model: String) {
      // Each is held once, however often it is asked.
      guard said.insert(held.trimmedDescription).inserted else { return }
      report(
        "the predicate holds on to '\(held.trimmedDescription)', a '\(model)' object",
        at: file.location(held), entity: use.entity,
        certainty: .inferred("reported by users of several system versions"))
    }
    use.body.statements.forEachDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self),
        let held = access.heldObject(types, own)
      {
        say(access, held)
        return false
      }
      guard let name = node.as(DeclReferenceExprSyntax.self), !own.contains(name.baseName.text),
        !name.baseName.text.hasPrefix("$"), name.isValue,
        let model = types.model(of: ExprSyntax(name))
      else { return true }
      say(name, model)
      return true
    }
  }
}

extension MemberAccessExprSyntax {
  /// The class of the object that a value from outside holds: of `chosen.folder`, where `chosen` is a
  /// value of the project's own type.
  fileprivate func heldObject(_ types: TypeReader, _ own: Set<String>) -> String? {
    guard let base = base?.unwrapped, !isCalled else { return nil }
    var root = base
    while let next = root.as(MemberAccessExprSyntax.self)?.base { root = next.unwrapped }
    guard let name = root.as(DeclReferenceExprSyntax.self), !own.contains(name.baseName.text),
      !name.baseName.text.hasPrefix("$"),
      name.isSelf || name.baseName.text.first?.isLowercase ?? false,
      let model = types.model(of: ExprSyntax(self)), types.model(of: base) == nil
    else { return nil }
    return model
  }
}

extension PredicateUse {
  /// The names that the predicate itself gives a meaning.
  fileprivate var boundNames: Set<String> {
    body.declaredNames.union([body.firstParameter])
  }
}

extension DeclReferenceExprSyntax {
  /// Neither the name after a dot nor that of a called function.
  var isValue: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self) {
      return access.base?.id == ExprSyntax(self).id
    }
    if let call = parent?.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.id != ExprSyntax(self).id
    }
    return true
  }
}
