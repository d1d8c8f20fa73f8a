internal import SwiftSyntax

extension FlowReader {
  /// Objects that a block deletes, saves, and then hands to somebody.
  mutating func noteDeletions(_ items: CodeBlockItemListSyntax) {
    guard !file.isTest, items.isHandwritten else { return }
    for (name, item) in items.afterDeletions {
      var found: (ObjectFlows.Pass, String)?
      item.forEachDescendant { node in
        guard found == nil, let use = node.as(DeclReferenceExprSyntax.self),
          use.baseName.text == name, let model = types.model(of: ExprSyntax(use)),
          let pass = pass(Syntax(use))
        else { return found == nil }
        found = (pass, model)
        return false
      }
      if let (pass, model) = found {
        flows.deletions.append(.init(name: name, entity: model, pass: pass))
      }
    }
  }
}
