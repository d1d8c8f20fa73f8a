internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Requests of Core Data whose objects are asked for more than was fetched.
extension PropertyOutsideFetch {
  func checkManaged(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let (list, element, body) = node.looped,
      let fetch = list.fetchCall, let argument = fetch.arguments.first?.expression,
      let request = ManagedRequest(argument),
      let entity = ExprSyntax(request.made).requestedEntity,
      case let keys = file.ask(.coreDataKeys(of: entity)), !keys.isEmpty,
      request.assigned("resultType").isEmpty,
      case let lists = request.assigned("propertiesToFetch"), lists.count == 1,
      let written = lists[0].resolved.as(ArrayExprSyntax.self)
    else { return }
    let names = written.elements.map { element in
      element.expression.keyPathParts?.first ?? file.constantText(element.expression)
    }
    guard !names.isEmpty, !names.contains(nil) else { return }
    var seen = Set(names.compactMap(\.self))
    for access in body.members(of: element, 3)
    where seen.insert(access.declName.baseName.text).inserted {
      let name = access.declName.baseName.text
      // A relationship is loaded by a query of its own anyway.
      guard keys.contains(name), file.ask(.coreDataDestination(name, of: entity)).isEmpty,
        // An older version may have had an attribute of that name.
        file.managedMember(name, of: entity) != .computed
      else { continue }
      report(
        "'\(entity).\(name)' is not among the 'propertiesToFetch' of this fetch, and is loaded by a "
          + "query of its own for every object", at: file.location(access.declName),
        entity: entity, property: name,
        certainty: .inferred("objects that are in memory already need no query"))
    }
  }
}

extension Syntax {
  /// The members that are read of a variable, here and in functions of the file that are given it.
  ///
  /// - Parameter steps: how many functions to follow.
  fileprivate func members(of name: String, _ steps: Int) -> [MemberAccessExprSyntax] {
    guard isHandwritten else { return [] }
    var found: [MemberAccessExprSyntax] = []
    forEachDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      {
        found.append(access)
      }
      guard steps > 0, let call = node.as(FunctionCallExprSyntax.self),
        let argument = call.arguments.first(where: {
          $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
        }), let (name, body) = call.taker(of: argument)
      else { return true }
      found += body.members(of: name, steps - 1)
      return true
    }
    return found
  }
}

extension Syntax {
  /// What a loop goes through, its element, and what it does: also of `notes.map(row)` with a function of
  /// the file.
  fileprivate var looped: (list: ExprSyntax, element: String, body: Syntax)? {
    if let loop = Loop(self, calls: Loop.complete) {
      return loop.name.map { (loop.sequence, $0, Syntax(loop.body)) }
    }
    guard let call = self.as(FunctionCallExprSyntax.self), Loop.complete.contains(call.name),
      let list = call.receiver, call.arguments.count == 1,
      let (name, body) = call.arguments.first?.expression.namedTaker
    else { return nil }
    return (list, name, body)
  }
}

/// The parameter that something is handed over as, and the code that it is for.
private typealias Taker = (name: String, body: Syntax)

extension FunctionCallExprSyntax {
  /// The parameter that an argument becomes in the function or initializer of the file that is called.
  fileprivate func taker(of argument: LabeledExprSyntax) -> Taker? {
    let label = argument.label?.text ?? "_"
    if let function = functionOfFile, let body = function.body {
      return function.signature.parameter(labelled: label).map { ($0, Syntax(body)) }
    }
    guard receiver == nil else { return nil }
    return sourceFile?.initializers(of: name).compactMap { made in
      made.body.flatMap { body in
        made.signature.parameter(labelled: label).map { ($0, Syntax(body)) }
      }
    }.onlyElement
  }
}

extension ExprSyntax {
  /// The parameter of the function that `row`, `self.row` and `Row.init` name.
  fileprivate var namedTaker: Taker? {
    if let access = self.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init",
      let type = access.base?.dottedName?.lastPart
    {
      return sourceFile?.initializers(of: type).compactMap { made in
        made.body.flatMap { body in made.signature.onlyParameter.map { ($0, Syntax(body)) } }
      }.onlyElement
    }
    guard let function = namedFunction, let body = function.body, body.isHandwritten,
      let parameter = function.signature.parameterClause.parameters.first
    else { return nil }
    return ((parameter.secondName ?? parameter.firstName).text, Syntax(body))
  }
}

extension FunctionSignatureSyntax {
  fileprivate func parameter(labelled label: String) -> String? {
    parameterClause.parameters.first { $0.firstName.text == label }
      .map { ($0.secondName ?? $0.firstName).text }
  }

  fileprivate var onlyParameter: String? {
    Array(parameterClause.parameters).onlyElement.map { ($0.secondName ?? $0.firstName).text }
  }
}

extension SourceFileSyntax {
  fileprivate func initializers(of type: String) -> [InitializerDeclSyntax] {
    memberBlocks(of: type).flatMap {
      $0.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    }
  }
}

extension ExprSyntax {
  /// The fetch that fills a list.
  fileprivate var fetchCall: FunctionCallExprSyntax? {
    var value = self
    for _ in 0..<3 {
      let node = value.unwrapped
      let first = node.as(SequenceExprSyntax.self)?.elements.first?.unwrapped ?? node
      if let call = first.call, call.name == "fetch", call.isOnContext { return call }
      guard let name = first.as(DeclReferenceExprSyntax.self), let next = name.localValue else {
        return nil
      }
      value = next
    }
    return nil
  }

  /// The function of the file that `row`, `self.row` and `Self.row` name.
  var namedFunction: FunctionDeclSyntax? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.ownerOfMember.flatMap {
        sourceFile?.function(access.declName.baseName.text, of: $0)
      }
    }
    guard let name = self.as(DeclReferenceExprSyntax.self), name.nameOrigin == nil else {
      return nil
    }
    let text = name.baseName.text
    return name.ownerName.flatMap { sourceFile?.function(text, of: $0) }
      ?? sourceFile?.function(text, of: nil)
  }
}
