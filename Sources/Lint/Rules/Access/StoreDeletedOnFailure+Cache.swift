internal import StoreEngine
internal import SwiftSyntax

extension String {
  var isOfCache: Bool {
    lastPathComponent.camelWords.contains { ["cache", "cached", "caches"].contains($0) }
  }
}

extension Syntax {
  /// Whether the container that did not open here, or what is deleted, lies in a place that is called a cache.
  var opensCache: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        ["ModelConfiguration", "ModelContainer", "removeItem"].contains(call.name)
      else { return false }
      return call.arguments.contains { $0.expression.words.contains(where: \.isOfCache) }
    }
  }

  /// Whether a name around says that the store is a cache, or a comment that nothing is lost with it.
  var isOfCache: Bool {
    var node = self
    for _ in 0..<64 {
      guard let next = node.parent else { return false }
      let name =
        next.as(FunctionDeclSyntax.self)?.name.text ?? next.typeName
        ?? next.as(PatternBindingSyntax.self)?.name ?? ""
      if name.isOfCache { return true }
      if next.is(FunctionDeclSyntax.self) || next.is(CatchClauseSyntax.self),
        next.description.contains("disposable")
      {
        return true
      }
      node = next
    }
    return false
  }
}
