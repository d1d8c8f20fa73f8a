internal import Diagnostics
internal import SwiftSyntax

/// Finds objects that count as new only while they have no identifier, which they always have.
struct IdentifierComparedWithNil: SourceRule {
  static let info = RuleInfo(
    id: "identifier-compared-with-nil", group: .dataAccess, severity: .warning,
    summary: "'persistentModelID' is compared with nil, and is never nil",
    why:
      "an object has an identifier from the moment it is made, only a temporary one until it is saved: "
      + "what is done for new objects alone, such as inserting them, is never done",
    fix:
      "ask whether 'modelContext' is nil, or insert in any case: inserting an object that is inserted "
      + "already does nothing",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func save(_ note: Note, _ context: ModelContext) throws {
          if note.↓persistentModelID == nil { context.insert(note) }
          try context.save()
        }
        ---
        func isKnown(_ note: Note) -> Bool { note.↓persistentModelID != nil }
        ---
        func first(_ context: ModelContext) throws -> Note {
          let note = try context.fetch(FetchDescriptor<Note>()).first ?? Note()
          if nil == note.↓persistentModelID { context.insert(note) }
          return note
        }
        """,
      clean: """
        func save(_ note: Note, _ context: ModelContext) throws {
          if note.modelContext == nil { context.insert(note) }
          try context.save()
        }
        ---
        func isSame(_ note: Note?, _ other: Note) -> Bool {
          note?.persistentModelID != nil && note?.persistentModelID == other.persistentModelID
        }
        ---
        struct Row { var persistentModelID: PersistentIdentifier? }
        func isNew(_ row: Row) -> Bool { row.persistentModelID == nil }
        """))

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData,
      let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) })
    else { return }
    let types = TypeReader(file: file)
    for (place, sign) in terms.enumerated() where place > 0 && place + 1 < terms.count {
      guard ["==", "!="].contains(sign.as(BinaryOperatorExprSyntax.self)?.operator.text),
        case let sides = [terms[place - 1], terms[place + 1]],
        sides.contains(where: { $0.is(NilLiteralExprSyntax.self) }),
        let access = sides.lazy.compactMap({ $0.as(MemberAccessExprSyntax.self) }).first,
        access.declName.baseName.text == "persistentModelID", let object = access.base,
        !object.hasDescendant(where: { $0.is(OptionalChainingExprSyntax.self) }),
        !object.is(OptionalChainingExprSyntax.self),
        let type = types.type(of: object), types.isModel(type)
      else { continue }
      report(
        "'\(file.text(access))' is never nil, not even for an object that is not inserted yet",
        at: file.location(access.declName), entity: type.name)
    }
  }
}
