internal import SwiftSyntax

/// Lists of objects that a function has at hand without fetching them itself: whoever leads to one of them
/// then costs no query.
extension FlowReader {
  /// `let folders = try allFolders()`, where that fetches them.
  mutating func noteLoad(by call: FunctionCallExprSyntax) {
    guard !file.isTest, call.trailingClosure == nil, call.name.first?.isLowercase ?? false,
      Syntax(call).fillsVariable, file.mayAsk(call.name + "()"), !call.passesOn,
      !(call.isContextMethod && call.isOnContext), let body = call.enclosingBody,
      let type = types.type(of: ExprSyntax(call)), type.isList, types.isStored(type.name),
      // What is of one account may be all there is; the objects of a limited fetch are not.
      let (fetched, _) = FetchedObjects.behind(ExprSyntax(call)), !fetched.isBounded
    else { return }
    flows.loads.append(
      .init(
        entity: type.name, function: file.location(body), owner: call.ownerName,
        location: file.location(call.nameNode)))
  }

  /// `func export(_ notes: [Note], in folders: [Folder])`
  mutating func noteLoads(givenTo function: FunctionDeclSyntax) {
    guard !file.isTest, let body = function.body else { return }
    for parameter in function.signature.parameterClause.parameters {
      guard let type = WrittenType(parameter.type), type.isList, types.isStored(type.name) else {
        continue
      }
      flows.loads.append(
        .init(
          entity: type.name, function: file.location(body), owner: function.ownerName,
          location: file.location(parameter)))
    }
  }
}
