internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// What a migration closure does, as far as its text tells.
struct StageCode: Sendable {
  /// Every name written in it.
  var names: Set<String>
  /// Whether it passes its context to code elsewhere, which then may do anything.
  var handsOnContext: Bool

  /// Whether the closure, or code it calls, may work on something of that name.
  func mayTouch(_ name: String) -> Bool { handsOnContext || names.contains(name) }

  init(_ closure: ClosureExprSyntax) {
    names = []
    handsOnContext = false
    let context = closure.firstParameter
    var waiting = [Syntax(closure.statements)]
    while let node = waiting.popLast() {
      if let token = node.as(TokenSyntax.self), case .identifier(let name) = token.tokenKind {
        names.insert(name)
      } else if let argument = node.as(LabeledExprSyntax.self),
        argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == context
      {
        handsOnContext = true
      }
      waiting += node.children(viewMode: .sourceAccurate)
    }
  }
}

extension StageCode {
  /// The closures of all custom stages by their places. A stage that is given a function by name
  /// has no entry.
  static func read(
    _ histories: [SchemaHistory], files: [SourceFile]
  ) -> [Location: StageCode] {
    let places = Set(
      histories.flatMap(\.stages).flatMap { stage -> [Location?] in
        guard case .custom(let will, let did) = stage.kind else { return [] }
        return [will, did]
      }.compactMap(\.self))
    let paths = Set(places.map(\.path))
    let parts = ParsePool.map(files.filter { paths.contains($0.path) }) { source, tree in
      var found: [Location: StageCode] = [:]
      var waiting = [Syntax(tree)]
      while let node = waiting.popLast() {
        if let closure = node.as(ClosureExprSyntax.self),
          places.contains(source.location(closure))
        {
          found[source.location(closure)] = StageCode(closure)
        } else {
          waiting += node.children(viewMode: .sourceAccurate)
        }
      }
      return found
    }
    return parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }
}
