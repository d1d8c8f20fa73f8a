internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are looked up by an id and taken for granted.
struct ForcedModelForID: SourceRule {
  static let info = RuleInfo(
    id: "forced-model-for-id", group: .dataAccess, severity: .note,
    summary: "'model(for:)' is forced to give an object of a class",
    why:
      "it gives an object for every id, also for that of one which has been deleted in the meantime, and reading that "
      + "crashes the app; an id of another class crashes it at once",
    fix:
      "fetch the object with a predicate on its 'persistentModelID', and do nothing where there is none",
    limits:
      "only 'model(for:)' of a context with 'as!'; ids of objects that the function has at hand are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        @ModelActor actor Renamer {
          func rename(_ id: PersistentIdentifier, to title: String) throws {
            let note = modelContext.↓model(for: id) as! Note
            note.title = title
            try modelContext.save()
          }
        }
        ---
        func title(_ id: PersistentIdentifier, _ context: ModelContext) -> String {
          (context.↓model(for: id) as! Note).title
        }
        ---
        struct Store {
          let container: ModelContainer
          func move(_ id: Note.ID, to rank: Int) throws {
            let context = ModelContext(container)
            guard let note = context.↓model(for: id) as! Note? else { return }
            note.rank = rank
            try context.save()
          }
        }
        """,
      clean: """
        func title(_ id: PersistentIdentifier, _ context: ModelContext) -> String? {
          (context.model(for: id) as? Note)?.title
        }
        ---
        func title(_ id: PersistentIdentifier, _ context: ModelContext) throws -> String? {
          let wanted = FetchDescriptor<Note>(predicate: #Predicate { $0.persistentModelID == id })
          return try context.fetch(wanted).first?.title
        }
        ---
        func copy(_ note: Note, _ container: ModelContainer) throws {
          let context = ModelContext(container)
          let own = context.model(for: note.persistentModelID) as! Note
          own.rank += 1
          try context.save()
        }
        """))

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData,
      let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, let cast = terms[1].as(UnresolvedAsExprSyntax.self),
      cast.questionOrExclamationMark?.text == "!",
      let call = terms[0].call, call.name == "model",
      let id = call.arguments.onlyElement, id.label?.text == "for",
      call.receiver?.isContextValue ?? false,
      id.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text != "persistentModelID",
      let entity = terms[2].as(TypeExprSyntax.self).flatMap({ WrittenType($0.type) }),
      TypeReader(file: file).isModel(entity)
    else { return }
    report(
      "this gives an object also where the one with the id has been deleted, and reading it crashes the app",
      at: file.location(call.nameNode), entity: entity.name,
      certainty: .inferred("nothing may be deleted in between"))
  }
}
