internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Objects of background contexts that functions take to the main thread.
extension ContextAcrossTasks {
  /// Objects of a background context that a function uses in a block which it gives to the main thread.
  func checkHandedToMain(_ lint: LintContext, _ report: RuleReport) {
    let given = lint.coreData.code.givenObjects.filter(\.isOfWorker)
    guard !given.isEmpty else { return }
    let places = PlaceNames(given.map(\.location))
    for taken in lint.coreData.code.takenObjects where taken.isOnMain {
      guard
        let call = given.first(where: { call in
          call.label == taken.label
            && (lint.isMeant(taken.function, by: call.function)
              // A function of no type is called by its name alone, wherever that is.
              || !taken.function.contains(".") && call.function.keyPath.last == taken.function)
        })
      else { continue }
      report(
        "'\(taken.parameter)' is used on the main thread here, and '\(places.name(call.location))' hands over an object of a background "
          + "context, away from its own queue then",
        at: taken.location,
        help: "read what is needed before the block, or hand its 'objectID' to the main thread")
    }
  }
}

extension FunctionCallExprSyntax {
  /// The parameters of the function around that are used in a block which it gives to the main thread.
  func objectsTakenToMain(in file: LintFile) -> [TakenObject] {
    guard !file.isTest, let closure = lastClosure, closure.isHandwritten,
      let function = enclosing(FunctionDeclSyntax.self), !isBoundToMain,
      !function.signature.parameterClause.parameters.isEmpty, !file.ask(.usesCoreData).isEmpty
    else { return [] }
    let types = TypeReader(file: file)
    var found: [TakenObject] = []
    closure.statements.forEachDescendant { node in
      if node.as(FunctionCallExprSyntax.self)?.isPerform ?? false { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        case .parameter(_, let owner)? = name.nameOrigin, owner.id == function.id,
        let label = function.label(of: name.baseName.text),
        !found.contains(where: { $0.parameter == name.baseName.text }),
        let type = types.managed(ExprSyntax(name)), ExprSyntax(name).touchesManaged(type)
      else { return true }
      found.append(
        .init(
          function: function.nameWithOwner, label: label, parameter: name.baseName.text,
          place: "on the main thread", isOnMain: true, location: file.location(name)))
      return true
    }
    return found
  }

  /// The objects of a background context among the arguments of a call on its queue.
  func objectsOfWorker(in file: LintFile) -> [GivenObject] {
    guard let scope = backgroundScope else { return [] }
    let types = TypeReader(file: file)
    return arguments.enumerated().compactMap { index, argument in
      guard let name = argument.expression.unwrapped.as(DeclReferenceExprSyntax.self),
        let origin = name.originInCode, scope.contains(origin), !origin.isOfMainContext(file),
        types.managed(argument.expression) != nil, let called = nameWithOwner(types)
      else { return nil }
      return .init(
        function: called, label: argument.label?.text ?? "\(index)", isOnMain: false,
        isOfWorker: true, workers: [], location: file.location(name))
    }
  }
}
