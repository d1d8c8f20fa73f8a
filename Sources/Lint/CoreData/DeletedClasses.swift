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
      let type = [TypeReader(file: file).managed(object)?.name, object.managedEntity]
        .compactMap(\.self).first { $0 != "NSManagedObject" }
      if type == nil, let function = object.givenToDelete {
        deleters.insert(function)
      } else {
        deletions.insert(type ?? Self.anything)
      }
    } else if ["mr_delete", "mr_truncate"].contains(where: call.name.lowercased().hasPrefix) {
      deletions.insert(Self.anything)
    } else if call.speaksOfDeletion {
      let types = TypeReader(file: file)
      // A list loses an element, and the store nothing.
      if call.receiver.flatMap({ types.type(of: $0) })?.isList ?? false { return }
      for argument in call.arguments {
        guard let type = types.type(of: argument.expression) else {
          handedDeletions.insert(.init(function: call.name, type: Self.anything))
          continue
        }
        guard let managed = types.managed(argument.expression) else {
          if type.name == "NSManagedObject" {
            handedDeletions.insert(.init(function: call.name, type: Self.anything))
          }
          continue
        }
        handedDeletions.insert(.init(function: call.name, type: managed.name))
      }
    }
  }

  /// A call that hands an object to a function which may delete what it is given.
  struct HandedDeletion: Hashable, Sendable, Codable {
    var function: String
    var type: String
  }

  /// The classes and entities whose objects are deleted, also by functions that delete any object that they are
  /// given.
  var allDeletions: Set<String> {
    deleters.reduce(into: deletions) { all, function in
      let handed = handedDeletions.filter { $0.function == function }.map(\.type)
      all.formUnion(handed.isEmpty ? [Self.anything] : handed)
    }
  }
}

extension FunctionCallExprSyntax {
  /// `store.delete(note)`, `remove(note)`
  fileprivate var speaksOfDeletion: Bool {
    guard !arguments.isEmpty, name.first?.isLowercase ?? false, let first = name.camelWords.first
    else { return false }
    return ["delete", "destroy", "discard", "drop", "erase", "remove", "trash"].contains(first)
  }
}

extension ExprSyntax {
  /// The function around that is given the object, whatever it is: `func delete(_ object: NSManagedObject)`.
  fileprivate var givenToDelete: String? {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .parameter(let type, let owner)? = name.nameOrigin,
      let function = owner.as(FunctionDeclSyntax.self), let written = WrittenType(type)
    else { return nil }
    let generics = function.genericParameterClause?.parameters.map(\.name.text) ?? []
    return written.name == "NSManagedObject" || generics.contains(written.name)
      ? function.name.text : nil
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
    let deletions = code.allDeletions
    guard !deletions.contains(CoreDataCode.anything) else { return true }
    return model.entities.contains { one in
      guard
        deletions.contains(one.name)
          || one.managedClass.map(deletions.contains) ?? false
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
