internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A list of objects that a class fetches and keeps, and a method that changes what is stored without it.
  struct KeptList: Sendable, Codable {
    var list: String
    var entity: String
    /// The functions that fetch it anew, which others may call.
    var loaders: Set<String>
    /// `inserted` or `deleted`.
    var action: String
    var method: String
    var location: Location
    /// Where another type does so: what gives the list, and what changes the store.
    var load: Call?
    var change: Call?
  }
}

extension FlowReader {
  /// `notes = try context.fetch(…)` in one function, and `context.insert(note)` in another that leaves `notes` alone.
  mutating func noteKeptList(_ type: ClassDeclSyntax) {
    guard !file.isTest, file.meansSwiftData, type.memberBlock.isReadable,
      type.attribute("Observable") != nil
        || type.inheritanceClause?.mentions(["ObservableObject"]) ?? false,
      // Somebody else may tell it of changes.
      !type.memberBlock.mentions(Self.following)
    else { return }
    let methods = type.memberBlock.members.compactMap { member -> ListMethod? in
      if let function = member.decl.as(FunctionDeclSyntax.self), let body = function.body {
        return ListMethod(
          name: function.name.text, body: body, isPrivate: function.modifiers.isPrivate)
      }
      if let start = member.decl.as(InitializerDeclSyntax.self), let body = start.body {
        return ListMethod(name: "init", body: body, isPrivate: true)
      }
      return nil
    }
    for member in type.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        !variable.isConstant, let binding = variable.bindings.onlyElement, binding.isStored,
        let list = binding.name,
        let written = binding.typeAnnotation.flatMap({ WrittenType($0.type) }),
        written.isList, types.isModel(written)
      else { continue }
      let given = methods.compactMap { method -> (by: ListMethod, call: ObjectFlows.Call)? in
        self.load(of: list, by: method).map { (method, $0) }
      }
      let loaders = methods.filter { $0.fetches(into: list) } + given.map(\.by)
      guard !loaders.isEmpty else { continue }
      // Those that name the list, and those that call such a one.
      var knowing = Set(methods.filter { $0.body.mentions([list]) }.map(\.name))
      for _ in 0..<3 {
        for method in methods where method.body.mentions(knowing.subtracting(["init"])) {
          knowing.insert(method.name)
        }
      }
      for method in methods where !knowing.contains(method.name) && !method.isPrivate {
        var kept = ObjectFlows.KeptList(
          list: list, entity: written.name,
          loaders: Set(loaders.filter { !$0.isPrivate }.map(\.name)), action: "",
          method: method.name, location: file.location(type.name))
        if let (call, action) = method.change(of: written.name, types) {
          guard given.count < loaders.count else { continue }
          (kept.action, kept.location) = (action, file.location(call.nameNode))
        } else if let load = given.first?.call, let (call, action) = handedChange(in: method) {
          (kept.action, kept.location, kept.load) = (action, call.location, load)
          kept.change = call
        } else {
          continue
        }
        flows.keptLists.append(kept)
        break
      }
    }
  }

  /// What gives the list, where another type does: `notes = try repository.all()`.
  private func load(of list: String, by method: ListMethod) -> ObjectFlows.Call? {
    var found: ObjectFlows.Call?
    method.body.forEachDescendant { node in
      guard found == nil, let terms = node.as(ExprListSyntax.self).map(Array.init),
        terms.count > 2, terms[1].is(AssignmentExprSyntax.self), terms[0].lastName == list
      else { return found == nil }
      if let call = terms[2].call, call.receiver?.isNameOrOwn ?? false {
        found = callee(of: call)
      }
      return found == nil
    }
    return found
  }

  /// `try repository.add(note)`, `await store.delete(note)`
  private func handedChange(in method: ListMethod) -> (ObjectFlows.Call, String)? {
    var found: (ObjectFlows.Call, String)?
    method.body.forEachDescendant { node in
      guard found == nil, let call = node.as(FunctionCallExprSyntax.self),
        call.receiver?.isOwnProperty ?? false, let word = call.name.camelWords.first,
        let action = Self.actions[word], let callee = callee(of: call)
      else { return found == nil }
      found = (callee, action)
      return false
    }
    return found
  }

  private static let actions = [
    "add": "inserted", "create": "inserted", "insert": "inserted", "make": "inserted",
    "delete": "deleted", "remove": "deleted",
  ]

  private static let following: Set = [
    "NSFetchedResultsController", "NotificationCenter", "notifications", "publisher", "sink",
  ]
}

/// A function or initializer of a class with a list.
private struct ListMethod {
  var name: String
  var body: CodeBlockSyntax
  var isPrivate: Bool

  func fetches(into list: String) -> Bool {
    body.hasDescendant { node in
      guard let terms = node.as(ExprListSyntax.self).map(Array.init), terms.count > 2,
        terms[1].is(AssignmentExprSyntax.self), terms[0].lastName == list
      else { return false }
      return terms.dropFirst(2).contains { $0.mentions(["fetch"]) }
    }
  }

  /// Where an object of the class is inserted or deleted.
  func change(
    of entity: String, _ types: TypeReader
  ) -> (call: FunctionCallExprSyntax, action: String)? {
    var found: (FunctionCallExprSyntax, String)?
    body.forEachDescendant { node in
      guard found == nil, let call = node.as(FunctionCallExprSyntax.self),
        ["delete", "insert"].contains(call.name), call.isOnContext,
        let object = call.arguments.onlyElement, object.label == nil,
        types.model(of: object.expression) == entity
      else { return found == nil }
      found = (call, call.name == "insert" ? "inserted" : "deleted")
      return false
    }
    return found
  }
}

extension ExprSyntax {
  /// The same, or what an initializer is given for it.
  fileprivate var isNameOrOwn: Bool { self.is(DeclReferenceExprSyntax.self) || isOwnProperty }

  /// `repository` and `self.repository`, a property of the type around.
  fileprivate var isOwnProperty: Bool {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      if case .property? = name.nameOrigin { return true }
      return false
    }
    return self.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
  }
}
