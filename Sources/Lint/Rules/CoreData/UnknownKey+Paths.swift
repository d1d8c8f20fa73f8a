internal import Diagnostics
internal import SwiftSyntax

extension UnknownKey {
  /// Keys whose names stand elsewhere.
  static let keysByOtherNames: [RuleExample] = [
    .clean(
      CoreDataText.code(
        """
        func find(_ request: NSFetchRequest<CDNote>) {
          request.predicate = NSPredicate(format: "folder.%K == %@ AND title != nil", "name", "b")
        }
        """)),
    .clean(
      CoreDataText.code(
        """
        final class CDFolder: NSManagedObject {
          @NSManaged @objc(name) var label: String?
        }
        func sorts() -> [NSSortDescriptor] {
          [NSSortDescriptor(keyPath: \\CDFolder.label, ascending: true)]
        }
        """)),
  ]

  /// The key paths written in a predicate, sort descriptor or expression, each with its place.
  static func keyPaths(
    of call: FunctionCallExprSyntax, in file: LintFile
  ) -> [([String], ExprSyntax)] {
    switch call.name {
    case "NSSortDescriptor": written(call.argument("key"), file) + typed(call.argument("keyPath"))
    case "SortDescriptor": typed(call.arguments.first?.expression)
    case "NSExpression": written(call.argument("forKeyPath"), file)
    case "NSPredicate":
      call.argument("format").map { argument in
        let text = file.constantText(argument) ?? ""
        let given =
          call.argument("argumentArray")?.as(ArrayExprSyntax.self).map { list in
            list.elements.map(\.expression)
          } ?? Array(call.arguments.dropFirst().map(\.expression))
        return PredicateFormat.keyPaths(in: text).map { ($0, argument) }
          + PredicateFormat.keyArguments(in: text).filter { given.indices.contains($0.position) }
          .flatMap { position, before in
            written(given[position], file).map { (before + $0.0, $0.1) }
          }
      } ?? []
    default: []
    }
  }

  /// `\Note.title`, which the compiler has read, but which may be no property of the entity's.
  private static func typed(_ key: ExprSyntax?) -> [([String], ExprSyntax)] {
    guard let key, key.is(KeyPathExprSyntax.self), let path = key.keyPathParts, !path.isEmpty else {
      return []
    }
    return [(path, key)]
  }

  private static func written(
    _ key: ExprSyntax?, _ file: LintFile
  ) -> [([String], ExprSyntax)] {
    guard let key, let text = file.constantText(key) else { return [] }
    return [(text.split(separator: ".").map(String.init), key)]
  }
}

extension FunctionCallExprSyntax {
  /// The entity of the only request of the function, when it fetches expressions.
  var expressedEntity: String? {
    guard let body = enclosingBody, body.isHandwritten, body.mentions(["NSExpressionDescription"])
    else { return nil }
    var entities: [String?] = []
    body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        ["NSFetchRequest", "fetchRequest"].contains(call.name)
      {
        entities.append(ExprSyntax(call).requestedEntity)
      }
      return true
    }
    return entities.count == 1 ? entities[0] : nil
  }
}
