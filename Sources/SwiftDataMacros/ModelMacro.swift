internal import ModelExpansion
internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Model`.
public struct ModelMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
  /// What is added is written as it shall be read; to format it again takes long.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isSubclass = !protocols.contains { isPersistentModel($0) }
    for problem in ModelDeclarationProblem.problems(of: declaration, isSubclass: isSubclass) {
      context.diagnose(Diagnostic(node: problem.node, message: ModelMessage(problem.message)))
    }
    guard let model = declaration.as(ClassDeclSyntax.self) else { return [] }
    return ModelExpansion(model, isSubclass: isSubclass).members.map { "\(raw: $0)" }
  }

  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(ClassDeclSyntax.self) else { return [] }
    return PropertyExpansion.attribute(of: member, in: declaration).map { ["\(raw: $0)"] } ?? []
  }

  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self),
      protocols.contains(where: isPersistentModel)
    else { return [] }
    let isolation = ModelExpansion.isolation(of: model)
    let own = isolation.hasPrefix("nonisolated") ? isolation : ""
    let conformance: DeclSyntax = """
      \(raw: own)extension \(type.trimmed): \(raw: isolation)SwiftData.PersistentModel, nonisolated Observation.Observable {}
      """
    return conformance.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }

  private static func isPersistentModel(_ type: TypeSyntax) -> Bool {
    type.trimmedDescription.hasSuffix("PersistentModel")
  }
}

struct ModelMessage: DiagnosticMessage {
  let message: String
  var diagnosticID: MessageID { MessageID(domain: "SwiftData", id: "model") }
  var severity: DiagnosticSeverity { .error }

  init(_ message: String) { self.message = message }
}
