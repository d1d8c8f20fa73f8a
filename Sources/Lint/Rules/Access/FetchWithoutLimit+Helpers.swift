internal import Diagnostics
internal import SwiftSyntax

/// Functions that take the first of what a descriptor finds: how many it finds, only their callers say.
extension FetchWithoutLimit {
  /// `try context.firstMatch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)]))`
  func checkHelper(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), !call.arguments.isEmpty,
      case let called = call.name, called.first?.isLowercase ?? false,
      file.mayAsk(called + "()"), !call.isContextMethod, file.meansSwiftData,
      let given = call.arguments.first(where: { $0.expression.mayBeDescriptor }),
      !call.isInLoop(TypeReader(file: file)),
      let function = call.tracedFunction(as: nil) ?? call.contextExtension,
      let name = function.parameter(for: given, of: call.arguments),
      function.takesFirst(of: name)
    else { return }
    let source = DescriptorSource(given.expression)
    guard let made = source.made, made.makesDescriptor, source.isUnlimited,
      let entity = made.describedEntity ?? source.declared, !entity.isOfOneObject,
      made.argument("sortBy") != nil
    else { return }
    report(
      "'\(call.name)' loads every '\(entity)' that fits for the first one alone",
      at: file.location(call.nameNode), entity: entity,
      help: "have '\(call.name)' set 'fetchLimit = 1' on its descriptor")
  }
}

extension DescriptorSource {
  /// Whether no name that the descriptor has on the way gets a limit.
  fileprivate var isUnlimited: Bool {
    places.allSatisfy { place in
      place.code.isHandwritten && !place.code.mentions(["fetchLimit"])
    }
  }
}

extension ExprSyntax {
  fileprivate var mayBeDescriptor: Bool {
    if let call { return call.makesDescriptor && call.name == "FetchDescriptor" }
    return self.as(DeclReferenceExprSyntax.self)?.localValue?.call?.name == "FetchDescriptor"
  }
}

extension FunctionDeclSyntax {
  /// Whether all that the function does is to fetch with the parameter and to return the first object.
  fileprivate func takesFirst(of parameter: String) -> Bool {
    guard let body, body.isHandwritten, let result = body.statements.onlyResult?.unwrapped,
      !body.mentions(["fetchLimit"]),
      let access = result.as(MemberAccessExprSyntax.self), !access.isCalled,
      access.declName.baseName.text == "first", let base = access.base,
      let fetch = (base.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? base).call,
      fetch.name == "fetch", fetch.isOnContext
    else { return false }
    return fetch.arguments.onlyElement?.expression.lastName == parameter
  }
}
