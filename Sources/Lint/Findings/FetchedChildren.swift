internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// What is taken out of a list and that code fetches by itself: it is not lost there, it is an object of its
/// own, as the songs are that a playlist no longer has.
struct FetchedChildren {
  static func filter(_ findings: [Finding], _ context: LintContext) -> [Finding] {
    let fetched = context.coreData.code.fetched
    guard !fetched.isEmpty else { return findings }
    return findings.filter { finding in
      guard finding.rule == ChildrenLeftBehind.info.id, finding.certainty != .certain,
        let entity = finding.entity, let property = finding.property
      else { return true }
      return !context.children(of: property, in: entity).contains(where: fetched.contains)
    }
  }
}

extension LintContext {
  /// The entity that a relationship of Core Data leads to, with its class.
  fileprivate func children(of property: String, in entity: String) -> [String] {
    modelIndex.usableEntities(entity).flatMap { model, owner -> [String] in
      guard let child = owner.of(model, property)?.destination else { return [] }
      return [child, model.entity(named: child)?.managedClass].compactMap(\.self)
    }
  }
}

extension FunctionCallExprSyntax {
  /// `Note` of `Note.fetchRequest()` and `NSFetchRequest<Note>(entityName: "Note")`, where it is no more than
  /// what every class of objects has.
  var fetchedEntity: String? {
    guard ["NSFetchRequest", "fetchRequest"].contains(name),
      enclosing(FunctionDeclSyntax.self)?.name.text != "fetchRequest"
    else { return nil }
    return ExprSyntax(self).requestedEntity
  }
}
