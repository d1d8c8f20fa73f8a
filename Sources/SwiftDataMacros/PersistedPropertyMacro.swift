internal import ModelExpansion
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@_PersistedProperty(slot)`, which `@Model` puts on every property it stores.
public struct PersistedPropertyMacro: AccessorMacro, PeerMacro {
  /// What is added is written as it shall be read; to format it again takes long.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    expansion(node, declaration, context)?.accessors.map { "\(raw: $0)" } ?? []
  }

  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    expansion(node, declaration, context).map { ["\(raw: $0.peer)"] } ?? []
  }

  private static func expansion(
    _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol,
    _ context: some MacroExpansionContext
  ) -> PropertyExpansion? {
    let owner = context.lexicalContext.lazy.compactMap { $0.as(ClassDeclSyntax.self) }.first
    return owner.flatMap {
      PropertyExpansion(
        declaration, attribute: node, owner: $0.name.text, mayInherit: $0.inheritanceClause != nil)
    }
  }
}
