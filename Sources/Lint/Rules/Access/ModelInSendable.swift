internal import Diagnostics
internal import ModelSource
internal import SwiftSyntax

/// Finds model objects that are stored in values which are made to be handed from actor to actor.
struct ModelInSendable: SourceRule {
  static let info = RuleInfo(
    id: "model-in-sendable", group: .dataAccess, severity: .warning,
    summary: "a value that goes from actor to actor stores a model object",
    why:
      "an object belongs to its context, and the context to one actor: Siri, Shortcuts or a task "
      + "reads the value on another thread, where the object loses changes or the app crashes",
    fix:
      "store 'persistentModelID' or copies of the values, and look the object up where it is needed",
    limits:
      "entities of App Intents, and structs and enums that say they are Sendable; values of the main actor and "
      + "views are left alone, and so is all code of projects that run on the main actor by default",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        import AppIntents

        struct NoteEntity: AppEntity {
          let ↓note: Note
          var id: String { note.title }
        }
        ---
        import AppIntents

        struct NoteEntity: Identifiable {
          var id = UUID()
          private var ↓notes: [Note] = []
        }
        extension NoteEntity: IndexedEntity {}
        ---
        struct Summary: Sendable {
          var title: String
          var ↓newest: Note?
        }
        ---
        enum Change: Equatable, Sendable { case none, ↓added(Note), renamed(String) }
        ---
        struct Request: @unchecked Sendable { let ↓context: ModelContext }
        ---
        import AppIntents

        @Observable final class NoteEntity: AppEntity {
          var ↓note: Note
          init(_ note: Note) { self.note = note }
        }
        """,
      clean: """
        import AppIntents

        struct NoteEntity: AppEntity {
          let id: PersistentIdentifier
          let title: String
          init(_ note: Note) { (id, title) = (note.persistentModelID, note.title) }
        }
        ---
        struct Row: Identifiable {
          let note: Note
          var id: String { note.title }
        }
        enum Route: Hashable { case note(Note), folder(Folder) }
        ---
        @MainActor struct Summary: Sendable { var newest: Note? }
        ---
        struct Summary: Sendable {
          static var example: Note? { nil }
          let make: @Sendable (Note) -> String
          var kind: Note.Type { Note.self }
        }
        ---
        struct Request: Sendable { let container: ModelContainer; let id: PersistentIdentifier }
        ---
        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Link.self] }
          @Model final class Link { var name = ""; init() {} }
        }
        struct Link: Sendable { var name: String }
        struct Report: Sendable { let links: [Link] }
        """))

  static let nodes: [SyntaxKind] = [.classDecl, .enumDecl, .structDecl]

  /// What the system reads wherever it likes.
  private static let entities: Set = [
    "AppEntity", "IndexedEntity", "TransientAppEntity", "UniqueAppEntity", "FileEntity",
  ]
  private static let ofMain: Set = ["App", "Scene", "View", "ViewModifier", "Widget"]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let type = node.asProtocol((any DeclGroupSyntax).self),
      let name = node.typeName,
      node.asProtocol((any WithAttributesSyntax).self)?
        .attribute("MainActor") == nil
    else { return }
    // A model leads to others. Most types hold no objects.
    if let own = node.as(ClassDeclSyntax.self), own.attribute("Model") != nil { return }
    let kept = type.memberBlock.objects(TypeReader(file: file))
    guard let first = kept.first else { return }
    let adopted = file.tree.adopted(by: name, type)
    guard adopted.isDisjoint(with: Self.ofMain),
      case let entity = adopted.intersection(Self.entities).sorted().first,
      // Classes that are Sendable guard what they keep with locks and queues.
      entity != nil || adopted.contains("Sendable") && !node.is(ClassDeclSyntax.self),
      file.ask(.isMainByDefault).isEmpty
    else { return }
    let isContext = first.type == "ModelContext"
    let what =
      isContext
      ? "a context" : "\(first.isList ? "" : "a ")'\(first.type)' object\(first.isList ? "s" : "")"
    report(
      entity.map {
        "'\(name)' is an \($0), which the system reads on threads of its own, and stores \(what)"
      }
        ?? "'\(name)' is Sendable, so that it may go to another actor, and stores \(what)",
      at: file.location(first.place), entity: isContext ? nil : first.type,
      help: isContext ? "store the container, and make a context of it where it is needed" : nil)
  }
}

extension MemberBlockSyntax {
  /// The objects and contexts that a value keeps, with where it says so.
  fileprivate func objects(
    _ types: TypeReader
  ) -> [(type: String, isList: Bool, place: TokenSyntax)] {
    // Where the classes stand in versions, their bare names may be those of structs.
    let isNested = parent?.enclosing(MemberBlockSyntax.self) != nil
    func isKept(_ type: WrittenType) -> Bool {
      type.name == "ModelContext"
        || types.isModel(type)
          && (type.outer != nil || isNested || !types.file.ask(.fullName(type.name)).isEmpty)
    }
    return members.flatMap { member -> [(type: String, isList: Bool, place: TokenSyntax)] in
      if let choice = member.decl.as(EnumCaseDeclSyntax.self) {
        return choice.elements.compactMap { element in
          element.parameterClause?.parameters.lazy.compactMap { WrittenType($0.type) }
            .first(where: isKept).map { ($0.name, $0.isList, element.name) }
        }
      }
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance else {
        return []
      }
      return variable.bindings.compactMap { binding in
        guard binding.isStored, let name = binding.pattern.as(IdentifierPatternSyntax.self),
          let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), isKept(type)
        else { return nil }
        return (type.name, type.isList, name.identifier)
      }
    }
  }
}

extension SourceFileSyntax {
  /// What a type adopts where it is declared, and in extensions of the file.
  fileprivate func adopted(by name: String, _ type: any DeclGroupSyntax) -> Set<String> {
    var found = type.inheritanceClause?.adopted ?? []
    for statement in statements {
      guard let other = statement.item.as(ExtensionDeclSyntax.self),
        other.extendedType.trimmedDescription.lastPart == name
      else { continue }
      found.formUnion(other.inheritanceClause?.adopted ?? [])
    }
    return found
  }
}

extension InheritanceClauseSyntax {
  fileprivate var adopted: Set<String> {
    Set(
      inheritedTypes.flatMap { inherited -> [String] in
        var type = inherited.type
        if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
        if let several = type.as(CompositionTypeSyntax.self) {
          return several.elements.compactMap { $0.type.dottedName?.lastPart }
        }
        return [type.dottedName?.lastPart].compactMap(\.self)
      })
  }
}
