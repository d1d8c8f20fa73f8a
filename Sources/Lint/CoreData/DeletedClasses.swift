internal import StoreModel
internal import SwiftSyntax

/// What the code deletes, by class or entity.
extension CoreDataCode {
  /// Stands for objects whose class the code around does not say.
  static let anything = ""

  mutating func noteDeletion(_ node: Syntax, in file: LintFile) {
    if let access = node.as(MemberAccessExprSyntax.self) {
      // `notes.forEach(context.delete)`
      if access.declName.baseName.text == "delete",
        access.parent?.is(LabeledExprSyntax.self) ?? false
      {
        deletions.insert(Self.anything)
      }
      return
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return }
    if call.name == "NSBatchDeleteRequest" {
      let request = call.arguments.first?.expression
      deletions.insert(request.flatMap { file.requestedEntity(of: $0) } ?? Self.anything)
    } else if call.name == "delete", call.arguments.count == 1, call.isOnContext,
      let object = call.arguments.first?.expression
    {
      let type = TypeReader(file: file).managed(object)?.name
      deletions.insert(type ?? object.managedEntity ?? Self.anything)
    } else if ["mr_delete", "mr_truncate"].contains(where: call.name.lowercased().hasPrefix) {
      deletions.insert(Self.anything)
    }
  }
}

extension LintContext {
  /// Whether code may delete objects of an entity, itself or by way of others; true where no code is given.
  ///
  /// - Parameters:
  ///   - links: the owners and names of relationships whose 'Cascade' does not count.
  ///   - other: an entity whose objects must not be among those that are deleted with it.
  func mayDelete(
    _ entity: Entity, in model: DataModel, besides links: Set<[String]> = [],
    without other: String? = nil
  ) -> Bool {
    let code = coreData.code
    guard !code.classes.isEmpty || !code.members.isEmpty else { return true }
    guard !code.deletions.contains(CoreDataCode.anything) else { return true }
    return model.entities.contains { one in
      guard
        code.deletions.contains(one.name)
          || one.managedClass.map(code.deletions.contains) ?? false
      else { return false }
      let deleted = model.deleted(with: one.name, besides: links)
      return deleted.contains(entity.name) && !(other.map(deleted.contains) ?? false)
    }
  }
}

extension DataModel {
  /// The entities whose objects 'Cascade' may delete with one of an entity, that one included.
  fileprivate func deleted(with name: String, besides links: Set<[String]>) -> Set<String> {
    var waiting = [name]
    var found: Set<String> = []
    while let name = waiting.popLast() {
      guard found.insert(name).inserted, let one = entity(named: name) else { continue }
      waiting += family(of: name).map(\.name)
      waiting += one.relationships.filter {
        $0.deleteRule == .cascade && !links.contains([name, $0.name])
      }.map(\.destination)
      waiting += [one.superentity].compactMap(\.self)
    }
    return found
  }
}
