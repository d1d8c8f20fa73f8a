internal import SwiftSyntax

extension SyntaxProtocol {
  /// What a name stands for where a type around the code gives it a meaning of its own:
  /// `typealias Share = Response.Share`. The nearest one counts.
  func aliased(_ name: String) -> TypeSyntax? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return nil }
      if let group = next.asProtocol((any DeclGroupSyntax).self) {
        for member in group.memberBlock.members {
          if let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.name.text == name {
            return alias.initializer.value
          }
        }
      }
      node = next.parent
    }
    return nil
  }
}
