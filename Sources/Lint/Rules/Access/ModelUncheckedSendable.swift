internal import Diagnostics
internal import SwiftSyntax

/// Finds classes of objects whose ties to their context are hidden from the compiler.
struct ModelUncheckedSendable: SourceRule {
  static let info = RuleInfo(
    id: "model-unchecked-sendable", group: .dataAccess, severity: .warning,
    summary: "a model, or a context, is declared '@unchecked Sendable'",
    why:
      "its objects belong to one context and that to one thread: the declaration only keeps the compiler from saying "
      + "where they are handed to another one, which loses changes and crashes",
    fix: "drop it, and hand over 'persistentModelID' or 'objectID', or a struct with the values",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        extension ↓Note: @unchecked Sendable {}
        ---
        @Model final class ↓Page: @unchecked Sendable { var text = ""; init() {} }
        ---
        extension ↓ModelContext: @retroactive @unchecked Sendable {}
        """,
      clean: """
        struct NoteValue: Sendable { var title = "" }
        ---
        final class Cache: @unchecked Sendable { var titles: [String] = [] }
        ---
        extension Note: CustomStringConvertible { var description: String { title } }
        """)
      + .texts(
        in: CoreDataText.code,
        flagged: """
          extension ↓CDNote: @unchecked Sendable {}
          ---
          final class ↓CDNote: NSManagedObject, @unchecked Sendable { @NSManaged var title: String? }
          """,
        clean: """
          struct NoteValue: Sendable { let id: NSManagedObjectID }
          final class Cache: @unchecked Sendable { var titles: [String] = [] }
          """))

  static let nodes: [SyntaxKind] = [.extensionDecl, .classDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest,
      let group = node.asProtocol((any DeclGroupSyntax).self),
      let name = node.typeName,
      group.inheritanceClause?.inheritedTypes.contains(where: { type in
        let written = type.type.trimmedDescription
        return written.contains("@unchecked") && written.hasSuffix("Sendable")
      }) ?? false,
      file.meansSwiftData && (name == "ModelContext" || TypeReader(file: file).isModel(name))
        || TypeReader(file: file).isManaged(name)
    else { return }
    let place =
      node.as(ExtensionDeclSyntax.self).map { Syntax($0.extendedType) }
      ?? node.as(ClassDeclSyntax.self).map { Syntax($0.name) } ?? node
    report(
      "'\(name)' is not safe on several threads, and the compiler no longer says where it is handed to another one",
      at: file.location(place), entity: name == "ModelContext" ? nil : name)
  }
}
